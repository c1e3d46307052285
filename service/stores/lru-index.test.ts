import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { LruIndex, type LruEntry } from './lru-index.ts'

type Step = { do: 'set'; key: string; size: number } | { do: 'use' | 'delete' | 'pin' | 'unpin'; key: string }

const key = fc.constantFrom('a', 'b', 'c', 'd')
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('set' as const), key, size: fc.nat(100) }),
  fc.record({
    do: fc.constantFrom('use' as const, 'delete' as const, 'pin' as const, 'unpin' as const),
    key,
  }),
)

test('totals, order and pins agree with a list that is searched anew each time', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const index = new LruIndex<LruEntry>()
      let list: { key: string; size: number; usedMs: number }[] = []
      const pins: Record<string, number> = {}
      steps.forEach((now, clock) => {
        if (now.do === 'set') {
          index.set(now.key, { size: now.size, usedMs: clock })
          list = [...list.filter((e) => e.key !== now.key), { key: now.key, size: now.size, usedMs: clock }]
        } else if (now.do === 'use') {
          index.use(now.key, clock)
          const found = list.find((e) => e.key === now.key)
          if (found) list = [...list.filter((e) => e !== found), { ...found, usedMs: clock }]
        } else if (now.do === 'delete') {
          index.delete(now.key)
          list = list.filter((e) => e.key !== now.key)
        } else if (now.do === 'pin') {
          index.pin(now.key)
          pins[now.key] = (pins[now.key] ?? 0) + 1
        } else {
          index.unpin(now.key)
          pins[now.key] = Math.max(0, (pins[now.key] ?? 0) - 1)
        }
        const free = list.filter((e) => !pins[e.key])
        const sum = (entries: { size: number }[]): number => entries.reduce((all, e) => all + e.size, 0)
        assert.equal(index.total, sum(list))
        assert.equal(index.count, list.length)
        assert.equal(index.pinned, sum(list.filter((e) => pins[e.key])))
        assert.equal(index.oldest(), free[0]?.key)
        assert.deepEqual(
          index.unusedSince(clock / 2),
          free.filter((e) => e.usedMs < clock / 2).map((e) => e.key),
        )
      })
    }),
  )
})
