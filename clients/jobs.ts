import { z } from 'zod'
import { fault } from '../bridge/faults.ts'
import { isFinal } from '../bridge/job.ts'
import type { Operation } from '../bridge/operation.ts'
import { asJob, callRequest, type CallBody } from './call-request.ts'
import { operationNamed, type CallOptions, type InputOf, type OperationName } from './calls.ts'
import { abortFault, pause } from './deadline.ts'
import { serverEvents, type ServerEvent } from './lines.ts'
import { connectionFault, type Answer, type Transport, type WireRequest } from './transport.ts'
import { Job, parseAs, parseJson } from './wire.ts'

interface Options {
  signal?: AbortSignal | undefined
}

const Jobs = z.looseObject({ jobs: z.array(Job) })
/** How long the answer of a call that was given up may still take: the second it may wait, and some more. */
const answerOnItsWayMs = 3000

/** Times an event stream is opened again in a row without hearing anything. */
const maxSilentTries = 5

/** Work that goes on without a connection: state, events, result, cancel. */
export class JobsClient {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Hands a call over as a job and returns at once; the work goes on when this process ends. Faults: those of a
   * call before it begins, and BUSY.
   */
  async submit<Name extends OperationName>(
    name: Name,
    input: InputOf<Name>,
    options: Omit<CallOptions, 'onProgress'> = {},
  ): Promise<Job> {
    const accepted = await this.submitAnswer(operationNamed(name), { input }, options)
    if (accepted.fault) throw accepted.fault
    return parseAs(Job, accepted.body, 'a job')
  }

  /** Hands a call over and gives the answer as it came: the state of the job, or a fault. */
  submitAnswer(
    operation: Operation,
    body: CallBody,
    options: Omit<CallOptions, 'onProgress'>,
  ): Promise<Answer> {
    return this.#transport.send(asJob(callRequest(operation, body, options), 'respond-async'))
  }

