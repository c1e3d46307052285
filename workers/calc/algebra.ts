import { ballOfNum, sign } from './digits.ts'
import { bitLength } from './integer.ts'
import * as rational from './rational.ts'
import { ONE, Rational, same } from './rational.ts'
import { Atom, build, Factor, formOf, Real, scale, singleAtom, Term, termsOf, type Num } from './real.ts'
import { tooLarge, type Run } from './run.ts'

/* Products, powers and quotients of exact irrational numbers. */

/** Bits of a whole power of a base that is still made exact beside a root. */
export const exactPowerBits = 16_384

/** c times one atom to a power. Whole powers of a base become part of the coefficient, unless they are very long. */
export function monomial(c: Rational, atom: Atom, e: Rational, run: Run): Term {
  if (e.n === 0n || c.n === 0n) return new Term(c, [])
  if (atom.base === undefined) return new Term(c, [new Factor(atom, e)])
  const isRoot = e.d <= 64n
  const out = e.d === 1n ? e.n : isRoot ? rational.floor(e) : 0n
  const isLong = powerBits(atom.base, out) > (e.d === 1n ? run.maxBits : exactPowerBits)
  if (out === 0n || isLong) return new Term(c, [new Factor(atom, e)])
  const rest = rational.minus(e, rational.whole(out))
  const whole = rational.times(c, boundedPower(atom.base, out, run))
  return new Term(whole, rest.n === 0n ? [] : [new Factor(atom, rest)])
}

/** Bits of q to a whole power, at least. */
export function powerBits(q: Rational, k: bigint): number {
  return (Math.max(bitLength(q.n), bitLength(q.d)) - 1) * Math.abs(Number(k))
}

/** q to a whole power, refused before the work when it would outgrow the limit. */
export function boundedPower(q: Rational, k: bigint, run: Run): Rational {
  const bits = powerBits(q, k)
  if (bits > run.maxBits) throw tooLarge('The power', run.limits)
  if (bits > 10_000) run.checkpoint()
  const isUnit = q.d === 1n && (q.n === 1n || q.n === -1n)
  return rational.wholePower(q, isUnit ? k % 2n : k)
}

/** Factors by the names of their atoms, which are all different; sorted in place. */
export function inOrder(factors: Factor[]): Factor[] {
  return factors.sort((x, y) => (x.atom.key < y.atom.key ? -1 : 1))
}

function multiplyTerms(a: Term, b: Term, run: Run): Term {
  let c = rational.times(a.c, b.c)
  if (a.factors.length === 0) return b.with(c)
  if (b.factors.length === 0) return a.with(c)
  const factors: Factor[] = []
  const put = (term: Term): void => {
    c = term.c
    factors.push(...term.factors)
  }
  for (const left of a.factors) {
    const right = b.factors.find(({ atom }) => atom.key === left.atom.key)
    if (right === undefined) factors.push(left)
    else put(monomial(c, left.atom, rational.plus(left.e, right.e), run))
  }
  for (const right of b.factors) {
    if (!a.factors.some(({ atom }) => atom.key === right.atom.key)) factors.push(right)
  }
  return new Term(c, inOrder(factors))
}

/** Sums with more terms than this are not multiplied out. */
const maxTerms = 16

/** a b. */
export function multiply(a: Num, b: Num, run: Run): Num {
  if (a instanceof Rational) return scale(b, a)
  if (b instanceof Rational) return scale(a, b)
  if (a.terms.length * b.terms.length > maxTerms) {
    return multiply(a.terms.length > 1 ? enclosed(a) : a, b.terms.length > 1 ? enclosed(b) : b, run)
  }
  return build(a.terms.flatMap((left) => b.terms.map((right) => multiplyTerms(left, right, run))))
}

/** A whole sum as one atom. */
function enclosed(x: Real, isPositive = false): Real {
  const atom = new Atom(`(${formOf(x)})`, (bits) => ballOfNum(x, bits), { isPositive })
  return singleAtom(atom)
}

/** x to a rational power, for x > 0 known to the caller; also for x < 0 where the power is whole. */
export function raise(x: Real, e: Rational, run: Run, powerOf: (c: Rational, e: Rational) => Num): Num {
  const [term] = x.terms
  if (x.terms.length === 1 && term !== undefined) {
    const isPlain = e.d === 1n || (term.c.n > 0n && term.factors.every(({ atom }) => atom.isPositive))
    if (isPlain) {
      return term.factors.reduce<Num>(
        (product, factor) =>
          multiply(product, build([monomial(ONE, factor.atom, rational.times(factor.e, e), run)]), run),
        e.d === 1n ? boundedPower(term.c, e.n, run) : powerOf(term.c, e),
      )
    }
  }
  if (e.d === 1n && e.n > 0n && e.n <= 8n && x.terms.length <= 3) {
    let result: Num = x
    for (let i = 1n; i < e.n; i++) result = multiply(result, x, run)
    return result
  }
  if (sign(x, run) < 0) {
    const mirrored = raise(enclosedNegative(x), e, run, powerOf)
    return e.n % 2n === 0n ? mirrored : scale(mirrored, rational.whole(-1))
  }
  return raise(enclosed(x, true), e, run, powerOf)
}

function enclosedNegative(x: Real): Real {
  const mirrored = scale(x, rational.whole(-1))
  return mirrored instanceof Real ? enclosed(mirrored, true) : x
}

/** a / b as a rational, where one is a multiple of the other. */
export function proportion(a: Num, b: Num): Rational | undefined {
  const left = termsOf(a)
  const right = termsOf(b)
  if (left.length !== right.length) return undefined
  let shared: Rational | undefined
  for (const [i, term] of left.entries()) {
    const other = right[i]
    if (other === undefined || other.c.n === 0n) return undefined
    if (term.key !== other.key) return undefined
    const part = rational.over(term.c, other.c)
    if (shared !== undefined && !same(shared, part)) return undefined
    shared = part
  }
  return shared
}
