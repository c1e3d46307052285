import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EvalInput, EvalOutput, evaluate as operation } from '../../bridge/operations/calc.ts'
import { evaluate, type EvalTask } from '../../workers/calc/eval.ts'
import type { LeafContext } from '../../workers/leaf.ts'
import type { PlanContext } from '../plan.ts'
import { SettingsSchema } from '../settings.ts'
import { evaluatePlan } from './calc.ts'

const none = (): never => {
  throw new Error('Nothing of that here.')
}

/** A context that runs leaves in this thread, through JSON as a real lane does, and writes down which. */
function context(): { plan: PlanContext; calls: string[] } {
  const calls: string[] = []
  const signal = new AbortController().signal
  const leafContext: LeafContext = {
    signal,
    deadline: Number.POSITIVE_INFINITY,
    checkpoint: () => {},
    progress: () => {},
    files: { read: none, write: none },
    assets: { packagePath: none, wasm: none },
  }
  const plan: PlanContext = {
    signal,
    deadline: Number.POSITIVE_INFINITY,
    settings: SettingsSchema.parse({ home: '/nowhere' }),
    leaf: async (name, input, { lane }) => {
      calls.push(`${name} in ${lane}`)
      const task: EvalTask = JSON.parse(JSON.stringify(input))
      return JSON.parse(JSON.stringify(evaluate(task, leafContext)))
    },
    open: none,
    list: none,
    progress: () => {},
    isHeard: false,
    emit: none,
    blob: none,
  }
  return { plan, calls }
}

test('cheap expressions are worked out at once, without a leaf', () => {
  const { plan, calls } = context()
  const output = evaluatePlan(EvalInput.parse({ input: '0.1 + 0.2' }), plan)
  assert.ok(!(output instanceof Promise))
  assert.equal(output.value, '0.3')
  assert.deepEqual(calls, [])
})

test('costly expressions go to the quick lane and come back the same', async () => {
  const { plan, calls } = context()
  const output = await evaluatePlan(EvalInput.parse({ input: '2^50000 mod 10^9' }), plan)
  let expected = 1n
  for (let i = 0; i < 50_000; i++) expected = (expected * 2n) % 10n ** 9n
  assert.equal(output.value, expected.toString())
  assert.deepEqual(calls, ['calc.eval in quick'])
})

test('work that turns out longer than its bound moves to the quick lane', async () => {
  const { plan, calls } = context()
  const output = await evaluatePlan(EvalInput.parse({ input: 'ln(7) + ln(1009) - ln(7063)' }), plan)
  assert.equal(output.value, '0')
  assert.deepEqual(calls, ['calc.eval in quick'])
})

test('hostile input fails at once, without a leaf', () => {
  const { plan, calls } = context()
  for (const [input, code] of [
    ['10^10^10', 'TOO_LARGE'],
    ['1000000!', 'TOO_LARGE'],
    ['('.repeat(5000), 'TOO_DEEP'],
    ['1'.repeat(70_000), 'TOO_LONG'],
    ['', 'EMPTY'],
    ['process.exit()', 'SYNTAX'],
    ['__proto__', 'UNKNOWN_NAME'],
  ] as const) {
    assert.throws(() => evaluatePlan(EvalInput.parse({ input }), plan), { code }, input.slice(0, 20))
  }
  assert.deepEqual(calls, [])
})

test('the settings bound the numbers and decide what is inline', async () => {
  const { plan, calls } = context()
  const small = {
    ...plan,
    settings: SettingsSchema.parse({ home: '/nowhere', calc: { maxDigits: 10, inlineCost: 1 } }),
  }
  await assert.rejects(async () => evaluatePlan(EvalInput.parse({ input: '99999 * 99999 * 99999' }), small), {
    code: 'TOO_LARGE',
  })
  assert.deepEqual(calls, ['calc.eval in quick'])
})

test('the examples of the operation work and fit its schemas', async () => {
  const { plan } = context()
  for (const { input } of operation.examples) {
    const output = await evaluatePlan(operation.input.parse(input), plan)
    assert.deepEqual(EvalOutput.parse(output), output)
  }
})
