import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { inTurn } from './in-turn.ts'

test('results keep the order of the items, and at most `width` run at once', async () => {
  let running = 0
  let most = 0
  const results = await inTurn([5, 1, 4, 2, 3], 2, async (item) => {
    most = Math.max(most, ++running)
    for (let count = 0; count < item; count += 1) await turn()
    running -= 1
    return item * 10
  })
  assert.deepEqual(results, [50, 10, 40, 20, 30])
  assert.equal(most, 2)
})

test('after a failure nothing new is begun and what runs may settle', async () => {
  const begun: number[] = []
  let settled = false
  await assert.rejects(
    inTurn([0, 1, 2, 3, 4], 2, async (item) => {
      begun.push(item)
      if (item === 0) throw new RangeError('the first fails')
      await turn()
      settled = true
    }),
    RangeError,
  )
  assert.deepEqual(begun, [0, 1])
  assert.ok(settled)
})
