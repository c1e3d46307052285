import { fault, type Fault } from '../../bridge/faults.ts'
import type { Assets, LeafContext, LeafFiles } from '../leaf.ts'
import type { EndCode } from './messages.ts'

/** How a worker hears that a call should end; threads read shared memory, children get a message. */
export interface EndSource {
  /** Why the call should end, or undefined while it may go on. Cheap: leaves ask in loops. */
  code(): EndCode | undefined
  /** Calls back once when the call should end. Returns how to stop listening. */
  listen(callback: (code: EndCode) => void): () => void
}

/** Progress without a finished item is passed on at most this often. */
const PROGRESS_EVERY_MS = 50

const DETAILS: Record<EndCode, string> = {
  CANCELLED: 'The call was cancelled.',
  DEADLINE: 'The time allowed for the call ran out.',
  SHUTTING_DOWN: 'The service is shutting down.',
}

/** The fault a call ends with when it is told to end. */
export const endFault = (code: EndCode): Fault => fault(code, DETAILS[code])

export interface ContextParts {
  deadline: number
  files: LeafFiles
  assets: Assets
  end: EndSource
  /** Passes progress on; absent when nobody listens. */
  report: ((fraction: number, item?: unknown) => void) | undefined
}

/**
 * Builds what a leaf sees of the world. The signal is made when it is first asked for, since most short leaves
 * never do. `close` ends listening; the context must not be used afterwards.
 */
export function createContext(parts: ContextParts): { context: LeafContext; close: () => void } {
  const { deadline, files, assets, end, report } = parts
  let controller: AbortController | undefined
  let stopListening: (() => void) | undefined
  let reportedAt = -Infinity

  const abort = (code: EndCode): Fault => {
    const reason = endFault(code)
    controller?.abort(reason)
    return reason
  }

  const context: LeafContext = {
    deadline,
    files,
    assets,
    get signal() {
      if (controller === undefined) {
        controller = new AbortController()
        const code = end.code()
        if (code === undefined) stopListening = end.listen(abort)
        else abort(code)
      }
      return controller.signal
    },
    checkpoint() {
      const code = end.code() ?? (Date.now() >= deadline ? 'DEADLINE' : undefined)
      if (code !== undefined) throw abort(code)
    },
    progress(fraction, item) {
      if (report === undefined) return
      const now = performance.now()
      if (item === undefined && fraction < 1 && now - reportedAt < PROGRESS_EVERY_MS) return
      reportedAt = now
      report(fraction, item)
    },
  }
  return { context, close: () => stopListening?.() }
}
