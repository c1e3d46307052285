import { powerOfTen, takeOut } from './integer.ts'
import type { Rational } from './rational.ts'
import type { Decimal } from './rounding.ts'

/**
 * How many digits after the point a denominator in lowest terms needs, or -1 where the decimal never ends:
 * the denominator must hold no prime but 2 and 5.
 */
export function decimalPlaces(denominator: bigint): number {
  if (denominator === 1n) return 0
  let twos = 0
  let fives = 0
  if (denominator <= 0x1f_ffff_ffff_ffffn) {
    let rest = Number(denominator)
    for (; rest % 2 === 0; twos++) rest /= 2
    for (; rest % 5 === 0; fives++) rest /= 5
    return rest === 1 ? Math.max(twos, fives) : -1
  }
  const odd = takeOut(denominator, 2n)
  const left = takeOut(odd.rest, 5n)
  return left.rest === 1n ? Math.max(odd.times, left.times) : -1
}

/** coefficient times ten to the exponent as a plain decimal: "-0.0012", "1200". */
export function plainText(coefficient: bigint, exponent: number): string {
  if (exponent === 0 || coefficient === 0n) return coefficient.toString()
  if (exponent > 0) return coefficient.toString() + '0'.repeat(exponent)
  const isNegative = coefficient < 0n
  const digits = (isNegative ? -coefficient : coefficient).toString().padStart(1 - exponent, '0')
  const point = digits.length + exponent
  return `${isNegative ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}`
}

/** The plain text of a number whose decimal ends after `places` digits. */
export function exactText(value: Rational, places: number): string {
  return places === 0 ? value.n.toString() : plainText((value.n * powerOfTen(places)) / value.d, -places)
}

/** "1.2346e+30": one digit before the point, trailing zeros dropped. */
export function scientificText({ coefficient, exponent }: Decimal): string {
  const isNegative = coefficient < 0n
  const digits = (isNegative ? -coefficient : coefficient).toString()
  const power = exponent + digits.length - 1
  const rest = digits.slice(1).replace(/0+$/, '')
  const mantissa = `${digits.slice(0, 1)}${rest === '' ? '' : `.${rest}`}`
  return `${isNegative ? '-' : ''}${mantissa}e${power < 0 ? '-' : '+'}${Math.abs(power)}`
}

/** A plain decimal with its whole part in groups of three: "1,234,567.25". */
export function grouped(plain: string): string {
  const point = plain.indexOf('.')
  const end = point === -1 ? plain.length : point
  const start = plain.startsWith('-') ? 1 : 0
  if (end - start <= 3) return plain
  let text = plain.slice(end)
  for (let at = end; at > start; at -= 3) {
    const group = plain.slice(Math.max(start, at - 3), at)
    text = at === end ? group + text : `${group},${text}`
  }
  return start === 1 ? `-${text}` : text
}
