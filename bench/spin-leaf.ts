import type { Leaf } from '../workers/leaf.ts'

/** Keeps a core busy for so many milliseconds, listening for a cancel at every one of them. */
export const spin: Leaf<{ ms: number }, { spun: number }> = ({ ms }, ctx) => {
  const end = performance.now() + ms
  while (performance.now() < end) {
    const next = performance.now() + 1
    while (performance.now() < next);
    ctx.checkpoint()
  }
  return { spun: ms }
}
