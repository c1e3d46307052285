import { Fault, fault } from '../../bridge/faults.ts'
import { answerOf, type Answer } from './answer.ts'
import { Estimate } from './cost.ts'
import { constantNamed } from './constants.ts'
import { functionNamed } from './functions.ts'
import { execute } from './machine.ts'
import * as operators from './operators.ts'
import { parse } from './parser.ts'
import type { Program } from './program.ts'
import { whole, ZERO } from './rational.ts'
import { read, type CalcLimits, type Run } from './run.ts'
import type { Value } from './value.ts'

/** A line of a note: its text, and its program, or why it has none. */
export interface Line {
  readonly input: string
  readonly program?: Program
  readonly failure?: Fault
  /** A heading or blank line: totals start anew. */
  readonly isBreak: boolean
}

export interface Note {
  readonly lines: readonly Line[]
  /** Bound of the time it takes, in about microseconds. */
  readonly cost: number
}

type Aggregate = (values: readonly Value[], run: Run) => Value

const sum: Aggregate = (values, run) =>
  values.reduce((total, value) => operators.add(total, value, run), ZERO)
const mean: Aggregate = (values, run) => operators.divide(sum(values, run), whole(values.length), run)
const best =
  (wanted: -1 | 1): Aggregate =>
  (values, run) =>
    functionNamed(wanted < 0 ? 'min' : 'max')?.apply(values, run) ?? ZERO

/** Words that stand for what the lines since the last heading or blank line come to. */
const aggregates = new Map<string, Aggregate>([
  ['total', sum],
  ['sum', sum],
  ['average', mean],
  ['avg', mean],
  ['mean', mean],
  ['min', best(-1)],
  ['max', best(1)],
  ['count', (values) => whole(values.length)],
])
const previous = new Set(['prev', 'previous', 'ans'])

/** Whether a name is one of the words that a note itself gives a value: "total", "prev", "line 2". */
function isOwnName(name: string): boolean {
  return aggregates.has(name) || previous.has(name) || /^line \d+$/.test(name)
}

