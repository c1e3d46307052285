import type { EvalInput, EvalOutput } from '../../bridge/operations/calc.ts'
import { prepare, workOut, type EvalTask } from '../../workers/calc/eval.ts'
import type { Plan } from '../plan.ts'

/** Brackets within brackets; deeper nesting is an attack, and the parser recurses on it. */
const maxDepth = 200

const never = (): void => {}

/**
 * Works out an expression right here when the bound of its cost is small, else in the quick lane. What is parsed
 * here is run here; a worker parses again, which costs less than sending a program would.
 */
export const evaluatePlan: Plan<EvalInput, EvalOutput> = (input, ctx) => {
  const { maxChars, maxDigits, inlineCost } = ctx.settings.calc
  const task: EvalTask = { ...input, limits: { maxChars, maxDigits, maxDepth } }
  const note = prepare(task)
  return note.cost <= inlineCost
    ? workOut(note, task, never)
    : ctx.leaf<EvalOutput>('calc.eval', task, { lane: 'quick' })
}
