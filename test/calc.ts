import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { Fault, type FaultCode } from '../bridge/faults.ts'
import { EvalInput, EvalOutput } from '../bridge/operations/calc.ts'
import { execute } from '../workers/calc/machine.ts'
import { prepare, workOut } from '../workers/calc/eval.ts'
import { parse } from '../workers/calc/parser.ts'
import { ratio, type Rational } from '../workers/calc/rational.ts'
import type { Num } from '../workers/calc/real.ts'
import type { Rounding } from '../workers/calc/rounding.ts'
import { DEFAULT_LIMITS, sizesOf, type Run } from '../workers/calc/run.ts'
import { numberOf } from '../workers/calc/value.ts'
import { root } from './root.ts'

/** Works an input out as the leaf does, with the defaults of the operation. */
export function calculate(input: string, options: Partial<EvalInput> = {}): EvalOutput {
  const task = EvalInput.parse({ input, ...options })
  return EvalOutput.parse(workOut(prepare(task, DEFAULT_LIMITS), task, DEFAULT_LIMITS, () => {}))
}

/** The fault code of an input, or its answer where it has one. */
export function outcome(input: string, options: Partial<EvalInput> = {}): EvalOutput | FaultCode {
  try {
    return calculate(input, options)
  } catch (error) {
    if (error instanceof Fault) return error.code
    throw error
  }
}

/** Surroundings of a run, for tests below the leaf. */
export function runWith(precision = 34, rounding: Rounding = 'half_even'): Run {
  return {
    limits: DEFAULT_LIMITS,
    ...sizesOf(DEFAULT_LIMITS.maxDigits),
    precision,
    rounding,
    angle: 'rad',
    readings: [],
    checkpoint: () => {},
  }
}

/** The exact value of an expression. */
export function valueOf(expression: string, run = runWith()): Num {
  const program = parse(expression, { has: () => false }, run.limits)
  return numberOf(execute(program, new Map(), run).value, run)
}

/** A decimal text, "-12.5E+3" and the like, as an exact ratio; read without any code under test but the gcd. */
export function decimal(text: string): Rational {
  const match = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(text)
  if (match === null) throw new Error(`"${text}" is no decimal.`)
  const [, sign, units = '', fraction = '', exponent = '0'] = match
  const power = Number(exponent) - fraction.length
  const n = BigInt(`${units}${fraction}` || '0') * (sign === '-' ? -1n : 1n)
  return power >= 0 ? ratio(n * 10n ** BigInt(power), 1n) : ratio(n, 10n ** BigInt(-power))
}

/** Whether a and b agree to so many significant digits of b. */
export function isClose(a: Rational, b: Rational, digits: number): boolean {
  const difference = a.n * b.d - b.n * a.d
  const size = difference < 0n ? -difference : difference
  const scale = b.n < 0n ? -b.n : b.n
  return size * 10n ** BigInt(digits) <= 5n * (scale === 0n ? b.d * a.d : scale * a.d)
}

/** The cases of a file in test/fixtures/calc, checked against their shape. */
export function cases<T>(file: string, shape: z.ZodType<T>): T[] {
  return z.array(shape).parse(JSON.parse(readFileSync(join(root, 'test/fixtures/calc', file), 'utf8')))
}
