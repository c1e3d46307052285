import { setTimeout as delay } from 'node:timers/promises'
import { Fault, fault, toEnvelope, type Envelope } from '../../bridge/faults.ts'
import type { JobState, JobView } from '../../bridge/job.ts'
import type { Caller } from '../stores/tokens.ts'
import { storageFault } from '../stores/atomic-file.ts'
import type { Job } from './job.ts'
import { JobPlaces } from './job-places.ts'
import { JobQueue } from './job-queue.ts'
import type { JobRequest, JobStore } from './job-store.ts'
import { Throttle } from './throttle.ts'

/** What the work of a job hears and reports. */
export interface JobContext {
  /** Aborts with CANCELLED or SHUTTING_DOWN as its reason. */
  signal: AbortSignal
  /** How much is done, 0..1. */
  progress(fraction: number): void
  /** Where its leaf waits in its lane, and how long still, in milliseconds; position 0 is running. */
  queue(position: number, etaMs: number): void
}

/** Does the work of a job and returns its output, which must be JSON. Read-tier jobs may be done again. */
export type Execute = (request: JobRequest, ctx: JobContext) => Promise<unknown>

export interface RunnerOptions {
  store: JobStore
  execute: Execute
  /** Jobs at work at once. */
  concurrency: number
  /** How long a job may take to hear its signal before it is written off; lanes kill their leaves long before. */
  abandonMs: number
  now: () => number
  /** Hears every change of state. */
  onChange: (job: JobView, caller: Caller) => void
  /** Hears what went wrong beside the faults that callers see. */
  onError: (error: unknown, jobId: string) => void
}

/** A job that was begun shows as running after this time, unless its lane said that it waits. */
const signOfLifeMs = 50
const eventEveryMs = 100
const saveEveryMs = 500
/** About three minutes of being refused. */
const maxRefusals = 20

/*
 *   enqueue ─▶ queue ─▶ begin ─▶ execute ─▶ settle ─▶ ended
 *                ▲                  │
 *                └── BUSY (later) ──┤          (read tier only: nothing was done that doing it again could harm)
 *                    drain (on disk)┘
 */

/** Runs jobs, so many at a time, and writes down how they end. */
export class JobRunner {
  readonly #options: RunnerOptions
  readonly #queue = new JobQueue<Job>()
  readonly #executing = new Map<Job, Promise<void>>()
  readonly #delayed = new Map<Job, NodeJS.Timeout>()
  readonly #moved = new Throttle(eventEveryMs, () => this.#announcePlaces())
  readonly #places: JobPlaces
  #draining = false

  constructor(options: RunnerOptions) {
    this.#options = options
    this.#places = new JobPlaces(this.#queue, this.#executing, options)
  }

  get stats(): { queued: number; running: number } {
    return { queued: this.#queue.size + this.#delayed.size, running: this.#executing.size }
  }

  /** The job as its caller sees it now. */
  view(job: Job): JobView {
    if (this.#delayed.has(job)) return job.view(1, undefined)
    const { position, etaMs } = this.#places.of(job)
    return job.view(position, etaMs)
  }

  /** Puts a job in the queue. */
  enqueue(job: Job): void {
    this.#queue.push(job.facts.caller.id, job)
    this.#places.changed()
    this.#changed(job)
    this.#pump()
  }

  /** Executes a job at once, past the queue. */
  begin(job: Job): void {
    const work = this.#work(job).finally(() => {
      this.#executing.delete(job)
      this.#pump()
    })
    this.#executing.set(job, work)
  }

