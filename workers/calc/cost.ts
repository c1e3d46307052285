import {
  boundOf,
  digitsCost,
  divisorCost,
  factorialBits,
  formCost,
  heldBits,
  irrational,
  productCost,
  signCost,
  small,
  sumBits,
  textCost,
  unknown,
  type Bound,
} from './bound.ts'
import { constantNamed } from './constants.ts'
import type { Program } from './program.ts'
import { sizesOf, tooLarge, type CalcLimits } from './run.ts'

/** Follows the lines of one note and adds up what they cost. */
export class Estimate {
  /** About microseconds so far. */
  cost = 0
  // Made when a line gives a name: most texts are one line without.
  #names: Map<string, Bound> | undefined
  /** A bound for the total of all lines so far, and so for any one of them. */
  #all: Bound = { n: 1, d: 1, exact: Number.NaN, weight: 0, pending: false }
  readonly #maxBits: number
  readonly #limits: CalcLimits
  readonly #precision: number

  constructor(limits: CalcLimits, precision: number) {
    this.#limits = limits
    this.#precision = precision
    this.#maxBits = sizesOf(limits.maxDigits).maxBits
  }

  /** Adds a line. Fault TOO_LARGE where a result is certain to outgrow the limit. */
  add(program: Program): void {
    const bound = this.#program(program)
    if (program.assigns !== undefined) {
      this.#names ??= new Map()
      this.#names.set(program.assigns, bound)
    }
    const { n, d, weight } = this.#all
    this.#all = this.#sized(n + bound.n + bound.d, d + bound.d, weight + bound.weight)
  }

  #program(program: Program): Bound {
    const stack: Bound[] = []
    let held = 0
    const pop = (): Bound => {
      const bound = stack.pop() ?? unknown
      held -= heldBits(bound)
      return bound
    }
    for (const instruction of program.code) {
      let bound: Bound
      this.cost += 0.4
      if (instruction.kind === 'number') bound = boundOf(instruction.value)
      else if (instruction.kind === 'binary') {
        const right = pop()
        bound = this.#binary(instruction.symbol, pop(), right)
      } else if (instruction.kind === 'name') bound = this.#named(instruction.name)
      else if (instruction.kind === 'call') {
        const args: Bound[] = []
        // The logarithm of a factorial does not multiply it out.
        const isLogarithm = /^(ln|log)/.test(instruction.spec.name)
        for (let i = 0; i < instruction.count; i++) {
          const arg = pop()
          args.unshift(isLogarithm && arg.pending ? unknown : this.#settled(arg))
        }
        bound = this.#called(instruction.spec.name, args)
        if (instruction.spec.isIrrational) {
          this.cost += 5
          bound = { ...bound, weight: bound.weight + 1 }
        }
      } else bound = this.#unary(instruction.symbol, this.#settled(pop()))
      held += heldBits(bound)
      // 100 numbers of the largest size at once.
      if (held > this.#maxBits * 200) throw tooLarge('What has to be held at once', this.#limits)
      stack.push(bound)
    }
    const answer = this.#settled(stack.pop() ?? unknown)
    this.cost += textCost(answer.n + answer.d)
    if (answer.weight > 0) this.cost += answer.weight * digitsCost(this.#precision)
    return answer
  }

  #named(name: string): Bound {
    if (constantNamed(name) !== undefined) return irrational
    this.cost += 0.5
    return this.#names?.get(name) ?? this.#all
  }

  #unary(symbol: string, x: Bound): Bound {
    if (symbol === '-') return { ...x, exact: -x.exact }
    if (symbol === '%' || symbol === '‰') return this.#sized(x.n, x.d + 10, x.weight)
    return symbol.startsWith('!') ? this.#factorial(x, symbol.length) : x
  }

