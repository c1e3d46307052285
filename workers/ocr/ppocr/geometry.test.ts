import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bounds, convexHull, corners, minAreaRect, slice, unclip, type TurnedRect } from './geometry.ts'

const near = (actual: number, expected: number, detail?: string): void =>
  assert.ok(Math.abs(actual - expected) < 1e-9 * Math.max(1, Math.abs(expected)), detail ?? `${actual}`)

/** Corners and a grid of points of a rectangle. */
function pointsOf(rect: TurnedRect): { x: number; y: number }[] {
  return [1, 0.8, 0.3, 0].flatMap((share) =>
    corners({ ...rect, width: rect.width * share, height: rect.height * share }),
  )
}

test('the hull of a filled square is its corners, clockwise', () => {
  const grid = Array.from({ length: 25 }, (_, i) => ({ x: i % 5, y: Math.floor(i / 5) }))
  assert.deepEqual(convexHull(grid), [
    { x: 0, y: 0 },
    { x: 4, y: 0 },
    { x: 4, y: 4 },
    { x: 0, y: 4 },
  ])
})

test('the least rectangle around a turned rectangle is that rectangle, at every angle', () => {
  for (let degrees = -44; degrees <= 45; degrees++) {
    const rect = { x: 40, y: -7, width: 31, height: 12, angle: (degrees * Math.PI) / 180 }
    const found = minAreaRect(pointsOf(rect))
    for (const key of ['x', 'y', 'width', 'height', 'angle'] as const) {
      near(found[key], rect[key], `${key} at ${degrees} degrees: ${found[key]}`)
    }
  }
})

test('a rectangle turned by more than 45 degrees is answered with its sides exchanged', () => {
  const found = minAreaRect(pointsOf({ x: 0, y: 0, width: 30, height: 10, angle: (70 * Math.PI) / 180 }))
  near(found.width, 10)
  near(found.height, 30)
  near(found.angle, (-20 * Math.PI) / 180)
})

test('the least rectangle around an equilateral triangle stands on one of its sides', () => {
  // Closed form: side times height.
  const height = (6 * Math.sqrt(3)) / 2
  const { width, height: found } = minAreaRect([
    { x: 0, y: 0 },
    { x: 6, y: 0 },
    { x: 3, y: height },
  ])
  near(width * found, 6 * height)
})

test('points on a line and a single point give rectangles without area', () => {
  const line = minAreaRect([0, 1, 2, 5].map((x) => ({ x, y: x })))
  near(line.width, Math.hypot(5, 5))
  near(line.height, 0)
  const { width, height, x, y } = minAreaRect([{ x: 3, y: 4 }])
  assert.deepEqual([width, height, x, y], [0, 0, 3, 4])
})

test('unclip moves each side by area times ratio over perimeter', () => {
  // 20 x 5: area 100, perimeter 50, ratio 1.5, so 3 on each side.
  const { width, height } = unclip({ x: 0, y: 0, width: 20, height: 5, angle: 1 }, 1.5)
  assert.deepEqual([width, height], [26, 11])
})

test('slices lie beside each other along the text, and bounds stay inside the picture', () => {
  const rect = { x: 10, y: 10, width: 8, height: 2, angle: Math.PI / 6 }
  const [left, right] = [slice(rect, 0, 0.5), slice(rect, 0.5, 1)]
  near((left.x + right.x) / 2, rect.x)
  near((left.y + right.y) / 2, rect.y)
  near(Math.hypot(right.x - left.x, right.y - left.y), 4)
  assert.deepEqual(bounds([{ ...rect, angle: 0, width: 40 }], { width: 20, height: 20 }), [0, 9, 20, 2])
})
