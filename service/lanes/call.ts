import { Fault, fault } from '../../bridge/faults.ts'
import { endFault } from '../../workers/host/context.ts'
import type { EndCode } from '../../workers/host/messages.ts'
import type { LeafRequest, LeafResponse } from './lane.ts'

let lastId = 0

/** One request on its way through a lane. It is settled once; its worker may go on a little after that. */
export class Call {
  readonly id = ++lastId
  readonly request: LeafRequest
  readonly priority: 'interactive' | 'batch'
  readonly client: string
  readonly queuedAt = performance.now()
  /** When it was handed to a worker. */
  startedAt = 0
  settled = false
  /** Runs on its own from now on: a worker died while this call was one of several that may have been the cause. */
  alone = false
  /** How often a worker gave it back. */
  returns = 0
  /** Where it last was in the queue, as told to `onQueue`. */
  position = -1
  readonly #resolve: (response: LeafResponse) => void
  readonly #reject: (reason: Fault) => void

  constructor(
    request: LeafRequest,
    resolve: (response: LeafResponse) => void,
    reject: (reason: Fault) => void,
  ) {
    this.request = request
    this.priority = request.priority
    this.client = request.client
    this.#resolve = resolve
    this.#reject = reject
  }

  /** Why the caller no longer wants it, if so: its signal was aborted, or its deadline (`now`) has passed. */
  unwanted(now: number): Fault | undefined {
    const { signal, deadline } = this.request
    if (signal.aborted) return abortFault(signal.reason)
    return now >= deadline ? endFault('DEADLINE') : undefined
  }

  resolve(response: LeafResponse): void {
    this.settled = true
    this.#resolve(response)
  }

  reject(reason: Fault): void {
    this.settled = true
    this.#reject(reason)
  }

  /** Passes on progress of the leaf while somebody waits for it. */
  progress(fraction: number, item: unknown): void {
    if (!this.settled) this.request.onProgress?.(fraction, item)
  }

  /** Tells the caller where it stands, if that changed; position 0 is running. */
  tell(position: number, etaMs: number): void {
    if (position === this.position) return
    this.position = position
    this.request.onQueue?.(position, etaMs)
  }
}

/** The reason of an aborted signal as a fault. */
function abortFault(reason: unknown): Fault {
  return reason instanceof Fault ? reason : fault('CANCELLED', 'The call was cancelled.', {}, reason)
}

/** What a worker is told when its call ends early with this fault. */
export function endCodeOf(reason: Fault): EndCode {
  return reason.code === 'DEADLINE' || reason.code === 'SHUTTING_DOWN' ? reason.code : 'CANCELLED'
}
