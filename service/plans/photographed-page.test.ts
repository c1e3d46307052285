import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RecognizeInput, type RecognizeOutput } from '../../bridge/operations/ocr.ts'
import { greyFixture } from '../../test/ocr-pages.ts'
import { digestOf } from '../../test/leaf-context.ts'
import { photographed, seenCorners } from '../../test/photographed.ts'
import { planContext } from '../../test/plan-context.ts'
import { makePng } from '../../test/png.ts'
import { characterErrorRate } from '../../test/score/text-distance.ts'
import { project, squareToQuad } from '../../workers/homography.ts'
import { recognizePlan } from './ocr.ts'

const strip = greyFixture('three-lines.png')

/** The strip in the upper part of a sheet of its width. */
const sheet = { width: strip.width, height: 1100, pixels: new Uint8Array(strip.width * 1100).fill(245) }
sheet.pixels.set(strip.pixels, 120 * strip.width)

const size = { width: 1300, height: 1000 }
const corners = seenCorners(sheet, size, 1400, { tilt: -30, swing: 24, roll: 9, distance: 2900 })

async function read(
  pixels: Uint8Array,
  width: number,
  height: number,
  deskew: boolean,
): Promise<RecognizeOutput> {
  const png = makePng({
    width,
    height,
    depth: 8,
    colourType: 0,
    sample: (x, y) => pixels[y * width + x] ?? 0,
  })
  const source = { blob: digestOf(png), name: 'photo.png' }
  return await recognizePlan(
    RecognizeInput.parse({ source, deskew, engine: 'tesseract', detail: 'words' }),
    planContext({ blobs: [png] }),
  )
}

test('a page photographed at a steep angle is read like the flat one, its words where they are in the photograph', async () => {
  const photo = photographed(
    size,
    [{ sheet, corners }],
    (x, y) => 80 + 12 * Math.sin(y / 7 + Math.sin(x / 50)),
  )
  const flat = await read(strip.pixels, strip.width, strip.height, true)
  const [warped, asItIs] = [
    await read(photo.pixels, size.width, size.height, true),
    await read(photo.pixels, size.width, size.height, false),
  ]
  const errors = [warped, asItIs].map(({ text }) => characterErrorRate(text, flat.text))
  assert.ok((errors[0] ?? 1) < (errors[1] ?? 0), String(errors))
  assert.ok((errors[0] ?? 1) < 0.01, String(errors))
  assert.deepEqual([warped.width, warped.height], [size.width, size.height])
  // Each word lies where the camera saw it: within a few pixels of its box on the flat strip, led through the camera.
  const map = squareToQuad(corners)
  assert.equal(warped.words?.length, flat.words?.length)
  for (const [i, { box, text }] of (warped.words ?? []).entries()) {
    const [x, y, width, height] = flat.words?.[i]?.box ?? [0, 0, 0, 0]
    const middle = project(map, {
      x: (x + width / 2) / sheet.width,
      y: (120 + y + height / 2) / sheet.height,
    })
    const off = Math.hypot(box[0] + box[2] / 2 - middle.x, box[1] + box[3] / 2 - middle.y)
    assert.ok(off < 6, `${text}: ${off}`)
  }
})
