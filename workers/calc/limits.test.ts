import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { calculate, cases, outcome, runWith } from '../../test/calc.ts'
import { fault } from '../../bridge/faults.ts'
import { EvalInput } from '../../bridge/operations/calc.ts'
import { costOf } from './cost.ts'
import { prepare, workOut } from './eval.ts'
import { parse } from './parser.ts'
import { DEFAULT_LIMITS } from './run.ts'

const Long = z.object({
  repeat: z.tuple([z.string(), z.number()]),
  middle: z.string().optional(),
  end: z.tuple([z.string(), z.number()]).optional(),
})
const Text = z.union([z.string(), Long])
const LimitCase = z.object({
  id: z.string(),
  input: Text,
  expect: z.object({
    value: Text.optional(),
    error: z.string().optional(),
    accept: z.array(z.string()).optional(),
  }),
})

function spelt(text: z.infer<typeof Text>): string {
  if (typeof text === 'string') return text
  const { repeat, middle = '', end } = text
  return repeat[0].repeat(repeat[1]) + middle + (end === undefined ? '' : end[0].repeat(end[1]))
}

const codes: Record<string, string> = {
  'too-large': 'TOO_LARGE',
  'too-deep': 'TOO_DEEP',
  'too-long': 'TOO_LONG',
  'unknown-name': 'UNKNOWN_NAME',
  syntax: 'SYNTAX',
}

test('hostile input is answered or refused with the right fault', () => {
  for (const { id, input, expect } of cases('eval-limits.json', LimitCase)) {
    const got = outcome(spelt(input))
    const accept = expect.accept ?? []
    if (typeof got === 'string') {
      const allowed = [expect.error, ...accept].map((text) => codes[text?.replace('error:', '') ?? ''])
      assert.ok(allowed.includes(got), `${id}: ${got}`)
    } else if (expect.value !== undefined) assert.equal(got.value, spelt(expect.value), id)
    else {
      const isAccepted = accept.some(
        (text) => text === got.value || text.startsWith(`${got.value} (`) || text.startsWith('an '),
      )
      assert.ok(isAccepted, `${id}: ${got.value}`)
      if (got.value !== '1') assert.ok(got.readings.length > 0, `${id} states its reading`)
    }
  }
})

test('a result that would outgrow the limit is refused before it is worked out', () => {
  for (const input of [
    '10^10^10',
    '9^9^9^9',
    '1000000!',
    '(10^6)!',
    '2^(2^100)',
    '1 << 10^9',
    '10^6 choose 500000',
    'nPr(10^6, 10^6)',
    '(1/3)^(10^9)',
    '1e100001',
    '1e-100001',
    'exp(10^9)',
    'exp(-10^9)',
    'exp(exp(exp(10)))',
    'sin(10^30000)',
    'floor(exp(10^6))',
    'round(1, 10^7)',
    '10^99999 * 10^99999',
    '(1/2)^200000',
    `max(${Array(4000).fill('9^99999').join(',')})`,
  ]) {
    assert.equal(outcome(input), 'TOO_LARGE', input.slice(0, 40))
  }
})

test('depth and length are bounded', () => {
  const { maxDepth, maxChars } = DEFAULT_LIMITS
  assert.equal(outcome(`${'('.repeat(maxDepth - 2)}1${')'.repeat(maxDepth - 2)}`) instanceof Object, true)
  for (const deep of [
    '('.repeat(60_000),
    '-'.repeat(60_000),
    '2^'.repeat(30_000),
    'sqrt '.repeat(10_000),
    '|'.repeat(60_000),
    'not '.repeat(10_000),
  ]) {
    assert.equal(outcome(deep), 'TOO_DEEP', deep.slice(0, 5))
  }
  assert.equal(outcome('1'.repeat(maxChars + 1)), 'TOO_LONG')
  assert.equal(
    calculate(
      Array(maxChars >> 1)
        .fill('1')
        .join('+'),
    ).value,
    `${maxChars >> 1}`,
  )
})

