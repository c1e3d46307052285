import { fault } from '../../bridge/faults.ts'
import { multiply as multiplyNums, proportion } from './algebra.ts'
import { choose, factorial } from './combinatorics.ts'
import { floorOf, sign } from './digits.ts'
import { power } from './exponentiation.ts'
import { bitLength } from './integer.ts'
import { powerOf } from './powers.ts'
import * as rational from './rational.ts'
import { ONE, Rational, whole } from './rational.ts'
import * as real from './real.ts'
import { formOf, type Num } from './real.ts'
import { read, tooLarge, type Run } from './run.ts'
import { boundedProduct, checked, Factorial, numberOf, Percent, wholeOf, type Value } from './value.ts'

/** An operator of the language: how it is written in a step, and what it does. */
export interface Operator {
  readonly kind: 'unary' | 'binary'
  readonly symbol: string
  /** For a unary operator b is the operand once more. */
  readonly apply: (a: Value, b: Value, run: Run) => Value
}

const unary = (symbol: string, apply: (a: Value, run: Run) => Value): Operator => ({
  kind: 'unary',
  symbol,
  apply: (a, _, run) => apply(a, run),
})
const binary = (symbol: string, apply: Operator['apply']): Operator => ({ kind: 'binary', symbol, apply })

const minusOne = whole(-1)

function added(a: Num, b: Num, run: Run): Num {
  return a instanceof Rational && b instanceof Rational
    ? checked(rational.plus(a, b, run.checkpoint), run)
    : real.add(a, b)
}

function multiplied(a: Num, b: Num, run: Run): Num {
  return a instanceof Rational && b instanceof Rational
    ? checked(rational.times(a, b, run.checkpoint), run)
    : multiplyNums(a, b, run)
}

/** a + b; b in percent is that share of a. */
export function add(a: Value, b: Value, run: Run): Value {
  if (a instanceof Rational && b instanceof Rational) return checked(rational.plus(a, b, run.checkpoint), run)
  if (b instanceof Percent) {
    if (a instanceof Percent) return new Percent(added(a.ratio, b.ratio, run))
    read(run, 'a percentage after + or - is taken of what stands before it')
    return multiplied(numberOf(a, run), added(ONE, b.ratio, run), run)
  }
  return added(numberOf(a, run), numberOf(b, run), run)
}

/** -a. */
function negated(a: Value, run: Run): Value {
  if (a instanceof Rational) return rational.negate(a)
  if (a instanceof Percent) return new Percent(real.scale(a.ratio, minusOne))
  return real.scale(numberOf(a, run), minusOne)
}

/** a b. */
export function multiply(a: Value, b: Value, run: Run): Value {
  if (a instanceof Rational && b instanceof Rational)
    return checked(rational.times(a, b, run.checkpoint), run)
  const product = multiplied(numberOf(a, run), numberOf(b, run), run)
  return a instanceof Percent && b instanceof Percent ? new Percent(product) : product
}

/** a / b. Fault DIVISION_BY_ZERO. */
export function divide(a: Value, b: Value, run: Run): Value {
  if (a instanceof Factorial && b instanceof Factorial && a.step === 1 && b.step === 1) {
    return a.n >= b.n
      ? boundedProduct(b.n + 1, a.n, 1, run)
      : rational.inverse(boundedProduct(a.n + 1, b.n, 1, run))
  }
  const below = numberOf(b, run)
  const above = numberOf(a, run)
  if (sign(below, run) === 0) {
    throw fault('DIVISION_BY_ZERO', `${formOf(above)} is divided by 0. A divisor must not be 0.`)
  }
  if (above instanceof Rational && below instanceof Rational) {
    const quotient = checked(rational.over(above, below, run.checkpoint), run)
    return a instanceof Percent && !(b instanceof Percent) ? new Percent(quotient) : quotient
  }
  const quotient = proportion(above, below) ?? multiplied(above, powerOf(below, minusOne, run), run)
  return a instanceof Percent && !(b instanceof Percent) ? new Percent(quotient) : quotient
}

/** a - b floor(a / b), which has the sign of b. Fault DIVISION_BY_ZERO. */
export function modulo(a: Value, b: Value, run: Run): Value {
  const above = numberOf(a, run)
  const below = numberOf(b, run)
  if (sign(below, run) === 0) {
    throw fault(
      'DIVISION_BY_ZERO',
      `The remainder of ${formOf(above)} by 0 was asked for. A divisor must not be 0.`,
    )
  }
  if (above instanceof Rational && below instanceof Rational) {
    if (above.n < 0n !== below.n < 0n && above.n !== 0n) read(run, 'mod takes the sign of the divisor')
    if (above.d === 1n && below.d === 1n) {
      const rest = above.n % below.n
      return new Rational(rest !== 0n && rest < 0n !== below.n < 0n ? rest + below.n : rest, 1n)
    }
  }
  const quotient = numberOf(divide(above, below, run), run)
  return added(above, multiplied(below, whole(-floorOf(quotient, run)), run), run)
}

