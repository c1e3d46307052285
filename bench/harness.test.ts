import assert from 'node:assert/strict'
import { test } from 'node:test'
import { median } from './harness.ts'

test('the median is the middle number, or the mean of the two in the middle', () => {
  assert.equal(median([3, 1, 2]), 2)
  assert.equal(median([4, 1, 3, 2]), 2.5)
  assert.equal(median([7]), 7)
  assert.ok(Number.isNaN(median([])))
})
