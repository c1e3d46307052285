/** Returns a function that runs work at most `width` at a time, in the order it was given. */
export function limited(width: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= width) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      // Whoever waits longest goes on in this place.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
