import type { Leaf } from '../../workers/leaf.ts'

export interface SpinTask {
  /** How long; for ever when not given. */
  forMs?: number
  /** Whether it hears a cancel; without, only a kill ends it early. */
  checkpoints?: boolean
}

/** Keeps a core busy and never yields to its event loop. Answers how often it went round. */
export const spin: Leaf<SpinTask, { rounds: number }> = ({ forMs = Infinity, checkpoints = false }, ctx) => {
  const end = performance.now() + forMs
  let rounds = 0
  while (performance.now() < end) {
    if (checkpoints) ctx.checkpoint()
    rounds++
  }
  return { rounds }
}
