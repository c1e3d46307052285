import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseRange } from './range.ts'

// The examples of RFC 9110 §14.1.2 for a representation of 10,000 bytes, and the edge cases its text names.
for (const [header, expected] of [
  ['bytes=0-499', { start: 0, end: 499 }],
  ['bytes=500-999', { start: 500, end: 999 }],
  ['bytes=-500', { start: 9500, end: 9999 }],
  ['bytes=9500-', { start: 9500, end: 9999 }],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=9999-20000', { start: 9999, end: 9999 }],
  ['bytes=-20000', { start: 0, end: 9999 }],
  ['bytes=10000-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-4', undefined],
  ['bytes=0-1,4-5', undefined],
  ['items=0-1', undefined],
  ['bytes=-', undefined],
  [undefined, undefined],
] as const) {
  test(`Range ${String(header)} of 10,000 bytes`, () =>
    assert.deepEqual(parseRange(header, 10_000), expected))
}