  /**
   * Makes a call whose progress can be heard, and returns its answer: one that takes longer than a second becomes a
   * job and is followed. Aborting the signal cancels it.
   */
  async follow(request: WireRequest, onProgress: NonNullable<CallOptions['onProgress']>): Promise<Answer> {
    const { signal } = request
    const first = await this.#begin(asJob(request, 'wait=1'))
    if (first.status !== 202) return first
    const { id } = parseAs(Job, first.body, 'a job')
    return this.#orAbandon(id, signal, async () => {
      await this.wait(id, {
        signal,
        onState: ({ progress, position, etaMs }) => onProgress({ fraction: progress, position, etaMs }),
      })
      return this.resultAnswer(id, { signal })
    })
  }

  /**
   * Makes a call and returns its answer if that comes within `waitMs`, else the job that it has become and that goes
   * on. Aborting the signal before then cancels it.
   */
  async within(
    request: WireRequest,
    { waitMs, onProgress }: { waitMs: number; onProgress?: CallOptions['onProgress'] },
  ): Promise<{ answer: Answer } | { job: Job }> {
    const { signal } = request
    const endsAt = Date.now() + waitMs
    // Soon told of the job, its caller can cancel it by its id: one with an idempotency key outlives its connection.
    const first = await this.#begin(asJob(request, `wait=${Math.min(1, waitMs / 1000)}`))
    if (first.status !== 202) return { answer: first }
    const { id } = parseAs(Job, first.body, 'a job')
    return this.#orAbandon(id, signal, () =>
      this.ended(id, { signal, waitMs: endsAt - Date.now(), onProgress }),
    )
  }

  /** The answer of a job that ends within `waitMs`, else the job as it is then. Faults: NOT_FOUND, UNREACHABLE. */
  async ended(
    id: string,
    { signal, waitMs, onProgress }: Options & { waitMs: number; onProgress?: CallOptions['onProgress'] },
  ): Promise<{ answer: Answer } | { job: Job }> {
    const enough = new AbortController()
    const timer = setTimeout(() => enough.abort(), Math.max(0, waitMs))
    try {
      await this.wait(id, {
        signal: AbortSignal.any([enough.signal, ...(signal ? [signal] : [])]),
        onState: ({ progress, position, etaMs }) => onProgress?.({ fraction: progress, position, etaMs }),
      })
    } catch (error) {
      if (!enough.signal.aborted || signal?.aborted) throw error
      const job = await this.get(id, { signal })
      if (!isFinal(job.state)) return { job }
    } finally {
      clearTimeout(timer)
    }
    return { answer: await this.resultAnswer(id, { signal }) }
  }

  /**
   * Sends a call that may become a job. A caller who gives up is let go at once, but the answer is still awaited for
   * a moment: it may be on its way with the id of a job, which nobody else could cancel.
   */
  #begin(request: WireRequest): Promise<Answer> {
    const { signal } = request
    if (signal?.aborted) return Promise.reject(abortFault(signal))
    const controller = new AbortController()
    const sending = this.#transport.send({ ...request, signal: controller.signal })
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined
      const giveUp = (): void => {
        if (signal) reject(abortFault(signal))
        timer = setTimeout(() => controller.abort(), answerOnItsWayMs)
      }
      const settle = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', giveUp)
      }
      signal?.addEventListener('abort', giveUp, { once: true })
      sending.then(
        (answer) => {
          settle()
          resolve(answer)
          if (!signal?.aborted || answer.status !== 202) return
          const job = Job.safeParse(parseJson(answer.body))
          if (job.success) void this.#abandon(job.data.id)
        },
        (error: unknown) => {
          settle()
          reject(error)
        },
      )
    })
  }

  /** Jobs of this caller, or of everybody when the owner asks. */
  async list(options: Options = {}): Promise<Job[]> {
    return parseAs(Jobs, await this.#body('GET', '/v1/jobs', options), 'a list of jobs').jobs
  }

  /** State of a job. Faults: NOT_FOUND. */
  async get(id: string, options: Options = {}): Promise<Job> {
    return parseAs(Job, await this.#body('GET', path(id), options), 'a job')
  }

  /** Cancels a job and returns its state. Faults: NOT_FOUND. */
  async cancel(id: string, options: Options = {}): Promise<Job> {
    return parseAs(Job, await this.#body('DELETE', path(id), options), 'a job')
  }

  /** Result of a job that succeeded. Faults: NOT_FOUND, and the fault of a job that failed. */
  async result(id: string, options: Options = {}): Promise<unknown> {
    return parseJson(await this.#body('GET', `${path(id)}/result`, options))
  }

  /** The answer of a finished job as it comes, a fault included. */
  resultAnswer(id: string, options: Options = {}): Promise<Answer> {
    return this.#transport.send({ method: 'GET', path: `${path(id)}/result`, idempotent: true, ...options })
  }

  /**
   * Events of a job until it has ended. A lost connection is taken up again after the last event seen.
   * Faults: NOT_FOUND, UNREACHABLE.
   */
  async *events(id: string, options: Options = {}): AsyncGenerator<ServerEvent, void, undefined> {
    const signal = options.signal ?? new AbortController().signal
    let lastId = ''
    for (let silentTries = 0; ; silentTries++) {
      try {
        const body = await this.#transport.stream({
          method: 'GET',
          path: `${path(id)}/events`,
          headers: { accept: 'text/event-stream', ...(lastId && { 'last-event-id': lastId }) },
          signal,
          idempotent: true,
        })
        for await (const event of serverEvents(body)) {
          silentTries = 0
          lastId = event.id
          yield event
          const job = jobOf(event)
          if (job && isFinal(job.state)) return
        }
      } catch (error) {
        const lost = connectionFault(error, path(id), signal)
        if (lost.code !== 'UNREACHABLE' || silentTries >= maxSilentTries) throw lost
      }
      if (isFinal((await this.get(id, options)).state)) return
      if (silentTries >= maxSilentTries)
        throw fault('UNREACHABLE', `The events of job ${id} end at once, again and again.`)
      await pause(200, signal)
    }
  }

  /** Waits until a job has ended and returns its last state; hears every state on the way. */
  async wait(id: string, options: Options & { onState?: (job: Job) => void } = {}): Promise<Job> {
    for await (const event of this.events(id, options)) {
      const job = jobOf(event)
      if (!job) continue
      options.onState?.(job)
      if (isFinal(job.state)) return job
    }
    return this.get(id, options)
  }

  async #body(method: 'GET' | 'DELETE', route: string, options: Options): Promise<Uint8Array> {
    const answer = await this.#transport.send({ method, path: route, idempotent: true, ...options })
    if (answer.fault) throw answer.fault
    return answer.body
  }

  /** Does work on a job, and cancels the job when its caller gives up meanwhile. */
  async #orAbandon<T>(id: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (signal?.aborted) await this.#abandon(id)
      throw error
    }
  }

  /** Cancels a job whose caller gave up: its own fault is what counts, whether or not the service hears of it. */
  async #abandon(id: string): Promise<void> {
    const request = { method: 'DELETE', path: path(id), idempotent: true, timeoutMs: 5000 } as const
    await this.#transport.send(request).catch(() => undefined)
  }
}

function path(id: string): string {
  return `/v1/jobs/${encodeURIComponent(id)}`
}

/** The job an event tells of, if its data is one. */
export function jobOf(event: ServerEvent): Job | undefined {
  try {
    const parsed = Job.safeParse(JSON.parse(event.data))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}
