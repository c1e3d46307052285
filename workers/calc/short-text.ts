import { decimalPlaces, exactText, scientificText } from './decimal.ts'
import { Rational } from './rational.ts'
import { formOf } from './real.ts'
import { roundToDigits } from './rounding.ts'
import { Factorial, Percent, type Value } from './value.ts'

const maxDigits = 40
const limit = 10n ** BigInt(maxDigits)

/** A value as a step shows it: exact where that is short, else twelve digits and an ellipsis. */
export function shortText(value: Value): string {
  if (value instanceof Rational) return shortRational(value)
  if (value instanceof Percent) {
    return value.ratio instanceof Rational
      ? `${shortRational(hundredths(value.ratio))}%`
      : `(${formOf(value.ratio)})*100%`
  }
  if (value instanceof Factorial) return `${value.n}${'!'.repeat(value.step)}`
  if (typeof value === 'boolean') return String(value)
  const form = formOf(value)
  return form.length <= 60 ? form : `${form.slice(0, 56)} …`
}

/** A ratio counted in hundredths: 1/4 is 25. */
export function hundredths({ n, d }: Rational): Rational {
  let top = 100n
  for (const factor of [2n, 2n, 5n, 5n]) {
    if (d % factor === 0n) {
      d /= factor
      top /= factor
    }
  }
  return new Rational(n * top, d)
}

function shortRational(value: Rational): string {
  if (value.n < limit && value.n > -limit && value.d < limit) {
    if (value.d === 1n) return value.n.toString()
    const places = decimalPlaces(value.d)
    if (places < 0) return `${value.n}/${value.d}`
    if (places <= maxDigits) return exactText(value, places)
  }
  return `${scientificText(roundToDigits(value.n, value.d, 12, 'down'))}…`
}
