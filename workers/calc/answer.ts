import { fault } from '../../bridge/faults.ts'
import * as balls from './ball.ts'
import { decimalPlaces, exactText, grouped, plainText, scientificText } from './decimal.ts'
import { refine } from './digits.ts'
import { powerOfTen } from './integer.ts'
import type { Format } from './program.ts'
import { Rational, ratio, whole } from './rational.ts'
import { formOf, type Num, type Real } from './real.ts'
import { roundBall, roundToDigits, roundToWhole, type Decimal, type Rounding } from './rounding.ts'
import { read, tooLarge, type Run } from './run.ts'
import { hundredths } from './short-text.ts'
import { inDegrees } from './trigonometry.ts'
import { numberOf, Percent, wholeOf, type Value } from './value.ts'

/** A value as the caller gets it. */
export interface Answer {
  /** Plain decimal, or true or false. */
  value: string
  display: string
  kind: 'number' | 'percent' | 'quantity' | 'boolean'
  unit?: string
  fraction?: string
  approximate: boolean
}

/** Digits of an approximation that a person is shown. */
const shownDigits = 12
/** Longest plain decimal that a person is shown in full. */
const maxShown = 48

/** x 2^e as a ratio; its size was checked before. */
function dyadic(m: bigint, e: number): { n: bigint; d: bigint } {
  return e >= 0 ? { n: m << BigInt(e), d: 1n } : { n: m, d: 1n << BigInt(-e) }
}

function withinLimit(ball: balls.Ball, run: Run): void {
  if (ball.m !== 0n && Math.abs(balls.topBit(ball)) > run.maxBits) throw tooLarge('The result', run.limits)
}

/**
 * An irrational number correctly rounded. One that cannot be told from 0, or from a number that lies in the
 * middle between two decimals, in 8192 bits beyond those asked for counts as that, and a reading says so.
 */
export function roundReal(x: Real, digits: number, mode: Rounding, run: Run): Decimal {
  return refine<Decimal>(
    x,
    Math.ceil(digits * Math.LOG2E * Math.LN10) + 24,
    run,
    (ball) => {
      withinLimit(ball, run)
      return roundBall(ball, digits, mode)
    },
    (ball) => {
      if (ball === undefined) throw fault('TOO_LARGE', 'The result needs more than 2,400 digits on the way.')
      const isZero = balls.touchesZero(ball)
      read(
        run,
        `${formOf(x)} cannot be told from ${isZero ? '0' : 'a shorter decimal'} in 2,400 digits; taken as that`,
      )
      if (isZero) return { coefficient: 0n, exponent: 0, inexact: true }
      const { n, d } = dyadic(ball.m, ball.e)
      return roundToDigits(n, d, digits, 'half_even')
    },
  )
}

/** x rounded to so many digits after the point. */
function roundPlaces(x: Num, places: number, run: Run): Rational {
  const unit = powerOfTen(places)
  if (x instanceof Rational) return ratio(roundToWhole(x.n * unit, x.d, run.rounding), unit)
  const rounded = (m: bigint, e: number): bigint => {
    const { n, d } = dyadic(m, e)
    return roundToWhole(n * unit, d, run.rounding)
  }
  const units = refine(
    x,
    64 + places * 4,
    run,
    (ball) => {
      withinLimit(ball, run)
      const low = rounded(ball.m - ball.r, ball.e)
      return low === rounded(ball.m + ball.r, ball.e) ? low : undefined
    },
    (ball) => (ball === undefined ? 0n : rounded(ball.m, ball.e)),
  )
  return ratio(units, unit)
}

function shownDecimal({ coefficient, exponent }: Decimal): string {
  const digits = coefficient.toString().length
  const top = digits + exponent
  if (top > 21 || top < -6) return scientificText({ coefficient, exponent, inexact: false })
  const plain = grouped(plainText(coefficient, exponent))
  return plain.includes('.') ? plain.replace(/\.?0+$/, '') : plain
}

/** Twelve digits of a decimal, or all that stand before the point. */
function shortened({ coefficient, exponent }: Decimal): string {
  const before = coefficient.toString().length + exponent
  const digits = Math.max(shownDigits, before <= 21 ? before : 0)
  return shownDecimal(
    raisedBy(roundToDigits(coefficient, 1n, digits, 'half_even'), coefficient === 0n ? 0 : exponent),
  )
}

const raisedBy = ({ coefficient, exponent, inexact }: Decimal, by: number): Decimal => ({
  coefficient,
  exponent: exponent + by,
  inexact,
})