/** -1, 0 or 1 as a is less than, equal to or greater than b. */
export function order(a: Num, b: Num, run: Run): -1 | 0 | 1 {
  if (a instanceof Rational && b instanceof Rational) return rational.compare(a, b)
  return sign(real.add(a, real.scale(b, minusOne)), run)
}

const comparison = (symbol: string, holds: (order: number) => boolean): Operator =>
  binary(symbol, (a, b, run) => {
    if (typeof a === 'boolean' && typeof b === 'boolean') return holds(Number(a) - Number(b))
    return holds(order(numberOf(a, run), numberOf(b, run), run))
  })

const logical = (
  symbol: string,
  onTruth: (a: boolean, b: boolean) => boolean,
  onBits: (a: bigint, b: bigint) => bigint,
): Operator =>
  binary(symbol, (a, b, run) => {
    if (typeof a === 'boolean' && typeof b === 'boolean') return onTruth(a, b)
    return whole(onBits(wholeOf(a, `"${symbol}"`, run), wholeOf(b, `"${symbol}"`, run)))
  })

function shift(a: Value, by: bigint, run: Run): Value {
  const x = wholeOf(a, 'A shift of bits', run)
  if (by > 0n && BigInt(bitLength(x)) + by > BigInt(run.maxBits))
    throw tooLarge('The shifted number', run.limits)
  return whole(by < BigInt(-run.maxBits) ? (x < 0n ? -1n : 0n) : x << by)
}

/** Fault SYNTAX unless the value is a percentage. */
function share(a: Value, word: string): Num {
  if (a instanceof Percent) return a.ratio
  throw fault('SYNTAX', `A percentage was expected before "${word}", as in "20% ${word} 50".`)
}

/** a of b: a share or a multiple. */
function of(a: Value, b: Value, run: Run): Value {
  const product = multiplied(numberOf(a, run), numberOf(b, run), run)
  return b instanceof Percent ? new Percent(product) : product
}

export const PLUS = binary('+', add)
export const MINUS = binary('-', (a, b, run) =>
  a instanceof Rational && b instanceof Rational
    ? checked(rational.minus(a, b, run.checkpoint), run)
    : add(a, negated(b, run), run),
)
export const TIMES = binary('*', multiply)
export const OVER = binary('/', divide)
export const MOD = binary('mod', modulo)
export const POWER = binary('^', power)
export const CHOOSE = binary('choose', choose)
export const OF = binary('of', of)
export const OFF = binary('off', (a, b, run) =>
  multiplied(numberOf(b, run), added(ONE, real.scale(share(a, 'off'), minusOne), run), run),
)
export const ON = binary('on', (a, b, run) => {
  read(run, 'p% on x adds p% to x')
  return multiplied(numberOf(b, run), added(ONE, share(a, 'on'), run), run)
})
export const AND = logical(
  'and',
  (a, b) => a && b,
  (a, b) => a & b,
)
export const OR = logical(
  'or',
  (a, b) => a || b,
  (a, b) => a | b,
)
export const XOR = logical(
  'xor',
  (a, b) => a !== b,
  (a, b) => a ^ b,
)
export const SHIFT_LEFT = binary('<<', (a, b, run) => shift(a, wholeOf(b, 'A shift of bits', run), run))
export const SHIFT_RIGHT = binary('>>', (a, b, run) => shift(a, -wholeOf(b, 'A shift of bits', run), run))
export const EQUAL = comparison('=', (order) => order === 0)
export const UNEQUAL = comparison('!=', (order) => order !== 0)
export const LESS = comparison('<', (order) => order < 0)
export const AT_MOST = comparison('<=', (order) => order <= 0)
export const GREATER = comparison('>', (order) => order > 0)
export const AT_LEAST = comparison('>=', (order) => order >= 0)

export const NEGATE = unary('-', negated)
export const KEEP = unary('+', (a, run) => (a instanceof Percent ? a : numberOf(a, run)))
export const NOT = unary('not', (a, run) => (typeof a === 'boolean' ? !a : whole(~wholeOf(a, '"not"', run))))
export const PERCENT = unary(
  '%',
  (a, run) => new Percent(multiplied(numberOf(a, run), new Rational(1n, 100n), run)),
)
export const PER_MILLE = unary(
  '‰',
  (a, run) => new Percent(multiplied(numberOf(a, run), new Rational(1n, 1000n), run)),
)

/** The operator of n!, n!! and so on. */
export function factorialOperator(step: number): Operator {
  return unary('!'.repeat(step), (a, run) => factorial(a, step, run))
}
