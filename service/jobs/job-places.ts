import { Durations } from './durations.ts'
import type { Job } from './job.ts'
import type { JobQueue } from './job-queue.ts'

interface Place {
  /** 1 is next; 0 does not wait. */
  position: number
  /** Milliseconds until the job should end; undefined when there is nothing to tell it from. */
  etaMs: number | undefined
}

/** How long places are taken as still right while nothing moves. */
const freshMs = 1000

/**
 * Where each job stands and when it should end: what is at work, by its progress or the median of its operation;
 * what waits, by what is ahead of it shared among all that run at once.
 */
export class JobPlaces {
  readonly #queue: JobQueue<Job>
  readonly #executing: ReadonlyMap<Job, unknown>
  readonly #options: { concurrency: number; now: () => number }
  readonly #durations = new Durations()
  #waiting = new Map<Job, Place>()
  #computedMs = -Infinity

  constructor(
    queue: JobQueue<Job>,
    executing: ReadonlyMap<Job, unknown>,
    options: { concurrency: number; now: () => number },
  ) {
    this.#queue = queue
    this.#executing = executing
    this.#options = options
  }

  /** Hears how long a job of an operation ran. */
  ran(operation: string, ms: number): void {
    this.#durations.add(operation, ms)
  }

  /** Hears that a job came, began or left. */
  changed(): void {
    this.#computedMs = -Infinity
  }

  of(job: Job): Place {
    if (this.#executing.has(job)) return { position: 0, etaMs: this.#remainingMs(job) }
    const now = this.#options.now()
    if (now - this.#computedMs > freshMs) {
      this.#computedMs = now
      this.#waiting = this.#compute()
    }
    return this.#waiting.get(job) ?? { position: 0, etaMs: undefined }
  }

  #compute(): Map<Job, Place> {
    const { concurrency } = this.#options
    let aheadMs: number | undefined = 0
    for (const job of this.#executing.keys()) aheadMs = sum(aheadMs, this.#remainingMs(job), concurrency)
    const places = new Map<Job, Place>()
    for (const job of this.#queue.order()) {
      const ownMs = this.#durations.median(job.facts.operation)
      places.set(job, { position: places.size + 1, etaMs: sum(aheadMs, ownMs, 1) })
      aheadMs = sum(aheadMs, ownMs, concurrency)
    }
    return places
  }

  #remainingMs(job: Job): number | undefined {
    if (job.startedMs === undefined) return undefined
    const elapsedMs = this.#options.now() - job.startedMs
    if (job.progress > 0) return job.lane.etaMs + (elapsedMs * (1 - job.progress)) / job.progress
    const medianMs = this.#durations.median(job.facts.operation)
    return medianMs === undefined ? undefined : job.lane.etaMs + Math.max(0, medianMs - elapsedMs)
  }
}

function sum(a: number | undefined, b: number | undefined, share: number): number | undefined {
  return a === undefined || b === undefined ? undefined : a + b / share
}
