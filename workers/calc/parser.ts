import { fault } from '../../bridge/faults.ts'
import { constantNamed } from './constants.ts'
import { functionNamed, type FunctionSpec } from './functions.ts'
import { parseFormat } from './format.ts'
import { Lexer } from './lexer.ts'
import * as operators from './operators.ts'
import type { Operator } from './operators.ts'
import { comparisonLevel, endsOperand, infix, notLevel, productLevel } from './precedence.ts'
import type { Instruction, Program } from './program.ts'
import { whole } from './rational.ts'
import type { CalcLimits } from './run.ts'

const notWord = new Set(['not'])
const ofWord = new Set(['of'])
const rootOperators = new Map([
  ['√', 'sqrt'],
  ['∛', 'cbrt'],
])

/** Names that mean the same in every note. */
interface Scope {
  /** Whether an earlier line gave the name a value. */
  has(name: string): boolean
}

/**
 * Reads one line. Faults SYNTAX with the position, UNKNOWN_NAME, UNKNOWN_UNIT, TOO_DEEP, TOO_LARGE.
 * Conventions: -2^2 is -(2^2); 2^3^2 is 2^(3^2); side by side means times and binds like times, so 1/2x is
 * (1/2)x; % before an operand is a remainder, elsewhere a percentage.
 */
export function parse(text: string, scope: Scope, limits: CalcLimits): Program {
  return new Parser(text, scope, limits).line()
}

class Parser {
  readonly #lexer: Lexer
  readonly #scope: Scope
  readonly #limits: CalcLimits
  readonly #code: Instruction[] = []
  readonly #readings: string[] = []
  #depth = 0
  /** Bars of |x| that wait for their other half. */
  #bars = 0

  constructor(text: string, scope: Scope, limits: CalcLimits) {
    this.#scope = scope
    this.#limits = limits
    this.#lexer = new Lexer(text, limits, this.#readings)
  }