  #sized(n: number, d: number, weight = 0, exact = Number.NaN): Bound {
    const known = Math.abs(exact) < small * small ? exact : Number.NaN
    return {
      n: Math.min(n, this.#maxBits),
      d: Math.min(d, this.#maxBits),
      exact: known,
      weight,
      pending: false,
    }
  }

  #binary(symbol: string, left: Bound, right: Bound): Bound {
    if (symbol === '/' && left.pending && right.pending) return this.#factorialRatio(left, right)
    const a = this.#settled(left)
    const b = this.#settled(right)
    const weight = a.weight + b.weight
    const areWhole = a.d === 1 && b.d === 1
    const size = Math.max(a.n, a.d, b.n, b.d)
    if (symbol === '^') return this.#power(a, b)
    if (symbol === '<<') return this.#shifted(a, b)
    if (symbol === 'choose') return this.#chosen(a)
    this.cost += productCost(size) * 2 + (areWhole && symbol !== '/' ? 0 : divisorCost(size))
    this.cost += formCost(weight)
    if (symbol === '+' || symbol === '-') {
      const exact = symbol === '+' ? a.exact + b.exact : a.exact - b.exact
      const n = areWhole ? sumBits(a.n, b.n) : sumBits(a.n + b.d, b.n + a.d)
      return this.#sized(n, areWhole ? 1 : a.d + b.d, weight, areWhole ? exact : Number.NaN)
    }
    if (symbol === '*' || symbol === 'of') {
      return this.#sized(
        a.n + b.n,
        areWhole ? 1 : a.d + b.d,
        weight,
        areWhole ? a.exact * b.exact : Number.NaN,
      )
    }
    this.cost += signCost(weight)
    if (symbol === '/') {
      const isSmall = areWhole && Math.abs(a.exact) < small && Math.abs(b.exact) < small && b.exact !== 0
      const exact = isSmall ? a.exact / b.exact : Number.NaN
      return this.#sized(a.n + b.d, Number.isInteger(exact) ? 1 : a.d + b.n, weight, exact)
    }
    // The rest (mod, off, on, comparisons, bits) stays below the product.
    return this.#sized(a.n + b.n + a.d + b.d, areWhole ? 1 : a.d + b.d, weight)
  }

  #power(a: Bound, b: Bound): Bound {
    const isWhole = Number.isInteger(b.exact)
    const weight = a.weight + b.weight
    if (weight > 0 || (!Number.isNaN(b.exact) && !isWhole)) {
      this.cost += 5 + formCost(weight) + signCost(weight) + divisorCost(a.n + a.d)
      return { ...unknown, weight: weight + 1 }
    }
    if (a.d === 1 && (a.exact === 1 || a.exact === 0 || a.exact === -1)) return this.#sized(1, 1)
    const size = Math.max(a.n, a.d)
    const exponent = Number.isNaN(b.exact) ? 2 ** Math.min(b.n, 60) : Math.abs(b.exact)
    if (isWhole && Math.abs(a.exact) >= 2 && Math.log2(Math.abs(a.exact)) * exponent > this.#maxBits) {
      throw tooLarge('The power', this.#limits)
    }
    const bits = Math.min(size * exponent, this.#maxBits)
    this.cost += productCost(bits) * 3
    const exact = isWhole && b.exact >= 0 && a.d === 1 ? a.exact ** b.exact : Number.NaN
    const bound =
      b.exact < 0
        ? this.#sized(a.d * exponent, a.n * exponent)
        : this.#sized(a.n * exponent, a.d === 1 ? 1 : a.d * exponent, 0, exact)
    // Where the exponent may be a fraction, the result may be a root.
    return Number.isNaN(b.exact) && b.d > 1 ? { ...bound, weight: 1 } : bound
  }

  #shifted(a: Bound, b: Bound): Bound {
    const by = Number.isNaN(b.exact) ? this.#maxBits : Math.abs(b.exact)
    const bound = this.#sized(a.n + by, 1)
    this.cost += productCost(bound.n)
    return bound
  }

  #chosen(a: Bound): Bound {
    const n = Number.isNaN(a.exact) ? this.#maxBits : Math.min(Math.abs(a.exact), this.#maxBits)
    this.cost += n * (0.1 + n / 20_000)
    return this.#sized(n + 1, 1)
  }

  #factorial(a: Bound, step: number): Bound {
    const n = Number.isInteger(a.exact) && a.exact >= 0 ? a.exact : 2 ** Math.min(a.n, 52)
    return { n: Math.ceil(factorialBits(n) / step) + 1, d: 1, exact: n, weight: 0, pending: true }
  }

  #factorialRatio(a: Bound, b: Bound): Bound {
    const bits = Math.abs(a.n - b.n) + 64
    if (bits > this.#maxBits + 64) this.cost += productCost(this.#maxBits) * 8
    else this.cost += productCost(bits) * 4
    return this.#sized(bits, bits)
  }

  /** What a bound is once a factorial in it is multiplied out. */
  #settled(a: Bound): Bound {
    if (!a.pending) return a
    if (a.n > this.#maxBits + 64 && Number.isSafeInteger(a.exact))
      throw tooLarge('The factorial', this.#limits)
    const bits = Math.min(a.n, this.#maxBits)
    this.cost += productCost(bits) * 4
    return { n: bits, d: 1, exact: Number.NaN, weight: 0, pending: false }
  }

  #called(name: string, args: readonly Bound[]): Bound {
    const [a = unknown, b = unknown] = args
    let n = 0
    let d = 0
    let weight = 0
    for (const arg of args) {
      n += arg.n
      d += arg.d
      weight += arg.weight
      this.cost += 0.3 + productCost(Math.max(n, d)) + divisorCost(Math.max(n, d))
    }
    this.cost += formCost(weight) + signCost(weight)
    if (name === 'ncr') return this.#chosen(a)
    if (name === 'npr') return this.#sized(this.#chosen(a).n * 2, 1)
    if (name === 'factorial') return this.#factorial(a, 1)
    if (name === 'pow') return this.#power(a, b)
    if (name === 'root' || name === 'sqrt' || name === 'cbrt') {
      this.cost += productCost(n + d) * 8
      return this.#sized(n, d, weight)
    }
    if (name === 'round' && !Number.isNaN(b.exact))
      return this.#sized(n + Math.abs(b.exact) * 4, d + Math.abs(b.exact) * 4, weight)
    return this.#sized(n + d + 8, d + 8, weight)
  }
}

/**
 * Bounds the time of one line from its program alone, in about microseconds. Fault TOO_LARGE where a result is
 * certain to outgrow the limit.
 */
export function costOf(program: Program, precision: number, limits: CalcLimits): number {
  const estimate = new Estimate(limits, precision)
  estimate.add(program)
  return estimate.cost
}
