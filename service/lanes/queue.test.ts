import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { BATCH_TURN, Queue, type Queued } from './queue.ts'

interface Item extends Queued {
  n: number
}

let count = 0
const item = (client: string, priority: Item['priority'] = 'interactive'): Item => ({
  n: ++count,
  client,
  priority,
})

function drain(queue: Queue<Item>): Item[] {
  const taken: Item[] = []
  for (let next = queue.take(); next !== undefined; next = queue.take()) taken.push(next)
  return taken
}

test('calls of one client keep their order', () => {
  const queue = new Queue<Item>()
  const items = [item('a'), item('a'), item('a')]
  for (const each of items) queue.push(each)
  assert.deepEqual(drain(queue), items)
})

test('clients take turns, however many calls one of them has', () => {
  const queue = new Queue<Item>()
  const greedy = Array.from({ length: 50 }, () => item('greedy'))
  for (const each of greedy) queue.push(each)
  const modest = [item('b'), item('b'), item('c')]
  for (const each of modest) queue.push(each)
  const order = drain(queue).map(({ client }) => client)
  assert.deepEqual(order.slice(0, 6), ['greedy', 'b', 'c', 'greedy', 'b', 'greedy'])
})

test('interactive calls go before batch calls', () => {
  const queue = new Queue<Item>()
  const batch = item('a', 'batch')
  const interactive = item('a')
  queue.push(batch)
  queue.push(interactive)
  assert.deepEqual(drain(queue), [interactive, batch])
})

test('a batch call is passed over a bounded number of times while interactive calls keep coming', () => {
  const queue = new Queue<Item>()
  const batch = item('a', 'batch')
  queue.push(batch)
  let passed = 0
  for (;;) {
    queue.push(item('b'))
    queue.push(item('b'))
    if (queue.take() === batch) break
    passed += 1
  }
  assert.equal(passed, BATCH_TURN)
})

test('a call given back goes first', () => {
  const queue = new Queue<Item>()
  const items = [item('a'), item('b')]
  for (const each of items) queue.push(each)
  const first = queue.take()
  assert.ok(first)
  queue.giveBack(first)
  assert.equal(queue.size, 2)
  assert.deepEqual(drain(queue), items)
})

test('a call that is not accepted keeps its turn', () => {
  const queue = new Queue<Item>()
  const items = [item('a'), item('b')]
  for (const each of items) queue.push(each)
  assert.equal(
    queue.take(() => false),
    undefined,
  )
  assert.deepEqual(drain(queue), items)
})

type Step =
  { do: 'push'; client: string; priority: Item['priority'] } | { do: 'take' } | { do: 'remove'; at: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('push' as const),
    client: fc.constantFrom('a', 'b', 'c'),
    priority: fc.constantFrom('interactive' as const, 'batch' as const),
  }),
  fc.record({ do: fc.constant('take' as const) }),
  fc.record({ do: fc.constant('remove' as const), at: fc.nat(20) }),
)

test('whatever comes and goes, nothing is lost or served twice, and the foretold order is the order served', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const queue = new Queue<Item>()
      const waiting = new Set<Item>()
      for (const each of steps) {
        if (each.do === 'push') {
          const pushed = item(each.client, each.priority)
          queue.push(pushed)
          waiting.add(pushed)
        } else if (each.do === 'take') {
          const foretold = queue.order()[0]
          const taken = queue.take()
          assert.equal(taken, foretold)
          if (taken !== undefined) assert.ok(waiting.delete(taken))
        } else {
          const victim = [...waiting][each.at]
          if (victim === undefined) continue
          assert.ok(queue.remove(victim))
          assert.ok(!queue.remove(victim))
          waiting.delete(victim)
        }
        assert.equal(queue.size, waiting.size)
      }
      const foretold = queue.order()
      assert.equal(foretold.length, waiting.size)
      assert.deepEqual(drain(queue), foretold)
    }),
  )
})
