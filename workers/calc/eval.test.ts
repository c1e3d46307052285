import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { calculate, cases, decimal, isClose, outcome, runWith, valueOf } from '../../test/calc.ts'
import { roundReal } from './answer.ts'
import { Rational, same } from './rational.ts'
import { roundToDigits, roundToWhole, type Rounding } from './rounding.ts'

const Expect = z.object({
  kind: z.string().optional(),
  value: z.string().optional(),
  exact: z.boolean().optional(),
  fraction: z.string().optional(),
  error: z.string().optional(),
  accept: z.array(z.string()).optional(),
})
const EvalCase = z.object({ id: z.string(), input: z.string(), expect: Expect })

const codes: Record<string, string> = {
  'division-by-zero': 'DIVISION_BY_ZERO',
  domain: 'DOMAIN',
  syntax: 'SYNTAX',
  'unknown-name': 'UNKNOWN_NAME',
  empty: 'EMPTY',
}

function check({ id, input, expect }: z.infer<typeof EvalCase>): void {
  const got = outcome(input)
  const where = `${id}: ${input} gave ${JSON.stringify(got)}`
  const accept = expect.accept ?? []
  if (typeof got === 'string') {
    const allowed = [expect.error, ...accept.map((text) => text.replace('error:', ''))].map(
      (text) => codes[text ?? ''],
    )
    assert.ok(allowed.includes(got), where)
    return
  }
  assert.ok(expect.value !== undefined, where)
  const value = decimal(got.value)
  const wanted = decimal(expect.value)
  assert.ok(expect.exact === true ? same(value, wanted) : isClose(value, wanted, 33), where)
  assert.equal(got.approximate, expect.exact !== true, where)
  assert.equal(
    got.fraction ?? (expect.exact === true ? got.fraction : undefined),
    expect.fraction ?? got.fraction,
    where,
  )
  assert.ok(got.kind === expect.kind || accept.includes(`kind:${got.kind}`), where)
}

test('plain arithmetic has the value that Python and mpmath gave', () => {
  for (const one of cases('eval-arith.json', EvalCase)) check(one)
})

test('percentages have the value they have in words', () => {
  for (const one of cases('eval-percent.json', EvalCase)) check(one)
})

test('facts that two other calculators agree on hold here', () => {
  for (const [id, input, value, digits] of cases(
    'peer-facts.json',
    z.tuple([z.string(), z.string(), z.string(), z.number()]),
  )) {
    const got = calculate(input)
    assert.ok(
      isClose(decimal(got.value), decimal(value), Math.max(1, digits - 1)),
      `${id}: ${input} = ${got.value}`,
    )
  }
})

test('public reports against other calculators are answered right', () => {
  const Report = z.object({ id: z.string(), input: z.string(), value: z.string() })
  for (const { id, input, value } of cases('bug-reports.json', Report)) {
    const got = calculate(input)
    const isRight = got.approximate
      ? isClose(decimal(got.value), decimal(value), 16)
      : same(decimal(got.value), decimal(value))
    assert.ok(isRight, `${id}: ${input} = ${got.value}`)
  }
})

const forms: Record<string, (args: string[]) => string> = {
  abs: ([a]) => `abs(${a})`,
  add: ([a, b]) => `(${a}) + (${b})`,
  subtract: ([a, b]) => `(${a}) - (${b})`,
  multiply: ([a, b]) => `(${a}) * (${b})`,
  divide: ([a, b]) => `(${a}) / (${b})`,
  divideint: ([a, b]) => `quo(${a}, ${b})`,
  remainder: ([a, b]) => `rem(${a}, ${b})`,
  power: ([a, b]) => `(${a}) ^ (${b})`,
  fma: ([a, b, c]) => `(${a}) * (${b}) + (${c})`,
  compare: ([a, b]) => `sign((${a}) - (${b}))`,
  squareroot: ([a]) => `sqrt(${a})`,
  exp: ([a]) => `exp(${a})`,
  ln: ([a]) => `ln(${a})`,
  log10: ([a]) => `log10(${a})`,
  minus: ([a]) => `-(${a})`,
  plus: ([a]) => `+(${a})`,
  quantize: ([a]) => `(${a})`,
}
const modes = ['half_even', 'half_up', 'half_down', 'up', 'down', 'ceiling', 'floor', '05up'] as const
const DecimalCase = z.tuple([
  z.string(),
  z.string(),
  z.number(),
  z.enum(modes),
  z.array(z.string()),
  z.string(),
])

/** The result of a decimal operation, rounded to digits or, for quantize, to the unit of the second argument. */
function rounded(op: string, args: string[], precision: number, mode: Rounding): string {
  const run = runWith(precision, mode)
  const value = valueOf(forms[op]?.(args) ?? '', run)
  if (op === 'quantize') {
    assert.ok(value instanceof Rational)
    const exponent =
      Number(/[eE]([+-]?\d+)$/.exec(args[1] ?? '')?.[1] ?? 0) -
      (/\.(\d+)/.exec(args[1] ?? '')?.[1]?.length ?? 0)
    const scale = 10n ** BigInt(Math.abs(exponent))
    const units =
      exponent < 0
        ? roundToWhole(value.n * scale, value.d, mode)
        : roundToWhole(value.n, value.d * scale, mode)
    return `${units}E${exponent}`
  }
  const { coefficient, exponent } =
    value instanceof Rational
      ? roundToDigits(value.n, value.d, precision, mode)
      : roundReal(value, precision, mode, run)
  return `${coefficient}E${exponent}`
}

