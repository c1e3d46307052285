import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rescaledBefore, squareToQuad, type Homography } from '../../workers/homography.ts'
import type { Box } from '../../workers/recognition.ts'
import { placeBox, rescaledBox, turnedSize, unwarpedLines, type Affine } from './page-frame.ts'

const page = { width: 100, height: 60 }
const same: Affine = [1, 0, 0, 1, 0, 0]

test('a turned page has its boxes turned with it', () => {
  const box: Box = [10, 20, 30, 5]
  assert.deepEqual(placeBox(box, same, page, 0, page), box)
  // Clockwise: what was 20 from the top is 60 - 25 from the left.
  assert.deepEqual(placeBox(box, same, page, 90, turnedSize(page, 90)), [35, 10, 5, 30])
  assert.deepEqual(placeBox(box, same, page, 180, page), [60, 35, 30, 5])
  assert.deepEqual(placeBox(box, same, page, 270, turnedSize(page, 270)), [20, 60, 5, 30])
})

test('four quarter turns lead back', () => {
  let box: Box = [3, 7, 11, 13]
  let size = page
  for (let i = 0; i < 4; i++) {
    box = placeBox(box, same, size, 90, turnedSize(size, 90))
    size = turnedSize(size, 90)
  }
  assert.deepEqual(box, [3, 7, 11, 13])
})

test('what was enlarged or set straight is led back and kept within the page', () => {
  const half: Affine = [0.5, 0, 0, 0.5, 0, 0]
  assert.deepEqual(placeBox([20, 40, 60, 10], half, page, 0, page), [10, 20, 30, 5])
  assert.deepEqual(placeBox([180, 100, 60, 60], half, page, 0, page), [90, 50, 10, 10])
  const angle = Math.PI / 6
  const askew: Affine = [Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle), 30, 0]
  // Around the corners of a square of 10 turned by 30 degrees: 5 to the left, 8.66 to the right, 13.66 down.
  assert.deepEqual(placeBox([0, 0, 10, 10], askew, page, 0, page), [25, 0, 14, 14])
})

test('boxes of a reduced page cover the same part of the whole one', () => {
  assert.deepEqual(rescaledBox([10, 20, 30, 5], { width: 50, height: 30 }, page), [20, 40, 60, 10])
  // Edges are rounded, not sizes: boxes that touched still do.
  const third = { width: 33, height: 20 }
  const [left, , width] = rescaledBox([0, 0, 11, 20], third, page)
  assert.equal(rescaledBox([11, 0, 11, 20], third, page)[0], left + width)
  assert.deepEqual(rescaledBox([0, 0, 33, 20], third, page), [0, 0, 100, 60])
})

test('boxes that are upright already stay', () => {
  assert.deepEqual(placeBox([1, 2, 3, 4], undefined, page, 90, turnedSize(page, 90)), [1, 2, 3, 4])
})

test('words of a sheet that was warped upright are led back, turned as the page is', () => {
  const doubled: Homography = [2, 0, 10, 0, 2, 6, 0, 0, 1]
  const sheet = { page: { width: 40, height: 25 }, toSource: doubled }
  const boxOf = (box: Box, turn: 0 | 90 | 180 | 270) =>
    unwarpedLines([[{ box }]], sheet, page, turn)[0]?.[0]?.box
  assert.deepEqual(boxOf([5, 10, 20, 4], 0), [20, 26, 40, 8])
  // The same word where the sheet was read on its head or its sides: what is known of turned boxes holds.
  for (const turn of [90, 180, 270] as const) {
    const read = placeBox([5, 10, 20, 4], same, sheet.page, turn, turnedSize(sheet.page, turn))
    const upright = placeBox([20, 26, 40, 8], same, page, turn, turnedSize(page, turn))
    assert.deepEqual(boxOf(read, turn), upright)
  }
})

test('a word of a slanting sheet gets the box around the middles of its sides, within the page', () => {
  const corners = [
    { x: 20, y: 10 },
    { x: 80, y: 10 },
    { x: 100, y: 60 },
    { x: 40, y: 60 },
  ] as const
  const toSource = rescaledBefore(squareToQuad([...corners]), {
    across: 0.01,
    down: 0.01,
    right: 0,
    below: 0,
  })
  const sheet = { page: { width: 100, height: 100 }, toSource }
  const words = [{ box: [0, 0, 100, 100] as Box }, { box: [0, 0, 120, 130] as Box }]
  assert.deepEqual(
    unwarpedLines([words], sheet, page, 0)[0]?.map(({ box }) => box),
    [
      [30, 10, 60, 50],
      [33, 10, 67, 50],
    ],
  )
})
