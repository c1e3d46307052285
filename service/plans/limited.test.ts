import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { limited } from './limited.ts'

test('work begins in order, never more than the width at once, and a failure gives its place on', async () => {
  const run = limited(2)
  const begun: number[] = []
  let running = 0
  let most = 0
  const outcomes = await Promise.allSettled(
    Array.from({ length: 9 }, (_, i) =>
      run(0, async () => {
        begun.push(i)
        most = Math.max(most, ++running)
        await sleep((i * 7) % 5)
        running -= 1
        if (i % 3 === 0) throw new Error(`${i}`)
        return i
      }),
    ),
  )
  assert.deepEqual(begun, [0, 1, 2, 3, 4, 5, 6, 7, 8])
  assert.equal(most, 2)
  assert.deepEqual(
    outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'failed')),
    ['failed', 1, 2, 'failed', 4, 5, 'failed', 7, 8],
  )
})

test('of the work that waits the lowest turn goes first', async () => {
  const run = limited(1)
  const begun: number[] = []
  await Promise.all([9, 7, 8, 3, 7.5].map((turn) => run(turn, async () => void begun.push(turn))))
  assert.deepEqual(begun, [9, 3, 7, 7.5, 8])
})
