import { fault } from '../../bridge/faults.ts'
import * as balls from './ball.ts'
import * as fixed from './elementary.ts'
import { exactRoot, takeOut } from './integer.ts'
import * as rational from './rational.ts'
import { HALF, ONE, Rational, whole, ZERO } from './rational.ts'
import * as real from './real.ts'
import { Atom, Real, type Num } from './real.ts'
import { read, type Run } from './run.ts'

/*
 * Functions whose values are mostly irrational, kept exact where they have an exact form: roots of rationals,
 * logarithms split over small primes, sines of nice multiples of pi.
 */

const primes = [
  2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97,
]
const bigPrimes = primes.map(BigInt)

const one: balls.Ball = { m: 1n, e: 0, r: 0n }

export const PI = new Atom('pi', (bits) => ({ m: fixed.fixedPi(bits), e: -bits, r: 2n }), {
  isPositive: true,
})
export const E = new Atom('e', (bits) => fixed.exp(one, bits), { isPositive: true, logarithm: () => ONE })

const single = real.singleAtom

/** q pi. */
export function piTimes(q: Rational): Num {
  return q.n === 0n ? ZERO : single(PI, q)
}

interface PrimePower {
  base: bigint
  times: number
}

/** Powers whose product is q > 0: of small primes, and of what is left over, a perfect power taken apart. */
function factored(q: Rational, run: Run): PrimePower[] {
  const found: PrimePower[] = []
  const n = factorInto(found, q.n, 1)
  const d = factorInto(found, q.d, -1)
  if (n !== 1n) found.push(perfectPower(n, 1, run))
  if (d !== 1n) found.push(perfectPower(d, -1, run))
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

function perfectPower(x: bigint, side: number, run: Run): PrimePower {
  for (const k of [2, 3, 5, 7]) {
    const root = exactRoot(x, k, run.checkpoint)
    if (root !== undefined) {
      const inner = perfectPower(root, side, run)
      return { base: inner.base, times: inner.times * k }
    }
  }
  return { base: x, times: side }
}

/** q > 0 to the power e, exact where it is rational, in terms of roots where it is not. */
export function rationalPower(q: Rational, e: Rational, run: Run): Num {
  if (e.d === 1n) return real.boundedPower(q, e.n, run)
  if (q.n === q.d) return ONE
  if (e.d > 64n || real.powerBits(q, rational.floor(e)) > real.exactPowerBits) {
    const order = e.d < 4096n ? Number(e.d) : 0
    const n = order === 0 ? undefined : exactRoot(q.n, order, run.checkpoint)
    const d = n === undefined ? undefined : exactRoot(q.d, order, run.checkpoint)
    if (n !== undefined && d !== undefined) return real.boundedPower(new Rational(n, d), e.n, run)
    return longPower(q, e)
  }
  const out = rational.floor(e)
  let c = out === 0n ? ONE : real.boundedPower(q, out, run)
  const rest = out === 0n ? e : rational.minus(e, whole(out))
  const factors: real.Factor[] = []
  for (const { base, times } of factored(q, run)) {
    const power = times === 1 ? rest : rational.times(rest, whole(times))
    const term = real.monomial(c, baseAtom(base), power, run)
    c = term.c
    factors.push(...term.factors)
  }
  if (factors.length === 0) return c
  return new Real([new real.Term(c, factors.length > 1 ? real.inOrder(factors) : factors)])
}

/** The whole number under a root. */
function baseAtom(n: bigint): Atom {
  const base = whole(n)
  return new Atom(n.toString(), (bits) => balls.ballOf(base, bits), { isPositive: true, base })
}

/** q > 0 to the power e as one atom, for exponents that exact arithmetic cannot follow. */
export function longPower(q: Rational, e: Rational): Real {
  const atom = new Atom(q.d === 1n ? `${q.n}` : `(${real.formOf(q)})`, (bits) => balls.ballOf(q, bits), {
    isPositive: true,
    base: q,
    logarithm: () => single(lnAtom(q)),
  })
  return single(atom, ONE, e)
}

const lnAtoms = new Map<bigint, Atom>()

function lnAtom(q: Rational): Atom {
  const known = q.d === 1n ? lnAtoms.get(q.n) : undefined
  if (known !== undefined) return known
  const isTwo = q.d === 1n && q.n === 2n
  const atom = new Atom(
    `ln(${real.formOf(q)})`,
    (bits) =>
      isTwo ? { m: fixed.fixedLn2(bits), e: -bits, r: 2n } : fixed.ln(balls.ballOf(q, bits + 16), bits),
    { isPositive: q.n > q.d, antilogarithm: q },
  )
  if (q.d === 1n && q.n < 100n) lnAtoms.set(q.n, atom)
  return atom
}

/** ln x, as a sum of logarithms of primes as far as they are small. Fault DOMAIN for x <= 0. */
export function lnOf(x: Num, run: Run): Num {
  if (real.sign(x, run) <= 0) {
    throw fault('DOMAIN', `The logarithm needs a number above 0; it was given ${real.formOf(x)}.`)
  }
  if (x instanceof Rational) {
    const parts = factored(x, run)
    // What has other than small factors stays whole: one logarithm instead of several that nearly cancel.
    if (parts.length > 1 && parts.some(({ base }) => base > 100n)) return single(lnAtom(x))
    return parts.reduce<Num>((total, { base, times }) => {
      return real.add(total, single(lnAtom(whole(base)), whole(times)))
    }, ZERO)
  }
  const [term] = x.terms
  if (x.terms.length === 1 && term !== undefined && term.c.n > 0n) {
    const parts = term.factors.map(({ atom, e }) => {
      const exact = atom.base === undefined ? atom.logarithm?.() : lnOf(atom.base, run)
      return real.scale(exact ?? opaque('ln', single(atom), fixed.ln), e)
    })
    if (term.factors.every(({ atom }) => atom.isPositive)) return parts.reduce(real.add, lnOf(term.c, run))
  }
  return opaque('ln', x, fixed.ln)
}

/** A function of x that has no simpler form. */
function opaque(
  name: string,
  x: Num,
  compute: (ball: balls.Ball, bits: number) => balls.Ball | undefined,
  more: { isPositive?: boolean; logarithm?: () => Num } = {},
): Real {
  const atom = new Atom(
    `${name}(${real.formOf(x)})`,
    (bits) => {
      const ball = real.ballOfNum(x, bits + 16)
      return ball && compute(ball, bits)
    },
    more,
  )
  return single(atom)
}

/** e^x: rational parts become powers of e, multiples of ln b powers of b. */
export function expOf(x: Num, run: Run): Num {
  return real.termsOf(x).reduce<Num>((product, { c, factors }) => {
    const [first] = factors
    if (first === undefined) return c.n === 0n ? product : real.multiply(product, single(E, ONE, c), run)
    if (factors.length === 1 && first.atom.antilogarithm !== undefined && rational.same(first.e, ONE)) {
      return real.multiply(product, rationalPower(first.atom.antilogarithm, c, run), run)
    }
    const exponent = new Real([new real.Term(ONE, factors)])
    const atom = new Atom(
      `exp(${real.formOf(exponent)})`,
      (bits) => {
        const ball = real.ballOfNum(exponent, bits + 32)
        return ball && fixed.exp(ball, bits)
      },
      { isPositive: true, logarithm: () => exponent },
    )
    return real.multiply(product, single(atom, ONE, c), run)
  }, ONE)
}

/** The q of q pi, where x is such a number. */
function turnsOfPi(x: Num): Rational | undefined {
  if (x instanceof Rational) return x.n === 0n ? ZERO : undefined
  const [term] = x.terms
  const [factor] = term?.factors ?? []
  if (x.terms.length !== 1 || term?.factors.length !== 1 || factor === undefined) return undefined
  return factor.atom === PI && rational.same(factor.e, ONE) ? term.c : undefined
}

const rootOver = (n: number, d: number, run: Run): Num =>
  real.scale(rationalPower(whole(n), HALF, run), new Rational(1n, BigInt(d)))

/** sin(q pi) for the q whose sine is made of square roots, else the sine of the angle within a half turn. */
function sinOfTurns(q: Rational, run: Run): Num {
  const turns = rational.minus(q, whole(2n * rational.floor(rational.times(q, HALF))))
  if (rational.compare(turns, ONE) >= 0) {
    return real.scale(sinOfTurns(rational.minus(turns, ONE), run), whole(-1))
  }
  const near = rational.compare(turns, HALF) > 0 ? rational.minus(ONE, turns) : turns
  if (near.n === 0n) return ZERO
  if (near.n === 1n && near.d === 6n) return HALF
  if (near.n === 1n && near.d === 4n) return rootOver(2, 2, run)
  if (near.n === 1n && near.d === 3n) return rootOver(3, 2, run)
  if (near.n === 1n && near.d === 2n) return ONE
  return opaque('sin', piTimes(near), (ball, bits) => fixed.sinCos(ball, bits)?.sin)
}

const isMirrored = (x: Num): boolean => (real.termsOf(x)[0]?.c.n ?? 0n) < 0n

/** sin x. */
export function sinOf(x: Num, run: Run): Num {
  const turns = turnsOfPi(x)
  if (turns !== undefined) return sinOfTurns(turns, run)
  if (isMirrored(x)) return real.scale(sinOf(real.scale(x, whole(-1)), run), whole(-1))
  return opaque('sin', x, (ball, bits) => fixed.sinCos(ball, bits)?.sin)
}

/** cos x. */
export function cosOf(x: Num, run: Run): Num {
  const turns = turnsOfPi(x)
  if (turns !== undefined) return sinOfTurns(rational.plus(turns, HALF), run)
  if (isMirrored(x)) return cosOf(real.scale(x, whole(-1)), run)
  return opaque('cos', x, (ball, bits) => fixed.sinCos(ball, bits)?.cos)
}

/** tan x. Fault DOMAIN at its poles. */
export function tanOf(x: Num, run: Run): Num {
  const turns = turnsOfPi(x)
  if (turns !== undefined) {
    const below = cosOf(x, run)
    if (below instanceof Rational && below.n === 0n) {
      throw fault('DOMAIN', `tan has a pole at ${real.formOf(x)}: there is no value.`)
    }
    const above = sinOf(x, run)
    if (turns.d <= 6n && turns.d !== 5n) {
      return real.multiply(above, powerOf(below, whole(-1), run), run)
    }
  }
  if (isMirrored(x)) return real.scale(tanOf(real.scale(x, whole(-1)), run), whole(-1))
  return opaque('tan', x, (ball, bits) => {
    const both = fixed.sinCos(ball, bits + 8)
    return both && balls.quotient(both.sin, both.cos, bits)
  })
}

/** x to a rational power: x > 0, or x < 0 with a whole power. */
export function powerOf(x: Num, e: Rational, run: Run): Num {
  if (x instanceof Rational) return x.n < 0n ? real.boundedPower(x, e.n, run) : rationalPower(x, e, run)
  return real.raise(x, e, run, (c, power) => rationalPower(c, power, run))
}

/** Finds x among values whose arc is a nice multiple of pi. */
function arcOf(x: Num, known: [value: Num, arc: Rational][]): Num | undefined {
  const form = real.formOf(x)
  const entry = known.find(([value]) => real.formOf(value) === form)
  return entry && piTimes(entry[1])
}

/** asin x, between -pi/2 and pi/2. Fault DOMAIN beyond -1..1. */
export function asinOf(x: Num, run: Run): Num {
  if (isMirrored(x)) return real.scale(asinOf(real.scale(x, whole(-1)), run), whole(-1))
  if (real.sign(real.add(ONE, real.scale(x, whole(-1))), run) < 0) {
    throw fault('DOMAIN', `asin and acos need a number from -1 to 1; they were given ${real.formOf(x)}.`)
  }
  const known = arcOf(x, [
    [ZERO, ZERO],
    [HALF, new Rational(1n, 6n)],
    [rootOver(2, 2, run), new Rational(1n, 4n)],
    [rootOver(3, 2, run), new Rational(1n, 3n)],
    [ONE, HALF],
  ])
  // asin x = 2 atan(x / (1 + sqrt(1 - x^2)))
  return (
    known ??
    opaque('asin', x, (ball, bits) => {
      const inner = bits + 8
      const square = balls.opposite(balls.times(ball, ball, 2 * inner))
      const root = balls.rootOf(balls.sum(one, square, 2 * inner), 2, inner)
      const slope = root && balls.quotient(ball, balls.sum(one, root, inner), inner)
      const arc = slope && fixed.atan(slope, bits)
      return arc && balls.scaled(arc, 1)
    })
  )
}

/** acos x, between 0 and pi. Fault DOMAIN beyond -1..1. */
export function acosOf(x: Num, run: Run): Num {
  return real.add(piTimes(HALF), real.scale(asinOf(x, run), whole(-1)))
}

/** atan x, between -pi/2 and pi/2. */
export function atanOf(x: Num, run: Run): Num {
  if (isMirrored(x)) return real.scale(atanOf(real.scale(x, whole(-1)), run), whole(-1))
  const known = arcOf(x, [
    [ZERO, ZERO],
    [rootOver(3, 3, run), new Rational(1n, 6n)],
    [ONE, new Rational(1n, 4n)],
    [rootOver(3, 1, run), new Rational(1n, 3n)],
  ])
  return known ?? opaque('atan', x, fixed.atan)
}

/** The whole number next below x. A number that cannot be told from a whole one counts as that one. */
export function floorOf(x: Num, run: Run): bigint {
  if (x instanceof Rational) return rational.floor(x)
  const within = (ball: balls.Ball): void => {
    if (balls.topBit(ball) > run.maxBits)
      throw fault('TOO_LARGE', 'The number is too large to be cut to a whole one.')
  }
  return real.refine(
    x,
    64,
    run,
    (ball) => {
      within(ball)
      const low = balls.shifted(ball.m - ball.r, ball.e)
      return low === balls.shifted(ball.m + ball.r, ball.e) ? low : undefined
    },
    (ball) => {
      read(run, `${real.formOf(x)} cannot be told from a whole number in 2,400 digits; taken as one`)
      return ball === undefined ? 0n : balls.shifted(ball.m + ball.r, ball.e)
    },
  )
}
