import { fault, type Fault } from '../../bridge/faults.ts'

const SAMPLE_MS = 100
/** Memory is read from the system on every tenth sample: it costs a file read, and changes slowly. */
const MEMORY_EVERY = 10
const RETRY_MS = 1000

export interface AdmissionOptions {
  /** Event-loop delay at which calls are refused. */
  maxLoopDelayMs: number
  /** Free memory below which calls that need much are refused; 0 never refuses. */
  minFreeBytes: number
}

/**
 * Watches whether the process keeps up: how late its event loop is, and how much memory is free. Sampling is on a
 * timer of its own; asking costs a few comparisons.
 */
export class Admission {
  readonly #options: AdmissionOptions
  readonly #timer: NodeJS.Timeout
  #sampledAt = performance.now()
  #delayMs = 0
  #freeBytes: number
  #samples = 0

  constructor(options: AdmissionOptions) {
    this.#options = options
    this.#freeBytes = freeBytes()
    this.#timer = setInterval(() => this.#sample(), SAMPLE_MS)
    this.#timer.unref()
  }

  /** Event-loop delay of late, in milliseconds: the last one seen, falling by half with every sample. */
  get delayMs(): number {
    return Math.max(this.#delayMs, performance.now() - this.#sampledAt - SAMPLE_MS)
  }

  /** BUSY when the event loop is late, or, for work that needs memory, when little is free. */
  refusal(needsMemory: boolean): Fault | undefined {
    const { maxLoopDelayMs, minFreeBytes } = this.#options
    if (this.delayMs > maxLoopDelayMs) {
      return fault('BUSY', 'The service is behind with its work. Try again in a second.', {
        reason: 'delay',
        retryAfterMs: RETRY_MS,
      })
    }
    if (needsMemory && this.#freeBytes < minFreeBytes) {
      return fault(
        'BUSY',
        'This machine is short of memory. Try again when other programs have let go of some.',
        {
          reason: 'memory',
          retryAfterMs: RETRY_MS,
        },
      )
    }
    return undefined
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #sample(): void {
    const now = performance.now()
    this.#delayMs = Math.max(now - this.#sampledAt - SAMPLE_MS, this.#delayMs / 2)
    this.#sampledAt = now
    this.#samples += 1
    if (this.#samples % MEMORY_EVERY === 0) this.#freeBytes = freeBytes()
  }
}

/**
 * Memory that can be had without pressing others. On macOS the system counts only pages nobody uses even as cache,
 * which says nothing about pressure, so there all is taken to be well.
 */
function freeBytes(): number {
  return process.platform === 'linux' ? process.availableMemory() : Infinity
}
