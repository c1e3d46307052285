import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Fault, fault } from '../../bridge/faults.ts'
import { digestOf, leafContext } from '../../test/leaf-context.ts'
import { root } from '../../test/root.ts'
import { kernelModule } from '../../wasm/modules.ts'
import { pngFilterKernel } from '../../wasm/png-filters.ts'
import { gaussianReference } from '../../wasm/reference/gaussian.ts'
import { filter, type FilterResult, type FilterTask } from './filter.ts'
import { decodePng } from './png-decode.ts'
import { encodePng } from './png-encode.ts'

const filters = pngFilterKernel(kernelModule('png-filters'))
const limits = { maxPixels: 1_000_000, maxSide: 65_535 }
const corpus = (name: string): Uint8Array => readFileSync(join(root, 'test/fixtures/image/codec', name))

interface Outcome extends FilterResult {
  file: Uint8Array
  fractions: number[]
}

async function run(file: Uint8Array, task: Partial<FilterTask> = {}, signal?: AbortSignal): Promise<Outcome> {
  const digest = digestOf(file)
  const fractions: number[] = []
  const ctx = leafContext({
    files: new Map([[digest, file]]),
    onProgress: (fraction) => fractions.push(fraction),
    ...(signal ? { signal } : {}),
  })
  const steps: FilterTask['steps'] = [{ op: 'gaussianBlur', sigmaPx: 2 }]
  const result = await filter({ digest, steps, format: 'png', maxPixels: limits.maxPixels, ...task }, ctx)
  const written = ctx.written.get(result.digest)
  assert.ok(written)
  return { ...result, file: written, fractions }
}

async function codeOf(file: Uint8Array, task: Partial<FilterTask> = {}): Promise<string> {
  try {
    await run(file, task)
    return 'done'
  } catch (error) {
    if (error instanceof Fault) return error.code
    throw error
  }
}

test('a picture goes in as PNG and comes out blurred, step after step, the same every time', async () => {
  const { picture } = decodePng(corpus('gray-alpha.png'), limits, filters)
  const sigmas = [1.5, 6]
  for (const sigmaPx of sigmas) gaussianReference(picture.pixels, picture.width, picture.height, sigmaPx)
  const steps = sigmas.map((sigmaPx) => ({ op: 'gaussianBlur' as const, sigmaPx }))
  const first = await run(corpus('gray-alpha.png'), { steps })
  const second = await run(corpus('gray-alpha.png'), { steps })
  assert.deepEqual([first.width, first.height, first.mediaType], [61, 37, 'image/png'])
  assert.deepEqual(decodePng(first.file, limits, filters).picture, picture)
  assert.deepEqual(second.file, first.file)
  assert.deepEqual(first.fractions, [...first.fractions].sort())
})

test('sigma 0 gives the very pixels, faint ones too', async () => {
  const pixels = Uint8Array.from({ length: 256 * 4 }, (_, i) => (i % 4 === 3 ? i >> 2 : (i * 53) & 255))
  const { file } = await run(encodePng({ width: 256, height: 1, pixels }, [], filters), {
    steps: [{ op: 'gaussianBlur', sigmaPx: 0 }],
  })
  assert.deepEqual(decodePng(file, limits, filters).picture.pixels, pixels)
})

test('a picture of one faint colour keeps it', async () => {
  // Through premultiplied bytes, as a canvas stores them, 200 at alpha 4 comes back as 191.
  const pixels = Uint8Array.from({ length: 30 * 20 * 4 }, (_, i) => [200, 100, 50, 4][i & 3] ?? 0)
  const { file } = await run(encodePng({ width: 30, height: 20, pixels }, [], filters))
  assert.ok(Buffer.from(decodePng(file, limits, filters).picture.pixels).equals(Buffer.from(pixels)))
})

test('what is not a PNG is called what it is', async () => {
  assert.equal(await codeOf(new Uint8Array()), 'EMPTY_FILE')
  assert.equal(await codeOf(corpus('text-as.png'), { name: 'text-as.png' }), 'TYPE_MISMATCH')
  assert.equal(await codeOf(corpus('text-as.png'), { name: 'notes.txt' }), 'TYPE_UNSUPPORTED')
  assert.equal(await codeOf(corpus('text-as.png')), 'TYPE_UNSUPPORTED')
  const jpeg = { name: 'jpeg-named.png', mediaType: 'image/jpeg' }
  assert.equal(await codeOf(corpus('jpeg-named.png'), jpeg), 'TYPE_UNSUPPORTED')
})

test('damaged and too large pictures are refused before any work', async () => {
  assert.equal(await codeOf(corpus('truncated.png')), 'DAMAGED')
  assert.equal(await codeOf(corpus('bomb-header.png')), 'TOO_MANY_PIXELS')
  assert.equal(await codeOf(corpus('onebit.png'), { maxPixels: 61 * 37 - 1 }), 'TOO_MANY_PIXELS')
  assert.equal(await codeOf(corpus('onebit.png'), { maxPixels: 61 * 37 }), 'done')
})

test('a cancel is heard between decoding and the first step', async () => {
  const cancelled = fault('CANCELLED', 'The caller left.')
  await assert.rejects(run(corpus('onebit.png'), {}, AbortSignal.abort(cancelled)), cancelled)
})
