import { fault } from '../../bridge/faults.ts'
import { EXIT } from './usage.ts'

/**
 * Runs work under a signal that aborts at Ctrl-C and when `also` aborts. A second Ctrl-C leaves at once, for a
 * service that does not answer.
 */
export async function interruptible<T>(
  also: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const onInterrupt = (): void => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted)
    controller.abort(fault('CANCELLED', 'Interrupted.', { interrupted: true }))
  }
  const onOther = (): void => controller.abort(also.reason)
  if (also.aborted) onOther()
  also.addEventListener('abort', onOther, { once: true })
  process.on('SIGINT', onInterrupt)
  try {
    return await work(controller.signal)
  } finally {
    process.off('SIGINT', onInterrupt)
    also.removeEventListener('abort', onOther)
  }
}
