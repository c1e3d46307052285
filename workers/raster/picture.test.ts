import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createCanvas, GifEncoder } from '@napi-rs/canvas'
import { Fault } from '../../bridge/faults.ts'
import { filesOf, leafContext } from '../../test/leaf-context.ts'
import { makePng } from '../../test/png.ts'
import { root } from '../../test/root.ts'
import { picture, type PictureInput } from './picture.ts'

const fixtures = join(root, 'test/fixtures/raster')

async function read(file: Uint8Array, options: Partial<PictureInput> = {}) {
  const { digest, files } = filesOf(file)
  const ctx = leafContext({ files })
  const result = await picture({ digest, maxPixels: 1e7, targetPixels: 1e7, ...options }, ctx)
  const pixels = ctx.written.get(result.page.digest) ?? new Uint8Array()
  assert.equal(pixels.length, result.page.width * result.page.height)
  const at = (x: number, y: number): number => pixels[y * result.page.width + x] ?? -1
  return { ...result, pixels, at }
}

const failsWith = (code: string) => (error: unknown) => {
  assert.ok(error instanceof Fault, String(error))
  assert.equal(error.code, code, error.message)
  return true
}

const near = (actual: number, expected: number, within: number): void =>
  assert.ok(Math.abs(actual - expected) <= within, `${actual} is not within ${within} of ${expected}`)

type Encoded = 'png' | 'jpeg' | 'webp' | 'avif'

/** 60 x 40 pixels, white, with a black corner of 20 x 10 at the top left and a grey one of 128 at the bottom right. */
function scene() {
  const canvas = createCanvas(60, 40)
  const context = canvas.getContext('2d')
  for (const [colour, x, y, w, h] of [
    ['#ffffff', 0, 0, 60, 40],
    ['#000000', 0, 0, 20, 10],
    ['#808080', 40, 30, 20, 10],
  ] as const) {
    context.fillStyle = colour
    context.fillRect(x, y, w, h)
  }
  return canvas
}

async function encoded(type: Encoded): Promise<Uint8Array> {
  const canvas = scene()
  const bytes =
    type === 'png' ? canvas.encode('png') : type === 'avif' ? canvas.encode('avif') : canvas.encode(type, 100)
  return new Uint8Array(await bytes)
}

function gif(frames: number): Uint8Array {
  const encoder = new GifEncoder(60, 40)
  for (let frame = 0; frame < frames; frame += 1) {
    const context = scene().getContext('2d')
    if (frame > 0) context.fillRect(0, 0, 60, 40)
    encoder.addFrame(Uint8Array.from(context.getImageData(0, 0, 60, 40).data), 60, 40, { delay: 100 })
  }
  return new Uint8Array(encoder.finish())
}

/** A BMP of 24 bits with the same scene, rows from the bottom as is usual. */
function bmp(): Uint8Array {
  const file = Buffer.alloc(54 + 60 * 3 * 40, 255)
  file.fill(0, 0, 54)
  file.write('BM', 'latin1')
  file.writeUInt32LE(file.length, 2)
  file.writeUInt32LE(54, 10)
  file.writeUInt32LE(40, 14)
  file.writeInt32LE(60, 18)
  file.writeInt32LE(40, 22)
  file.writeUInt16LE(1, 26)
  file.writeUInt16LE(24, 28)
  file.writeInt32LE(11_811, 38)
  file.writeInt32LE(11_811, 42)
  for (let y = 0; y < 10; y += 1) {
    const row = (line: number): number => 54 + (39 - line) * 180
    file.fill(0, row(y), row(y) + 60)
    file.fill(128, row(30 + y) + 120, row(30 + y) + 180)
  }
  return Uint8Array.from(file)
}

async function everyType(): Promise<[string, Uint8Array][]> {
  return [
    ['png', await encoded('png')],
    ['jpeg', await encoded('jpeg')],
    ['webp', await encoded('webp')],
    ['avif', await encoded('avif')],
    ['gif', gif(1)],
    ['bmp', bmp()],
  ]
}

test('the same scene comes out of every format', async () => {
  for (const [type, file] of await everyType()) {
    const { width, height, scale, frames, animated, at, ...result } = await read(file)
    assert.deepEqual([result.type, width, height, scale, frames, animated], [type, 60, 40, 1, 1, false])
    const within = type === 'png' || type === 'bmp' || type === 'gif' ? 0 : 8
    for (const [x, y, value] of [
      [3, 3, 0],
      [30, 20, 255],
      [56, 3, 255],
      [3, 36, 255],
      [52, 36, 128],
    ] as const) {
      near(at(x, y), value, within)
    }
  }
})

