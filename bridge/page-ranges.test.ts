import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Fault } from './faults.ts'
import { wantedPages } from './page-ranges.ts'

test('ranges, single pages and all', () => {
  assert.deepEqual(wantedPages('all', 3), [1, 2, 3])
  assert.deepEqual(wantedPages('1-2,5', 9), [1, 2, 5])
  assert.deepEqual(wantedPages('9,1-3,2', 9), [1, 2, 3, 9])
  assert.deepEqual(wantedPages('1,7-', 9), [1, 7, 8, 9])
})

test('pages beyond the end are left out, however far', () => {
  assert.deepEqual(wantedPages('2-999999999', 3), [2, 3])
  assert.deepEqual(wantedPages('7', 3), [])
})

test('page 0, backward ranges and numbers beyond counting are refused', () => {
  for (const text of ['0', '0-3', '0-', '3-1', '99999999999999999999']) {
    assert.throws(
      () => wantedPages(text, 10),
      (error) => error instanceof Fault && error.code === 'INVALID_INPUT',
    )
  }
})
