import { fault } from '../../bridge/faults.ts'
import type { EvalInput, EvalOutput } from '../../bridge/operations/calc.ts'
import type { LeafContext } from '../leaf.ts'
import { parseNote, runNote, type LineResult, type Note } from './note.ts'
import { sizesOf, DEFAULT_LIMITS, tooLarge, type CalcLimits, type Run } from './run.ts'

/** Input of the leaf: that of the operation, and the limits of the settings. */
export interface EvalTask extends EvalInput {
  limits?: CalcLimits
}

/** Reads the text; see `parseNote` for the faults. The note's `cost` bounds the time of `workOut`. */
export function prepare({ input, precision }: EvalInput, limits: CalcLimits): Note {
  return parseNote(input, precision, limits)
}

/** Texts of a whole note together are no longer than this many times the largest number. */
const maxNoteFactor = 10

function errorOf({ failure }: LineResult): { code: string; detail: string } | undefined {
  return failure && { code: failure.code, detail: failure.message }
}

function noteLines(results: readonly LineResult[], limits: CalcLimits): EvalOutput['lines'] {
  let held = 0
  return results.map((result) => {
    const { answer, line } = result
    const error = errorOf(result)
    held += answer?.value.length ?? 0
    if (held > limits.maxDigits * maxNoteFactor) throw tooLarge('The note', limits)
    return {
      input: line.input,
      ...(answer && { display: answer.display, value: answer.value }),
      ...(answer?.unit !== undefined && { unit: answer.unit }),
      ...(error && { error }),
    }
  })
}

/** Works a prepared note out. A single line throws its fault; in a note it stays on its line. */
export function workOut(
  note: Note,
  options: Omit<EvalInput, 'input'>,
  limits: CalcLimits,
  checkpoint: () => void,
): EvalOutput {
  const { maxBits, ceiling, floor } = sizesOf(limits.maxDigits)
  const { precision, rounding, angle } = options
  const results = runNote(note, (readings): Run => ({
    limits,
    maxBits,
    ceiling,
    floor,
    precision,
    rounding,
    angle,
    readings,
    checkpoint,
  }))
  const isNote = results.length > 1
  const last = results.findLast(({ answer }) => answer !== undefined)
  if (last?.answer === undefined) {
    throw (
      results.find(({ failure }) => failure !== undefined)?.failure ??
      fault('EMPTY', 'An expression was expected, such as "2 + 3"; there are only headings and comments.')
    )
  }
  const { value, display, kind, unit, fraction, approximate } = last.answer
  const numbered = (texts: (result: LineResult) => readonly string[]): string[] =>
    results.flatMap((result, i) => texts(result).map((text) => `Line ${i + 1}: ${text}`))
  const readings = isNote ? numbered((result) => result.readings) : last.readings
  const steps = isNote ? numbered((result) => result.steps) : last.steps
  const output: EvalOutput = { result: value, display, value, kind, approximate, readings, steps }
  if (unit !== undefined) output.unit = unit
  if (fraction !== undefined) output.fraction = fraction
  if (isNote) output.lines = noteLines(results, limits)
  return output
}

/** The leaf `calc.eval`: arithmetic on exact rationals, and on irrationals correctly rounded. */
export function evaluate(task: EvalTask, ctx: LeafContext): EvalOutput {
  const { limits = DEFAULT_LIMITS } = task
  return workOut(prepare(task, limits), task, limits, () => ctx.checkpoint())
}
