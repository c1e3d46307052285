import { opposite, quotient, scaled, shifted, sum, topBit, touchesZero, trim, type Ball } from './ball.ts'
import { fault } from '../../bridge/faults.ts'
import { bitLength } from './integer.ts'

/*
 * Elementary functions in fixed point: a number x is the whole number x 2^w. Arguments are made small by exact
 * reductions, a Taylor series does the rest, and each function returns a bound of its error in units of the last
 * place (Brent and Zimmermann, Modern Computer Arithmetic, chapter 4).
 */

/** Arguments beyond 2^24 make results of more than five million digits, more than any limit lets through. */
const maxTop = 24
/** A turn of the circle is taken out of arguments up to 2^20000. */
const maxTurnBits = 20_000

interface Fixed {
  value: bigint
  /** Bound of the error, in units of the last place. */
  error: bigint
}

/** A constant that is computed once for the largest width asked for so far. */
function constant(compute: (width: number) => bigint): (width: number) => bigint {
  let known = 0n
  let knownWidth = -1
  return (width) => {
    if (width > knownWidth) {
      const extra = 32
      known = compute(width + 64 + extra) >> BigInt(extra)
      knownWidth = width + 64
    }
    return known >> BigInt(knownWidth - width)
  }
}

/** atan(1/k) (alternating) or atanh(1/k) for a whole k, in fixed point; an error below its number of terms. */
function arcOfInverse(k: number, width: number, isAlternating: boolean): bigint {
  let term = (1n << BigInt(width)) / BigInt(k)
  let total = term
  const square = BigInt(k * k)
  for (let i = 3; term !== 0n; i += 2) {
    term /= isAlternating ? -square : square
    total += term / BigInt(i)
  }
  return total
}

/** pi 2^width, rounded down to within one unit (Machin's formula). */
export const fixedPi = constant(
  (width) => 16n * arcOfInverse(5, width, true) - 4n * arcOfInverse(239, width, true),
)

/** ln 2 in fixed point, to within one unit (Størmer's formula with 26, 4801 and 8749). */
export const fixedLn2 = constant(
  (width) =>
    18n * arcOfInverse(26, width, false) -
    2n * arcOfInverse(4801, width, false) +
    8n * arcOfInverse(8749, width, false),
)

/** How often the unit goes into x, to the nearest. */
function nearest(x: bigint, unit: bigint): bigint {
  const half = unit >> 1n
  return x < 0n ? -((half - x) / unit) : (x + half) / unit
}

/** e^y for |y| < 1/2: a Taylor series at y / 2^j, then j squarings, each of which doubles the error. */
function expFixed(y: bigint, width: number): Fixed {
  const halvings = Math.ceil(Math.sqrt(width) / 1.4)
  const small = y >> BigInt(halvings)
  const scale = BigInt(width)
  let term = 1n << scale
  let total = term
  let count = 1
  while (term !== 0n && term !== -1n) {
    term = (term * small) >> scale
    term /= BigInt(count)
    total += term
    count++
  }
  for (let i = 0; i < halvings; i++) total = (total * total) >> scale
  return { value: total, error: BigInt(count + 4) << BigInt(halvings + 3) }
}

/** Extra bits that expFixed loses at most at a width. */
function expGuard(bits: number): number {
  return Math.ceil(Math.sqrt(bits) / 1.4) + 24
}

/** e^x. Fault TOO_LARGE where |x| passes 2^24. */
export function exp(x: Ball, bits: number): Ball | undefined {
  if (x.m === 0n && x.r === 0n) return { m: 1n, e: 0, r: 0n }
  const top = topBit(x)
  if (top > maxTop) throw fault('TOO_LARGE', 'The power of e has more than five million digits.')
  if (top < -bits - 8) {
    // So close to 0 that e^x is 1 to all bits.
    return { m: 1n << BigInt(bits), e: -bits, r: 1n }
  }
  const width = bits + Math.max(top, 0) + expGuard(bits)
  const fixed = shifted(x.m, x.e + width)
  const spread = shifted(x.r, x.e + width) + 2n
  if (spread > 1n << BigInt(width)) return undefined
  const ln2 = fixedLn2(width)
  const turns = nearest(fixed, ln2)
  const result = expFixed(fixed - turns * ln2, width)
  const inputError = spread + (turns < 0n ? -turns : turns)
  return trim(result.value, Number(turns) - width, result.error + 4n * inputError, bits)
}

/** 2 atanh(z) for |z| < 1/2, in fixed point. */
function doubleArcTangentH(z: bigint, width: number): Fixed {
  const scale = BigInt(width)
  const square = (z * z) >> scale
  let term = z
  let total = z
  let i = 3
  for (; term !== 0n && term !== -1n; i += 2) {
    term = (term * square) >> scale
    total += term / BigInt(i)
  }
  return { value: total * 2n, error: BigInt(4 * i) }
}

/**
 * ln x; undefined where x may be 0 or negative. A double gives y with e^y close to x, and ln x = y + ln(x / e^y)
 * has a series that wins 100 bits a term.
 */
