import { fault } from '../../bridge/faults.ts'
import { constantNamed } from './constants.ts'
import type { Operator } from './operators.ts'
import type { Program } from './program.ts'
import { Real } from './real.ts'
import type { Run } from './run.ts'
import { shortText } from './short-text.ts'
import type { Value } from './value.ts'

/** Operations whose steps are shown; of a longer working only how many there were. */
const maxSteps = 30

/** Values that names have: those of the note so far. */
export interface Names {
  get(name: string, run: Run): Value | undefined
}

/** Whether a text is more than one operand: it has a sign, or an operator outside of brackets. */
function isCompound(text: string): boolean {
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 40) depth++
    else if (code === 41) depth--
    else if (
      depth === 0 &&
      (code === 32 || code === 42 || code === 47 || code === 94 || (code === 45 && i === 0))
    ) {
      return true
    }
  }
  return false
}

function bracketed(text: string): string {
  return isCompound(text) ? `(${text})` : text
}

/** "7 / 2", with brackets where the operands need them. */
function binaryText(left: string, symbol: string, right: string): string {
  return symbol === '+' || symbol === '-'
    ? `${left} ${symbol} ${right.charCodeAt(0) === 45 || right.includes(' ') ? `(${right})` : right}`
    : `${bracketed(left)} ${symbol} ${bracketed(right)}`
}

function unaryText(symbol: string, operand: string): string {
  if (symbol === 'not') return `not ${bracketed(operand)}`
  return symbol === '-' || symbol === '+'
    ? `${symbol}${bracketed(operand)}`
    : `${bracketed(operand)}${symbol}`
}

/** Whether an operator says nothing new in a step: a sign, or "25%". */
function isSilent({ symbol }: Operator): boolean {
  return symbol === '-' || symbol === '+' || symbol === '%' || symbol === '‰'
}

/** Whether an operation is worth a step: a sum of irrational terms that only stand side by side is not. */
function hasMerged(a: Value, b: Value, result: Value): boolean {
  if (!(result instanceof Real)) return true
  const count = (x: Value): number => (x instanceof Real ? x.terms.length : 1)
  return count(result) !== count(a) + count(b)
}

/**
 * Runs a program: its value, and the working. Faults DIVISION_BY_ZERO, DOMAIN, TOO_LARGE, UNKNOWN_NAME; and
 * whatever the checkpoint throws.
 */
export function execute(program: Program, names: Names, run: Run): { value: Value; steps: string[] } {
  const values: Value[] = []
  const texts: string[] = []
  const steps: string[] = []
  let operations = 0
  const pop = (): Value => {
    const value = values.pop()
    if (value === undefined) throw new Error('The program takes more operands than there are.')
    return value
  }
  const done = (value: Value, said: string): void => {
    values.push(value)
    if (operations++ >= maxSteps) {
      texts.push('')
      if (operations % 256 === 0) run.checkpoint()
      return
    }
    const text = shortText(value)
    texts.push(text)
    // "1 / 3 = 1/3", "2 * pi = 2*pi" and "sin(1) = sin(1)" are no news.
    const isNews =
      said !== '' && said !== text && (text.length + 2 !== said.length || said.replaceAll(' ', '') !== text)
    if (isNews) steps.push(`${said} = ${text}`)
  }
  for (const instruction of program.code) {
    if (instruction.kind === 'number') {
      values.push(instruction.value)
      texts.push(instruction.text)
    } else if (instruction.kind === 'binary') {
      const b = pop()
      const a = pop()
      const right = texts.pop() ?? ''
      const left = texts.pop() ?? ''
      const value = instruction.apply(a, b, run)
      done(
        value,
        operations < maxSteps && hasMerged(a, b, value) ? binaryText(left, instruction.symbol, right) : '',
      )
    } else if (instruction.kind === 'name') {
      const value = names.get(instruction.name, run) ?? constantNamed(instruction.name)?.(run)
      if (value === undefined) {
        throw fault('UNKNOWN_NAME', `"${instruction.name}" has no value: no line above gave it one.`, {
          name: instruction.name,
        })
      }
      values.push(value)
      texts.push(instruction.name)
    } else if (instruction.kind === 'call') {
      const { spec, count } = instruction
      const args = count === 0 ? [] : values.splice(-count)
      const said = count === 0 ? '' : texts.splice(-count).join(', ')
      done(spec.apply(args, run), operations < maxSteps ? `${spec.name}(${said})` : '')
    } else {
      const a = pop()
      const operand = texts.pop() ?? ''
      const isQuiet = isSilent(instruction) || operations >= maxSteps
      done(instruction.apply(a, a, run), isQuiet ? '' : unaryText(instruction.symbol, operand))
    }
  }
  if (operations > maxSteps) steps.push(`… ${operations} operations in all`)
  return { value: pop(), steps }
}
