import { fault } from '../../bridge/faults.ts'
import { powerOfTen } from './integer.ts'
import { Rational, ratio, whole } from './rational.ts'
import type { CalcLimits } from './run.ts'

/** What the lexer stands on. `symbol` is an operator or bracket in its one spelling; `power` a raised number. */
export type TokenKind = 'number' | 'name' | 'symbol' | 'power' | 'end'

/** One spelling for every way to write an operator. */
const symbols = new Map<string, string>([
  ['−', '-'],
  ['–', '-'],
  ['×', '*'],
  ['·', '*'],
  ['∙', '*'],
  ['⋅', '*'],
  ['✕', '*'],
  ['÷', '/'],
  ['∕', '/'],
  ['⁄', '/'],
  ['**', '^'],
  ['.*', '*'],
  ['./', '/'],
  ['.^', '^'],
  ['==', '='],
  ['≠', '!='],
  ['<>', '!='],
  ['≤', '<='],
  ['≥', '>='],
  ['[', '('],
  [']', ')'],
])
const pairs = new Set(['**', '.*', './', '.^', '==', '!=', '<>', '<=', '>=', '<<', '>>', '//'])
const singles = new Set('+-*/^%!()[]=<>|&~,;:°‰√∛∜−–×·∙⋅✕÷∕⁄≠≤≥'.split(''))
const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const vulgar = new Map<string, [bigint, bigint]>([
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
const letter = /\p{L}/u
const nameRest = /[\p{L}\p{M}\p{N}_]/u

/** A number in all its forms: digits in groups with one mark, or with underscores; a fraction; a power of ten. */
const numberPattern = (mark: string): RegExp =>
  new RegExp(
    `(\\d{1,3}(${mark})(?:\\d{2,3}\\2)*\\d{3}(?!\\d)|\\d+(?:_\\d+)+|\\d*)` +
      '(?:\\.(?![*/^.])(\\d*(?:_\\d+)*))?(?:[eE]([+-]?\\d+))?',
    'y',
  )
const numberWithCommas = numberPattern("[,'’\\u00a0\\u2009\\u202f ]")
const numberWithoutCommas = numberPattern("['’\\u00a0\\u2009\\u202f ]")

const zero = 48
const isDigit = (code: number): boolean => code >= zero && code <= 57
const isPlainLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
/** One of + - * / ^ ( ) , that is spelt as it is meant. */
const isPlainMark = (code: number): boolean => (code >= 40 && code <= 45) || code === 47 || code === 94
/** Marks that may be the second of a pair. */
const isSecondMark = (code: number): boolean => code === 42 || code === 47 || (code >= 60 && code <= 62)
const isSpace = (code: number): boolean =>
  code === 32 ||
  code === 9 ||
  code === 13 ||
  code === 0xa0 ||
  code === 0x2009 ||
  code === 0x202f ||
  code === 0x3000

/** Whether what follows plain digits may still belong to the number: a group mark, a power of ten, a fraction. */
function continues(code: number, text: string, at: number): boolean {
  if (code === 101 || code === 69 || code === 95) return true
  if (code === 44 || code === 39 || isSpace(code)) return isDigit(text.charCodeAt(at + 1))
  return code > 127 && (code === 0x2019 || vulgar.has(text.charAt(at)))
}

/**
 * Cuts a line into tokens, one at a time, as the parser asks: within the brackets of a call a comma parts
 * arguments, elsewhere it groups digits.
 */
export class Lexer {
  readonly text: string
  kind: TokenKind = 'end'
  /** Operator or bracket, or the name. */
  symbol = ''
  /** Value of a number or of a raised number. */
  value: Rational | undefined
  /** Where the token starts and ends. */
  start = 0
  end = 0
  /** Whether white space stands before the token. */
  isSpaced = false
  /** Whether a comma between digits groups them. */
  groupsByComma = true
  readonly readings: string[]
  readonly #limits: CalcLimits

  constructor(text: string, limits: CalcLimits, readings: string[]) {
    this.text = text
    this.#limits = limits
    this.readings = readings
    this.advance()
  }

  /** Whether the token is that operator or bracket. */
  sees(symbol: string): boolean {
    return this.kind === 'symbol' && this.symbol === symbol
  }

  /** Whether the token is a name, or one of those. */
  seesName(among?: { has(name: string): boolean }): boolean {
    return this.kind === 'name' && (among === undefined || among.has(this.symbol))
  }

  /** The number that the token is. */
  seenNumber(): Rational | undefined {
    return this.kind === 'number' ? this.value : undefined
  }

  /** The token as it was written. */
  get written(): string {
    return this.text.slice(this.start, this.end)
  }

  /** The fault SYNTAX at the token. */
  unexpected(expected: string): Error {
    const found = this.kind === 'end' ? 'the end' : `"${this.written.slice(0, 40)}"`
    return fault('SYNTAX', `${expected} was expected at character ${this.start + 1}; there is ${found}.`, {
      position: this.start,
    })
  }

  /** Goes back to a place seen before. */
  rewind(to: number): void {
    this.end = to
    this.advance()
  }

  /** Moves to the next token. Faults SYNTAX, TOO_LARGE. */
  advance(): void {
    const { text } = this
    let at = this.end
    let code = text.charCodeAt(at)
    while (isSpace(code)) code = text.charCodeAt(++at)
    this.isSpaced = at > this.end
    this.start = at
    if (at >= text.length) {
      this.kind = 'end'
      this.symbol = ''
      this.end = at
    } else if (isDigit(code) || (code === 46 && isDigit(text.charCodeAt(at + 1)))) {
      this.#number(at)
    } else if (isPlainLetter(code)) {
      while (isPlainLetter(code) || isDigit(code) || code === 95) code = text.charCodeAt(++at)
      if (code > 127) this.#name(this.start)
      else this.#is('name', text.slice(this.start, at), at)
    } else if (isPlainMark(code) && !isSecondMark(text.charCodeAt(at + 1))) {
      this.#is('symbol', text.charAt(at), at + 1)
    } else this.#mark(at)
  }

  #is(kind: TokenKind, symbol: string, end: number): void {
    this.kind = kind
    this.symbol = symbol
    this.end = end
  }

  #name(at: number): void {
    const { text } = this
    while (at < text.length) {
      const character = String.fromCodePoint(text.codePointAt(at) ?? 0)
      if (!nameRest.test(character) || superscripts.includes(character) || vulgar.has(character)) break
      at += character.length
    }
    this.#is('name', text.slice(this.start, at), at)
  }

  #mark(at: number): void {
    const { text } = this
    const first = text.charAt(at)
    const pair = text.slice(at, at + 2)
    if (pairs.has(pair)) {
      this.#is('symbol', symbols.get(pair) ?? pair, at + 2)
      if (pair === '!=' && text.charAt(at + 2) === '=') this.#is('symbol', '!', at + 1)
    } else if (singles.has(first)) this.#is('symbol', symbols.get(first) ?? first, at + 1)
    else if (vulgar.has(first)) this.#number(at)
    else if (superscripts.includes(first) || first === '⁻') this.#raised(at)
    else if (first === '_' || letter.test(String.fromCodePoint(text.codePointAt(at) ?? 0))) this.#name(at)
    else {
      const character = String.fromCodePoint(text.codePointAt(at) ?? 0)
      throw fault(
        'SYNTAX',
        `A number, a name or an operator was expected at character ${at + 1}; there is ${JSON.stringify(character)}.`,
        { position: at },
      )
    }
  }

  #raised(at: number): void {
    let digits = ''
    if (this.text.charAt(at) === '⁻') {
      digits = '-'
      at++
    }
    for (; at < this.text.length && superscripts.includes(this.text.charAt(at)); at++) {
      digits += String(superscripts.indexOf(this.text.charAt(at)))
    }
    if (digits === '-' || digits.length > 18) {
      this.end = at
      throw this.unexpected('A short raised number')
    }
    this.value = whole(BigInt(digits))
    this.#is('power', '', at)
  }

  /** A number from `at`: digits with group marks, a point, a power of ten; or 0x, 0o, 0b. */
  #number(at: number): void {
    const { text } = this
    this.kind = 'number'
    const second = text.charCodeAt(at + 1) | 32
    if (text.charCodeAt(at) === zero && (second === 120 || second === 111 || second === 98)) {
      if (this.#based(at)) return
    }
    let mantissa = 0
    let count = 0
    let code = text.charCodeAt(at)
    while (isDigit(code)) {
      mantissa = mantissa * 10 + code - zero
      count++
      code = text.charCodeAt(++at)
    }
    if (count === 4 && code === 45) this.#refuseDate(at)
    let places = 0
    if (code === 46 && isDigit(text.charCodeAt(at + 1))) {
      code = text.charCodeAt(++at)
      while (isDigit(code)) {
        mantissa = mantissa * 10 + code - zero
        count++
        places++
        code = text.charCodeAt(++at)
      }
    } else if (code === 46 && !'*/^.'.includes(text.charAt(at + 1) || ' ')) code = text.charCodeAt(++at)
    if (count <= 15 && !continues(code, text, at)) {
      this.end = at
      this.value = decimalOf(mantissa, places)
    } else this.#longNumber()
  }

  /** Fault AMBIGUOUS for 2026-10-15: a date, not a subtraction. */
  #refuseDate(at: number): void {
    const date = /^-\d\d-\d\d(?!\d)/.exec(this.text.slice(at, at + 7))
    if (date === null) return
    const written = this.text.slice(this.start, at + 6)
    throw fault(
      'AMBIGUOUS',
      `${written} may be a date or a subtraction, and dates are not worked with. Write spaces around "-" to subtract.`,
      { position: this.start },
    )
  }

  /** As `#number`, for every way to write one. */
  #longNumber(): void {
    const { text } = this
    const start = this.start
    const pattern = this.groupsByComma ? numberWithCommas : numberWithoutCommas
    pattern.lastIndex = start
    const match = pattern.exec(text)
    const [matched = '', units = '', , fraction = '', exponent = ''] = match ?? []
    let at = start + matched.length
    this.end = at
    const digits = units.replace(/\D/g, '')
    const decimals = fraction.replaceAll('_', '')
    if (units.includes(' ')) this.#reading(`${units} is one number with its digits in groups`)
    else if (units.includes(',') && !fraction) this.#reading(`${units} is ${digits}: a comma groups digits`)
    if (text.charAt(at) === ',' && this.groupsByComma && isDigit(text.charCodeAt(at + 1))) {
      throw fault(
        'SYNTAX',
        `Groups of three digits were expected after the comma at character ${at + 1}; the decimal mark is a point.`,
        { position: at },
      )
    }
    const power = Number(exponent === '' ? 0 : exponent)
    if (
      Math.abs(power) > this.#limits.maxDigits ||
      digits.length + decimals.length > this.#limits.maxDigits
    ) {
      throw fault(
        'TOO_LARGE',
        `The number at character ${start + 1} has more than ${this.#limits.maxDigits} digits.`,
        {
          maxDigits: this.#limits.maxDigits,
        },
      )
    }
    let value = scaledDecimal(digits + decimals, power - decimals.length)
    const mixed = vulgar.get(text.charAt(at))
    if (mixed !== undefined) {
      const [n, d] = mixed
      value = new Rational(value.n * d + n * value.d, value.d * d)
      value = ratio(value.n, value.d)
      at++
    }
    this.end = at
    this.value = value
  }

  /** 0x1f.8 and its kind; false where no digit follows. */
  #based(at: number): boolean {
    const { text } = this
    const base = bases.get(text.charAt(at + 1).toLowerCase())
    if (base === undefined || !base.digits.test(text.charAt(at + 2))) return false
    let digits = ''
    let places = -1
    for (at += 2; at < text.length; at++) {
      const character = text.charAt(at)
      if (base.digits.test(character)) {
        digits += character
        if (places >= 0) places++
      } else if (character === '.' && places < 0 && base.digits.test(text.charAt(at + 1))) places = 0
      else if (character !== '_' || !base.digits.test(text.charAt(at + 1))) break
    }
    this.end = at
    if (nameRest.test(text.charAt(at))) {
      this.end = at + 1
      throw this.unexpected('A number written in that base')
    }
    const n = BigInt(`0${{ 4: 'x', 3: 'o', 1: 'b' }[base.bits] ?? 'x'}${digits}`)
    this.value = ratio(n, 1n << BigInt(Math.max(0, places) * base.bits))
    return true
  }

  #reading(reading: string): void {
    if (!this.readings.includes(reading)) this.readings.push(reading)
  }
}

/** mantissa / 10^places in lowest terms, for a mantissa that a double holds. */
function decimalOf(mantissa: number, places: number): Rational {
  if (places === 0) return new Rational(BigInt(mantissa), 1n)
  if (mantissa === 0) return new Rational(0n, 1n)
  let twos = places
  let fives = places
  for (; twos > 0 && mantissa % 2 === 0; twos--) mantissa /= 2
  for (; fives > 0 && mantissa % 5 === 0; fives--) mantissa /= 5
  const d = twos === fives ? powerOfTen(twos) : 2n ** BigInt(twos) * 5n ** BigInt(fives)
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
