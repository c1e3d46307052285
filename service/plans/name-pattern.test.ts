import assert from 'node:assert/strict'
import { test } from 'node:test'
import { patternOf, usualPattern } from './name-pattern.ts'

test('the parts of a name are told apart', () => {
  const patterns: Record<string, string> = {
    '2026-03-14 Kestrel Timber invoice KT-1043 $1,320.00': '{date} {name} {kind} {number} {total}',
    '20260314_Rechnung_2026-118': '{date}_{kind}_{number}',
    '14.03.2026 Acme GmbH & Co': '{date} {name}',
    '2026-03': '{yyyy-mm}',
    '2026': '{yyyy}',
    Q3: '{quarter}',
    'March 2026': '{month} {yyyy}',
    Scan0007: '{number}',
    Contracts: '{kind}',
    Ordering: '{name}',
  }
  for (const [name, pattern] of Object.entries(patterns)) assert.equal(patternOf(name), pattern, name)
})

test('a pattern is usual where a third of the names and two at least follow it', () => {
  assert.deepEqual(usualPattern(['2024', '2025', 'old'], patternOf), {
    pattern: '{yyyy}',
    share: 0.67,
    example: '2024',
  })
  assert.equal(usualPattern(['2024', 'old'], patternOf), undefined)
  assert.equal(usualPattern([], patternOf), undefined)
})
