import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { JobQueue } from './job-queue.ts'

test('clients take turns, each in its own order', () => {
  const queue = new JobQueue<string>()
  for (const item of ['a1', 'a2', 'a3', 'x1', 'o1', 'o2']) queue.push(item[0] ?? '', item)
  const expected = ['a1', 'x1', 'o1', 'a2', 'o2', 'a3']
  assert.deepEqual(queue.order(), expected)
  assert.deepEqual(
    expected.map(() => queue.shift()),
    expected,
  )
  assert.equal(queue.shift(), undefined)
})

test('the order foretold is the order served, whatever came and left before', () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('push' as const), client: fc.constantFrom('a', 'b', 'c') }),
    fc.record({ do: fc.constant('shift' as const) }),
    fc.record({ do: fc.constant('remove' as const), at: fc.nat(9) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const queue = new JobQueue<{ client: string; n: number }>()
      let waiting = 0
      steps.forEach((now, n) => {
        if (now.do === 'push') {
          queue.push(now.client, { client: now.client, n })
          waiting++
        } else if (now.do === 'shift') {
          if (queue.shift() !== undefined) waiting--
        } else {
          const item = queue.order()[now.at]
          if (item !== undefined) {
            assert.equal(queue.remove(item.client, item), true)
            assert.equal(queue.remove(item.client, item), false)
            waiting--
          }
        }
        assert.equal(queue.size, waiting)
      })
      const foretold = queue.order()
      assert.equal(foretold.length, waiting)
      assert.deepEqual(
        foretold.map(() => queue.shift()),
        foretold,
      )
      // Nobody waits for two turns of another client.
      for (const [at, { client }] of foretold.entries()) {
        const next = foretold.slice(at + 1).findIndex((item) => item.client === client)
        const between = next === -1 ? [] : foretold.slice(at + 1, at + 1 + next).map((item) => item.client)
        assert.equal(new Set(between).size, between.length)
      }
    }),
  )
})