for (const file of ['dectest.json', 'decimal-gen.json']) {
  test(`decimal operations round as the standard says (${file})`, () => {
    for (const [id, op, precision, mode, args, expected] of cases(file, DecimalCase)) {
      const where = `${id}: ${op} ${args.join(' ')} to ${precision} digits, ${mode}`
      if (expected === 'error')
        assert.throws(() => rounded(op, args, precision, mode), { name: 'Fault' }, where)
      else {
        const got = rounded(op, args, precision, mode)
        assert.ok(same(decimal(got), decimal(expected)), `${where}: ${got}, not ${expected}`)
      }
    }
  })
}

test('precision and rounding are those of the call', () => {
  assert.equal(calculate('2/3', { precision: 5 }).value, '0.66667')
  assert.equal(calculate('2/3', { precision: 5, rounding: 'down' }).value, '0.66666')
  assert.equal(calculate('-2/3', { precision: 3, rounding: 'ceiling' }).value, '-0.666')
  assert.equal(calculate('-2/3', { precision: 3, rounding: 'floor' }).value, '-0.667')
  assert.equal(calculate('pi', { precision: 3, rounding: 'up' }).value, '3.15')
  assert.equal(calculate('1/3', { precision: 1000 }).value, `0.${'3'.repeat(1000)}`)
  // An answer that ends is given whole, whatever the precision.
  assert.equal(calculate('2^200', { precision: 5 }).value, (2n ** 200n).toString())
})

test('angles are radians unless the call says degrees', () => {
  assert.equal(calculate('sin(30)', { angle: 'deg' }).value, '0.5')
  assert.equal(calculate('atan(1)', { angle: 'deg' }).value, '45')
  assert.equal(calculate('sin(30°)', { angle: 'deg' }).value, '0.5')
  assert.equal(calculate('cos(pi rad)', { angle: 'deg' }).value, '-1')
  assert.equal(calculate('sin(30°)').value, '0.5')
})

test('irrational forms meet and cancel exactly', () => {
  const exact: [input: string, value: string][] = [
    ['(1 + sqrt(2)) * (1 - sqrt(2))', '-1'],
    ['2^(1/3) * 2^(2/3)', '2'],
    ['sqrt(12) / sqrt(3)', '2'],
    ['ln(e^15)', '15'],
    ['e^(2 ln 3)', '9'],
    ['ln(2) + ln(3) - ln(6)', '0'],
    ['log(8, 4)', '1.5'],
    ['log10(10^0.1234)', '0.1234'],
    ['log2(1/1024)', '-10'],
    ['tan(pi/3)^2', '3'],
    ['sin(pi/4)^2', '0.5'],
    ['acos(-1)/pi', '1'],
    ['atan(sqrt(3)) / pi * 3', '1'],
    ['cosh(1)^2 - sinh(1)^2', '1'],
    ['atan2(10, 0) / pi', '0.5'],
    ['(pi^2 - pi*pi)/2', '0'],
    ['phi^2 - phi', '1'],
    ['cbrt(-27/8)', '-1.5'],
    ['(-32)^(3/5)', '-8'],
    ['sin(1)/sin(1)', '1'],
  ]
  for (const [input, value] of exact) {
    const got = calculate(input)
    assert.deepEqual([input, got.value, got.approximate], [input, value, false])
  }
})

test('what cannot be told from a simple number says so instead of pretending', () => {
  const got = calculate('ln(7) + ln(1009) - ln(7063)')
  assert.equal(got.value, '0')
  assert.equal(got.approximate, true)
  assert.match(got.readings.join(), /cannot be told from 0/)
})

test('a reading is named where there was a choice, and only there', () => {
  const readings: [input: string, reading: RegExp][] = [
    ['2(3+4)', /side by side/],
    ['1/2pi', /\(1\/2\) x/],
    ['-2^2', /-\(2\^2\)/],
    ['5% on 30', /adds p%/],
    ['100 + 10%', /what stands before/],
    ['17 % 5', /remainder/],
    ['-7 mod 3', /sign of the divisor/],
    ['5!!!', /not repeated factorials/],
    ['0^0', /taken as 1/],
    ['log(2)', /natural logarithm/],
    ['round(2.5)', /away from 0/],
    ['1,234', /groups digits/],
    ['10 000 + 1', /one number/],
    ['(-8)^(1/3)', /real root/],
    ['sin 2pi', /sin\(2 pi\)/],
    ['1 + 1 = 2', /compares/],
  ]
  for (const [input, reading] of readings) assert.match(calculate(input).readings.join('\n'), reading, input)
  for (const input of [
    '2 + 3',
    '2^3^2',
    '-5',
    '15% of 84.50',
    '1,234.5 + 1',
    '7 mod 3',
    'round(2.4)',
    '(-2)^2',
  ]) {
    assert.deepEqual(calculate(input).readings, [], input)
  }
})

