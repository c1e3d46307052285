import { bitLength, rootFloor } from './integer.ts'
import type { Rational } from './rational.ts'

/**
 * A real number known to lie between (m - r) 2^e and (m + r) 2^e. Every operation below widens r by all it
 * drops, so a ball never lies; what it cannot say at the precision asked for is `undefined`, and the caller
 * tries again with more bits (Ziv, Fast evaluation of elementary functions, 1991; balls as in Arb).
 */
export interface Ball {
  readonly m: bigint
  readonly e: number
  readonly r: bigint
}

/** The ball with a middle of at most `bits` bits. */
export function trim(m: bigint, e: number, r: bigint, bits: number): Ball {
  const drop = bitLength(m) - bits
  if (drop <= 0) return { m, e, r }
  const shift = BigInt(drop)
  return { m: m >> shift, e: e + drop, r: (r >> shift) + 2n }
}

/** x 2^shift for a shift of either sign, rounded down. */
export function shifted(x: bigint, shift: number): bigint {
  return shift >= 0 ? x << BigInt(shift) : x >> BigInt(-shift)
}

/** A rational as a ball; exact where its denominator is 1. */
export function ballOf(q: Rational, bits: number): Ball {
  if (q.d === 1n) return trim(q.n, 0, 0n, bits)
  const shift = bits + bitLength(q.d) - bitLength(q.n) + 1
  const m = shift >= 0 ? (q.n << BigInt(shift)) / q.d : q.n / (q.d << BigInt(-shift))
  return { m, e: -shift, r: 1n }
}

/** Position of the highest bit the number may have: |x| < 2^top. */
export function topBit(x: Ball): number {
  return bitLength((x.m < 0n ? -x.m : x.m) + x.r) + x.e
}

/** Whether the number may be 0. */
export function touchesZero(x: Ball): boolean {
  return (x.m < 0n ? -x.m : x.m) <= x.r
}

/** -x. */
export function opposite(x: Ball): Ball {
  return { m: -x.m, e: x.e, r: x.r }
}

/** x 2^k. */
export function scaled(x: Ball, k: number): Ball {
  return { m: x.m, e: x.e + k, r: x.r }
}

/** x + y. */
export function sum(x: Ball, y: Ball, bits: number): Ball {
  if (x.m === 0n && x.r === 0n) return y
  if (y.m === 0n && y.r === 0n) return x
  const lowest = Math.max(topBit(x), topBit(y)) - bits - 4
  const e = Math.max(Math.min(x.e, y.e), lowest)
  const a = aligned(x, e)
  const b = aligned(y, e)
  return trim(a.m + b.m, e, a.r + b.r, bits)
}

function aligned(x: Ball, e: number): Ball {
  if (x.e >= e) return { m: x.m << BigInt(x.e - e), e, r: x.r << BigInt(x.e - e) }
  // A number far below the last bit is all error.
  if (topBit(x) < e) return { m: 0n, e, r: 1n }
  const shift = BigInt(e - x.e)
  return { m: x.m >> shift, e, r: (x.r >> shift) + 2n }
}

/** x y. */
export function times(x: Ball, y: Ball, bits: number): Ball {
  const xSize = x.m < 0n ? -x.m : x.m
  const ySize = y.m < 0n ? -y.m : y.m
  return trim(x.m * y.m, x.e + y.e, xSize * y.r + ySize * x.r + x.r * y.r, bits)
}

/** x / y; undefined where y may be 0. */
export function quotient(x: Ball, y: Ball, bits: number): Ball | undefined {
  if (touchesZero(y)) return undefined
  const shift = bits + bitLength(y.m) - bitLength(x.m) + 1
  const m = shift >= 0 ? (x.m << BigInt(shift)) / y.m : x.m / (y.m << BigInt(-shift))
  const least = (y.m < 0n ? -y.m : y.m) - y.r
  // |x/y - m| <= (rx + |m| ry) / (|y| - ry), in units of the quotient.
  const spread = shifted(x.r, shift) + 1n + ((m < 0n ? -m : m) + 1n) * y.r
  return trim(m, x.e - y.e - shift, spread / least + 2n, bits)
}

/** x to a whole power k >= 0. */
export function power(x: Ball, k: number, bits: number): Ball {
  const inner = bits + bitLength(BigInt(k)) + 8
  let result: Ball = { m: 1n, e: 0, r: 0n }
  for (let i = bitLength(BigInt(k)) - 1; i >= 0; i--) {
    result = times(result, result, inner)
    if (Math.floor(k / 2 ** i) % 2 === 1) result = times(result, x, inner)
  }
  return trim(result.m, result.e, result.r, bits)
}

/** The k-th root of x; undefined where x may be negative or 0. */
export function rootOf(x: Ball, k: number, bits: number): Ball | undefined {
  if (x.m <= x.r) return undefined
  let shift = Math.max(0, k * bits + 2 - bitLength(x.m))
  // The exponent must be a multiple of k.
  shift += (((x.e - shift) % k) + k) % k
  const m = rootFloor(x.m << BigInt(shift), k)
  // |(x ± r)^(1/k) - x^(1/k)| <= x^(1/k) r / (x - r)
  const spread = ((m + 1n) * x.r) / (x.m - x.r) + 2n
  return trim(m, (x.e - shift) / k, spread, bits)
}

/** The k-th root of a whole number n > 0. */
export function wholeRoot(n: bigint, k: number, bits: number): Ball {
  const shift = Math.max(0, Math.ceil((k * bits - bitLength(n)) / k) + 1)
  return { m: rootFloor(n << BigInt(k * shift), k), e: -shift, r: 1n }
}
