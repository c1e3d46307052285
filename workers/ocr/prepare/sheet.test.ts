import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawnPage } from '../../../test/drawn-page.ts'
import { grey } from '../../../test/grey.ts'
import { photographed, seenCorners, type Pose } from '../../../test/photographed.ts'
import { seeded } from '../../../test/random.ts'
import { mapQuad, type Quad } from '../../homography.ts'
import type { Grey } from '../../recognition.ts'
import { sheetOf } from './sheet.ts'

const size = { width: 384, height: 512 }
const page = drawnPage({ width: 600, height: 840, lines: 16, letterHeight: 14 })
const posed = (pose: Partial<Pose>): Quad => seenCorners(page, size, 560, { distance: 1200, ...pose })
const tilted = posed({ tilt: 18, swing: -9, roll: 4 })

/** Boards with grain, as a table has. */
function boards(seed: number): (x: number, y: number) => number {
  const random = seeded(seed)
  const grain = Array.from({ length: 2048 }, () => 24 * random() - 12)
  return (x, y) =>
    95 + 14 * Math.sin(y / 9 + Math.sin(x / 60)) + (grain[Math.floor(y + 6 * Math.sin(x / 80)) + 20] ?? 0)
}

const plain = (level: number) => (): number => level
const alone = (corners: Quad, ground: (x: number, y: number) => number, sheet: Grey = page): Grey =>
  photographed(size, [{ sheet, corners }], ground)
const shaded = ({ width, height, pixels }: Grey): Grey =>
  grey(width, height, (x, y) => (pixels[y * width + x] ?? 0) * (1 - (0.3 * x) / width))

function farthest(found: Quad | undefined, corners: Quad): number {
  if (!found) return Infinity
  return Math.max(
    ...found.map(({ x, y }, i) => Math.hypot(x - (corners[i]?.x ?? 0), y - (corners[i]?.y ?? 0))),
  )
}

test('the corners of a sheet are found to a pixel, however it is held and whatever it lies on', () => {
  const poses: Partial<Pose>[] = [
    { tilt: 12 },
    { tilt: -25 },
    { swing: 20 },
    { tilt: 18, swing: -9, roll: 4 },
    { tilt: -15, swing: 15, roll: -6 },
    { tilt: 22, swing: 10, roll: 8 },
  ]
  for (const [i, pose] of poses.entries()) {
    for (const ground of [plain(60), plain(150), boards(i)]) {
      const corners = posed(pose)
      const picture = alone(corners, ground)
      assert.ok(farthest(sheetOf(picture), corners) < 1, JSON.stringify(pose))
      assert.ok(farthest(sheetOf(shaded(picture)), corners) < 1, `shaded, ${JSON.stringify(pose)}`)
    }
  }
})

test('a sheet straight before the camera is left to be turned', () => {
  assert.equal(sheetOf(alone(posed({}), plain(60))), undefined)
  assert.equal(sheetOf(alone(posed({ roll: 9 }), plain(60))), undefined)
})

test('what fills the picture has no corners: scans, screens, receipts', () => {
  assert.equal(sheetOf(drawnPage({ ...size, lines: 12, letterHeight: 10 })), undefined)
  assert.equal(sheetOf(drawnPage({ ...size, lines: 12, letterHeight: 10, skewDegrees: 7 })), undefined)
  assert.equal(sheetOf(drawnPage({ ...size, ink: 220, ground: 25 })), undefined)
  assert.equal(sheetOf(shaded(drawnPage({ ...size, lines: 20, letterHeight: 8 }))), undefined)
  const near = posed({ tilt: 18, swing: -9, roll: 4, distance: 500 })
  assert.equal(sheetOf(alone(near, plain(60))), undefined)
})

test('a sheet whose corner lies outside the picture is left alone', () => {
  const aside = mapQuad(tilted, ({ x, y }) => ({ x: x + 70, y }))
  assert.equal(sheetOf(alone(aside, plain(60))), undefined)
})

test('a border around a page is none of its edges', () => {
  const inner = drawnPage({ width: 340, height: 470, lines: 12, letterHeight: 10 })
  const bordered = grey(size.width, size.height, (x, y) =>
    x < 22 || x >= 362 || y < 20 || y >= 490 ? 0 : (inner.pixels[(y - 20) * 340 + x - 22] ?? 0),
  )
  assert.equal(sheetOf(bordered), undefined)
})

test('frames and tables printed on a sheet are not the sheet', () => {
  const framed = grey(600, 840, (x, y) => {
    const [across, down] = [Math.abs(x - 300), Math.abs(y - 420)]
    const frame = Math.max(across / 210, down / 320)
    const ruling = frame < 1 && (y - 100) % 80 < 4
    return (frame > 1 && frame < 1.02) || ruling ? 20 : 240
  })
  // All around it is paper.
  const close = posed({ tilt: 18, swing: -9, distance: 420 })
  assert.equal(sheetOf(alone(close, plain(240), framed)), undefined)
  // The sheet itself is found, not the frame on it.
  assert.ok(farthest(sheetOf(alone(tilted, plain(60), framed)), tilted) < 1)
})

test('several sheets are left as they lie', () => {
  const half = (left: number): Quad =>
    mapQuad(tilted, ({ x, y }) => ({ x: left + (x - 40) * 0.52, y: 100 + (y - 60) * 0.6 }))
  const sheets = [half(15), half(200)].map((corners) => ({ sheet: page, corners }))
  assert.equal(sheetOf(photographed(size, sheets, plain(60))), undefined)
  const card = mapQuad(tilted, ({ x, y }) => ({ x: x * 0.12 + 5, y: y * 0.12 + 450 }))
  const beside = [
    { sheet: page, corners: tilted },
    { sheet: page, corners: card },
  ]
  assert.equal(sheetOf(photographed(size, beside, plain(60))), undefined)
})

test('what is hardly brighter, darker than its surroundings, torn or not there is no sheet', () => {
  const blank = grey(60, 84, () => 200)
  assert.equal(sheetOf(alone(tilted, plain(185), blank)), undefined)
  assert.equal(
    sheetOf(
      alone(
        tilted,
        plain(240),
        grey(60, 84, () => 90),
      ),
    ),
    undefined,
  )
  const torn = grey(600, 840, (x, y) => (x + y > 1000 ? 60 : 240))
  assert.equal(sheetOf(alone(tilted, plain(60), torn)), undefined)
  assert.equal(sheetOf(grey(size.width, size.height, boards(3))), undefined)
  for (const level of [0, 128, 255]) assert.equal(sheetOf(grey(40, 30, () => level)), undefined)
  assert.equal(sheetOf(grey(1, 1, () => 255)), undefined)
})

test('the search ends between levels', () => {
  const stop = (): never => {
    throw new Error('stopped')
  }
  assert.throws(() => sheetOf(alone(tilted, plain(60)), stop), /stopped/)
})