test('names of the language below are just unknown names', () => {
  for (const name of [
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'globalThis',
    'process',
    'valueOf',
    'undefined',
    'NaN',
    'Infinity',
  ]) {
    assert.equal(outcome(name), 'UNKNOWN_NAME', name)
    assert.equal(typeof outcome(`1 in ${name}`), 'string')
    assert.equal(typeof outcome(`${name}(1)`), 'string')
  }
})

test('factorials in a quotient are not multiplied out', () => {
  assert.equal(calculate('100000!/99999!').value, '100000')
  assert.equal(calculate('99999!/100000!').value, '0.00001')
  assert.equal(calculate('(10^12)! / (10^12 - 1)!').value, '1000000000000')
  // gsl_sf_lnfact and Python's math.lgamma(1000001): 12815518.384658169
  assert.equal(calculate('log(1000000!)', { precision: 17 }).value, '12815518.384658170')
  assert.equal(calculate('ln(2000!) - ln(1999!) - ln(2000)', { precision: 5 }).value, '0')
})

test('powers too long to be exact are rounded where their size is plain', () => {
  // Python decimal at 60 digits
  assert.equal(calculate('1.0001^100000').value, '22015.45604855219864570145658165872')
  assert.equal(calculate('1.0001^100000').approximate, true)
  assert.equal(calculate('(-1)^(10^30 + 1)').value, '-1')
})

const price = (input: string): number =>
  costOf(parse(input, { has: () => false }, DEFAULT_LIMITS), 34, DEFAULT_LIMITS)

test('the cost bound is small for what people type and grows with the work', () => {
  for (const input of [
    '0.1 + 0.2',
    '(1 + 2) * 3 / 4 - 5^2',
    '15% of 84.50',
    'sqrt(2) * 3',
    '20!',
    '2^64 - 1',
    'max(3, 7, 5)',
  ]) {
    assert.ok(price(input) < 100, input)
  }
  for (const input of [
    '2^100000',
    '3^(2*10^4) mod 7',
    '20000!',
    '1/7^20000 + 1/3^20000',
    'gcd(7^30000, 11^20000)',
    '10000 choose 5000',
  ]) {
    assert.ok(price(input) > 100, input)
  }
  assert.ok(price('2^(3+4)') < 100)
  assert.ok(price('1e400 * 1e-400') < 100)
  assert.throws(() => price('10^10^10'), { code: 'TOO_LARGE' })
  assert.throws(() => price('1000000!'), { code: 'TOO_LARGE' })
})

test('the bound does not grow with the terms of a long sum but by their number', () => {
  const terms = 20_000
  assert.ok(price(Array(terms).fill('1').join('+')) < 5 * terms)
})

test('long work hears a cancel at its checkpoints', () => {
  for (const input of [
    '20000!',
    'gcd(7^60000 + 1, 11^50000 + 1)',
    Array(2000).fill('1').join('+'),
    'ln(7) + ln(1009) - ln(7063)',
  ]) {
    let calls = 0
    const task = EvalInput.parse({ input })
    assert.throws(
      () =>
        workOut(prepare(task, DEFAULT_LIMITS), task, DEFAULT_LIMITS, () => {
          calls++
          throw fault('CANCELLED', 'The caller left.')
        }),
      { code: 'CANCELLED' },
      input.slice(0, 30),
    )
    assert.equal(calls, 1)
  }
})

test('a cancel in a note ends the note, it is not the error of a line', () => {
  const task = EvalInput.parse({ input: '1 + 1\n20000!\n2' })
  const cancel = (): void => {
    throw fault('DEADLINE', 'Too late.')
  }
  assert.throws(() => workOut(prepare(task, DEFAULT_LIMITS), task, DEFAULT_LIMITS, cancel), {
    code: 'DEADLINE',
  })
})

test('a note holds no more digits than a few of the largest numbers', () => {
  assert.equal(outcome(Array(30).fill('7^110000').join('\n')), 'TOO_LARGE')
})

test('the limits of a call are those it is given', () => {
  const task = EvalInput.parse({ input: '2^100' })
  const limits = { ...DEFAULT_LIMITS, maxDigits: 20 }
  assert.throws(() => workOut(prepare(task, limits), task, limits, () => {}), { code: 'TOO_LARGE' })
  assert.equal(runWith().limits.maxDigits, 100_000)
})
