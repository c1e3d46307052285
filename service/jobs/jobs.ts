import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { fault, toEnvelope } from '../../bridge/faults.ts'
import type { JobView } from '../../bridge/job.ts'
import type { BlobStore } from '../stores/blob-store.ts'
import { checkIdempotencyKey } from '../stores/idempotency.ts'
import type { Caller } from '../stores/tokens.ts'
import { settledWithin, untilAborted } from '../stores/until-aborted.ts'
import { Job } from './job.ts'
import { JobEvents, type JobEvent } from './job-events.ts'
import { JobRunner, type Execute } from './job-runner.ts'
import { recoverJob } from './job-recovery.ts'
import type { JobRequest, JobStore } from './job-store.ts'
import { blobsIn, keyOf, requestDigest, type NewJob } from './new-job.ts'

export interface JobsOptions {
  store: JobStore
  blobs: BlobStore
  settings: {
    /** How long a finished job is kept. */
    keepMs: number
    /** Most unfinished jobs. */
    max: number
  }
  execute: Execute
  /** Jobs at work at once; the others wait in the queue, where clients take turns. Default: twice the cores. */
  concurrency?: number
  /** How long a job may take to hear its signal before it is written off. */
  abandonMs?: number
  /** Most finished jobs kept, whatever their age. */
  maxFinished?: number
  now?: () => number
  /** Hears every change of state of an accepted job. */
  onChange?: (job: JobView, caller: Caller) => void
  /** Hears what went wrong beside the faults that callers see. */
  onError?: (error: unknown, jobId: string) => void
}

/** A call that either ended in time or became a job. */
export type RunOutcome = { output: unknown } | { job: JobView }

/**
 * Work that outlives its call. A job is accepted when its request and inputs are on disk; from then on it reaches a
 * final state, whatever happens to the service: cancelled, killed or stopped.
 */
export class Jobs {
  readonly #options: Required<JobsOptions>
  readonly #runner: JobRunner
  /** Accepted jobs, oldest first. */
  readonly #jobs = new Map<string, Job>()
  readonly #keys = new Map<string, Job>()
  readonly #run = Date.now().toString(36)
  #unfinished = 0
  #state: 'open' | 'draining' | 'drained' = 'open'

