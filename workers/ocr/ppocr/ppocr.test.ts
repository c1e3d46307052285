import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Fault } from '../../../bridge/faults.ts'
import { digestOf, leafContext, type LeafContextOptions } from '../../../test/leaf-context.ts'
import { root } from '../../../test/root.ts'
import { kernelModule } from '../../../wasm/modules.ts'
import { pngFilterKernel } from '../../../wasm/png-filters.ts'
import { createAssets } from '../../host/assets.ts'
import { decodePng } from '../../image/png-decode.ts'
import type { Grey, Recognition } from '../../recognition.ts'
import { readKeys } from './models.ts'
import { ppocr } from './ppocr.ts'
import { cropped, turned } from './raster.ts'

// The text that was given to the program that made the picture.
const TRUTH = [
  'Rainfall in the valley averaged 812 mm a year between 1991 and 2020, with the',
  'wettest month in November. Farmers near the river reported that wheat yields rose',
  'from 5.9 to 6.3 tonnes per hectare after the new drains were dug.',
]

function greyOf(name: string): Grey {
  const file = readFileSync(join(root, 'test/fixtures/ocr', name))
  const limits = { maxPixels: 10_000_000, maxSide: 10_000 }
  const { picture } = decodePng(file, limits, pngFilterKernel(kernelModule('png-filters')))
  const { width, height } = picture
  const pixels = Uint8Array.from({ length: width * height }, (_, i) => picture.pixels[i * 4] ?? 0)
  return { width, height, pixels }
}

function read(page: Grey, options: LeafContextOptions = {}): Promise<Recognition> | Recognition {
  const { width, height, pixels } = page
  const digest = digestOf(pixels)
  const ctx = { ...leafContext({ ...options, files: new Map([[digest, pixels]]) }), assets: createAssets({}) }
  return ppocr({ page: { digest, width, height } }, ctx)
}

const page = greyOf('three-lines.png')
const blank = (width: number, height: number): Grey => ({
  width,
  height,
  pixels: new Uint8Array(width * height).fill(255),
})

test('a page is read, with words in boxes that lie in their lines, in reading order', async () => {
  const { engine, lines, confidence, rotation } = await read(page)
  assert.deepEqual([engine, rotation], ['ppocr', 0])
  assert.deepEqual(
    lines.map(({ text }) => text),
    TRUTH,
  )
  assert.ok(confidence > 0.9 && confidence <= 1)
  for (const line of lines) {
    assert.equal(line.words.map(({ text }) => text).join(' '), line.text)
    let before = line.box[0] - 1
    for (const { box } of line.words) {
      assert.ok(box[0] > before && box[1] >= line.box[1], `${String(box)} in ${String(line.box)}`)
      before = box[0] + box[2] - 1
    }
    assert.ok(before <= line.box[0] + line.box[2])
  }
})

test('a page that leans by five degrees is read the same', async () => {
  const { width, height } = page
  const around = { x: width / 2, y: height / 2, width, height: height + 160, angle: (-5 * Math.PI) / 180 }
  const { lines, rotation } = await read(cropped(page, around, width, height + 160))
  assert.equal(rotation, 0)
  assert.deepEqual(
    lines.map(({ text }) => text),
    TRUTH,
  )
})

test('a page on its side or head is turned upright, and boxes are those of the upright page', async () => {
  const upright = await read(page)
  for (const degrees of [90, 180, 270] as const) {
    const { lines, rotation } = await read(turned(page, degrees))
    assert.equal(rotation, 360 - degrees)
    assert.deepEqual(lines, upright.lines)
  }
})

test('the same page gives the same answer again', async () => {
  assert.deepEqual(await read(page), await read(page))
})

test('a blank page and one of hardly a pixel have no lines', async () => {
  const nothing = { engine: 'ppocr', lines: [], confidence: 0, rotation: 0 }
  assert.deepEqual(await read(blank(300, 200)), nothing)
  assert.deepEqual(await read(blank(5, 5)), nothing)
  assert.deepEqual(await read(blank(1, 1)), nothing)
  assert.deepEqual(await read(blank(2000, 3)), nothing)
})

const faultOf = async (reading: () => unknown): Promise<Fault> => {
  try {
    await reading()
  } catch (error) {
    if (error instanceof Fault) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

test('bytes that do not fill the page, and pages too large to hold, are refused', async () => {
  const short = await faultOf(() => read({ ...blank(10, 10), width: 11 }))
  assert.equal(short.code, 'INVALID_INPUT')
  const large = await faultOf(() => read({ ...blank(1, 1), width: 1e6, height: 1e6 }))
  assert.equal(large.code, 'TOO_MANY_PIXELS')
})

test('a call that was cancelled ends at the next checkpoint', async () => {
  const cancelled = new AbortController()
  cancelled.abort(new Fault('CANCELLED', 'The caller left.'))
  assert.equal((await faultOf(() => read(page, { signal: cancelled.signal }))).code, 'CANCELLED')
})

test('a key list that does not fit the recogniser is refused, with both counts', async () => {
  assert.deepEqual(readKeys('a\nb\n', 4), ['', 'a', 'b', ' '])
  const { code, data, message } = await faultOf(() => readKeys('a\nb\nc', 4))
  assert.deepEqual([code, data], ['UNAVAILABLE', { classes: 4, keys: 5 }])
  assert.match(message, /4 classes.* 5 keys/)
})
