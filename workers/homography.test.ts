import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inverse, seenCorners } from '../test/photographed.ts'
import { seeded } from '../test/random.ts'
import {
  aspectOf,
  isWithin,
  project,
  rescaledBefore,
  squareToQuad,
  type Point,
  type Quad,
} from './homography.ts'

const square: Quad = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
]
const quad: Quad = [
  { x: 120, y: 80 },
  { x: 610, y: 30 },
  { x: 700, y: 900 },
  { x: 60, y: 790 },
]

function assertNear(found: Point, expected: Point): void {
  assert.ok(Math.hypot(found.x - expected.x, found.y - expected.y) < 1e-9, JSON.stringify([found, expected]))
}

test('the corners of the square become those of the quadrilateral, and come back', () => {
  const map = squareToQuad(quad)
  square.forEach((corner, i) => assertNear(project(map, corner), quad[i] ?? corner))
  quad.forEach((corner, i) => assertNear(project(inverse(map), corner), square[i] ?? corner))
  // The diagonals of both meet in the same place.
  const middle = project(map, { x: 0.5, y: 0.5 })
  const slope = ({ x, y }: Point): number => (y - middle.y) / (x - middle.x)
  assert.ok(Math.abs(slope(quad[0]) - slope(quad[2])) < 1e-9)
  assert.ok(Math.abs(slope(quad[1]) - slope(quad[3])) < 1e-9)
})

test('the square itself is left alone; scaling before is scaling the point', () => {
  assert.deepEqual(squareToQuad(square).map(Math.abs), [1, 0, 0, 0, 1, 0, 0, 0, 1])
  const map = squareToQuad(quad)
  const before = rescaledBefore(map, { across: 0.002, down: 0.001, right: 0.1, below: 0.2 })
  assertNear(project(before, { x: 300, y: 500 }), project(map, { x: 0.7, y: 0.7 }))
})

test('what lies within is known, corners and sides included', () => {
  assert.ok(quad.every((corner) => isWithin(corner, quad)))
  assert.ok(isWithin({ x: 400, y: 400 }, quad))
  const beside = [
    [365, 50],
    [680, 400],
    [300, 860],
    [80, 400],
  ] as const
  assert.ok(beside.every(([x, y]) => !isWithin({ x, y }, quad)))
})

test('the proportion of a sheet seen by a camera is found again, whatever its pose', () => {
  const random = seeded(5)
  const picture = { width: 1500, height: 2000 }
  for (let i = 0; i < 200; i++) {
    const sheet = { width: 210, height: 150 + 300 * random() }
    const angle = (): number => (random() < 0.5 ? -1 : 1) * (8 + 20 * random())
    const pose = { tilt: angle(), swing: angle(), roll: 20 * random() - 10, distance: 700 }
    const corners = seenCorners(sheet, picture, 1500 + 2000 * random(), pose)
    const found = aspectOf(corners, { x: 750, y: 1000 })
    assert.ok(Math.abs(found / (sheet.width / sheet.height) - 1) < 1e-6, `${i}: ${found}`)
  }
})

test('where nothing tells how far the camera was, the sides say the proportion', () => {
  // Tilted one way only: one pair of sides stays parallel.
  const corners = seenCorners({ width: 200, height: 300 }, { width: 1000, height: 1000 }, 1000, {
    tilt: 20,
    distance: 500,
  })
  const found = aspectOf(corners, { x: 500, y: 500 })
  assert.ok(found > 200 / 300 && found < 1, String(found))
  assert.equal(aspectOf(square, { x: 0.5, y: 0.5 }), 1)
})
