import { fault } from '../../bridge/faults.ts'
import { isDigit, isSpace, nameRest } from './characters.ts'
import { powerOfTen } from './integer.ts'
import { Rational, ratio } from './rational.ts'
import type { CalcLimits } from './run.ts'

/** A number as it was read from a text. */
export interface Numeral {
  readonly value: Rational
  /** Where the text goes on. */
  readonly end: number
  /** How it was read, where there was a choice. */
  readonly reading?: string
}

/** Fractions that are one character, as numerator and denominator. */
export const vulgar = new Map<string, [bigint, bigint]>([
  ['½', [1n, 2n]],
  ['⅓', [1n, 3n]],
  ['⅔', [2n, 3n]],
  ['¼', [1n, 4n]],
  ['¾', [3n, 4n]],
  ['⅕', [1n, 5n]],
  ['⅖', [2n, 5n]],
  ['⅗', [3n, 5n]],
  ['⅘', [4n, 5n]],
  ['⅙', [1n, 6n]],
  ['⅚', [5n, 6n]],
  ['⅐', [1n, 7n]],
  ['⅛', [1n, 8n]],
  ['⅜', [3n, 8n]],
  ['⅝', [5n, 8n]],
  ['⅞', [7n, 8n]],
  ['⅑', [1n, 9n]],
  ['⅒', [1n, 10n]],
])

const bases = new Map([
  ['x', { bits: 4, digits: /[0-9a-fA-F]/ }],
  ['o', { bits: 3, digits: /[0-7]/ }],
  ['b', { bits: 1, digits: /[01]/ }],
])

/** A number in all its forms: digits in groups with one mark, or with underscores; a fraction; a power of ten. */
const numberPattern = (mark: string): RegExp =>
  new RegExp(
    `(\\d{1,3}(${mark})(?:\\d{2,3}\\2)*\\d{3}(?!\\d)|\\d+(?:_\\d+)+|\\d*)` +
      '(?:\\.(?![*/^.])(\\d*(?:_\\d+)*))?(?:[eE]([+-]?\\d+))?',
    'y',
  )
const numberWithCommas = numberPattern("[,'’\\u00a0\\u2009\\u202f ]")
const numberWithoutCommas = numberPattern("['’\\u00a0\\u2009\\u202f ]")

/** Whether what follows plain digits may still belong to the number: a group mark, a power of ten, a fraction. */
export function continues(code: number, text: string, at: number): boolean {
  if (code === 101 || code === 69 || code === 95) return true
  if (code === 44 || code === 39 || isSpace(code)) return isDigit(text.charCodeAt(at + 1))
  return code > 127 && (code === 0x2019 || vulgar.has(text.charAt(at)))
}

/** Fault AMBIGUOUS for 2026-10-15: a date, not a subtraction. `at` is where the four digits end. */
export function refuseDate(text: string, start: number, at: number): void {
  const date = /^-\d\d-\d\d(?!\d)/.exec(text.slice(at, at + 7))
  if (date === null) return
  throw fault(
    'AMBIGUOUS',
    `${text.slice(start, at + 6)} may be a date or a subtraction, and dates are not worked with. ` +
      'Write spaces around "-" to subtract.',
    { position: start },
  )
}

/**
 * Reads a number in any of its decimal forms: digits in groups, a fraction, a power of ten, a vulgar fraction
 * behind it. Faults SYNTAX for groups that are none, TOO_LARGE.
 */
export function readDecimal(
  text: string,
  start: number,
  groupsByComma: boolean,
  limits: CalcLimits,
): Numeral {
  const pattern = groupsByComma ? numberWithCommas : numberWithoutCommas
  pattern.lastIndex = start
  const [matched = '', units = '', , fraction = '', exponent = '0'] = pattern.exec(text) ?? []
  const end = start + matched.length
  const digits = units.replace(/\D/g, '')
  const decimals = fraction.replaceAll('_', '')
  if (text.charAt(end) === ',' && groupsByComma && isDigit(text.charCodeAt(end + 1))) {
    throw fault(
      'SYNTAX',
      `Groups of three digits were expected after the comma at character ${end + 1}; the decimal mark is a point.`,
      { position: end },
    )
  }
  const power = Number(exponent)
  const { maxDigits } = limits
  if (Math.abs(power) > maxDigits || digits.length + decimals.length > maxDigits) {
    throw fault('TOO_LARGE', `The number at character ${start + 1} has more than ${maxDigits} digits.`, {
      maxDigits,
    })
  }
  const value = scaledDecimal(digits + decimals, power - decimals.length)
  const reading = readingOf(units, digits, fraction)
  const mixed = vulgar.get(text.charAt(end))
  if (mixed === undefined) return { value, end, ...(reading !== undefined && { reading }) }
  const [n, d] = mixed
  return { value: ratio(value.n * d + n * value.d, value.d * d), end: end + 1 }
}

function readingOf(units: string, digits: string, fraction: string): string | undefined {
  if (units.includes(' ')) return `${units} is one number with its digits in groups`
  return units.includes(',') && fraction === '' ? `${units} is ${digits}: a comma groups digits` : undefined
}

/** Reads 0x1f.8 and its kind; undefined where no digit follows. Fault SYNTAX for other digits behind it. */
export function readBased(text: string, start: number): Numeral | undefined {
  const letter = text.charAt(start + 1).toLowerCase()
  const base = bases.get(letter)
  if (base === undefined || !base.digits.test(text.charAt(start + 2))) return undefined
  let digits = ''
  let places = -1
  let at = start + 2
  for (; at < text.length; at++) {
    const character = text.charAt(at)
    if (base.digits.test(character)) {
      digits += character
      if (places >= 0) places++
    } else if (character === '.' && places < 0 && base.digits.test(text.charAt(at + 1))) places = 0
    else if (character !== '_' || !base.digits.test(text.charAt(at + 1))) break
  }
  if (nameRest.test(text.charAt(at))) {
    const written = text.slice(start, at + 1)
    throw fault('SYNTAX', `Digits of 0${letter} were expected at character ${at + 1}; there is ${written}.`, {
      position: at,
    })
  }
  const n = BigInt(`0${letter}${digits}`)
  return { value: ratio(n, 1n << BigInt(Math.max(0, places) * base.bits)), end: at }
}

/** mantissa / 10^places in lowest terms, for a mantissa that a double holds. */
export function decimalOf(mantissa: number, places: number): Rational {
  if (places === 0) return new Rational(BigInt(mantissa), 1n)
  if (mantissa === 0) return new Rational(0n, 1n)
  let twos = places
  let fives = places
  for (; twos > 0 && mantissa % 2 === 0; twos--) mantissa /= 2
  for (; fives > 0 && mantissa % 5 === 0; fives--) mantissa /= 5
  // At most 10^15, which a double holds.
  const d = BigInt(2 ** twos * 5 ** fives)
  return new Rational(BigInt(mantissa), d)
}

/** digits times ten to the power, in lowest terms. */
function scaledDecimal(digits: string, power: number): Rational {
  const trimmed = power < 0 ? digits.replace(/0+$/, '') : digits
  power += digits.length - trimmed.length
  if (trimmed === '') return new Rational(0n, 1n)
  const n = BigInt(trimmed)
  return power >= 0 ? new Rational(n * powerOfTen(power), 1n) : ratio(n, powerOfTen(-power))
}
