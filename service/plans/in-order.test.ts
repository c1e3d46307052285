import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { InOrder } from './in-order.ts'

test('items of the head go out at once, later ones when their turn comes', () => {
  const passed: string[] = []
  const order = new InOrder<string>((item) => passed.push(item))
  order.add(1, 'b1')
  order.add(0, 'a1')
  assert.deepEqual(passed, ['a1'])
  order.end(1)
  order.add(0, 'a2')
  order.end(0)
  assert.deepEqual(passed, ['a1', 'a2', 'b1'])
  order.add(2, 'c1')
  assert.deepEqual(passed, ['a1', 'a2', 'b1', 'c1'])
})

test('whatever the order in which turns finish, items come out sorted', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(12), { minLength: 1 }), (seed) => {
      const turns = seed.map((_, index) => index)
      const finish = [...turns].sort((a, b) => (seed[a] ?? 0) - (seed[b] ?? 0))
      const passed: number[] = []
      const order = new InOrder<number>((item) => passed.push(item))
      for (const turn of finish) {
        order.add(turn, turn)
        order.end(turn)
      }
      assert.deepEqual(passed, turns)
    }),
  )
})