export function ln(x: Ball, bits: number): Ball | undefined {
  if (x.m <= x.r) return undefined
  const length = bitLength(x.m)
  const width = bits + expGuard(bits) + 16
  const scale = BigInt(width)
  // x = f 2^k with f between 3/4 and 3/2
  const isHigh = x.m * 4n >= 3n << BigInt(length)
  const bottom = isHigh ? length : length - 1
  const k = x.e + bottom
  const f = shifted(x.m, width - bottom)
  const guess = Math.log(Number(shifted(f, 53 - width)) / 2 ** 53)
  const y = Math.abs(guess) < 2 ** -20 ? 0n : shifted(BigInt(Math.round(guess * 2 ** 53)), width - 53)
  const start = y === 0n ? { value: 1n << scale, error: 0n } : expFixed(y, width)
  const z = ((f - start.value) << scale) / (f + start.value)
  const arc = doubleArcTangentH(z, width)
  const total = y + arc.value + BigInt(k) * fixedLn2(width)
  // ln((m ± r) / m) <= r / (m - r)
  const spread = (x.r << scale) / (x.m - x.r) + 1n
  const error = 4n * (start.error + 2n) + arc.error + BigInt(Math.abs(k)) + spread
  return trim(total, -width, error, bits)
}

interface SinCos {
  sin: bigint
  cos: bigint
  error: bigint
}

/**
 * sin y and cos y for |y| < 1. Series at y / 2^j for the sine and the versine 1 - cos, which keeps its digits
 * near 0; j doublings: sin 2t = 2 sin t cos t, vers 2t = 2 vers t (2 - vers t), each at most four times the error.
 */
function sinCosFixed(y: bigint, width: number): SinCos {
  const halvings = Math.ceil(Math.sqrt(width) / 2)
  const scale = BigInt(width)
  const unit = 1n << scale
  const small = y >> BigInt(halvings)
  const square = (small * small) >> scale
  let term = small
  let sin = small
  let i = 1
  for (; term !== 0n && term !== -1n; i += 2) {
    term = -((term * square) >> scale) / BigInt((i + 1) * (i + 2))
    sin += term
  }
  term = square / 2n
  let versine = term
  for (i = 2; term !== 0n && term !== -1n; i += 2) {
    term = -((term * square) >> scale) / BigInt((i + 1) * (i + 2))
    versine += term
  }
  for (let step = 0; step < halvings; step++) {
    sin = (2n * sin * (unit - versine)) >> scale
    versine = (2n * versine * (2n * unit - versine)) >> scale
  }
  return { sin, cos: unit - versine, error: BigInt(i + 4) << BigInt(2 * halvings + 3) }
}

/** sin x and cos x together. Fault TOO_LARGE where |x| passes 2^20000. */
export function sinCos(x: Ball, bits: number): { sin: Ball; cos: Ball } | undefined {
  const top = topBit(x)
  if (top > maxTurnBits)
    throw fault('TOO_LARGE', 'The angle has more than 6,000 digits; at most those are taken.')
  // Tiny angles keep their relative precision.
  const width =
    bits + Math.max(top, 0) + Math.min(Math.max(-top, 0), bits * 2) + Math.ceil(Math.sqrt(bits) * 1.5) + 32
  const spread = shifted(x.r, x.e + width) + 2n
  if (spread > 1n << BigInt(width)) return undefined
  const fixed = shifted(x.m, x.e + width)
  const halfPi = fixedPi(width) >> 1n
  const turns = nearest(fixed, halfPi)
  const rest = fixed - turns * halfPi
  const { sin, cos, error } = sinCosFixed(rest, width)
  const r = error + spread + 2n * (turns < 0n ? -turns : turns)
  const ball = (m: bigint): Ball => trim(m, -width, r, bits)
  const quarter = Number(((turns % 4n) + 4n) % 4n)
  if (quarter === 0) return { sin: ball(sin), cos: ball(cos) }
  if (quarter === 1) return { sin: ball(cos), cos: ball(-sin) }
  if (quarter === 2) return { sin: ball(-sin), cos: ball(-cos) }
  return { sin: ball(-cos), cos: ball(sin) }
}

/** atan x. As for ln, a double y starts it: atan x = y + atan((x cos y - sin y) / (cos y + x sin y)). */
export function atan(x: Ball, bits: number): Ball | undefined {
  if (x.m < 0n) {
    const mirrored = atan(opposite(x), bits)
    return mirrored && opposite(mirrored)
  }
  if (x.m === 0n && x.r === 0n) return x
  if (topBit(x) > 1) {
    if (touchesZero(x)) return undefined
    const inverse = quotient({ m: 1n, e: 0, r: 0n }, x, bits + 8)
    const rest = inverse && atan(inverse, bits + 8)
    if (rest === undefined) return undefined
    const width = bits + 8
    const pi: Ball = { m: fixedPi(width), e: -width, r: 2n }
    return sum(scaled(pi, -1), opposite(rest), bits)
  }
  const extra = Math.min(Math.max(-topBit(x), 0), bits * 2)
  const width = bits + extra + Math.ceil(Math.sqrt(bits) * 1.5) + 32
  const scale = BigInt(width)
  const fixed = shifted(x.m, x.e + width)
  const spread = shifted(x.r, x.e + width) + 2n
  const guess = Math.atan(Number(shifted(fixed, 53 - width)) / 2 ** 53)
  const y = guess < 2 ** -20 ? 0n : shifted(BigInt(Math.round(guess * 2 ** 53)), width - 53)
  const start = y === 0n ? { sin: 0n, cos: 1n << scale, error: 0n } : sinCosFixed(y, width)
  const across = (fixed * start.cos) / (1n << scale) - start.sin
  const along = start.cos + ((fixed * start.sin) >> scale)
  const t = (across << scale) / along
  const square = (t * t) >> scale
  let term = t
  let total = t
  let i = 3
  for (; term !== 0n && term !== -1n; i += 2) {
    term = -((term * square) >> scale)
    total += term / BigInt(i)
  }
  return trim(y + total, -width, 6n * (start.error + 2n) + BigInt(4 * i) + spread, bits)
}
