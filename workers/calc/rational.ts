import { gcd, type Checkpoint } from './integer.ts'

/** An exact number: a whole numerator over a positive whole denominator, in lowest terms. */
export class Rational {
  readonly n: bigint
  readonly d: bigint

  /** Trusts its arguments; `ratio` is the door for others. */
  constructor(n: bigint, d: bigint) {
    this.n = n
    this.d = d
  }
}

export const ZERO = new Rational(0n, 1n)
export const ONE = new Rational(1n, 1n)
export const HALF = new Rational(1n, 2n)

/** A whole number as a rational. */
export function whole(n: bigint | number): Rational {
  return new Rational(BigInt(n), 1n)
}

/** n / d in lowest terms. The caller makes sure that d is not 0. */
export function ratio(n: bigint, d: bigint, checkpoint?: Checkpoint): Rational {
  if (d < 0n) {
    n = -n
    d = -d
  }
  const common = gcd(n, d, checkpoint)
  return common === 1n ? new Rational(n, d) : new Rational(n / common, d / common)
}

/**
 * a + b. The divisor is taken from the denominators first, which are far smaller than the result
 * (Knuth, The Art of Computer Programming 2, 4.5.1).
 */
export function plus(a: Rational, b: Rational, checkpoint?: Checkpoint): Rational {
  if (a.d === b.d) {
    return a.d === 1n ? new Rational(a.n + b.n, 1n) : ratio(a.n + b.n, a.d, checkpoint)
  }
  if (b.d === 1n) return new Rational(a.n + b.n * a.d, a.d)
  if (a.d === 1n) return new Rational(a.n * b.d + b.n, b.d)
  const common = gcd(a.d, b.d, checkpoint)
  if (common === 1n) return new Rational(a.n * b.d + b.n * a.d, a.d * b.d)
  const left = a.d / common
  const n = a.n * (b.d / common) + b.n * left
  const rest = gcd(n, common, checkpoint)
  return new Rational(n / rest, left * (b.d / rest))
}

/** -a. */
export function negate(a: Rational): Rational {
  return new Rational(-a.n, a.d)
}

/** a - b. */
export function minus(a: Rational, b: Rational, checkpoint?: Checkpoint): Rational {
  return plus(a, negate(b), checkpoint)
}

/** a b, reduced crosswise before multiplying. */
export function times(a: Rational, b: Rational, checkpoint?: Checkpoint): Rational {
  if (a.d === 1n && b.d === 1n) return new Rational(a.n * b.n, 1n)
  const first = gcd(a.n, b.d, checkpoint)
  const second = gcd(b.n, a.d, checkpoint)
  return first === 1n && second === 1n
    ? new Rational(a.n * b.n, a.d * b.d)
    : new Rational((a.n / first) * (b.n / second), (a.d / second) * (b.d / first))
}

/** 1 / a. The caller makes sure that a is not 0. */
export function inverse(a: Rational): Rational {
  return a.n < 0n ? new Rational(-a.d, -a.n) : new Rational(a.d, a.n)
}

/** a / b. The caller makes sure that b is not 0. */
export function over(a: Rational, b: Rational, checkpoint?: Checkpoint): Rational {
  return a.d === 1n && b.d === 1n ? ratio(a.n, b.n, checkpoint) : times(a, inverse(b), checkpoint)
}

/** a to a whole power; a is not 0 where k < 0. Lowest terms stay lowest, so nothing is reduced. */
export function wholePower(a: Rational, k: bigint): Rational {
  if (k < 0n) return wholePower(inverse(a), -k)
  return new Rational(a.n ** k, a.d === 1n ? 1n : a.d ** k)
}

/** -1, 0 or 1 as a is less than, equal to or greater than b. */
export function compare(a: Rational, b: Rational): -1 | 0 | 1 {
  const left = a.n * b.d
  const right = b.n * a.d
  return left < right ? -1 : left > right ? 1 : 0
}

/** Whether a and b are the same number. */
export function same(a: Rational, b: Rational): boolean {
  return a.n === b.n && a.d === b.d
}

/** The sign of a. */
export function sign(a: Rational): -1 | 0 | 1 {
  return a.n < 0n ? -1 : a.n > 0n ? 1 : 0
}

/** |a|. */
export function absolute(a: Rational): Rational {
  return a.n < 0n ? new Rational(-a.n, a.d) : a
}

/** The greatest whole number that is not above a. */
export function floor(a: Rational): bigint {
  if (a.d === 1n) return a.n
  const quotient = a.n / a.d
  return a.n < 0n ? quotient - 1n : quotient
}

/** The least whole number that is not below a. */
export function ceiling(a: Rational): bigint {
  return a.d === 1n ? a.n : floor(a) + 1n
}

/** a without its digits after the point. */
export function truncate(a: Rational): bigint {
  return a.n / a.d
}
