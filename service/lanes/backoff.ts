import { fault, type Fault } from '../../bridge/faults.ts'

const AFTER_FAILURES = 3
const FIRST_MS = 500
const LONGEST_MS = 30_000

/**
 * Keeps a lane from starting workers that cannot start over and over: after three failures in a row it waits, each
 * time twice as long, up to half a minute. One worker that starts ends the waiting.
 */
export class Backoff {
  #failures = 0
  #until = 0
  #reason: string | undefined

  failed(reason: string): void {
    this.#reason = reason
    this.#failures += 1
    if (this.#failures < AFTER_FAILURES) return
    const waitMs = Math.min(LONGEST_MS, FIRST_MS * 2 ** (this.#failures - AFTER_FAILURES))
    this.#until = performance.now() + waitMs
  }

  worked(): void {
    this.#failures = 0
    this.#until = 0
    this.#reason = undefined
  }

  /** What calls are told while no try is allowed; `what` names what fails. */
  fault(what: string): Fault | undefined {
    const retryAfterMs = this.waitMs
    if (retryAfterMs === 0) return undefined
    const detail = `${what} (${this.#reason}); the next try is in ${retryAfterMs} ms.`
    return fault('WORKER_LOST', detail, { reason: 'start', retryAfterMs })
  }

  /** Milliseconds until the next try is allowed; 0 when one is. */
  get waitMs(): number {
    return Math.max(0, Math.ceil(this.#until - performance.now()))
  }
}