/** How far the luminance of a lossy file may be from that of the expected picture. */
const tolerances: Record<string, number> = {
  'orient-2.jpg': 30,
  'orient-5.jpg': 30,
  'orient-8.jpg': 30,
  'progressive.jpg': 3,
  'alpha.webp': 4,
  'q90.avif': 4,
}

describe('files of other programs with their expected pixels', () => {
  for (const name of readdirSync(fixtures).filter((file) => /\.(jpg|webp|avif|bmp|tiff)$/.test(file))) {
    test(name, async () => {
      const actual = await read(readFileSync(join(fixtures, name)))
      const expected = await read(readFileSync(join(fixtures, `${name}.png`)))
      assert.deepEqual([actual.width, actual.height], [expected.width, expected.height])
      const difference = actual.pixels.map((value, i) => Math.abs(value - (expected.pixels[i] ?? 0)))
      // The expected picture went through a colour profile that the file does not carry; inverted it would be 100 off.
      if (name === 'cmyk.jpg')
        return near(difference.reduce((sum, value) => sum + value) / difference.length, 0, 12)
      const far = Math.max(...difference)
      assert.ok(far <= (tolerances[name] ?? 1), `a pixel is ${far} off`)
    })
  }
})

/** An EXIF segment that says nothing but how the picture stands. */
function exif(orientation: number): Uint8Array {
  const tiff = [
    0x49,
    0x49,
    42,
    0,
    8,
    0,
    0,
    0,
    1,
    0,
    0x12,
    1,
    3,
    0,
    1,
    0,
    0,
    0,
    orientation,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
  ]
  return Uint8Array.from(tiff)
}

/** Where the black corner, the top left as stored, is seen (CIPA DC-008, figure of the tag Orientation). */
const corners: Record<number, [across: 'left' | 'right', down: 'top' | 'bottom']> = {
  1: ['left', 'top'],
  2: ['right', 'top'],
  3: ['right', 'bottom'],
  4: ['left', 'bottom'],
  5: ['left', 'top'],
  6: ['right', 'top'],
  7: ['right', 'bottom'],
  8: ['left', 'bottom'],
}

test('EXIF orientation is applied once, in JPEG, WebP and PNG', async () => {
  const jpeg = Buffer.from(await encoded('jpeg'))
  const webp = Buffer.from(await encoded('webp'))
  for (let tag = 1; tag <= 8; tag += 1) {
    const block = exif(tag)
    const head = Buffer.from([0xff, 0xe1, 0, block.length + 8, ...Buffer.from('Exif\0\0', 'latin1')])
    const turnedJpeg = Buffer.concat([jpeg.subarray(0, 2), head, block, jpeg.subarray(2)])
    const turnedWebp = Buffer.concat([webp, Buffer.from('EXIF'), Buffer.from([block.length, 0, 0, 0]), block])
    turnedWebp.writeUInt32LE(turnedWebp.length - 8, 4)
    assert.equal(turnedWebp.toString('latin1', 12, 16), 'VP8X')
    turnedWebp.writeUInt8(turnedWebp.readUInt8(20) | 8, 20)
    const recipe = { width: 60, height: 40, depth: 8, colourType: 0 }
    const sample = (x: number, y: number): number => (x < 20 && y < 10 ? 0 : x >= 40 && y >= 30 ? 128 : 255)
    const turnedPng = makePng({ ...recipe, sample, chunks: [['eXIf', block]] })
    const [across, down] = corners[tag] ?? ['left', 'top']
    for (const file of [turnedJpeg, turnedWebp, turnedPng]) {
      const { width, height, at, type } = await read(file)
      assert.deepEqual([width, height], tag < 5 ? [60, 40] : [40, 60], `${type} ${tag}`)
      const [x, y] = [across === 'left' ? 4 : width - 5, down === 'top' ? 4 : height - 5]
      near(at(x, y), 0, 8)
      near(at(width - 1 - x, height - 1 - y), 128, 8)
      // The corner lies along the longer side.
      const [longX, longY] = tag < 5 ? [16, 4] : [4, 16]
      near(
        at(across === 'left' ? longX : width - 1 - longX, down === 'top' ? longY : height - 1 - longY),
        0,
        8,
      )
    }
  }
})