  /** Takes a job out of the queue, or tells its work to stop; `job.over` resolves when it has. */
  cancel(job: Job, reason: unknown): void {
    if (job.settling) return
    if (job.controller !== undefined) {
      job.controller.abort(reason)
      return
    }
    clearTimeout(this.#delayed.get(job))
    this.#delayed.delete(job)
    this.#queue.remove(job.facts.caller.id, job)
    void this.settle(job, 'cancelled')
    this.#pump()
  }

  /** Begins nothing more, lets jobs end within `graceMs`, stops the others: read-tier ones go back to the queue on disk. */
  async drain(graceMs: number): Promise<void> {
    this.#draining = true
    this.#moved.stop()
    for (const timer of this.#delayed.values()) clearTimeout(timer)
    const grace = new AbortController()
    const done = Promise.all(this.#executing.values()).finally(() => grace.abort())
    await Promise.race([done, delay(graceMs, undefined, { signal: grace.signal }).catch(() => undefined)])
    const reason = fault('SHUTTING_DOWN', 'The service is shutting down; try again when it is back.')
    for (const job of this.#executing.keys()) job.controller?.abort(reason)
    await done
    grace.abort()
  }

  /** Writes down how a job ended, then lets everybody know. Never rejects. */
  async settle(job: Job, state: JobState, end: { output?: unknown; error?: Envelope } = {}): Promise<void> {
    job.settling = true
    const { store, now, onError } = this.#options
    const onDisk = await job.onDisk()
    let final = state
    job.error = end.error
    job.endedMs = now()
    if (onDisk && state === 'succeeded') {
      try {
        await store.saveResult(job.id, end.output)
      } catch (error) {
        final = 'failed'
        const failure = storageFault(error, 'the result of the job')
        job.error = toEnvelope(failure)
        if (!(failure instanceof Fault)) onError(failure, job.id)
      }
    }
    if (final === 'succeeded') {
      job.progress = 1
      if (job.startedMs !== undefined) {
        this.#places.ran(job.facts.operation, job.endedMs - job.startedMs)
      }
    }
    if (onDisk) {
      // Where even this cannot be written, the caller still hears the end; a restart does it again or finds the result.
      await store
        .saveRecord(job.id, job.record(final), { durable: true })
        .catch((error: unknown) => onError(error, job.id))
    } else job.output = end.output
    job.end(final, job.endedMs)
    this.#tell(job, job.view(0, 0))
  }

  #pump(): void {
    while (!this.#draining && this.#executing.size < this.#options.concurrency) {
      const job = this.#queue.shift()
      if (job === undefined) break
      this.begin(job)
    }
    this.#places.changed()
    if (!this.#draining) this.#moved.call()
  }

  async #work(job: Job): Promise<void> {
    const controller = new AbortController()
    job.controller = controller
    job.startedMs = this.#options.now()
    job.attempts++
    const alive = setTimeout(() => {
      if (job.lane.position === 0) this.#running(job)
    }, signOfLifeMs).unref()
    let report: 'progress' | 'queue' = 'progress'
    const events = new Throttle(eventEveryMs, () => job.events.push(report, this.view(job)))
    const saves = new Throttle(saveEveryMs, () => this.#save(job, 'running'))
    const context: JobContext = {
      signal: controller.signal,
      progress: (fraction) => {
        if (job.controller !== controller || job.settling || !(fraction > job.progress)) return
        job.progress = Math.min(1, fraction)
        this.#running(job)
        report = 'progress'
        events.call()
        saves.call()
      },
      queue: (position, etaMs) => {
        if (job.controller !== controller || job.settling) return
        job.lane = { position, etaMs }
        if (position === 0) this.#running(job)
        report = 'queue'
        events.call()
      },
    }
    const stop = (): void => {
      clearTimeout(alive)
      events.stop()
      // A late save must not replace the final state.
      saves.stop()
    }
    try {
      const output = await this.#execute(job, context)
      stop()
      await this.settle(job, 'succeeded', { output })
    } catch (error) {
      stop()
      await this.#stopped(job, controller.signal, error)
    }
  }

  async #execute(job: Job, context: JobContext): Promise<unknown> {
    const { store, execute, abandonMs } = this.#options
    const { signal } = context
    if (job.accepted) {
      // On disk before anything is done: after a crash it must be known that it may have been.
      await store.saveRecord(job.id, job.record('running'), { durable: job.facts.tier !== 'read' })
    }
    const request = job.request ?? (await store.request(job.id))
    signal.throwIfAborted()
    const work = execute(request, context)
    // Should it end after it was written off, nobody listens.
    work.catch(() => undefined)
    let timer: NodeJS.Timeout | undefined
    let onAbort: () => void = () => undefined
    const abandoned = new Promise<never>((_, reject) => {
      onAbort = () => (timer = setTimeout(() => reject(signal.reason), abandonMs))
      signal.addEventListener('abort', onAbort, { once: true })
    })
    try {
      return await Promise.race([work, abandoned])
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    }
  }

  /** Decides what becomes of a job whose work threw. */
  async #stopped(job: Job, signal: AbortSignal, error: unknown): Promise<void> {
    const reason: unknown = signal.aborted ? signal.reason : error
    const onDisk = await job.onDisk()
    const again = onDisk && job.facts.tier === 'read'
    if (reason instanceof Fault && reason.code === 'SHUTTING_DOWN' && onDisk) {
      if (again) return this.#putBack(job, { durable: true })
      const detail = 'The service was stopped during the job; look what it has done before asking again.'
      return this.settle(job, 'failed', { error: { code: 'INTERRUPTED', detail } })
    }
    if (reason instanceof Fault && reason.code === 'CANCELLED') return this.settle(job, 'cancelled')
    if (again && reason instanceof Fault && reason.code === 'BUSY' && job.refusals < maxRefusals) {
      return this.#later(job, reason)
    }
    if (!(reason instanceof Fault) && !signal.aborted) this.#options.onError(reason, job.id)
    return this.settle(job, 'failed', { error: toEnvelope(reason) })
  }

  async #putBack(job: Job, options: { durable: boolean }): Promise<void> {
    job.attempts--
    job.state = 'queued'
    job.progress = 0
    job.lane = { position: 0, etaMs: 0 }
    job.controller = undefined
    await this.#options.store
      .saveRecord(job.id, job.record('queued'), options)
      .catch((error: unknown) => this.#options.onError(error, job.id))
  }

  /** An accepted job is not lost to a moment of high load: it waits and tries again. */
  async #later(job: Job, busy: Fault): Promise<void> {
    await this.#putBack(job, { durable: false })
    job.refusals++
    this.#changed(job)
    const hint = busy.data['retryAfterMs']
    const waitMs = Math.min(10_000, Math.max(typeof hint === 'number' ? hint : 0, 50 * 2 ** job.refusals))
    // Cancelled meanwhile, or left for the next run.
    if (this.#draining || job.settling) return
    const timer = setTimeout(() => {
      this.#delayed.delete(job)
      this.enqueue(job)
    }, waitMs)
    this.#delayed.set(job, timer)
  }

  #save(job: Job, state: JobState): void {
    if (!job.accepted) return
    this.#options.store
      .saveRecord(job.id, job.record(state), { durable: false })
      .catch((error: unknown) => this.#options.onError(error, job.id))
  }

  #running(job: Job): void {
    if (job.state !== 'queued' || job.controller === undefined) return
    job.state = 'running'
    job.lane = { position: 0, etaMs: 0 }
    this.#changed(job)
  }

  #changed(job: Job): void {
    const view = this.view(job)
    job.events.push('state', view)
    this.#tell(job, view)
  }

  #tell(job: Job, view: JobView): void {
    if (!job.accepted) return
    try {
      this.#options.onChange(view, job.facts.caller)
    } catch (error) {
      this.#options.onError(error, job.id)
    }
  }

  /** Tells those who follow a waiting job that its place has changed. */
  #announcePlaces(): void {
    for (const job of this.#queue.order()) {
      if (job.events.readers > 0) job.events.push('queue', this.view(job))
    }
  }
}
