import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import fc from 'fast-check'
import { Fault } from '../../bridge/faults.ts'
import { CHANNELS, makePng, pngOf, type PngRecipe } from '../../test/png.ts'
import { root } from '../../test/root.ts'
import { kernelModule } from '../../wasm/modules.ts'
import { pngFilterKernel } from '../../wasm/png-filters.ts'
import { readChunks } from './png-chunks.ts'
import { decodePng } from './png-decode.ts'
import { encodePng } from './png-encode.ts'

const filters = pngFilterKernel(kernelModule('png-filters'))
const limits = { maxPixels: 1_000_000, maxSide: 65_535 }
const corpus = (name: string): Uint8Array => readFileSync(join(root, 'test/fixtures/image/codec', name))
const decode = (file: Uint8Array): Uint8Array => decodePng(file, limits, filters).picture.pixels

/** Depths of each colour type (PNG 3rd edition, table 8). */
const KINDS = [
  { colourType: 0, depths: [1, 2, 4, 8, 16] },
  { colourType: 2, depths: [8, 16] },
  { colourType: 3, depths: [1, 2, 4, 8] },
  { colourType: 4, depths: [8, 16] },
  { colourType: 6, depths: [8, 16] },
].flatMap(({ colourType, depths }) => depths.map((depth) => ({ colourType, depth })))

function recipe(colourType: number, depth: number, interlaced: boolean, width = 19, height = 13): PngRecipe {
  const sample = (x: number, y: number, channel: number): number =>
    (x * 2713 + y * 7919 + channel * 104_729 + x * y * 31) % 2 ** depth
  const palette = Uint8Array.from({ length: 3 * 2 ** depth }, (_, i) => (i * 83 + 7) % 256)
  const chunks: PngRecipe['chunks'] = colourType === 3 ? [['PLTE', palette]] : []
  return { width, height, depth, colourType, interlaced, chunks, sample }
}

/** What the standard says the pixels are: spread or rounded to a byte (13.12). */
function expected({ width, height, depth, colourType, sample, chunks }: PngRecipe): Uint8Array {
  const palette = chunks?.find(([type]) => type === 'PLTE')?.[1]
  const byte = (x: number, y: number, channel: number): number =>
    Math.round((sample(x, y, channel) * 255) / (2 ** depth - 1))
  return Uint8Array.from({ length: width * height * 4 }, (_, i) => {
    const [x, y, channel] = [(i >> 2) % width, Math.floor((i >> 2) / width), i & 3]
    const last = (CHANNELS[colourType] ?? 0) - 1
    if (channel === 3) return colourType >= 4 ? byte(x, y, last) : 255
    if (palette) return palette[sample(x, y, 0) * 3 + channel] ?? 0
    return byte(x, y, colourType === 2 || colourType === 6 ? channel : 0)
  })
}

async function skiaPixels(file: Uint8Array): Promise<Uint8Array> {
  const image = await loadImage(file)
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  return Uint8Array.from(context.getImageData(0, 0, image.width, image.height).data)
}

for (const name of ['gray-alpha.png', 'interlaced.png', 'onebit.png']) {
  test(`decodes ${name} exactly`, () => {
    assert.deepEqual(decode(corpus(name)), decode(corpus(`expected/${name}.png`)))
  })
}

for (const { colourType, depth } of KINDS) {
  test(`decodes colour type ${colourType} at ${depth} bits, plain and interlaced`, async () => {
    for (const interlaced of [false, true]) {
      for (const [width, height] of [
        [19, 13],
        [1, 1],
        [2, 3],
        [5, 1],
        [1, 9],
      ] as const) {
        const made = recipe(colourType, depth, interlaced, width, height)
        const file = makePng(made)
        assert.deepEqual(decode(file), expected(made), `${width} x ${height}, interlaced ${interlaced}`)
        // Where nothing is transparent, another decoder says the same (Skia truncates 16 bits, so not there).
        if (colourType < 4 && depth < 16) assert.deepEqual(decode(file), await skiaPixels(file))
      }
    }
  })
}

test('a transparent colour is compared before samples are rounded', () => {
  const grey = { ...recipe(0, 16, false, 3, 1), sample: (x: number) => [0x1234, 0x1235, 0xffff][x] ?? 0 }
  const pixels = decode(makePng({ ...grey, chunks: [['tRNS', Uint8Array.of(0x12, 0x34)]] }))
  assert.deepEqual([...pixels], [18, 18, 18, 0, 18, 18, 18, 255, 255, 255, 255, 255])
  const rgb = { ...recipe(2, 8, false, 2, 1), sample: (x: number, _: number, c: number) => 10 * c + x }
  const keyed = decode(makePng({ ...rgb, chunks: [['tRNS', Uint8Array.of(0, 0, 0, 10, 0, 20)]] }))
  assert.deepEqual([...keyed], [0, 10, 20, 0, 1, 11, 21, 255])
})

test('a palette may be partly transparent and shorter than its depth allows', () => {
  const made: PngRecipe = {
    ...recipe(3, 2, false, 4, 1),
    sample: (x) => x,
    chunks: [
      ['PLTE', Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9)],
      ['tRNS', Uint8Array.of(0, 128)],
    ],
  }
  const pixels = decode(makePng(made))
  assert.deepEqual([...pixels], [1, 2, 3, 0, 4, 5, 6, 128, 7, 8, 9, 255, 0, 0, 0, 255])
})