test('PNG: 16 bits, palette and alpha on white, exactly', async () => {
  const one = async (recipe: Omit<Parameters<typeof makePng>[0], 'height'>) => [
    ...(await read(makePng({ height: 1, ...recipe }))).pixels,
  ]
  const deep = [0, 0x8080, 0xffff]
  assert.deepEqual(
    await one({ width: 3, depth: 16, colourType: 0, sample: (x) => deep[x] ?? 0 }),
    [0, 128, 255],
  )
  const palette = Uint8Array.of(255, 0, 0, 0, 255, 0, 0, 0, 255)
  // 0.299, 0.587 and 0.114 of 255, rounded.
  const indexed = await one({
    width: 3,
    depth: 2,
    colourType: 3,
    sample: (x) => x,
    chunks: [['PLTE', palette]],
  })
  assert.deepEqual(indexed, [76, 150, 29])
  // Black at alpha 51 of 255 covers a fifth of the white.
  const clear = await one({ width: 3, depth: 8, colourType: 4, sample: (x, _, c) => (c === 1 ? x * 51 : 0) })
  assert.deepEqual(clear, [255, 204, 153])
})

test('resolutions are read where they say something', async () => {
  const metres = Uint8Array.of(0, 0, 0x2e, 0x23, 0, 0, 0x2e, 0x23, 1)
  const recipe = { width: 1, height: 1, depth: 8, colourType: 0, sample: () => 9 }
  assert.equal((await read(makePng({ ...recipe, chunks: [['pHYs', metres]] }))).dpi, 300)
  assert.equal((await read(makePng(recipe))).dpi, undefined)
  assert.equal((await read(bmp())).dpi, 300)
  const jpeg = Buffer.from(await encoded('jpeg'))
  assert.equal(jpeg.toString('latin1', 6, 10), 'JFIF')
  jpeg.set([1, 0x00, 0xc8, 0x00, 0xc8], 13)
  assert.equal((await read(jpeg)).dpi, 200)
  jpeg.set([1, 0x00, 0xc8, 0x00, 0x64], 13)
  assert.equal((await read(jpeg)).dpi, undefined)
})

test('animations say so and give their first frame', async () => {
  const { frames, animated, at } = await read(gif(3))
  assert.deepEqual([frames, animated, at(3, 3), at(30, 20)], [3, true, 0, 255])
  const webp = await read(readFileSync(join(fixtures, 'anim3.webp')))
  assert.deepEqual([webp.frames, webp.animated, webp.width], [3, true, 32])
  await assert.rejects(read(gif(3), { frame: 1 }), failsWith('INVALID_INPUT'))
})

test('a large picture is reduced to the mean of what each pixel covers', async () => {
  const sample = (x: number, y: number): number => (x < 8 ? 0 : 200) + (y % 2)
  const file = makePng({ width: 12, height: 8, depth: 8, colourType: 0, sample })
  const { page, width, height, scale, pixels } = await read(file, { targetPixels: 24 })
  assert.deepEqual([page.width, page.height, width, height, scale], [6, 4, 12, 8, 0.5])
  // Means of 0 and 1 and of 200 and 201, half a step up.
  assert.deepEqual([...pixels.subarray(0, 6)], [1, 1, 1, 1, 201, 201])
  assert.equal((await read(file, { targetPixels: 1 })).pixels.length, 1)
  const uneven = await read(file, { targetPixels: 90 })
  assert.ok(uneven.pixels.length <= 90 && uneven.pixels.length > 70)
})

test('a picture of one colour keeps it however it is reduced', async () => {
  const file = makePng({ width: 97, height: 61, depth: 8, colourType: 0, sample: () => 137 })
  for (const targetPixels of [1, 2, 50, 999, 4321, 5900]) {
    const { pixels } = await read(file, { targetPixels })
    assert.ok(pixels.length <= targetPixels && pixels.every((value) => value === 137), `${targetPixels}`)
  }
})

test('tiny pictures are pictures', async () => {
  const { pixels } = await read(
    makePng({ width: 5, height: 5, depth: 1, colourType: 0, sample: (x, y) => (x + y) % 2 }),
  )
  assert.deepEqual([...pixels.subarray(0, 6)], [0, 255, 0, 255, 0, 255])
})

test('files cut short are damaged, wherever they are cut', async () => {
  for (const [type, file] of await everyType()) {
    for (let part = 0; part < 10; part += 1) {
      const kept = Math.floor(32 + ((file.length - 32) * part) / 10)
      await assert.rejects(read(file.subarray(0, kept)), failsWith('DAMAGED'), `${type} cut at ${kept}`)
    }
  }
})

test('a photograph cut in the middle of its pixels is damaged, not half empty', async () => {
  const canvas = createCanvas(400, 300)
  const context = canvas.getContext('2d')
  const data = context.createImageData(400, 300)
  let seed = 7
  for (let i = 0; i < data.data.length; i += 1)
    data.data[i] = i % 4 === 3 ? 255 : (seed = (seed * 48_271) % 2_147_483_647)
  context.putImageData(data, 0, 0)
  for (const type of ['jpeg', 'webp'] as const) {
    const file = new Uint8Array(await canvas.encode(type, 80))
    assert.equal((await read(file)).width, 400)
    for (const share of [0.3, 0.6, 0.9]) {
      await assert.rejects(
        read(file.subarray(0, file.length * share)),
        failsWith('DAMAGED'),
        `${type} ${share}`,
      )
    }
  }
})

