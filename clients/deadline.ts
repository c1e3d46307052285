import { Fault, fault } from '../bridge/faults.ts'

/** The fault behind an aborted signal: its reason where that is one, else CANCELLED. */
export function abortFault(signal: AbortSignal): Fault {
  if (signal.reason instanceof Fault) return signal.reason
  return fault('CANCELLED', 'The caller cancelled the call.', {}, signal.reason)
}

/**
 * Runs work under a signal that aborts with the caller's own, or with the fault DEADLINE after `timeoutMs`
 * (no limit when undefined). Neither timer nor listener outlives the work.
 */
export async function withDeadline<T>(
  work: (signal: AbortSignal) => Promise<T>,
  options: { signal?: AbortSignal | undefined; timeoutMs?: number | undefined },
): Promise<T> {
  const { signal, timeoutMs } = options
  const controller = new AbortController()
  const follow = () => controller.abort(signal === undefined ? undefined : abortFault(signal))
  if (signal?.aborted) throw abortFault(signal)
  signal?.addEventListener('abort', follow, { once: true })
  const timer =
    timeoutMs === undefined
      ? undefined
      : setTimeout(
          () =>
            controller.abort(
              fault('DEADLINE', `No answer within ${timeoutMs} ms; allow more time or ask for less.`, {
                timeoutMs,
              }),
            ),
          timeoutMs,
        )
  try {
    return await work(controller.signal)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', follow)
  }
}

/** Waits `ms` milliseconds. Throws the signal's fault when it aborts first. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(abortFault(signal))
    const stop = () => {
      clearTimeout(timer)
      if (signal) reject(abortFault(signal))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
