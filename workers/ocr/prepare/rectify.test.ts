import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fault } from '../../../bridge/faults.ts'
import { drawnPage } from '../../../test/drawn-page.ts'
import { grey } from '../../../test/grey.ts'
import { filesOf, leafContext } from '../../../test/leaf-context.ts'
import { photographed, seenCorners } from '../../../test/photographed.ts'
import { project, type Quad } from '../../homography.ts'
import type { Grey } from '../../recognition.ts'
import { measure } from './measure.ts'
import { rectify, warp, type RectifiedPage } from './rectify.ts'

const size = { width: 900, height: 1100 }
const sheet = drawnPage({ width: 600, height: 840, lines: 14, letterHeight: 14 })
const corners = seenCorners(sheet, size, 1300, { tilt: 20, swing: -12, roll: 3, distance: 1300 })
const table = (x: number, y: number): number => 90 + 10 * Math.sin(x / 31) + 10 * Math.sin(y / 17)
const photo = photographed(size, [{ sheet, corners }], table)

async function rectified(
  { width, height, pixels }: Grey,
  quad: Quad,
): Promise<RectifiedPage & { flat: Grey }> {
  const { digest, files } = filesOf(pixels)
  const ctx = leafContext({ files })
  const outcome = await rectify({ page: { digest, width, height }, sheet: quad }, ctx)
  const written = ctx.written.get(outcome.page.digest)
  assert.ok(written)
  return { ...outcome, flat: { ...outcome.page, pixels: Uint8Array.from(written) } }
}

test('a photographed sheet is found by its measures and comes out level, in its own proportion, with all its lines', async () => {
  const { digest, files } = filesOf(photo.pixels)
  const { sheet: found } = await measure({ page: { digest, ...size } }, leafContext({ files }))
  assert.ok(found)
  for (const [i, { x, y }] of found.entries()) {
    assert.ok(Math.hypot(x - (corners[i]?.x ?? 0), y - (corners[i]?.y ?? 0)) < 2, `corner ${i}: ${x}, ${y}`)
  }
  const { flat } = await rectified(photo, found)
  assert.ok(Math.abs(flat.width / flat.height / (600 / 840) - 1) < 0.02, `${flat.width} x ${flat.height}`)
  const own = filesOf(flat.pixels)
  const page = { digest: own.digest, width: flat.width, height: flat.height }
  const measures = await measure({ page }, leafContext({ files: own.files }))
  assert.ok(Math.abs(measures.skewDegrees) <= 0.1)
  assert.deepEqual([measures.lines, measures.columns, measures.sheet], [14, 1, undefined])
})

test('the map leads from a mark on the upright sheet to the mark in the photograph', async () => {
  const marked = grey(600, 840, (x, y) => (Math.hypot(x - 450, y - 210) < 9 ? 0 : 240))
  const { flat, toSource } = await rectified(photographed(size, [{ sheet: marked, corners }], table), corners)
  const dark = { sum: 0, x: 0, y: 0 }
  flat.pixels.forEach((level, i) => {
    const weight = Math.max(0, 120 - level)
    dark.sum += weight
    dark.x += weight * ((i % flat.width) + 0.5)
    dark.y += weight * (Math.floor(i / flat.width) + 0.5)
  })
  const [x, y] = [dark.x / dark.sum, dark.y / dark.sum]
  // Three quarters across and a quarter down the sheet, of which the rim is left out.
  assert.ok(Math.abs(x / flat.width - (0.75 - 0.004) / 0.992) < 0.002, String(x / flat.width))
  assert.ok(Math.abs(y / flat.height - (0.25 - 0.004) / 0.992) < 0.002, String(y / flat.height))
  const place = project(toSource, { x, y })
  assert.ok(photo.width > place.x && place.x > 0)
  const [p, q, r, s] = corners
  assert.ok(place.x > Math.min(p.x, s.x) && place.x < Math.max(q.x, r.x))
})

test('a warp that moves nothing gives the same bytes; half a pixel blends neighbours', () => {
  const picture = drawnPage({ width: 90, height: 60, lines: 2, letterHeight: 8 })
  assert.deepEqual(warp(picture, [1, 0, 0, 0, 1, 0, 0, 0, 1], 90, 60), picture)
  const step = grey(4, 1, (x) => (x < 2 ? 0 : 200))
  assert.deepEqual([...warp(step, [1, 0, 0.5, 0, 1, 0, 0, 0, 1], 4, 1).pixels], [0, 100, 200, 200])
})

test('a page whose bytes are not as many as its sides say is refused, and a cancel is heard', () => {
  const { digest, files } = filesOf(photo.pixels)
  const ctx = leafContext({ files })
  assert.throws(() => rectify({ page: { digest, width: 900, height: 1099 }, sheet: corners }, ctx), {
    code: 'INVALID_INPUT',
  })
  const checkpoint = (): void => {
    throw fault('CANCELLED', 'The caller left.')
  }
  const stopped = { ...ctx, checkpoint }
  assert.throws(() => rectify({ page: { digest, ...size }, sheet: corners }, stopped), { code: 'CANCELLED' })
})

test('letters beside the sheet keep it from being cut out', async () => {
  const label = drawnPage({ width: 260, height: 40, lines: 1, letterHeight: 13, ground: 95, ink: 20 })
  const place: Quad = [
    { x: 20, y: 20 },
    { x: 280, y: 20 },
    { x: 280, y: 60 },
    { x: 20, y: 60 },
  ]
  const alone = [{ sheet, corners }]
  const labelled = [...alone, { sheet: label, corners: place }]
  const [found, left] = await Promise.all(
    [alone, labelled].map((sheets) => {
      const { digest, files } = filesOf(photographed(size, sheets, () => 95).pixels)
      return measure({ page: { digest, ...size } }, leafContext({ files }))
    }),
  )
  assert.ok(found?.sheet)
  assert.equal(left?.sheet, undefined)
})
