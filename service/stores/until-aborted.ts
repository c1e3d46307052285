/**
 * The outcome of `promise`, or the signal's reason as soon as it aborts; what the promise still does then is
 * nobody's. Leaves no listener behind, so one signal may be waited on any number of times.
 */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise
  let stop: () => void = () => undefined
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/**
 * Whether a promise settles within `ms` milliseconds. A rejection, or the signal's reason when it aborts first, is
 * thrown.
 */
export async function settledWithin(
  promise: Promise<unknown>,
  ms: number,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    // Node's timers hold 31 bits; a longer one would fire at once.
    timer = setTimeout(resolve, Math.min(Math.max(0, ms), 2 ** 31 - 1), false)
  })
  try {
    return await untilAborted(Promise.race([promise.then(() => true), late]), signal)
  } finally {
    clearTimeout(timer)
  }
}

/** The items of an async iterable until the signal aborts, which throws its reason even while an item is awaited. */
export async function* itemsUntilAborted<T>(
  items: AsyncIterable<T>,
  signal: AbortSignal | undefined,
): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]()
  let ended = false
  try {
    for (;;) {
      const next = await untilAborted(iterator.next(), signal)
      if (next.done === true) {
        ended = true
        return
      }
      yield next.value
    }
  } finally {
    // Not awaited: a source that hangs would hang its closing, too.
    if (!ended) void iterator.return?.()?.then(undefined, () => undefined)
  }
}
