import type { EvalInput, EvalOutput } from '../../bridge/operations/calc.ts'
import { prepare, workOut, type EvalTask } from '../../workers/calc/eval.ts'
import type { Plan } from '../plan.ts'

/** Brackets within brackets; deeper nesting is an attack, and the parser recurses on it. */
const maxDepth = 200

/** Pauses that work on the main thread may reach: each stands for at most some 100 µs. */
const maxPauses = 4

/** Thrown at a pause too many: the bound missed, as for a sum that is 0 in disguise and is asked for ever more digits. */
class Costly extends Error {}

function inlineCheckpoint(): () => void {
  let pauses = 0
  return () => {
    if (++pauses > maxPauses) throw new Costly()
  }
}

/**
 * Works out an expression right here when the bound of its cost is small, else in the quick lane. What is parsed
 * here is run here; a worker parses again, which costs less than sending a program would.
 */
export const evaluatePlan: Plan<EvalInput, EvalOutput> = (input, ctx) => {
  const { maxChars, maxDigits, inlineCost } = ctx.settings.calc
  const limits = { maxChars, maxDigits, maxDepth }
  const note = prepare(input, limits)
  if (note.cost <= inlineCost) {
    try {
      return workOut(note, input, limits, inlineCheckpoint())
    } catch (error) {
      if (!(error instanceof Costly)) throw error
    }
  }
  const task: EvalTask = { ...input, limits }
  return ctx.leaf<EvalOutput>('calc.eval', task, { lane: 'quick' })
}