test('what is encoded comes back, whatever its alpha, and its bytes depend on nothing else', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 20 }),
      fc.infiniteStream(fc.integer({ min: 0, max: 255 })),
      (width, height, stream) => {
        const pixels = Uint8Array.from({ length: width * height * 4 }, () => Number(stream.next().value))
        const file = encodePng({ width, height, pixels }, [], filters)
        assert.deepEqual(decode(file), pixels)
        assert.deepEqual(encodePng({ width, height, pixels }, [], filters), file)
      },
    ),
  )
})

test('an opaque picture is written without alpha, and another decoder reads it', async () => {
  const pixels = expected(recipe(2, 8, false, 50, 40))
  const file = encodePng({ width: 50, height: 40, pixels }, [], filters)
  assert.equal(file[25], 2)
  assert.deepEqual(await skiaPixels(file), pixels)
})

test('colour profile, resolution and orientation are kept; a profile of grey is not', () => {
  const extra: PngRecipe['chunks'] = [
    ['iCCP', Uint8Array.of(65, 0, 0, 1)],
    ['pHYs', Uint8Array.of(0, 0, 22, 37, 0, 0, 22, 37, 1)],
    ['tEXt', Buffer.from('Comment\0private')],
  ]
  const types = (colourType: number): string[] => {
    const { picture, kept } = decodePng(
      makePng({ ...recipe(colourType, 8, false), chunks: extra }),
      limits,
      filters,
    )
    return [...readChunks(encodePng(picture, kept, filters))].map(({ type }) => type)
  }
  assert.deepEqual(types(6), ['IHDR', 'iCCP', 'pHYs', 'IDAT', 'IEND'])
  assert.deepEqual(types(4), ['IHDR', 'pHYs', 'IDAT', 'IEND'])
})

function codeOf(file: Uint8Array): string {
  try {
    decodePng(file, limits, filters)
    return 'decoded'
  } catch (error) {
    if (error instanceof Fault) return error.code
    throw error
  }
}

test('a file cut off anywhere is DAMAGED', () => {
  const file = makePng(recipe(6, 8, true))
  for (let length = 8; length < file.length; length++)
    assert.equal(codeOf(file.subarray(0, length)), 'DAMAGED')
  assert.equal(codeOf(corpus('truncated.png')), 'DAMAGED')
})

test('whatever byte is changed, the outcome is pixels or a fault', () => {
  const file = makePng({ ...recipe(3, 4, true), chunks: [['PLTE', new Uint8Array(48)]] })
  fc.assert(
    fc.property(fc.nat(file.length - 9), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const changed = Uint8Array.from(file)
      changed[at + 8] = (changed[at + 8] ?? 0) ^ change
      assert.match(codeOf(changed), /^(decoded|DAMAGED|TOO_MANY_PIXELS)$/)
    }),
    { numRuns: 1000 },
  )
})

test('sound chunks that say wrong things are DAMAGED', () => {
  const header = (...bytes: number[]): [string, Uint8Array] => ['IHDR', Uint8Array.from(bytes)]
  const plain = header(0, 0, 0, 2, 0, 0, 0, 1, 8, 0, 0, 0, 0)
  const data = (...bytes: number[]): [string, Uint8Array] => ['IDAT', deflateSync(Uint8Array.from(bytes))]
  assert.equal(codeOf(pngOf([plain, data(0, 1, 2)])), 'decoded')
  const wrong: Record<string, [string, Uint8Array][]> = {
    'no header': [data(0, 1, 2)],
    'no width': [header(0, 0, 0, 0, 0, 0, 0, 1, 8, 0, 0, 0, 0), data(0)],
    'a depth its colour does not have': [header(0, 0, 0, 2, 0, 0, 0, 1, 4, 2, 0, 0, 0), data(0, 1, 2, 3)],
    'an unknown interlace': [header(0, 0, 0, 2, 0, 0, 0, 1, 8, 0, 0, 0, 2), data(0, 1, 2)],
    'no pixels': [plain],
    'too few rows': [plain, data(0, 1)],
    'far more rows than it has': [plain, ['IDAT', deflateSync(new Uint8Array(50_000_000))]],
    'a filter that does not exist': [plain, data(5, 1, 2)],
    'no zlib stream': [plain, ['IDAT', Uint8Array.of(1, 2, 3)]],
    'no palette': [header(0, 0, 0, 2, 0, 0, 0, 1, 8, 3, 0, 0, 0), data(0, 1, 2)],
    'half a transparent colour': [plain, ['tRNS', Uint8Array.of(1)], data(0, 1, 2)],
  }
  for (const [name, chunks] of Object.entries(wrong)) assert.equal(codeOf(pngOf(chunks)), 'DAMAGED', name)
})

test('a picture larger than allowed is refused from its header', () => {
  // Its header was changed without its checksum: what it promises is refused before what it is.
  assert.equal(codeOf(corpus('bomb-header.png')), 'TOO_MANY_PIXELS')
  assert.equal(codeOf(makePng(recipe(0, 1, false, 65_536, 1))), 'TOO_MANY_PIXELS')
})

test('an animated PNG is refused, not reduced to its first frame', () => {
  const chunks: PngRecipe['chunks'] = [['acTL', Uint8Array.of(0, 0, 0, 2, 0, 0, 0, 0)]]
  assert.equal(codeOf(makePng({ ...recipe(6, 8, false), chunks })), 'TYPE_UNSUPPORTED')
})
