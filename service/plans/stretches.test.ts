import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stretches } from './stretches.ts'

test('stretches keep the order and the size', () => {
  assert.deepEqual(stretches([1, 2, 3, 4, 5], 2), [[1, 2], [3, 4], [5]])
  assert.deepEqual(stretches([], 2), [])
})
