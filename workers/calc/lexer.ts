import { fault } from '../../bridge/faults.ts'
import {
  isDigit,
  isPlainLetter,
  isPlainMark,
  isSecondMark,
  isSpace,
  letter,
  nameRest,
  zero,
} from './characters.ts'
import { continues, decimalOf, readBased, readDecimal, refuseDate, vulgar, type Numeral } from './numerals.ts'
import { whole, type Rational } from './rational.ts'
import type { CalcLimits } from './run.ts'

/** What the lexer stands on. `symbol` is an operator or bracket in its one spelling; `power` a raised number. */
type TokenKind = 'number' | 'name' | 'symbol' | 'power' | 'end'

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

  /** A number from `at`. Plain digits with a point are read right here; all else goes the long way. */
  #number(at: number): void {
    const { text } = this
    const start = at
    this.kind = 'number'
    const second = text.charCodeAt(at + 1) | 32
    if (text.charCodeAt(at) === zero && (second === 120 || second === 111 || second === 98)) {
      const based = readBased(text, at)
      if (based !== undefined) {
        this.#take(based)
        return
      }
    }
    let mantissa = 0
    let count = 0
    let code = text.charCodeAt(at)
    while (isDigit(code)) {
      mantissa = mantissa * 10 + code - zero
      count++
      code = text.charCodeAt(++at)
    }
    if (count === 4 && code === 45) refuseDate(text, start, at)
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
    } else this.#take(readDecimal(text, start, this.groupsByComma, this.#limits))
  }

  #take({ value, end, reading }: Numeral): void {
    this.value = value
    this.end = end
    if (reading !== undefined) this.#reading(reading)
  }

  #reading(reading: string): void {
    if (!this.readings.includes(reading)) this.readings.push(reading)
  }
}
