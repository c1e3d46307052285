import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Backoff } from './backoff.ts'

test('waiting begins with the third failure in a row and doubles up to half a minute', () => {
  const backoff = new Backoff()
  const waits: number[] = []
  for (let i = 0; i < 12; i += 1) {
    backoff.failed('no such file')
    waits.push(Math.round(backoff.waitMs / 100) * 100)
  }
  assert.deepEqual(waits, [0, 0, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 30_000])
  assert.match(
    backoff.fault('Threads fail to start')?.message ?? '',
    /^Threads fail to start \(no such file\); /,
  )
})

test('a worker that starts ends the waiting', () => {
  const backoff = new Backoff()
  for (let i = 0; i < 5; i += 1) backoff.failed('no')
  backoff.worked()
  assert.equal(backoff.waitMs, 0)
  assert.equal(backoff.fault('Threads fail to start'), undefined)
  backoff.failed('no')
  assert.equal(backoff.waitMs, 0)
})
