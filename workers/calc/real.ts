import type { Ball } from './ball.ts'
import * as rational from './rational.ts'
import { ONE, Rational, ZERO } from './rational.ts'

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
  readonly #compute: (bits: number) => Ball | undefined
  #known: { bits: number; ball: Ball } | undefined

  constructor(
    key: string,
    compute: (bits: number) => Ball | undefined,
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
  ball(bits: number): Ball | undefined {
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

/** The sum of some terms, with equal ones merged. */
export function build(terms: readonly Term[]): Num {
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

/** An atom as a number: c times a power of it. */
export function singleAtom(atom: Atom, c = ONE, e = ONE): Real {
  return new Real([new Term(c, [new Factor(atom, e)])])
}