  constructor(options: JobsOptions) {
    this.#options = {
      concurrency: 2 * availableParallelism(),
      abandonMs: 5000,
      maxFinished: 10_000,
      now: Date.now,
      onChange: () => undefined,
      onError: () => undefined,
      ...options,
    }
    this.#runner = new JobRunner(this.#options)
  }

  get stats(): { queued: number; running: number; unfinished: number; kept: number } {
    return { ...this.#runner.stats, unfinished: this.#unfinished, kept: this.#jobs.size }
  }

  /**
   * Accepts a job: once this resolves it is on disk with its inputs. Faults: BUSY when there are too many unfinished
   * ones; NOT_FOUND when an input is not stored; STORAGE_FULL; IDEMPOTENCY_MISMATCH; SHUTTING_DOWN.
   */
  async submit(request: NewJob): Promise<JobView> {
    return this.#runner.view(await this.#submit(request, { urgent: false }))
  }

  async #submit(request: NewJob, { urgent }: { urgent: boolean }): Promise<Job> {
    const known = this.#known(request)
    const job = known ?? this.#prepare(request)
    if (known === undefined) job.urgent = urgent
    try {
      await this.#accept(job)
    } catch (error) {
      if (known === undefined) {
        job.error = toEnvelope(error)
        job.end('failed', this.#options.now())
      }
      throw error
    }
    return job
  }

  /**
   * Begins work at once, past the queue, and waits for it `waitMs`. What ends in time never touches the disk, and
   * its fault is thrown; what does not becomes a job (`Prefer: wait`) without being begun anew. If the signal aborts
   * before that, the work is cancelled. With an idempotency key it is a job from the start, so that its outcome is
   * kept. Faults: as `submit`, but without a key a full disk only means that the call stays a call.
   */
  async run(
    request: NewJob,
    { waitMs, signal }: { waitMs: number; signal?: AbortSignal },
  ): Promise<RunOutcome> {
    signal?.throwIfAborted()
    const job = await this.#begun(request)
    try {
      if (!(await settledWithin(job.over, waitMs, signal))) {
        await this.#accept(job).catch((error: unknown) => this.#options.onError(error, job.id))
        if (job.accepted && !job.final) return { job: this.#runner.view(job) }
        await untilAborted(job.over, signal)
      }
    } catch (error) {
      if (!(await job.onDisk())) this.#runner.cancel(job, error)
      throw error
    }
    if (!job.final) return { job: this.#runner.view(job) }
    return { output: await this.#output(job) }
  }

  async #begun(request: NewJob): Promise<Job> {
    if (request.idempotencyKey !== undefined) return this.#submit(request, { urgent: true })
    const job = this.#prepare(request)
    this.#runner.begin(job)
    return job
  }

  /** A job. Fault: NOT_FOUND, also when it is somebody else's; the owner sees all. */
  get(id: string, caller: Caller): JobView {
    return this.#runner.view(this.#visible(id, caller))
  }

  /** The caller's jobs, newest first; the owner's are everybody's. */
  list(caller: Caller, { limit = 100 }: { limit?: number } = {}): JobView[] {
    const mine = [...this.#jobs.values()].filter((job) => sees(caller, job))
    return mine
      .slice(-limit)
      .reverse()
      .map((job) => this.#runner.view(job))
  }

  /**
   * What happens to a job, from after `lastEventId` or from now; ends after its final state, or quietly when the
   * signal aborts. Fault: NOT_FOUND.
   */
  events(
    id: string,
    caller: Caller,
    options: { lastEventId?: string; signal?: AbortSignal } = {},
  ): AsyncIterable<JobEvent> {
    const job = this.#visible(id, caller)
    return job.events.read(() => this.#runner.view(job), options)
  }

  /** The output of a job. Faults: NOT_FOUND, UNFINISHED, CANCELLED, or the fault it failed with. */
  async result(id: string, caller: Caller): Promise<unknown> {
    return this.#output(this.#visible(id, caller))
  }

  /**
   * Cancels a job and waits until it has stopped; one that was faster, or has ended before, stays what it is.
   * Faults: NOT_FOUND, the signal's reason.
   */
  async cancel(id: string, caller: Caller, { signal }: { signal?: AbortSignal } = {}): Promise<JobView> {
    const job = this.#visible(id, caller)
    if (!job.final) {
      this.#runner.cancel(job, fault('CANCELLED', 'The job was cancelled by its caller.'))
      await untilAborted(job.over, signal)
    }
    return this.#runner.view(job)
  }

  /** The job when it has ended, or after `waitMs` as it is then. Faults: NOT_FOUND, the signal's reason. */
  async wait(
    id: string,
    caller: Caller,
    { waitMs, signal }: { waitMs: number; signal?: AbortSignal },
  ): Promise<JobView> {
    const job = this.#visible(id, caller)
    await settledWithin(job.over, waitMs, signal)
    return this.#runner.view(job)
  }

  /**
   * Takes up the jobs on disk; to be called once, before anything else and before blobs are swept. What was at work
   * in a crash runs again if it only reads, else it has failed with INTERRUPTED; what was waiting runs.
   */
  async recover(): Promise<{ queued: number; interrupted: number; finished: number; damaged: string[] }> {
    const { store, blobs, now } = this.#options
    const { jobs, damaged } = await store.scan()
    const counts = { queued: 0, interrupted: 0, finished: 0 }
    const waiting: Job[] = []
    for (const found of jobs) {
      const job = this.#new(found.request)
      await recoverJob(job, found, { store, blobs, runner: this.#runner, now })
      this.#jobs.set(job.id, job)
      if (job.facts.idempotencyKey !== undefined) {
        this.#keys.set(keyOf(job.facts.caller.id, job.facts.idempotencyKey), job)
      }
      if (!job.final) {
        counts.queued++
        waiting.push(job)
      } else if (job.error?.code === 'INTERRUPTED') counts.interrupted++
      else counts.finished++
    }
    for (const job of waiting) {
      this.#count(job)
      this.#runner.enqueue(job)
    }
    return { ...counts, damaged }
  }

  /**
   * Before the service stops: accepts nothing more, lets jobs end within `graceMs`, puts the others back where the
   * next run finds them, and ends all waiting and event streams.
   */
  async drain(graceMs: number): Promise<void> {
    this.#state = 'draining'
    await this.#runner.drain(graceMs)
    this.#state = 'drained'
    for (const job of this.#jobs.values()) if (!job.final) job.leave()
  }

  /** Removes finished jobs that are older than `keepMs` or more than `maxFinished`. Answers how many. */
  async sweep(): Promise<number> {
    const { settings, maxFinished, now, store } = this.#options
    const finished = [...this.#jobs.values()].filter((job) => job.final)
    const surplus = finished.length - maxFinished
    const old = finished.filter((job, at) => at < surplus || (job.endedMs ?? 0) < now() - settings.keepMs)
    for (const job of old) {
      this.#jobs.delete(job.id)
      this.#forgetKey(job)
      await store.remove(job.id)
    }
    return old.length
  }

  /** The job that was made under the same key. Fault: IDEMPOTENCY_MISMATCH. */
  #known(request: NewJob): Job | undefined {
    const { idempotencyKey: key, caller } = request
    if (key === undefined) return undefined
    checkIdempotencyKey(key)
    const job = this.#keys.get(keyOf(caller.id, key))
    if (job !== undefined && job.facts.digest !== requestDigest(request)) {
      throw fault(
        'IDEMPOTENCY_MISMATCH',
        'This idempotency key was used for another request; a new request needs a new key.',
      )
    }
    return job
  }

  /** Makes a job that holds its inputs and its place among the unfinished ones. */
  #prepare(request: NewJob): Job {
    const { settings, blobs, now } = this.#options
    if (this.#state !== 'open') {
      throw fault('SHUTTING_DOWN', 'The service is shutting down; try again when it is back.')
    }
    if (this.#unfinished >= settings.max) {
      throw fault('BUSY', `There are ${this.#unfinished} unfinished jobs already; try again later.`, {
        retryAfterMs: 1000,
      })
    }
    const inputs = blobsIn(request.input).filter((digest) => !request.absent?.includes(digest))
    const release = blobs.pin(inputs)
    const { operation, input, caller, tier, idempotencyKey } = request
    const job = this.#new({
      id: randomUUID(),
      operation,
      input,
      caller: { id: caller.id, role: caller.role },
      tier,
      ...(idempotencyKey !== undefined && { idempotencyKey }),
      digest: requestDigest(request),
      blobs: inputs,
      createdMs: now(),
    })
    job.release = release
    if (idempotencyKey !== undefined) this.#keys.set(keyOf(caller.id, idempotencyKey), job)
    this.#count(job)
    return job
  }

  #new(request: JobRequest): Job {
    return new Job(request, new JobEvents(this.#run))
  }

  #count(job: Job): void {
    this.#unfinished++
    void job.over.then(() => {
      this.#unfinished--
      if (!job.accepted) this.#forgetKey(job)
    })
  }

  #forgetKey(job: Job): void {
    const { caller, idempotencyKey } = job.facts
    if (idempotencyKey === undefined) return
    const key = keyOf(caller.id, idempotencyKey)
    if (this.#keys.get(key) === job) this.#keys.delete(key)
  }

  /** Writes a job and its inputs to disk, once; a job that is ending just now stays off it. */
  async #accept(job: Job): Promise<void> {
    if (job.accepted) return
    if (job.settling) return job.over
    job.accepting ??= this.#write(job)
    await job.accepting
  }

  async #write(job: Job): Promise<void> {
    const { store, blobs } = this.#options
    const { request } = job
    if (request === undefined) return
    await blobs.persist(request.blobs)
    await store.create(request, job.record(job.controller === undefined ? 'queued' : 'running'))
    job.accepted = true
    this.#jobs.set(job.id, job)
    if (job.controller === undefined && !job.settling) {
      // Its input may be large: it is read back when its turn comes.
      job.request = undefined
      if (job.urgent && this.#state === 'open') this.#runner.begin(job)
      else this.#runner.enqueue(job)
    }
    if (this.#state === 'drained') job.leave()
  }

  #visible(id: string, caller: Caller): Job {
    const job = this.#jobs.get(id)
    if (job === undefined || !sees(caller, job)) {
      throw fault('NOT_FOUND', 'There is no such job of yours; finished jobs are kept for a limited time.')
    }
    return job
  }

  async #output(job: Job): Promise<unknown> {
    job.throwIfWithoutResult()
    return job.accepted ? this.#options.store.result(job.id) : job.output
  }
}

function sees(caller: Caller, job: Job): boolean {
  return caller.role === 'owner' || job.facts.caller.id === caller.id
}
