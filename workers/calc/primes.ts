import { exactRoot, takeOut } from './integer.ts'
import type { Rational } from './rational.ts'
import type { Run } from './run.ts'

const primes = [
  2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97,
]
const bigPrimes = primes.map(BigInt)

/** A whole number above 1, and how often it is a factor; below 0 in a denominator. */
interface PrimePower {
  base: bigint
  times: number
}

/**
 * Powers whose product is q > 0: of primes below 100, and of what is left over, taken apart where it is a perfect
 * power: of the order given, or of 2, 3, 5 or 7.
 */
export function factored(q: Rational, order: number, run: Run): PrimePower[] {
  const found: PrimePower[] = []
  const n = factorInto(found, q.n, 1)
  const d = factorInto(found, q.d, -1)
  if (n !== 1n) found.push(perfectPower(n, 1, order, run))
  if (d !== 1n) found.push(perfectPower(d, -1, order, run))
  return found
}

/** Takes the small primes out of x; what is left. */
function factorInto(found: PrimePower[], x: bigint, side: 1 | -1): bigint {
  if (x > Number.MAX_SAFE_INTEGER) {
    for (const base of bigPrimes) {
      const { times, rest } = takeOut(x, base)
      if (times > 0) found.push({ base, times: times * side })
      x = rest
    }
    return x
  }
  let rest = Number(x)
  for (const prime of primes) {
    if (prime * prime > rest) break
    let times = 0
    for (; rest % prime === 0; times++) rest /= prime
    if (times > 0) found.push({ base: BigInt(prime), times: times * side })
  }
  if (rest > 1 && rest < 97 * 97) {
    // No prime up to its root divides it: it is a prime itself.
    found.push({ base: BigInt(rest), times: side })
    return 1n
  }
  return BigInt(rest)
}

function perfectPower(x: bigint, side: number, order: number, run: Run): PrimePower {
  for (const k of order > 7 ? [order, 2, 3, 5, 7] : [2, 3, 5, 7]) {
    const root = exactRoot(x, k, run.checkpoint)
    if (root !== undefined) {
      const inner = perfectPower(root, side, order, run)
      return { base: inner.base, times: inner.times * k }
    }
  }
  return { base: x, times: side }
}