  line(): Program {
    const assigns = this.#assignment()
    this.#expression(0)
    const format = parseFormat(this.#lexer)
    if (this.#lexer.kind !== 'end') throw this.#lexer.unexpected('An operator')
    return { code: this.#code, assigns, format, readings: this.#readings }
  }

  /** `name =` at the start of a line. */
  #assignment(): string | undefined {
    const lexer = this.#lexer
    if (!lexer.seesName()) return undefined
    const { start, symbol } = lexer
    lexer.advance()
    if (!lexer.sees('=') || lexer.written !== '=') {
      lexer.rewind(start)
      return undefined
    }
    if (functionNamed(symbol) !== undefined || constantNamed(symbol) !== undefined || endsOperand(symbol)) {
      throw fault('SYNTAX', `The name "${symbol}" has a meaning already; choose another.`, {
        position: start,
      })
    }
    lexer.advance()
    return symbol
  }

  #enter(): void {
    if (++this.#depth > this.#limits.maxDepth) {
      throw fault('TOO_DEEP', `Brackets and signs are nested more than ${this.#limits.maxDepth} deep.`, {
        maxDepth: this.#limits.maxDepth,
      })
    }
  }

  /** Precedence climbing: an operand, then every infix operator that binds at least as tightly as `level`. */
  #expression(level: number): void {
    this.#enter()
    const lexer = this.#lexer
    if (level <= notLevel && lexer.seesName(notWord)) {
      lexer.advance()
      this.#expression(notLevel)
      this.#code.push(operators.NOT)
    } else this.#signed()
    let isAfterDivision = false
    for (;;) {
      const entry = lexer.kind === 'symbol' || lexer.kind === 'name' ? infix.get(lexer.symbol) : undefined
      if (entry !== undefined) {
        if (entry.level < level || (entry.operator === operators.OR && this.#closesBar())) break
        this.#infix(entry.operator, entry.level)
        isAfterDivision = entry.operator === operators.OVER || entry.operator === operators.MOD
      } else if (level <= productLevel && this.#startsOperand()) {
        this.#sideBySide(isAfterDivision)
        isAfterDivision = false
      } else break
    }
    this.#depth--
  }

  #infix(operator: Operator, level: number): void {
    const lexer = this.#lexer
    const isWritten = lexer.written
    lexer.advance()
    if (operator === operators.OFF && lexer.seesName(ofWord)) lexer.advance()
    this.#expression(level + 1)
    this.#code.push(operator)
    if (operator === operators.MOD && isWritten === '%')
      this.#reading('% before a number is the remainder (mod)')
    if (operator === operators.EQUAL && isWritten === '=') this.#reading('= compares both sides')
    if (
      level === comparisonLevel &&
      lexer.kind === 'symbol' &&
      infix.get(lexer.symbol)?.level === comparisonLevel
    ) {
      throw fault('SYNTAX', 'One comparison was expected; there are two in a row. Join them with "and".', {
        position: lexer.start,
      })
    }
  }

  #sideBySide(isAfterDivision: boolean): void {
    this.#expression(productLevel + 1)
    this.#code.push(operators.TIMES)
    this.#reading(
      isAfterDivision
        ? 'side by side means times and binds no tighter: 1/2x is (1/2) x'
        : 'side by side means times',
    )
  }

  /** Whether the token can start an operand that stands right after another one. */
  #startsOperand(): boolean {
    const { kind, symbol } = this.#lexer
    if (kind === 'name') return !endsOperand(symbol) && symbol !== 'not'
    if (kind === 'symbol') return symbol === '(' || symbol === '√' || symbol === '∛'
    const last = this.#code.at(-1)
    return kind === 'number' && last?.kind !== 'number'
  }

  #closesBar(): boolean {
    return this.#bars > 0 && this.#lexer.sees('|')
  }

  /** Signs, which bind looser than powers and tighter than times. */
  #signed(): void {
    const { symbol, kind } = this.#lexer
    const operator =
      kind !== 'symbol'
        ? undefined
        : symbol === '-'
          ? operators.NEGATE
          : symbol === '+'
            ? operators.KEEP
            : symbol === '~'
              ? operators.NOT
              : undefined
    if (operator === undefined) {
      this.#power()
      return
    }
    this.#enter()
    this.#lexer.advance()
    const start = this.#code.length
    this.#signed()
    if (
      operator === operators.NEGATE &&
      this.#code.at(-1) === operators.POWER &&
      this.#code[start]?.kind === 'number'
    ) {
      this.#reading('-2^2 is -(2^2): a power binds tighter than a sign')
    }
    this.#code.push(operator)
    this.#depth--
  }

  #power(): void {
    this.#postfix()
    if (!this.#lexer.sees('^')) return
    this.#lexer.advance()
    this.#enter()
    this.#signed()
    this.#depth--
    this.#code.push(operators.POWER)
  }

  /** An operand with what may stand behind it: !, %, ², °. */
  #postfix(): void {
    this.#operand()
    const lexer = this.#lexer
    for (;;) {
      if (lexer.kind === 'power') {
        this.#push(lexer.value ?? whole(1), lexer.written)
        this.#code.push(operators.POWER)
      } else if (lexer.kind === 'name') {
        if (lexer.symbol !== 'percent' && lexer.symbol !== 'factorial') return
        this.#code.push(lexer.symbol === 'percent' ? operators.PERCENT : operators.factorialOperator(1))
      } else if (lexer.kind !== 'symbol') return
      else if (lexer.symbol === '!') {
        let step = 1
        while (lexer.text.charAt(lexer.end) === '!' && lexer.text.charAt(lexer.end + 1) !== '=') {
          step++
          lexer.end++
        }
        this.#code.push(operators.factorialOperator(step))
      } else if (lexer.symbol === '%') {
        if (this.#isRemainder()) return
        if (lexer.isSpaced && /^\s*[-+]\S/.test(lexer.text.slice(lexer.end, lexer.end + 8))) {
          this.#reading('% before a sign is a percentage; mod is the remainder')
        }
        this.#code.push(operators.PERCENT)
      } else if (lexer.symbol === '‰') this.#code.push(operators.PER_MILLE)
      else if (lexer.symbol === '°') {
        this.#code.push({ kind: 'name', name: 'deg', at: lexer.start }, operators.TIMES)
      } else return
      lexer.advance()
    }
  }

  /** Whether the % the lexer stands on has an operand behind it. */
  #isRemainder(): boolean {
    const lexer = this.#lexer
    const { start, isSpaced } = lexer
    lexer.advance()
    const { kind, symbol } = lexer
    const isOperand =
      kind === 'number' ||
      (kind === 'name' && !endsOperand(symbol)) ||
      (kind === 'symbol' && (symbol === '(' || symbol === '√' || symbol === '∛'))
    lexer.rewind(start)
    lexer.isSpaced = isSpaced
    return isOperand
  }

  #push(value: NonNullable<Lexer['value']>, text: string): void {
    this.#code.push({ kind: 'number', value, text })
  }

  #operand(): void {
    const lexer = this.#lexer
    const { kind, symbol } = lexer
    if (kind === 'number' && lexer.value !== undefined) {
      this.#push(lexer.value, lexer.written)
      lexer.advance()
    } else if (kind === 'name') this.#name()
    else if (kind === 'symbol' && symbol === '(') {
      this.#bracketed(')')
    } else if (kind === 'symbol' && symbol === '|') {
      this.#bars++
      this.#bracketed('|')
    } else {
      const root = kind === 'symbol' ? functionNamed(rootOperators.get(symbol) ?? '') : undefined
      if (root === undefined) throw lexer.unexpected('A number')
      lexer.advance()
      this.#argument(root)
    }
  }

  /** What stands between brackets or bars; a comma in it groups digits again. */
  #bracketed(close: string): void {
    const lexer = this.#lexer
    const { groupsByComma } = lexer
    const bars = this.#bars
    lexer.groupsByComma = true
    if (close === ')') this.#bars = 0
    lexer.advance()
    this.#expression(0)
    if (!lexer.sees(close)) throw lexer.unexpected(`"${close}"`)
    lexer.groupsByComma = groupsByComma
    this.#bars = close === ')' ? bars : bars - 1
    lexer.advance()
    if (close === '|') this.#call('abs', 1)
  }

  #call(name: string, count: number): void {
    const spec = functionNamed(name)
    if (spec !== undefined) this.#code.push({ kind: 'call', spec, count })
  }

  #name(): void {
    const lexer = this.#lexer
    const { symbol, start } = lexer
    const spec = functionNamed(symbol)
    lexer.advance()
    // "max" is a word of notes, "max(" always the function.
    if (spec !== undefined && (lexer.sees('(') || !this.#scope.has(symbol))) {
      this.#argument(spec)
      return
    }
    const number = symbol === 'line' ? lexer.seenNumber() : undefined
    const name = number === undefined ? symbol : `line ${number.n}`
    if (number !== undefined) lexer.advance()
    if (!this.#scope.has(name) && constantNamed(symbol) === undefined) {
      throw fault(
        'UNKNOWN_NAME',
        `The name "${name.slice(0, 60)}" is not known. Names are given by "name = value".`,
        {
          name: name.slice(0, 60),
          position: start,
        },
      )
    }
    this.#code.push({ kind: 'name', name, at: start })
  }

  /** The arguments of a function: in brackets, or one operand as in "sqrt 16". */
  #argument(spec: FunctionSpec): void {
    const lexer = this.#lexer
    if (lexer.sees('(')) {
      this.#code.push({ kind: 'call', spec, count: this.#arguments(spec) })
      return
    }
    if (spec.least > 1) throw lexer.unexpected(`"(" after ${spec.name}`)
    this.#enter()
    const exponent = this.#raisedFunction(spec)
    if (exponent !== undefined && lexer.sees('(')) this.#bracketed(')')
    else this.#signedFactor(spec)
    this.#code.push({ kind: 'call', spec, count: 1 })
    if (exponent !== undefined) this.#code.push(exponent, operators.POWER)
    this.#depth--
  }

  /** The argument of "sin 2pi": a power, and what stands side by side with it. */
  #signedFactor(spec: FunctionSpec): void {
    this.#signed()
    const last = this.#code.at(-1)
    const isNumber = last?.kind === 'number'
    if (!isNumber || this.#lexer.kind !== 'name' || this.#lexer.isSpaced || !this.#startsOperand()) return
    this.#power()
    this.#code.push(operators.TIMES)
    this.#reading(
      `${spec.name} without brackets takes all that is written without a gap: sin 2pi is sin(2 pi)`,
    )
  }

  /** The power in "sin²(x)" and "sin^2 x". */
  #raisedFunction(spec: FunctionSpec): Instruction | undefined {
    const lexer = this.#lexer
    const isRaised = lexer.kind === 'power'
    if (lexer.sees('^')) lexer.advance()
    else if (!isRaised) return undefined
    const value = isRaised ? lexer.value : lexer.seenNumber()
    if (value === undefined || value.n < 1n || value.d !== 1n) {
      throw lexer.unexpected(`A whole power from 1 after ${spec.name} (the inverse of sin is asin)`)
    }
    const text = lexer.written
    lexer.advance()
    this.#reading(`${spec.name}^n x is (${spec.name} x)^n`)
    return { kind: 'number', value, text }
  }

  #arguments(spec: FunctionSpec): number {
    const lexer = this.#lexer
    const { groupsByComma } = lexer
    const bars = this.#bars
    this.#bars = 0
    // sqrt(1,234) can only mean one number; max(1,234) means two.
    lexer.groupsByComma = spec.most === 1
    lexer.advance()
    let count = 0
    if (!lexer.sees(')')) {
      for (;;) {
        this.#expression(0)
        count++
        if (!lexer.sees(',') && !lexer.sees(';')) break
        lexer.advance()
      }
    }
    if (!lexer.sees(')')) throw lexer.unexpected('"," or ")"')
    if (count < spec.least || count > spec.most) {
      const expected = spec.least === spec.most ? `${spec.least}` : `${spec.least} or more`
      throw fault(
        'SYNTAX',
        `${spec.name} takes ${expected} argument${expected === '1' ? '' : 's'}; ${count} came.`,
        {
          position: lexer.start,
        },
      )
    }
    lexer.groupsByComma = groupsByComma
    this.#bars = bars
    lexer.advance()
    return count
  }

  #reading(reading: string): void {
    if (!this.#readings.includes(reading)) this.#readings.push(reading)
  }
}
