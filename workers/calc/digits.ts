import { fault } from '../../bridge/faults.ts'
import * as balls from './ball.ts'
import { exp, ln } from './elementary.ts'
import { bitLength } from './integer.ts'
import * as rational from './rational.ts'
import { Rational } from './rational.ts'
import { Atom, formOf, singleAtom, type Factor, type Num, type Real, type Term } from './real.ts'
import { read, type Run } from './run.ts'

/* From exact forms to digits: balls around numbers, and questions asked of ever closer ones. */

function ballOfFactor({ atom, e }: Factor, bits: number): balls.Ball | undefined {
  if (e.d === 1n && atom.logarithm === undefined) {
    const k = Number(e.n < 0n ? -e.n : e.n)
    const ball = atom.ball(bits + bitLength(e.n) + 8)
    if (ball === undefined) return undefined
    const raised = k === 1 ? ball : balls.power(ball, k, bits + 4)
    return e.n < 0n ? balls.quotient({ m: 1n, e: 0, r: 0n }, raised, bits) : raised
  }
  if (e.d > 1n && e.d <= 64n && e.n < 64n && e.n > -64n && atom.logarithm === undefined) {
    return ballOfRoot(atom, e, bits)
  }
  const inner = bits + 32 + bitLength(e.n)
  const logarithm = atom.logarithm === undefined ? undefined : ballOfNum(atom.logarithm(), inner)
  const base = logarithm === undefined ? atom.ball(inner) : undefined
  const exponent = logarithm ?? (base && ln(base, inner))
  return exponent && exp(balls.times(exponent, balls.ballOf(e, inner), inner), bits)
}

/** An atom above 0 to a small fraction of a power. */
function ballOfRoot(atom: Atom, e: Rational, bits: number): balls.Ball | undefined {
  const ball = atom.ball(bits + 8)
  const size = Number(e.n < 0n ? -e.n : e.n)
  const root =
    ball && balls.rootOf(size === 1 ? ball : balls.power(ball, size, bits + 8), Number(e.d), bits + 4)
  return root && (e.n < 0n ? balls.quotient({ m: 1n, e: 0, r: 0n }, root, bits) : root)
}

/** Bits of a radicand that several roots are drawn from together. */
const maxRadicandBits = 512

/** The roots of whole numbers in a term, as one root: sqrt(2) 3^(1/3) is the sixth root of 72. */
class Radicand {
  n = 1n
  order = 1

  /** Takes a factor in; false where it is no small root. */
  take({ atom: { base }, e }: Factor): boolean {
    if (base === undefined || base.d !== 1n || e.d > 64n || e.n < 1n || e.n >= e.d) return false
    const order = Number(e.d)
    const power = Number(e.n)
    const shared = this.order === 1 || this.order === order ? order : commonOrder(this.order, order)
    const bits = bitLength(base.n) * power * (shared / order) + bitLength(this.n) * (shared / this.order)
    if (bits > maxRadicandBits) return false
    const raised = shared === this.order ? this.n : this.n ** BigInt(shared / this.order)
    const times = power * (shared / order)
    this.n = raised * (times === 1 ? base.n : base.n ** BigInt(times))
    this.order = shared
    return true
  }
}

function commonOrder(a: number, b: number): number {
  let [x, y] = [a, b]
  while (y !== 0) [x, y] = [y, x % y]
  return (a / x) * b
}

function ballOfTerm({ c, factors }: Term, bits: number): balls.Ball | undefined {
  let total = balls.ballOf(c, bits)
  const radicand = new Radicand()
  for (const factor of factors) {
    if (radicand.take(factor)) continue
    const ball = ballOfFactor(factor, bits)
    if (ball === undefined) return undefined
    total = balls.times(total, ball, bits)
  }
  if (radicand.order === 1) return total
  return balls.times(total, balls.wholeRoot(radicand.n, radicand.order, bits), bits)
}

/** A number to about `bits` bits; undefined where more are needed to say anything. */
export function ballOfNum(x: Num, bits: number): balls.Ball | undefined {
  if (x instanceof Rational) return balls.ballOf(x, bits)
  const inner = bits + 8
  let total: balls.Ball | undefined
  for (const term of x.terms) {
    const ball = ballOfTerm(term, inner)
    if (ball === undefined) return undefined
    total = total === undefined ? ball : balls.sum(total, ball, inner)
  }
  return total
}

/** Bits at which a number that still may be 0 is taken for 0. */
const zeroBits = 8192

/**
 * Asks a question of ever closer balls until it has an answer. After 8192 bits beyond the first try, or where more
 * bits no longer help, the closest ball is all there is, and `settle` decides.
 */
export function refine<T>(
  x: Real,
  bits: number,
  run: Run,
  ask: (ball: balls.Ball) => T | undefined,
  settle: (ball: balls.Ball | undefined) => T,
): T {
  let closest: balls.Ball | undefined
  for (let tried = bits; ; tried *= 2) {
    if (tried > bits) run.checkpoint()
    const ball = ballOfNum(x, tried)
    const answer = ball && ask(ball)
    if (answer !== undefined) return answer
    const isStuck = ball === undefined && closest !== undefined
    closest = ball ?? closest
    if (isStuck || tried > bits + zeroBits) return settle(closest)
  }
}

/** The sign of x. A number that cannot be told from 0 in 8192 bits counts as 0, and the reading says so. */
export function sign(x: Num, run: Run): -1 | 0 | 1 {
  if (x instanceof Rational) return rational.sign(x)
  return refine<-1 | 0 | 1>(
    x,
    64,
    run,
    (ball) => (balls.touchesZero(ball) ? undefined : ball.m < 0n ? -1 : 1),
    () => {
      read(run, `${formOf(x)} cannot be told from 0 in 2,400 digits; taken as 0`)
      return 0
    },
  )
}

/** A function of x that has no simpler form. */
export function opaque(
  name: string,
  x: Num,
  compute: (ball: balls.Ball, bits: number) => balls.Ball | undefined,
): Real {
  const atom = new Atom(`${name}(${formOf(x)})`, (bits) => {
    const ball = ballOfNum(x, bits + 16)
    return ball && compute(ball, bits)
  })
  return singleAtom(atom)
}

/** The whole number next below x. A number that cannot be told from a whole one counts as that one. */
export function floorOf(x: Num, run: Run): bigint {
  if (x instanceof Rational) return rational.floor(x)
  const within = (ball: balls.Ball): void => {
    if (balls.topBit(ball) > run.maxBits)
      throw fault('TOO_LARGE', 'The number is too large to be cut to a whole one.')
  }
  return refine(
    x,
    64,
    run,
    (ball) => {
      within(ball)
      const low = balls.shifted(ball.m - ball.r, ball.e)
      return low === balls.shifted(ball.m + ball.r, ball.e) ? low : undefined
    },
    (ball) => {
      read(run, `${formOf(x)} cannot be told from a whole number in 2,400 digits; taken as one`)
      return ball === undefined ? 0n : balls.shifted(ball.m + ball.r, ball.e)
    },
  )
}
