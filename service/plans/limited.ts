/**
 * Returns a function that runs work at most `width` at a time. Of the work that waits, that with the lowest turn goes on
 * first, and of equal turns what was given first.
 */
export function limited(width: number): <T>(turn: number, work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: { turn: number; go: () => void }[] = []
  return async (turn, work) => {
    if (running < width) running += 1
    else {
      await new Promise<void>((go) => {
        const before = waiting.findIndex((other) => other.turn > turn)
        waiting.splice(before === -1 ? waiting.length : before, 0, { turn, go })
      })
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next.go()
      else running -= 1
    }
  }
}
