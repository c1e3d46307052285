import type { Ball } from './ball.ts'
import { bitLength, powerOfTen } from './integer.ts'

/** Ways to drop digits, named as in the General Decimal Arithmetic specification (decTest). */
export type Rounding = 'half_even' | 'half_up' | 'half_down' | 'up' | 'down' | 'ceiling' | 'floor' | '05up'

/** A decimal: coefficient times ten to the exponent. */
export interface Decimal {
  coefficient: bigint
  exponent: number
  /** Whether digits other than zeros were dropped. */
  inexact: boolean
}

/**
 * Whether the last kept digit goes up by one in size. `half` compares what was dropped with half a unit of it:
 * -1 below, 0 the middle, 1 above. Nothing was dropped: not called.
 */
function goesUp(last: bigint, half: -1 | 0 | 1, isNegative: boolean, mode: Rounding): boolean {
  switch (mode) {
    case 'half_even':
      return half === 1 || (half === 0 && last % 2n === 1n)
    case 'half_up':
      return half !== -1
    case 'half_down':
      return half === 1
    case 'up':
      return true
    case 'down':
      return false
    case 'ceiling':
      return !isNegative
    case 'floor':
      return isNegative
    case '05up':
      return last % 5n === 0n
  }
}

/** n / d (d > 0) rounded to a whole number. */
export function roundToWhole(n: bigint, d: bigint, mode: Rounding): bigint {
  const isNegative = n < 0n
  const size = isNegative ? -n : n
  let quotient = size / d
  const rest = size % d
  if (rest !== 0n) {
    const twice = rest * 2n
    if (goesUp(quotient, twice < d ? -1 : twice > d ? 1 : 0, isNegative, mode)) quotient++
  }
  return isNegative ? -quotient : quotient
}

/** n / d (d > 0) rounded to `digits` significant digits. Exact where it has no more than those. */
export function roundToDigits(n: bigint, d: bigint, digits: number, mode: Rounding): Decimal {
  if (n === 0n) return { coefficient: 0n, exponent: 0, inexact: false }
  const isNegative = n < 0n
  const size = isNegative ? -n : n
  // A scale that leaves `digits` digits or up to two more, from the sizes in bits.
  const scale = digits - Math.floor((bitLength(size) - bitLength(d) - 1) * Math.LOG10E * Math.LN2)
  const over = scale < 0 ? size : size * powerOfTen(scale)
  const under = scale < 0 ? d * powerOfTen(-scale) : d
  const all = over / under
  const isSticky = all * under !== over
  const extra = all.toString().length - digits
  const unit = powerOfTen(extra)
  let coefficient = all / unit
  const rest = all % unit
  let exponent = extra - scale
  const inexact = isSticky || rest !== 0n
  if (inexact) {
    const twice = rest * 2n
    const half = twice < unit ? -1 : twice > unit || isSticky ? 1 : 0
    if (goesUp(coefficient, half, isNegative, mode)) {
      coefficient++
      if (coefficient === powerOfTen(digits)) {
        coefficient /= 10n
        exponent++
      }
    }
  }
  return { coefficient: isNegative ? -coefficient : coefficient, exponent, inexact }
}

/**
 * Every number of a ball rounded to `digits` significant digits, where all of them round to the same decimal;
 * undefined where they do not, or where the ball touches 0.
 */
export function roundBall({ m, e, r }: Ball, digits: number, mode: Rounding): Decimal | undefined {
  const isNegative = m < 0n
  const size = isNegative ? -m : m
  if (size <= r) return undefined
  // All digits that the ball knows: a number just above 1 is not 1 for the mode `ceiling`.
  const bits = bitLength(size)
  const kept = Math.max(digits + 2, Math.ceil((bits - bitLength(r)) * Math.LOG10E * Math.LN2))
  const scale = kept - Math.floor((bits - 1 + e) * Math.LOG10E * Math.LN2)
  const low = scaledWhole(size - r, e, scale)
  const high = scaledWhole(size + r, e, scale) + 1n
  const extra = low.toString().length - digits
  if (extra < 1) return undefined
  const unit = powerOfTen(extra)
  const signed = isNegative ? -1n : 1n
  const coefficient = roundToWhole(signed * low, unit, mode)
  if (roundToWhole(signed * high, unit, mode) !== coefficient) return undefined
  return coefficient * signed === powerOfTen(digits)
    ? { coefficient: coefficient / 10n, exponent: extra - scale + 1, inexact: true }
    : { coefficient, exponent: extra - scale, inexact: true }
}

/** x 2^e 10^scale, rounded down. */
function scaledWhole(x: bigint, e: number, scale: number): bigint {
  const raised = scale >= 0 ? x * powerOfTen(scale) : x
  const shifted = e >= 0 ? raised << BigInt(e) : raised >> BigInt(-e)
  return scale >= 0 ? shifted : shifted / powerOfTen(-scale)
}
