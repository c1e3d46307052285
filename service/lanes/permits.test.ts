import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Permits } from './permits.ts'

test('a permit that comes back is offered to the lanes in turn', () => {
  const permits = new Permits(1)
  const served: string[] = []
  for (const lane of ['a', 'b', 'c']) {
    permits.join(() => {
      if (!permits.available) return
      permits.take()
      served.push(lane)
    })
  }
  permits.take()
  for (let i = 0; i < 6; i += 1) permits.give()
  assert.deepEqual(served, ['a', 'b', 'c', 'a', 'b', 'c'])
})

test('a lane with nothing to do leaves the permit to the next', () => {
  const permits = new Permits(1)
  let served = 0
  permits.join(() => undefined)
  permits.join(() => {
    permits.take()
    served += 1
  })
  permits.take()
  permits.give()
  assert.equal(served, 1)
  assert.equal(permits.available, false)
})
