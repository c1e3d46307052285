import { bitLength } from './integer.ts'
import type { Rational } from './rational.ts'

/*
 * How long a program will take, bounded before it runs, in about microseconds. One pass over the instructions
 * follows the sizes that numbers can reach: bits above and below the fraction bar, and the value itself where it
 * is a small whole number known in advance (so that the exponent of 10^10^10 is known to be ten thousand million).
 */

export interface Bound {
  /** Bits of numerator and denominator, at most. */
  n: number
  d: number
  /** The value, where it is known: a whole number, or one that is certainly not whole. Else NaN. */
  exact: number
  /** Irrational functions in it, each of which is worked out when digits or a sign are needed; 0 is rational. */
  weight: number
  /** A factorial that is not multiplied out yet. */
  pending: boolean
}

/** Quotients of whole numbers below it are known to be whole or not from a double. */
export const small = 2 ** 26

/** Microseconds of a product of two numbers of that many bits (measured on V8: 2048 bits take 1.9 µs). */
export const productCost = (bits: number): number => (bits < 128 ? 0.06 : 0.05 + 1.9 * (bits / 2048) ** 1.5)
/** Microseconds of a common divisor. */
export const divisorCost = (bits: number): number =>
  bits <= 53 ? 0.2 : 0.4 + bits / 100 + 40 * (bits / 4096) ** 2
/** Microseconds of writing a number in decimal. */
export const textCost = (bits: number): number =>
  0.3 + bits / 400 + (bits < 1024 ? 0 : 4000 * (bits / 118_000) ** 1.7)
/** Microseconds of working out one irrational function at a precision in digits. */
export const digitsCost = (digits: number): number => 4 + digits * 0.1 + 25 * (digits / 100) ** 1.8
/** Microseconds of bringing a number with that many irrational functions into its form. */
export const formCost = (weight: number): number => (weight === 0 ? 0 : 3 + weight / 2)
/** Microseconds of finding the sign of such a number. */
export const signCost = (weight: number): number => weight * 6

/** The bound of a number that is written in the text. */
export function boundOf(value: Rational): Bound {
  const n = bitLength(value.n)
  const d = bitLength(value.d)
  const exact =
    d === 1
      ? n <= 53
        ? Number(value.n)
        : Number.NaN
      : n <= 26 && d <= 26
        ? Number(value.n) / Number(value.d)
        : Number.NaN
  return { n, d, exact, weight: 0, pending: false }
}

/** Bits of a sum of two numbers of that many: fractions of bits are kept, so that many small ones stay small. */
export const sumBits = (a: number, b: number): number => {
  const most = Math.max(a, b)
  return most < 256 ? most + 1 : most + Math.log2(1 + 2 ** -Math.abs(a - b))
}

/** Bits that a number takes; a factorial takes none before it is multiplied out. */
export const heldBits = ({ n, d, pending }: Bound): number => (pending ? 0 : n + d)

export const unknown: Bound = { n: 1, d: 1, exact: Number.NaN, weight: 0, pending: false }
export const irrational: Bound = { ...unknown, weight: 1 }

/** log2(n!), by Stirling's formula. */
export function factorialBits(n: number): number {
  return n < 2 ? 1 : n * Math.log2(n / Math.E) + Math.log2(n) + 2
}
