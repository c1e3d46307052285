import { FAULTS, fromEnvelope, fault, type Envelope } from '../../bridge/faults.ts'
import { isFinal, type JobState, type JobView } from '../../bridge/job.ts'
import type { JobEvents } from './job-events.ts'
import type { JobRecord, JobRequest } from './job-store.ts'

/** What is kept in memory of a request: all but the input, which may be large. */
export type JobFacts = Omit<JobRequest, 'input' | 'blobs'>

/**
 * One job in memory: its state and who waits for it. `Jobs` accepts and ends its life, `JobRunner` moves it along;
 * nothing else changes it.
 */
export class Job {
  readonly facts: JobFacts
  readonly events: JobEvents
  /** Whole, until it is on disk; then read back from there when it is begun. */
  request: JobRequest | undefined
  /** It is on disk, and its caller may have been told so. */
  accepted = false
  /** Writing it to disk. Rejects when that failed. */
  accepting: Promise<void> | undefined
  /** Set while it is executed. */
  controller: AbortController | undefined
  /** Its end is being written down. */
  settling = false
  state: JobState = 'queued'
  progress = 0
  /** How often it was begun, apart from times that ended in an orderly way. */
  attempts = 0
  /** How often it was refused with BUSY and put back. */
  refusals = 0
  startedMs: number | undefined
  endedMs: number | undefined
  error: Envelope | undefined
  /** Output of a job that ended without being accepted; otherwise it is on disk. */
  output: unknown
  /** Where its leaf waits for a worker, as reported by the lanes. */
  lane = { position: 0, etaMs: 0 }
  /** A caller waits for it: it does not wait in the queue. */
  urgent = false
  /** Gives its inputs free. */
  release: () => void = () => undefined
  /** Resolves when it has ended, on disk too, or is left to the next run of the service. */
  readonly over: Promise<void>
  #finish: () => void = () => undefined

  constructor(request: JobRequest, events: JobEvents) {
    const { input: _input, blobs: _blobs, ...facts } = request
    this.facts = facts
    this.request = request
    this.events = events
    this.over = new Promise((resolve) => (this.#finish = resolve))
  }

  get id(): string {
    return this.facts.id
  }

  get final(): boolean {
    return isFinal(this.state)
  }

  /** Whether it is on disk, once any writing of it that was begun is over. */
  async onDisk(): Promise<boolean> {
    await this.accepting?.catch(() => undefined)
    return this.accepted
  }

  /** The record for its file. A job that was begun is written as running, though it may still wait in a lane. */
  record(state: JobState): JobRecord {
    const { progress, attempts, startedMs, endedMs, error } = this
    return {
      state,
      progress,
      attempts,
      ...(startedMs !== undefined && { startedMs }),
      ...(endedMs !== undefined && { endedMs }),
      ...(error !== undefined && { error: { data: {}, ...error } }),
    }
  }

  /** Takes over the record found on disk. */
  restore(record: JobRecord): void {
    this.state = record.state
    this.progress = record.progress
    this.attempts = record.attempts
    this.startedMs = record.startedMs
    this.endedMs = record.endedMs
    this.error = record.error
  }

  /** The job as its caller sees it, given its place in the queue of jobs and an estimate. */
  view(position: number, etaMs: number | undefined): JobView {
    const { state, startedMs, endedMs, error } = this
    const at = (ms: number): string => new Date(ms).toISOString()
    return {
      id: this.id,
      operation: this.facts.operation,
      state,
      position: this.final ? 0 : Math.max(position, this.lane.position),
      progress: this.progress,
      etaMs: this.final ? 0 : etaMs === undefined ? null : Math.max(0, Math.round(etaMs)),
      createdAt: at(this.facts.createdMs),
      ...(startedMs !== undefined && state !== 'queued' && { startedAt: at(startedMs) }),
      ...(endedMs !== undefined && { endedAt: at(endedMs) }),
      ...(error !== undefined && {
        error: { code: error.code, detail: error.detail, retryable: FAULTS[error.code].retryable },
      }),
    }
  }

  /** Enters its final state and tells everybody who waits. */
  end(state: JobState, endedMs: number): void {
    this.state = state
    this.endedMs = endedMs
    this.controller = undefined
    this.request = undefined
    this.release()
    this.events.push('state', this.view(0, 0))
    this.leave()
  }

  /** Ends every wait for it, final or not. */
  leave(): void {
    this.events.close()
    this.#finish()
  }

  /** Throws why there is no result: UNFINISHED, CANCELLED, or the fault it failed with. */
  throwIfWithoutResult(): void {
    if (this.state === 'cancelled') throw fault('CANCELLED', 'The job was cancelled, so it has no result.')
    if (this.error !== undefined) throw fromEnvelope(this.error)
    if (!this.final) {
      throw fault('UNFINISHED', `The job is ${this.state}; wait for it, or follow its events.`, {
        state: this.state,
        retryAfterMs: 1000,
      })
    }
  }
}
