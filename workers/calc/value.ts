import { fault } from '../../bridge/faults.ts'
import { product } from './integer.ts'
import { Rational } from './rational.ts'
import { formOf, Real, type Num } from './real.ts'
import { tooLarge, type Run } from './run.ts'

/** A percentage: 25% has the ratio 1/4. Kept apart, because 100 + 10% is not 100 + 0.1. */
export class Percent {
  readonly ratio: Num

  constructor(ratio: Num) {
    this.ratio = ratio
  }
}

/**
 * n (n - step) (n - 2 step) …, not multiplied out yet: 100000!/99999! needs no number of 450,000 digits, and
 * 1000000! fails before any work.
 */
export class Factorial {
  readonly n: number
  readonly step: number

  constructor(n: number, step: number) {
    this.n = n
    this.step = step
  }
}

/** What an expression is worth. */
export type Value = Rational | Real | Percent | Factorial | boolean

/** Numbers beyond these take long enough to work with that a cancel should be heard after each. */
const long = 1n << 8192n
const minusLong = -long

/** r, unless it outgrew the limit. */
export function checked(r: Rational, run: Run): Rational {
  if (r.n > long || r.d > long || r.n < minusLong) run.checkpoint()
  if (r.n < run.ceiling && r.d < run.ceiling && r.n > run.floor) return r
  throw tooLarge('An intermediate result', run.limits)
}

/** Multiplies low, low + step, … up to high; refused before the work when the product would outgrow the limit. */
export function boundedProduct(low: number, high: number, step: number, run: Run): Rational {
  const count = Math.max(0, Math.floor((high - low) / step) + 1)
  // The sum of log2(x) from low to high, by its integral.
  const bits = count === 0 ? 0 : (high * Math.log2(high / Math.E) - low * Math.log2(low / Math.E)) / step
  if (bits > run.maxBits || count > run.maxBits) throw tooLarge('The product', run.limits)
  return new Rational(product(low, high, step, run.checkpoint), 1n)
}

/** A factorial, multiplied out. */
function multipliedOut({ n, step }: Factorial, run: Run): Rational {
  return boundedProduct(n % step === 0 ? step : n % step, n, step, run)
}

/** The value as a number: a percentage is its ratio. Fault DOMAIN for true and false. */
export function numberOf(value: Value, run: Run): Num {
  if (value instanceof Rational || value instanceof Real) return value
  if (value instanceof Percent) return value.ratio
  if (value instanceof Factorial) return multipliedOut(value, run)
  throw fault('DOMAIN', `A number was expected here; there is ${value}, the outcome of a comparison.`)
}

/** The value as a whole number. Fault DOMAIN for any other. */
export function wholeOf(value: Value, what: string, run: Run): bigint {
  const number = numberOf(value, run)
  if (number instanceof Rational && number.d === 1n) return number.n
  throw fault('DOMAIN', `${what} needs whole numbers; it was given ${formOf(number)}.`)
}
