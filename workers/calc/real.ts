import * as balls from './ball.ts'
import { exp, ln } from './elementary.ts'
import { bitLength } from './integer.ts'
import * as rational from './rational.ts'
import { ONE, Rational, same, ZERO } from './rational.ts'
import { read, tooLarge, type Run } from './run.ts'

/*
 * Irrational numbers, exactly. A real is a sum of terms; a term is a rational times powers of atoms; an atom is
 * something irrational with a name: pi, e, a root's base, sin(1). Equal atoms meet and cancel, so sqrt(2) sqrt(8)
 * is 4 and 4 atan(1) - pi is 0; digits are made only when an answer, a comparison or a floor needs them.
 *
 *   3 sqrt(2) pi^2 - 1/4    terms   3 · [2^(1/2), pi^2]   and   -1/4 · []
 */

/** A named irrational. */
export class Atom {
  readonly key: string
  /** Known to be above 0, so that fractional powers of it multiply out. */
  readonly isPositive: boolean
  /** For the base of a root: the whole number or ratio it is. */
  readonly base: Rational | undefined
  /** ln of the atom, where it has an exact form. */
  readonly logarithm: (() => Num) | undefined
  /** For ln(b): the b. */
  readonly antilogarithm: Rational | undefined
  readonly #compute: (bits: number) => balls.Ball | undefined
  #known: { bits: number; ball: balls.Ball } | undefined

  constructor(
    key: string,
    compute: (bits: number) => balls.Ball | undefined,
    more: { isPositive?: boolean; base?: Rational; logarithm?: () => Num; antilogarithm?: Rational } = {},
  ) {
    this.key = key
    this.isPositive = more.isPositive ?? false
    this.base = more.base
    this.logarithm = more.logarithm
    this.antilogarithm = more.antilogarithm
    this.#compute = compute
  }

  /** The atom to about `bits` bits; undefined where more are needed to say anything. Kept for the next call. */
  ball(bits: number): balls.Ball | undefined {
    if (this.#known !== undefined && this.#known.bits >= bits && this.#known.bits < 4 * bits + 256) {
      return this.#known.ball
    }
    const ball = this.#compute(bits)
    if (ball !== undefined) this.#known = { bits, ball }
    return ball
  }
}

/** An atom to a power other than 0. */
export class Factor {
  readonly atom: Atom
  readonly e: Rational
  #text: string | undefined

  constructor(atom: Atom, e: Rational) {
    this.atom = atom
    this.e = e
  }

  /** "pi^2", "sqrt(2)". */
  get text(): string {
    return (this.#text ??= powerText(this.atom.key, this.e))
  }
}

function powerText(key: string, e: Rational): string {
  if (e.d === 1n) return e.n === 1n ? key : `${key}^${e.n}`
  return e.n === 1n && e.d === 2n ? `sqrt(${key})` : `${key}^(${e.n}/${e.d})`
}

/** A rational, not 0, times factors that stand in the order of their names. */
export class Term {
  readonly c: Rational
  readonly factors: readonly Factor[]
  #key: string | undefined

  constructor(c: Rational, factors: readonly Factor[]) {
    this.c = c
    this.factors = factors
  }

  /** The factors as text: equal keys are equal products. */
  get key(): string {
    return (this.#key ??=
      this.factors.length === 1
        ? (this.factors[0]?.text ?? '')
        : this.factors.map(({ text }) => text).join('*'))
  }

  /** The same factors with another coefficient. */
  with(c: Rational): Term {
    const term = new Term(c, this.factors)
    term.#key = this.#key
    return term
  }
}

/** An irrational number: at least one term, and at least one factor in all. */
export class Real {
  readonly terms: readonly Term[]
  #form: string | undefined

  constructor(terms: readonly Term[]) {
    this.terms = terms
  }

  /** Exact form: "3*sqrt(2)*pi^2 - 1/4". Equal forms are equal numbers. */
  get form(): string {
    return (this.#form ??= formOfTerms(this.terms))
  }
}

export type Num = Rational | Real

/** Terms of a number, whatever its kind. */
export function termsOf(x: Num): readonly Term[] {
  return x instanceof Real ? x.terms : [new Term(x, [])]
}

function termText({ c, factors }: Term): string {
  let above = ''
  let below = ''
  let count = 0
  for (const { atom, e, text } of factors) {
    if (e.n > 0n) above += above === '' ? text : `*${text}`
    else {
      const inverse = powerText(atom.key, rational.negate(e))
      below += below === '' ? inverse : `*${inverse}`
      count++
    }
  }
  const size = c.n < 0n ? -c.n : c.n
  if (above === '') above = `${size}`
  else if (size !== 1n) above = `${size}*${above}`
  if (c.d !== 1n) {
    below = below === '' ? `${c.d}` : `${c.d}*${below}`
    count++
  }
  return count === 0 ? above : `${above}/${count === 1 ? below : `(${below})`}`
}

function formOfTerms(terms: readonly Term[]): string {
  let text = ''
  for (const term of terms) {
    const body = termText(term)
    if (text === '') text = term.c.n < 0n ? `-${body}` : body
    else text += term.c.n < 0n ? ` - ${body}` : ` + ${body}`
  }
  return text
}

/** A number by its exact form: "3*sqrt(2)*pi^2 - 1/4", "2/3". Equal forms are equal numbers. */
export function formOf(x: Num): string {
  if (x instanceof Real) return x.form
  return x.d === 1n ? x.n.toString() : `${x.n}/${x.d}`
}

function build(terms: readonly Term[]): Num {
  const [only] = terms
  if (terms.length === 1 && only !== undefined) {
    return only.c.n === 0n ? ZERO : only.factors.length === 0 ? only.c : new Real(terms)
  }
  const merged = new Map<string, Term>()
  for (const term of terms) {
    const earlier = merged.get(term.key)
    if (earlier === undefined) merged.set(term.key, term)
    else merged.set(term.key, term.with(rational.plus(earlier.c, term.c)))
  }
  const left = [...merged.values()].filter(({ c }) => c.n !== 0n)
  const [first] = left
  if (first === undefined) return ZERO
  if (left.length === 1 && first.factors.length === 0) return first.c
  return new Real(left.sort((a, b) => (a.key < b.key ? 1 : -1)))
}

/** a + b. */
export function add(a: Num, b: Num): Num {
  return build([...termsOf(a), ...termsOf(b)])
}

/** c x for a rational c. */
export function scale(x: Num, c: Rational): Num {
  if (c.n === 0n) return ZERO
  if (x instanceof Rational) return rational.times(x, c)
  return new Real(x.terms.map((term) => term.with(rational.times(term.c, c))))
}

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

/** An atom as a number: c times a power of it. */
export function singleAtom(atom: Atom, c = ONE, e = ONE): Real {
  return new Real([new Term(c, [new Factor(atom, e)])])
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