const noteNames = { has: isOwnName }
const label = /^([\p{L}][\p{L}\p{N} _'-]*):(?=\s)/u
const wordsOnly = /^[\p{L}\p{M}' -]+$/u
const wordsBeforeNumber = /^([\p{L}\p{M}' -]+) (\d[\d.,_]*)$/u

function isKnown(text: string, names: ReadonlySet<string>): boolean {
  return text
    .split(/[\s'-]+/)
    .some(
      (word) =>
        names.has(word) ||
        word === 'line' ||
        isOwnName(word) ||
        functionNamed(word) !== undefined ||
        constantNamed(word) !== undefined,
    )
}

function parseLine(input: string, names: ReadonlySet<string>, estimate: Estimate, limits: CalcLimits): Line {
  const comment = input.indexOf('//')
  const text = (comment === -1 ? input : input.slice(0, comment)).trim()
  if (text === '' || text.startsWith('#'))
    return { input, isBreak: input.trim() === '' || text.startsWith('#') }
  let body = text.replace(label, '')
  const words = wordsBeforeNumber.exec(body)
  if (wordsOnly.test(body) && !isKnown(body, names)) return { input, isBreak: true }
  if (words?.[1] !== undefined && words[2] !== undefined && !isKnown(words[1], names)) body = words[2]
  try {
    const program = parse(body, { has: (name) => names.has(name) || isOwnName(name) }, limits)
    estimate.add(program)
    return { input, isBreak: false, program }
  } catch (error) {
    if (error instanceof Fault) return { input, isBreak: false, failure: error }
    throw error
  }
}

/**
 * Reads a text: one line, or a note of several, each for itself. Faults TOO_LONG, EMPTY; for a single line also
 * what `parse` throws, and TOO_LARGE where its result is certain to outgrow the limit.
 */
export function parseNote(text: string, precision: number, limits: CalcLimits): Note {
  const estimate = new Estimate(limits, precision)
  if (text.length > limits.maxChars) {
    throw fault('TOO_LONG', `At most ${limits.maxChars} characters are taken; ${text.length} came.`, {
      maxChars: limits.maxChars,
    })
  }
  if (!text.includes('\n')) {
    const trimmed = text.trim()
    if (trimmed === '') throw fault('EMPTY', 'An expression was expected, such as "2 + 3"; there is nothing.')
    const program = parse(trimmed, noteNames, limits)
    estimate.add(program)
    return { lines: [{ input: text, isBreak: false, program }], cost: estimate.cost }
  }
  const names = new Set<string>()
  const lines = text.split(/\r?\n/).map((input) => {
    const line = parseLine(input, names, estimate, limits)
    if (line.program?.assigns !== undefined) names.add(line.program.assigns)
    return line
  })
  return { lines, cost: estimate.cost + lines.length / 2 }
}

/** What a line came to. */
export interface LineResult {
  readonly line: Line
  readonly answer?: Answer
  readonly failure?: Fault
  readonly readings: string[]
  readonly steps: string[]
}

/** The values of a note while it runs. */
class Memory {
  #given: Map<string, Value> | undefined
  readonly #answers: (Value | undefined)[] = []
  #group: Value[] = []
  #last: Value | undefined
  /** Lines of the group that have no value. */
  #failed = 0

  get(name: string, run: Run): Value | undefined {
    const given = this.#given?.get(name)
    if (given !== undefined) return given
    if (previous.has(name)) return this.#last
    const aggregate = aggregates.get(name)
    if (aggregate !== undefined) return this.#aggregated(name, aggregate, run)
    return name.startsWith('line ') ? this.#answers[Number(name.slice(5)) - 1] : undefined
  }

  #aggregated(name: string, aggregate: Aggregate, run: Run): Value {
    if (this.#group.length === 0 && aggregate !== sum && name !== 'count') {
      throw fault('EMPTY', `"${name}" has no lines above it to count.`)
    }
    if (this.#failed > 0) {
      read(run, `${name} leaves out ${this.#failed === 1 ? 'a line' : `${this.#failed} lines`} that failed`)
    }
    return aggregate(this.#group, run)
  }

  /** Leaves room for a line without an answer; a break starts the totals anew. */
  skip(line: Line, hasFailed: boolean): void {
    this.#answers.push(undefined)
    if (line.isBreak) {
      this.#group = []
      this.#failed = 0
    } else if (hasFailed) this.#failed++
  }

  keep(program: Program, value: Value): void {
    this.#answers.push(value)
    this.#last = value
    if (program.assigns !== undefined) {
      this.#given ??= new Map()
      this.#given.set(program.assigns, value)
    }
    // A total is not counted in the next one.
    const isTotal = program.code.some((step) => step.kind === 'name' && aggregates.has(step.name))
    if (!isTotal) this.#group.push(value)
  }
}

/** Works out the lines in order. A line that fails does not stop the others. */
export function runNote(note: Note, runOf: (readings: string[]) => Run): LineResult[] {
  const memory = new Memory()
  return note.lines.map((line) => {
    const { program } = line
    if (program === undefined) {
      memory.skip(line, line.failure !== undefined)
      return line.failure === undefined
        ? { line, readings: [], steps: [] }
        : { line, failure: line.failure, readings: [], steps: [] }
    }
    const readings = [...program.readings]
    const run = runOf(readings)
    try {
      const { value, steps } = execute(program, memory, run)
      const answer = answerOf(value, program.format, run, steps)
      if (note.lines.length > 1) memory.keep(program, value)
      return { line, answer, readings, steps }
    } catch (error) {
      if (!(error instanceof Fault) || error.code === 'CANCELLED' || error.code === 'DEADLINE') throw error
      memory.skip(line, true)
      return { line, failure: error, readings, steps: [] }
    }
  })
}