test('junk behind a good start is damaged', async () => {
  let seed = 3
  const junk = Uint8Array.from({ length: 2000 }, () => (seed = (seed * 48_271) % 2_147_483_647))
  for (const [type, file] of await everyType()) {
    for (const kept of [12, 30]) {
      const start = Buffer.concat([file.subarray(0, kept), junk])
      await assert.rejects(
        read(start),
        (error) => error instanceof Fault && error.code !== 'INTERNAL',
        `${type} ${kept}`,
      )
    }
  }
})

test('the bytes decide what a file is', async () => {
  const text = Buffer.from('This is no picture at all, but a line of text.')
  const pdf = Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\n')
  await assert.rejects(read(new Uint8Array()), failsWith('EMPTY_FILE'))
  await assert.rejects(read(text, { name: 'scan.png' }), failsWith('TYPE_MISMATCH'))
  await assert.rejects(read(text, { mediaType: 'image/jpeg' }), failsWith('TYPE_MISMATCH'))
  await assert.rejects(read(pdf, { name: 'scan.tif' }), failsWith('TYPE_MISMATCH'))
  await assert.rejects(read(text, { name: 'letter.txt' }), failsWith('TYPE_UNSUPPORTED'))
  await assert.rejects(read(text), failsWith('TYPE_UNSUPPORTED'))
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')
  await assert.rejects(read(heic, { name: 'photo.heic' }), failsWith('TYPE_UNSUPPORTED'))
  assert.equal(
    (await read(await encoded('jpeg'), { name: 'photo.png', mediaType: 'image/png' })).type,
    'jpeg',
  )
})

/** Headers that promise 60,000 x 60,000 pixels (WebP: 16,777,216 x 60,000) and have none. */
async function hugeHeaders(): Promise<[string, Uint8Array][]> {
  const large = 60_000
  const patched = async (type: Encoded, patch: (file: Buffer) => void): Promise<[string, Uint8Array]> => {
    const file = Buffer.from(await encoded(type))
    patch(file)
    return [type, Uint8Array.from(file)]
  }
  const header = makePng({ width: 1, height: 1, depth: 8, colourType: 0, sample: () => 0 })
  const png = Buffer.from(header)
  png.writeUInt32BE(large, 16)
  png.writeUInt32BE(large, 20)
  const wide = Buffer.from(bmp())
  wide.writeInt32LE(large, 18)
  wide.writeInt32LE(-large, 22)
  const still = Buffer.from(gif(1))
  still.writeUInt16LE(large, 6)
  still.writeUInt16LE(large, 8)
  return [
    ['png', png],
    ['bmp', wide],
    ['gif', still],
    await patched('jpeg', (file) => {
      const frame = file.indexOf(Buffer.of(0xff, 0xc0))
      file.writeUInt16BE(large, frame + 5)
      file.writeUInt16BE(large, frame + 7)
    }),
    await patched('webp', (file) => {
      file.writeUIntLE(0xff_ffff, 24, 3)
      file.writeUIntLE(large - 1, 27, 3)
    }),
    await patched('avif', (file) => {
      const extent = file.indexOf('ispe')
      file.writeUInt32BE(large, extent + 8)
      file.writeUInt32BE(large, extent + 12)
    }),
  ]
}

test('a header that promises too many pixels is refused before anything is decoded', async () => {
  const before = process.memoryUsage().arrayBuffers + process.memoryUsage().external
  for (const [type, file] of await hugeHeaders()) {
    await assert.rejects(read(file, { maxPixels: 5e7 }), failsWith('TOO_MANY_PIXELS'), type)
  }
  const after = process.memoryUsage().arrayBuffers + process.memoryUsage().external
  assert.ok(after - before < 50e6, `${after - before} bytes were taken`)
})

test('a coding of JPEG that no decoder knows is named', async () => {
  const file = Buffer.from(await encoded('jpeg'))
  file[file.indexOf(Buffer.of(0xff, 0xc0)) + 1] = 0xc3
  await assert.rejects(read(file), failsWith('TYPE_UNSUPPORTED'))
})

test('a call that should end does so between rows', async () => {
  const { digest, files } = filesOf(await encoded('png'))
  const ctx = leafContext({ files, deadline: 0 })
  await assert.rejects(picture({ digest, maxPixels: 1e6, targetPixels: 1e6 }, ctx), failsWith('DEADLINE'))
})
