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
 * What a leaf sees of the world. The signal is made when it is first asked for, since most short leaves never do.
 * A class, because each leaf gets its own: getters of an object literal take longer to make than a no-op to run.
 */
export class HostContext implements LeafContext {
  readonly deadline: number
  readonly files: LeafFiles
  readonly assets: Assets
  readonly #end: EndSource
  readonly #report: ContextParts['report']
  #controller: AbortController | undefined
  #stopListening: (() => void) | undefined
  #reportedAt = -Infinity

  constructor({ deadline, files, assets, end, report }: ContextParts) {
    this.deadline = deadline
    this.files = files
    this.assets = assets
    this.#end = end
    this.#report = report
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController()
      const code = this.#end.code()
      if (code === undefined) this.#stopListening = this.#end.listen((late) => void this.#abort(late))
      else this.#abort(code)
    }
    return this.#controller.signal
  }

  checkpoint(): void {
    const code = this.#end.code() ?? (Date.now() >= this.deadline ? 'DEADLINE' : undefined)
    if (code !== undefined) throw this.#abort(code)
  }

  progress(fraction: number, item?: unknown): void {
    if (this.#report === undefined) return
    const now = performance.now()
    if (item === undefined && fraction < 1 && now - this.#reportedAt < PROGRESS_EVERY_MS) return
    this.#reportedAt = now
    this.#report(fraction, item)
  }

  /** Ends listening; the context must not be used afterwards. */
  close(): void {
    this.#stopListening?.()
  }

  #abort(code: EndCode): Fault {
    const reason = endFault(code)
    this.#controller?.abort(reason)
    return reason
  }
}
