import { fault } from '../../bridge/faults.ts'
import { boundedPower, exactPowerBits, inOrder, monomial, multiply, powerBits, raise } from './algebra.ts'
import * as balls from './ball.ts'
import { ballOfNum, opaque, sign } from './digits.ts'
import * as fixed from './elementary.ts'
import { exactRoot } from './integer.ts'
import { factored } from './primes.ts'
import * as rational from './rational.ts'
import { ONE, Rational, whole, ZERO } from './rational.ts'
import * as real from './real.ts'
import { Atom, Real, type Num } from './real.ts'
import type { Run } from './run.ts'

/* Powers, roots, exponentials and logarithms, exact where they have an exact form. */

const one: balls.Ball = { m: 1n, e: 0, r: 0n }

const E = new Atom('e', (bits) => fixed.exp(one, bits), { isPositive: true, logarithm: () => ONE })

const single = real.singleAtom

/** q > 0 to the power e, exact where it is rational, in terms of roots where it is not. */
export function rationalPower(q: Rational, e: Rational, run: Run): Num {
  if (e.d === 1n) return boundedPower(q, e.n, run)
  if (q.n === q.d) return ONE
  if (e.d > 64n || powerBits(q, rational.floor(e)) > exactPowerBits) {
    const order = e.d < 4096n ? Number(e.d) : 0
    const n = order === 0 ? undefined : exactRoot(q.n, order, run.checkpoint)
    const d = n === undefined ? undefined : exactRoot(q.d, order, run.checkpoint)
    if (n !== undefined && d !== undefined) return boundedPower(new Rational(n, d), e.n, run)
    return longPower(q, e)
  }
  const out = rational.floor(e)
  let c = out === 0n ? ONE : boundedPower(q, out, run)
  const rest = out === 0n ? e : rational.minus(e, whole(out))
  const factors: real.Factor[] = []
  for (const { base, times } of factored(q, Number(e.d), run)) {
    const power = times === 1 ? rest : rational.times(rest, whole(times))
    const term = monomial(c, baseAtom(base), power, run)
    c = term.c
    factors.push(...term.factors)
  }
  if (factors.length === 0) return c
  return new Real([new real.Term(c, factors.length > 1 ? inOrder(factors) : factors)])
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
  if (sign(x, run) <= 0) {
    throw fault('DOMAIN', `The logarithm needs a number above 0; it was given ${real.formOf(x)}.`)
  }
  if (x instanceof Rational) {
    const parts = factored(x, 1, run)
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

/** e^x: rational parts become powers of e, multiples of ln b powers of b. */
export function expOf(x: Num, run: Run): Num {
  return real.termsOf(x).reduce<Num>((product, { c, factors }) => {
    const [first] = factors
    if (first === undefined) return c.n === 0n ? product : multiply(product, single(E, ONE, c), run)
    if (factors.length === 1 && first.atom.antilogarithm !== undefined && rational.same(first.e, ONE)) {
      return multiply(product, rationalPower(first.atom.antilogarithm, c, run), run)
    }
    const exponent = new Real([new real.Term(ONE, factors)])
    const atom = new Atom(
      `exp(${real.formOf(exponent)})`,
      (bits) => {
        const ball = ballOfNum(exponent, bits + 32)
        return ball && fixed.exp(ball, bits)
      },
      { isPositive: true, logarithm: () => exponent },
    )
    return multiply(product, single(atom, ONE, c), run)
  }, ONE)
}

/** x to a rational power: x > 0, or x < 0 with a whole power. */
export function powerOf(x: Num, e: Rational, run: Run): Num {
  if (x instanceof Rational) return x.n < 0n ? boundedPower(x, e.n, run) : rationalPower(x, e, run)
  return raise(x, e, run, (c, power) => rationalPower(c, power, run))
}
