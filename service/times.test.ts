import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Histogram, Registry } from 'prom-client'
import { Times } from './times.ts'

test('times read as the library writes them', async () => {
  const registry = new Registry()
  const help = 'Time of a call'
  const buckets = [
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120,
  ]
  const theirs = new Histogram({
    name: 'x_seconds',
    help,
    labelNames: ['a', 'b'],
    buckets,
    registers: [registry],
  })
  const ours = new Times('x_seconds', help)
  for (const [a, b, ms] of [
    ['one', 'OK', 0],
    ['one', 'OK', 0.5],
    ['one', 'OK', 0.51],
    ['one', 'BUSY', 250],
    ['two', 'OK', 120_000],
    ['two', 'OK', 120_001],
  ] as const) {
    ours.observe(`a="${a}",b="${b}"`, ms)
    theirs.observe({ a, b }, ms / 1000)
  }
  assert.equal(ours.text(), await registry.metrics())
})