test('steps show the working, each line true by itself', () => {
  assert.deepEqual(calculate('(2 + 3) * 7/4').steps, ['2 + 3 = 5', '5 * 7 = 35', '35 / 4 = 8.75'])
  assert.deepEqual(calculate('2 - -3').steps, ['2 - (-3) = 5'])
  assert.deepEqual(calculate('(-2)^2 + 1/3').steps, ['(-2) ^ 2 = 4', '4 + 1/3 = 13/3'])
  assert.deepEqual(calculate('sqrt(8) * 3').steps, [
    'sqrt(8) = 2*sqrt(2)',
    '(2*sqrt(2)) * 3 = 6*sqrt(2)',
    '6*sqrt(2) ≈ 8.48528137424',
  ])
  assert.deepEqual(calculate('5').steps, [])
  const long = calculate(Array(100).fill('1').join('+')).steps
  assert.equal(long.length, 31)
  assert.equal(long.at(-1), '… 99 operations in all')
})

test('the display is for people: groups, fractions, forms that were asked for', () => {
  const displays: [input: string, display: string][] = [
    ['2^64', '18,446,744,073,709,551,616'],
    ['22/7', '22/7 ≈ 3.14285714286'],
    ['2/3', '2/3 ≈ 0.666666666667'],
    ['sqrt(2)', '≈ 1.41421356237'],
    ['1e-30', '0.000000000000000000000000000001'],
    ['2^1000', '≈ 1.07150860719e+301'],
    ['1e400', '1e+400'],
    ['25%', '25%'],
    ['1/3 as %', '100/3 ≈ 33.3333333333%'],
    ['255 in hex', '0xff'],
    ['-5 in binary', '-0b101'],
    ['8 in octal', '0o10'],
    ['0.625 as a fraction', '5/8'],
    ['3.14159 to 2 decimals', '3.14'],
    ['2 to 3 decimals', '2.000'],
    ['pi to 5 significant figures', '3.1416'],
    ['12345.678 to 3 digits', '12,300'],
    ['asin(0.5) in degrees', '30°'],
    ['3 > 2', 'true'],
  ]
  for (const [input, display] of displays) assert.equal(calculate(input).display, display, input)
})

test('malformed text gets the fault SYNTAX, names that mean nothing UNKNOWN_NAME', () => {
  const faults: [input: string, code: string][] = [
    ['2 +', 'SYNTAX'],
    ['2 3', 'SYNTAX'],
    ['1.2.3', 'SYNTAX'],
    ['1..2', 'SYNTAX'],
    ['(1', 'SYNTAX'],
    ['1)', 'SYNTAX'],
    ['* 3', 'SYNTAX'],
    ['max()', 'SYNTAX'],
    ['sqrt(1, 2)', 'SYNTAX'],
    ['1,23 + 1', 'SYNTAX'],
    ['1 < 2 < 3', 'SYNTAX'],
    ['pi = 3', 'SYNTAX'],
    ['20 off 50', 'SYNTAX'],
    ['0x1G', 'SYNTAX'],
    ['2 + "a"', 'SYNTAX'],
    ['$5', 'SYNTAX'],
    ['sin^-1(0.5)', 'SYNTAX'],
    ['5 km', 'UNKNOWN_NAME'],
    ['5 in miles', 'UNKNOWN_UNIT'],
    ['x + 1', 'UNKNOWN_NAME'],
    ['E', 'UNKNOWN_NAME'],
    ['2026-10-15', 'AMBIGUOUS'],
    [' \t ', 'EMPTY'],
    ['// nothing', 'SYNTAX'],
    ['7 // 2', 'SYNTAX'],
    ['true + 1', 'DOMAIN'],
    ['2.5!', 'DOMAIN'],
    ['(-1)!', 'DOMAIN'],
    ['2 and 3.5', 'DOMAIN'],
    ['ln(0)', 'DOMAIN'],
    ['ln(-1)', 'DOMAIN'],
    ['asin(2)', 'DOMAIN'],
    ['(-4)^0.5', 'DOMAIN'],
    ['(-2)^pi', 'DOMAIN'],
    ['tan(pi/2)', 'DOMAIN'],
    ['pi in hex', 'DOMAIN'],
    ['pi as fraction', 'DOMAIN'],
    ['log(2, 1)', 'DOMAIN'],
    ['0^-1', 'DIVISION_BY_ZERO'],
    ['1/(sqrt(2)^2 - 2)', 'DIVISION_BY_ZERO'],
    ['1 mod 0', 'DIVISION_BY_ZERO'],
  ]
  for (const [input, code] of faults) assert.equal(outcome(input), code, input)
})
