import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { calculate, decimal, outcome, valueOf } from '../../test/calc.ts'
import { ratio, Rational, same } from './rational.ts'

/** An expression tree, for an evaluator that shares nothing with the engine. */
type Tree =
  | { readonly op: 'number'; readonly text: string }
  | { readonly op: '+' | '-' | '*' | '/'; readonly left: Tree; readonly right: Tree }
  | { readonly op: '^'; readonly left: Tree; readonly power: number }
  | { readonly op: 'neg'; readonly left: Tree }

const number = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.integer({ min: 0, max: 6 }))
  .map(([n, places]): Tree => {
    const digits = n.toString().padStart(places + 1, '0')
    const at = digits.length - places
    return { op: 'number', text: places === 0 ? digits : `${digits.slice(0, at)}.${digits.slice(at)}` }
  })

const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    number,
    fc.record({ op: fc.constantFrom('+', '-', '*', '/'), left: tie('tree'), right: tie('tree') }),
    fc.record({ op: fc.constant('^' as const), left: tie('tree'), power: fc.integer({ min: 0, max: 4 }) }),
    fc.record({ op: fc.constant('neg' as const), left: tie('tree') }),
  ),
}))

/** n/d without ever reducing; undefined where something is divided by 0. */
function slow(t: Tree): [bigint, bigint] | undefined {
  if (t.op === 'number') {
    const { n, d } = decimal(t.text)
    return [n, d]
  }
  const left = slow(t.left)
  if (left === undefined) return undefined
  const [a, b] = left
  if (t.op === 'neg') return [-a, b]
  if (t.op === '^') return [a ** BigInt(t.power), b ** BigInt(t.power)]
  const right = slow(t.right)
  if (right === undefined) return undefined
  const [c, d] = right
  if (t.op === '+') return [a * d + c * b, b * d]
  if (t.op === '-') return [a * d - c * b, b * d]
  if (t.op === '*') return [a * c, b * d]
  return c === 0n ? undefined : [a * d, b * c]
}

const level = { '+': 1, '-': 1, '*': 2, '/': 2, neg: 3, '^': 4, number: 5 }

/** The tree with no more brackets than its meaning needs. */
function written(t: Tree): string {
  const inner = (child: Tree, least: number): string =>
    level[child.op] < least ? `(${written(child)})` : written(child)
  if (t.op === 'number') return t.text
  if (t.op === 'neg') return `-${inner(t.left, 3)}`
  if (t.op === '^') return `${inner(t.left, 5)}^${t.power}`
  return `${inner(t.left, level[t.op])} ${t.op} ${inner(t.right, level[t.op] + 1)}`
}

test('any expression has the value that slow fractions have, with brackets only where needed', () => {
  fc.assert(
    fc.property(tree, (t) => {
      const expected = slow(t)
      const text = written(t)
      if (expected === undefined) {
        assert.equal(outcome(text), 'DIVISION_BY_ZERO', text)
        return
      }
      const value = valueOf(text)
      assert.ok(value instanceof Rational)
      const [n, d] = expected
      assert.ok(value.n * d === n * value.d, text)
    }),
    { numRuns: 400 },
  )
})

test('the display of an answer that ends reads back as the answer', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
      fc.integer({ min: 0, max: 14 }),
      (n, places) => {
        const exact = ratio(n, 10n ** BigInt(places))
        const { display, value, approximate } = calculate(`${n}/10^${places}`)
        assert.equal(approximate, false)
        assert.ok(same(decimal(value), exact))
        assert.ok(same(decimal(calculate(display).value), exact), display)
      },
    ),
  )
})

test('a fraction given with an answer is the answer', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1_000_000, max: 1_000_000 }),
      fc.integer({ min: 1, max: 1_000_000 }),
      (n, d) => {
        const { value, fraction } = calculate(`${n}/${d}`)
        const exact = ratio(BigInt(n), BigInt(d))
        if (fraction === undefined) assert.ok(same(decimal(value), exact))
        else {
          assert.equal(fraction, `${exact.n}/${exact.d}`)
          const { n: top, d: below } = decimal(value)
          const error = top * exact.d - exact.n * below
          // Half a unit of the 34th digit.
          assert.ok(
            (error < 0n ? -error : error) * 10n ** 33n <= 5n * (exact.n < 0n ? -exact.n : exact.n) * below,
          )
        }
      },
    ),
  )
})

test('order does not matter for sums and products, irrational ones included', () => {
  const part = fc.constantFrom(
    'sqrt(2)',
    'pi',
    '1/3',
    'e',
    'sqrt(3)',
    '2^(1/3)',
    'ln(5)',
    'sin(1)',
    '0.7',
    '-4',
  )
  fc.assert(
    fc.property(part, part, part, fc.constantFrom('+', '*'), (a, b, c, op) => {
      const first = calculate(`(${a}) ${op} (${b}) ${op} (${c})`)
      const second = calculate(`(${c}) ${op} ((${b}) ${op} (${a}))`)
      assert.equal(first.value, second.value)
      assert.equal(first.approximate, second.approximate)
    }),
  )
})

test('inverse functions give back what went in, to all digits', () => {
  const pairs = [
    'exp(ln(X))',
    'ln(exp(X))',
    'sqrt(X)^2',
    'tan(atan(X))',
    'cbrt(X^3)',
    'asinh(sinh(X))',
    '10^log10(X)',
    'sin(asin(X/1000))*1000',
  ]
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999 }), fc.constantFrom(...pairs), (n, pair) => {
      const x = (n / 1000).toString()
      const got = calculate(pair.replace('X', `(${x})`))
      assert.ok(same(decimal(got.value), decimal(x)), `${pair} at ${x} is ${got.value}`)
    }),
  )
})

test('rounding to fewer digits is rounding of the number, never of a rounded one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 5000 }), fc.integer({ min: 1, max: 30 }), (n, digits) => {
      const long = calculate(`sqrt(${n})`, { precision: 60, rounding: 'down' })
      const short = calculate(`sqrt(${n})`, { precision: digits, rounding: 'down' })
      if (long.approximate)
        assert.ok(
          long.value.startsWith(short.value.replace(/\.$/, '')) ||
            BigInt(Math.round(Number(short.value))) >= 1n,
        )
      assert.equal(short.approximate, long.approximate)
    }),
  )
})

test('any text is answered or refused with a fault, never with another error', () => {
  const piece = fc.constantFrom(
    ...'0 1 2.5 1e3 0xff + - * / ^ ** % ! ( ) , ; | < > = != & << ~ ² ⁻ ½ √ π ° pi e sqrt sin max ln mod choose of off on in to as hex % x total prev line not and'.split(
      ' ',
    ),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), fc.constantFrom('', ' '), (pieces, gap) => {
      const got = outcome(pieces.join(gap))
      if (typeof got !== 'string') assert.equal(got.result, got.value)
    }),
    { numRuns: 3000 },
  )
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (text) => {
      outcome(text)
    }),
    { numRuns: 1000 },
  )
})

test('the same input gives the same answer, every time', () => {
  fc.assert(
    fc.property(tree, (t) => {
      const text = written(t)
      assert.deepEqual(outcome(text), outcome(text))
    }),
    { numRuns: 50 },
  )
  const warm = ['sqrt(2)', 'pi + e', 'ln(10)', 'sin(1)'].map((input) =>
    calculate(input, { precision: 900 }).value.slice(0, 40),
  )
  const again = ['sqrt(2)', 'pi + e', 'ln(10)', 'sin(1)'].map((input) =>
    calculate(input, { precision: 50 }).value.slice(0, 40),
  )
  assert.deepEqual(again, warm)
})
