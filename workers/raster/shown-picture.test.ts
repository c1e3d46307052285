import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { Fault } from '../../bridge/faults.ts'
import { filesOf, leafContext } from '../../test/leaf-context.ts'
import { makePng } from '../../test/png.ts'
import { makeTiff } from '../../test/tiff.ts'
import { pictureCount, shownPicture, type ShownPictureInput } from './shown-picture.ts'

async function show(file: Uint8Array, options: Partial<ShownPictureInput> = {}) {
  const { digest, files } = filesOf(file)
  const ctx = leafContext({ files })
  const limits = { maxPixels: 1e7, targetPixels: 1e7, dpi: 150, format: 'png' } as const
  const shown = await shownPicture({ digest, ...limits, ...options }, ctx)
  const bytes = Buffer.from(ctx.written.get(shown.picture) ?? [])
  const image = await loadImage(bytes)
  assert.deepEqual([image.width, image.height], [shown.width, shown.height])
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  const at = (x: number, y: number) => [...context.getImageData(x, y, 1, 1).data]
  return { ...shown, bytes, at }
}

const failsWith = (code: string) => (error: unknown) => {
  assert.ok(error instanceof Fault, String(error))
  assert.equal(error.code, code, error.message)
  return true
}

/** 40 x 20 pixels, red with a blue corner of 10 x 10 at the top left and a clear one at the bottom right. */
const flag = (chunks: [string, Uint8Array][] = []) =>
  makePng({
    width: 40,
    height: 20,
    depth: 8,
    colourType: 6,
    chunks,
    sample: (x, y, channel) => {
      if (channel === 3) return x >= 30 && y >= 10 ? 0 : 255
      return (x < 10 && y < 10) === (channel === 2) ? 255 * Number(channel !== 1) : 0
    },
  })

const exif = (orientation: number) =>
  Buffer.from([
    0x4d,
    0x4d,
    0,
    0x2a,
    0,
    0,
    0,
    8,
    0,
    1,
    1,
    0x12,
    0,
    3,
    0,
    0,
    0,
    1,
    0,
    orientation,
    0,
    0,
    0,
    0,
    0,
    0,
  ])

/** Pixels a metre. */
const physical = (perMetre: number): Uint8Array => {
  const data = Buffer.alloc(9, 1)
  data.writeUInt32BE(perMetre, 0)
  data.writeUInt32BE(perMetre, 4)
  return data
}

/** A TIFF of grey pages, each of one value. */
const tiff = (...values: number[]) =>
  makeTiff(
    values.map((value) => ({
      width: 30,
      height: 20,
      fields: { 258: [8], 262: [1], 277: [1] },
      blocks: [new Uint8Array(600).fill(value)],
    })),
  )

test('a picture keeps its colours and its size; what is clear becomes white', async () => {
  const { at, ...shown } = await show(flag())
  assert.deepEqual([shown.width, shown.height, shown.widthPt, shown.heightPt], [40, 20, 40, 20])
  assert.deepEqual(at(2, 2), [0, 0, 255, 255])
  assert.deepEqual(at(20, 15), [255, 0, 0, 255])
  assert.deepEqual(at(38, 18), [255, 255, 255, 255])
})

test('a picture that is stored turned or mirrored stands upright', async () => {
  // Where the blue corner comes to stand: EXIF 2.32, table 6, orientation.
  const corners: Record<number, [number, number]> = {
    1: [2, 2],
    2: [37, 2],
    3: [37, 17],
    4: [2, 17],
    5: [2, 2],
    6: [17, 2],
    7: [17, 37],
    8: [2, 37],
  }
  for (const [orientation, [x, y]] of Object.entries(corners)) {
    const { at, ...shown } = await show(flag([['eXIf', exif(Number(orientation))]]))
    assert.deepEqual([shown.width, shown.height], Number(orientation) < 5 ? [40, 20] : [20, 40])
    assert.deepEqual(at(x, y), [0, 0, 255, 255], `orientation ${orientation}`)
  }
})

test('a picture that says how fine it is is reduced to the resolution asked for, never enlarged', async () => {
  // 11811 pixels a metre are 300 an inch.
  const fine = flag([['pHYs', physical(11_811)]])
  const half = await show(fine, { dpi: 150 })
  assert.deepEqual([half.width, half.height, half.widthPt, half.heightPt], [20, 10, 40, 20])
  assert.deepEqual(half.at(2, 2), [0, 0, 255, 255])
  assert.equal((await show(fine, { dpi: 600 })).width, 40)
  const few = await show(flag(), { targetPixels: 200 })
  assert.deepEqual([few.width, few.height], [20, 10])
})

test('each page of a TIFF is a picture of its own', async () => {
  const file = tiff(0, 128, 255)
  const { digest, files } = filesOf(file)
  assert.deepEqual(await pictureCount({ digest }, leafContext({ files })), { pages: 3 })
  assert.deepEqual((await show(file, { frame: 0 })).at(5, 5), [0, 0, 0, 255])
  assert.deepEqual((await show(file, { frame: 1 })).at(29, 19), [128, 128, 128, 255])
  await assert.rejects(show(file, { frame: 3 }), failsWith('INVALID_INPUT'))
  await assert.rejects(show(flag(), { frame: 1 }), failsWith('INVALID_INPUT'))
})

test('JPEG is written where it is asked for', async () => {
  const { bytes } = await show(flag(), { format: 'jpeg' })
  assert.deepEqual([...bytes.subarray(0, 3)], [0xff, 0xd8, 0xff])
})

test('what cannot be shown says why', async () => {
  await assert.rejects(show(new Uint8Array()), failsWith('EMPTY_FILE'))
  await assert.rejects(show(Buffer.from('Nothing but words.')), failsWith('TYPE_UNSUPPORTED'))
  await assert.rejects(show(flag(), { maxPixels: 100 }), failsWith('TOO_MANY_PIXELS'))
  // The header says 60000 x 60000 pixels.
  const jpeg = Buffer.from(await createCanvas(60, 40).encode('jpeg'))
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
  const lying = Buffer.from(jpeg)
  lying.writeUInt16BE(60_000, frame + 5)
  lying.writeUInt16BE(60_000, frame + 7)
  await assert.rejects(show(lying), failsWith('TOO_MANY_PIXELS'))
  await assert.rejects(show(jpeg.subarray(0, frame + 30)), failsWith('DAMAGED'))
})
