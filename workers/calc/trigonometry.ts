import { fault } from '../../bridge/faults.ts'
import { multiply, proportion } from './algebra.ts'
import * as balls from './ball.ts'
import { opaque, sign } from './digits.ts'
import * as fixed from './elementary.ts'
import { powerOf, rationalPower } from './powers.ts'
import * as rational from './rational.ts'
import { HALF, ONE, Rational, whole, ZERO } from './rational.ts'
import * as real from './real.ts'
import { Atom, type Num } from './real.ts'
import type { Run } from './run.ts'

/* Sines and their like, exact for nice multiples of pi. */

const one: balls.Ball = { m: 1n, e: 0, r: 0n }

const PI = new Atom('pi', (bits) => ({ m: fixed.fixedPi(bits), e: -bits, r: 2n }), {
  isPositive: true,
})

/** q pi. */
export function piTimes(q: Rational): Num {
  return q.n === 0n ? ZERO : real.singleAtom(PI, q)
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
      return multiply(above, powerOf(below, whole(-1), run), run)
    }
  }
  if (isMirrored(x)) return real.scale(tanOf(real.scale(x, whole(-1)), run), whole(-1))
  return opaque('tan', x, (ball, bits) => {
    const both = fixed.sinCos(ball, bits + 8)
    return both && balls.quotient(both.sin, both.cos, bits)
  })
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
  if (sign(real.add(ONE, real.scale(x, whole(-1))), run) < 0) {
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

/** A degree as a multiple of pi. */
export const DEGREE = new Rational(1n, 180n)

/** An angle in radians, in degrees. */
export function inDegrees(x: Num, run: Run): Num {
  const degree = piTimes(DEGREE)
  return proportion(x, degree) ?? multiply(x, powerOf(degree, whole(-1), run), run)
}
