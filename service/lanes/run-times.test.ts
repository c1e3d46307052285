import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RunTimes, ShortLeaves } from './run-times.ts'

test('the median of few times is the middle one, or the mean of the two in the middle', () => {
  const times = new RunTimes()
  assert.equal(times.medianMs, 0)
  times.add(5)
  assert.equal(times.medianMs, 5)
  times.add(1)
  times.add(100)
  assert.equal(times.medianMs, 5)
  times.add(7)
  assert.equal(times.medianMs, 6)
})

test('old times are forgotten', () => {
  const times = new RunTimes()
  for (let i = 0; i < 100; i += 1) times.add(1000)
  for (let i = 0; i < 64; i += 1) times.add(10)
  assert.equal(times.medianMs, 10)
})

test('a leaf is short once seen to be, and no longer after one slow run', () => {
  const short = new ShortLeaves(0.25)
  assert.equal(short.has('calc'), false)
  short.add('calc', 0.01)
  assert.equal(short.has('calc'), true)
  short.add('calc', 50)
  assert.equal(short.has('calc'), false)
  for (let i = 0; i < 100; i += 1) short.add('calc', 0.01)
  assert.equal(short.has('calc'), true)
})
