import { fault } from '../../bridge/faults.ts'
import { boundedPower, multiply, powerBits } from './algebra.ts'
import { sign } from './digits.ts'
import { bitLength } from './integer.ts'
import { expOf, lnOf, longPower, powerOf, rationalPower } from './powers.ts'
import * as rational from './rational.ts'
import { ONE, Rational, whole, ZERO } from './rational.ts'
import * as real from './real.ts'
import { formOf, type Num } from './real.ts'
import { read, tooLarge, type Run } from './run.ts'
import { checked, numberOf, type Value } from './value.ts'

const minusOne = whole(-1)

/** a to the power b: exact where that is rational, the real root where a is negative. */
export function power(a: Value, b: Value, run: Run): Value {
  const base = numberOf(a, run)
  const exponent = numberOf(b, run)
  if (sign(base, run) === 0) {
    const direction = sign(exponent, run)
    if (direction < 0) throw fault('DIVISION_BY_ZERO', '0 to a negative power divides by 0.')
    if (direction === 0) read(run, '0^0 is taken as 1')
    return direction === 0 ? ONE : ZERO
  }
  if (exponent instanceof Rational) {
    if (exponent.d === 1n) {
      if (exponent.n === 0n) return ONE
      return base instanceof Rational ? wholePower(base, exponent, run) : powerOf(base, exponent, run)
    }
    if (sign(base, run) > 0) {
      if (base instanceof Rational) boundedSize(base, exponent, run)
      return powerOf(base, exponent, run)
    }
    if (exponent.d % 2n === 0n) {
      throw fault(
        'DOMAIN',
        `${formOf(base)} has no real power ${formOf(exponent)}: an even root of a negative number.`,
      )
    }
    read(run, 'an odd root of a negative number is its real root')
    const root = powerOf(real.scale(base, minusOne), exponent, run)
    return exponent.n % 2n === 0n ? root : real.scale(root, minusOne)
  }
  if (sign(base, run) < 0) {
    throw fault('DOMAIN', `${formOf(base)} has no real power ${formOf(exponent)}: the base is negative.`)
  }
  return expOf(multiply(exponent, lnOf(base, run), run), run)
}

/**
 * A rational to a whole power: exact, or rounded where it would be longer than the limit and yet of a plain size,
 * as 1.0001^100000. Fault TOO_LARGE.
 */
function wholePower(base: Rational, exponent: Rational, run: Run): Num {
  const isLong = powerBits(base, exponent.n) > run.maxBits
  if (!isLong || base.d === 1n || base.n === 1n || base.n === -1n) {
    return checked(boundedPower(base, exponent.n, run), run)
  }
  boundedSize(base, exponent, run)
  if (exponent.n > 2n ** 50n || exponent.n < -(2n ** 50n)) throw tooLarge('The power', run.limits)
  const size = longPower(rational.absolute(base), exponent)
  return base.n < 0n && exponent.n % 2n !== 0n ? real.scale(size, minusOne) : size
}

/** Refuses powers whose size alone outgrows the limit. */
function boundedSize(base: Rational, exponent: Rational, run: Run): void {
  const size = Math.abs(bitLength(base.n) - bitLength(base.d)) - 1
  const times = Number(rational.floor(rational.absolute(exponent)))
  if (size > 0 && size * times > run.maxBits) throw tooLarge('The power', run.limits)
}

/** x to the power 1/k. */
export function rootOf(x: Num, k: bigint, run: Run): Num {
  const direction = sign(x, run)
  if (direction === 0) return ZERO
  if (direction < 0 && k % 2n === 0n) {
    throw fault(
      'DOMAIN',
      `${formOf(x)} is negative and has no real ${k === 2n ? 'square root' : `root of order ${k}`}.`,
    )
  }
  const order = new Rational(1n, k)
  if (direction < 0) return real.scale(powerOf(real.scale(x, minusOne), order, run), minusOne)
  return x instanceof Rational ? rationalPower(x, order, run) : powerOf(x, order, run)
}
