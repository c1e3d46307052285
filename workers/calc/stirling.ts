import * as balls from './ball.ts'
import { fixedPi, ln } from './elementary.ts'
import * as rational from './rational.ts'
import { ONE, Rational, whole, ZERO } from './rational.ts'
import { Atom, singleAtom, type Real } from './real.ts'

/** B(0), B(2), B(4) …, made as they are needed. */
const bernoulli: Rational[] = [ONE]

/** More terms than this are never needed for numbers from 2000. */
const maxTerms = 200

/** B(2k), from the sum of (2k + 1 choose j) B(j) over all j up to 2k, which is 0. */
function bernoulliNumber(k: number): Rational {
  while (bernoulli.length <= k) {
    const order = 2 * bernoulli.length
    // B(1) = -1/2 is the only odd one that is not 0.
    let total = rational.times(whole(order + 1), new Rational(-1n, 2n))
    let ways = 1n
    for (let j = 0; j < order; j++) {
      if (j % 2 === 0) total = rational.plus(total, rational.times(whole(ways), bernoulli[j / 2] ?? ZERO))
      ways = (ways * BigInt(order + 1 - j)) / BigInt(j + 1)
    }
    bernoulli.push(rational.over(rational.negate(total), whole(order + 1)))
  }
  return bernoulli[k] ?? ZERO
}

/**
 * ln(n!) by Stirling's series, whose error is below the first term left out:
 * n ln n - n + ln(2 pi n) / 2 + sum of B(2k) / (2k (2k - 1) n^(2k - 1)).
 */
function logOfFactorial(n: bigint, bits: number): balls.Ball | undefined {
  const inner = bits + 64
  const logarithm = ln(balls.ballOf(whole(n), inner), inner)
  const turn = ln(
    balls.times({ m: fixedPi(inner), e: 1 - inner, r: 2n }, balls.ballOf(whole(n), inner), inner),
    inner,
  )
  if (logarithm === undefined || turn === undefined) return undefined
  let total = balls.sum(
    balls.times(logarithm, balls.ballOf(whole(n), inner), inner),
    balls.ballOf(whole(-n), inner),
    inner,
  )
  total = balls.sum(total, balls.scaled(turn, -1), inner)
  for (let k = 1; k <= maxTerms; k++) {
    const below = n ** BigInt(2 * k - 1) * BigInt(2 * k * (2 * k - 1))
    const term = balls.ballOf(rational.over(bernoulliNumber(k), whole(below)), inner)
    if (balls.topBit(term) < balls.topBit(total) - bits) {
      const e = balls.topBit(term)
      return balls.sum(total, { m: 0n, e, r: 1n }, bits)
    }
    total = balls.sum(total, term, inner)
  }
  return undefined
}

/** ln(n!) for n from 2000, without the factorial: ln(1000000!) needs no number of five million digits. */
export function lnOfFactorial(n: number): Real {
  const exact = BigInt(n)
  return singleAtom(new Atom(`ln(${n}!)`, (bits) => logOfFactorial(exact, bits)))
}