function rationalAnswer(x: Rational, run: Run): Answer {
  const places = decimalPlaces(x.d)
  if (places >= 0) {
    if (places > run.limits.maxDigits) throw tooLarge('The result', run.limits)
    const value = exactText(x, places)
    return { value, display: exactDisplay(x, value), kind: 'number', approximate: false }
  }
  const decimal = roundToDigits(x.n, x.d, run.precision, run.rounding)
  const fraction = `${x.n}/${x.d}`
  const shown = shortened(decimal)
  return {
    value: bounded(decimal, run),
    display: fraction.length <= 24 ? `${fraction} ≈ ${shown}` : `≈ ${shown}`,
    kind: 'number',
    fraction,
    approximate: true,
  }
}

function exactDisplay(x: Rational, value: string): string {
  if (value.length <= maxShown) return grouped(value)
  const decimal = roundToDigits(x.n, x.d, shownDigits, 'half_even')
  return `${decimal.inexact ? '≈ ' : ''}${scientificText(decimal)}`
}

/** The plain text of a rounded result. Fault TOO_LARGE where it would be longer than the limit. */
function bounded(decimal: Decimal, run: Run): string {
  if (Math.abs(decimal.exponent) > run.limits.maxDigits + run.precision)
    throw tooLarge('The result', run.limits)
  return plainText(decimal.coefficient, decimal.exponent)
}

function numberAnswer(x: Num, run: Run, steps: string[]): Answer {
  if (x instanceof Rational) return rationalAnswer(x, run)
  const decimal = roundReal(x, run.precision, run.rounding, run)
  const shown = shortened(decimal)
  const form = formOf(x)
  if (form.length <= 60) steps.push(`${form} ≈ ${shown}`)
  return { value: bounded(decimal, run), display: `≈ ${shown}`, kind: 'number', approximate: true }
}

function percentAnswer(ratioOf: Num, run: Run, steps: string[]): Answer {
  const answer = numberAnswer(ratioOf, run, steps)
  const display =
    ratioOf instanceof Rational
      ? rationalAnswer(hundredths(ratioOf), run).display
      : `≈ ${shortened(raisedBy(roundReal(ratioOf, run.precision, run.rounding, run), 2))}`
  return { ...answer, display: `${display}%`, kind: 'percent' }
}

const prefixes = { 1: '0b', 3: '0o', 4: '0x' } as const

/** A value in the form the text asked for. `steps` gets the last step of an irrational result. */
export function answerOf(given: Value, format: Format | undefined, run: Run, steps: string[]): Answer {
  if (typeof given === 'boolean') {
    if (format !== undefined) numberOf(given, run)
    return { value: String(given), display: String(given), kind: 'boolean', approximate: false }
  }
  if (format === undefined) {
    return given instanceof Percent
      ? percentAnswer(given.ratio, run, steps)
      : numberAnswer(numberOf(given, run), run, steps)
  }
  const x = numberOf(given, run)
  switch (format.kind) {
    case 'percent':
      return percentAnswer(x, run, steps)
    case 'decimal':
      return numberAnswer(x, run, steps)
    case 'base': {
      const n = wholeOf(x, 'Another base', run)
      const digits = (n < 0n ? -n : n).toString(2 ** format.bits)
      return {
        ...rationalAnswer(whole(n), run),
        display: `${n < 0n ? '-' : ''}${prefixes[format.bits]}${digits}`,
      }
    }
    case 'fraction': {
      if (!(x instanceof Rational)) throw fault('DOMAIN', `${formOf(x)} is irrational: it is no fraction.`)
      const text = x.d === 1n ? `${x.n}` : `${x.n}/${x.d}`
      return { ...rationalAnswer(x, run), fraction: text, display: text }
    }
    case 'degrees': {
      const answer = numberAnswer(inDegrees(x, run), run, steps)
      return { ...answer, display: `${answer.display}°`, kind: 'quantity', unit: '°' }
    }
    case 'radians':
      return { ...numberAnswer(x, run, steps), kind: 'quantity', unit: 'rad' }
    case 'places': {
      const rounded = roundPlaces(x, format.count, run)
      const value = plainText(
        roundToWhole(rounded.n * powerOfTen(format.count), rounded.d, 'down'),
        -format.count,
      )
      return { ...rationalAnswer(rounded, run), display: grouped(value) }
    }
    case 'digits': {
      const decimal =
        x instanceof Rational
          ? roundToDigits(x.n, x.d, format.count, run.rounding)
          : roundReal(x, format.count, run.rounding, run)
      return {
        value: bounded(decimal, run),
        display: shownDecimal(decimal),
        kind: 'number',
        approximate: false,
      }
    }
  }
}
