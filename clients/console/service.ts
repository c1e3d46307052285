import type { Answer, ApprovalView } from '../../bridge/approval.ts'
import type { AuditLine } from '../../bridge/audit-line.ts'
import type { JobView } from '../../bridge/job.ts'
import { serverEvents } from '../lines.ts'
import { send } from './wire.ts'

type Live = { live: boolean; detail?: string }

/** One lane, as `/v1/status` counts it. */
export interface LaneStats {
  lane: string
  running: number
  waiting: number
  completed: number
  failed: number
  refused: number
  respawns: number
  medianRunMs: number
}

/** What `/v1/status` tells. */
export interface Status {
  version: string
  startedAt: string
  ready: { lanes: Record<string, Live> }
  lanes: LaneStats[]
  capabilities: Array<{ name: string; live: boolean; remedy?: string }>
  policy: {
    modes: Record<string, string>
    source: string
    path?: string
    protectedPaths?: string[]
    warnings?: string[]
  }
  audit?: { path: string; failure?: string }
}

export interface AuditPage {
  entries: AuditLine[]
  /** What `before` takes to read on. */
  next?: string
}

/** Something that happened, of `/v1/events`. */
export interface Happening {
  id: string
  type: string
}

/** Whether a job has ended; here, because the declaration would bring its schemas into the page. */
export const isOver = ({ state }: JobView): boolean =>
  state === 'succeeded' || state === 'failed' || state === 'cancelled'

const json = { 'content-type': 'application/json' }
const routeOf = (operation: string) => `/v1/${operation.replace('.', '/')}`

/** Trades the code of a one-time link for an owner session; gives its token. */
export async function signIn(link: string): Promise<string> {
  const response = await send('/v1/console/sessions', {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ link }),
  })
  return ((await response.json()) as { token: string }).token
}

/** The service as one signed-in owner sees it. Every method rejects with ServiceError, Unreachable or the signal's reason. */
export class Service {
  readonly #token: string

  constructor(token: string) {
    this.#token = token
  }

  async #send<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
    const response = await send(path, {
      token: this.#token,
      method,
      signal: signal ?? null,
      ...(body !== undefined && { headers: json, body: JSON.stringify(body) }),
    })
    return (await response.json()) as T
  }

  status = (): Promise<Status> => this.#send('GET', '/v1/status')
  jobs = async (): Promise<JobView[]> => (await this.#send<{ jobs: JobView[] }>('GET', '/v1/jobs')).jobs
  job = (id: string, signal: AbortSignal): Promise<JobView> =>
    this.#send('GET', `/v1/jobs/${id}`, undefined, signal)
  result = <T>(id: string, signal: AbortSignal): Promise<T> =>
    this.#send('GET', `/v1/jobs/${id}/result`, undefined, signal)
  cancelJob = (id: string): Promise<JobView> => this.#send('DELETE', `/v1/jobs/${id}`)
  approvals = async (): Promise<ApprovalView[]> =>
    (await this.#send<{ approvals: ApprovalView[] }>('GET', '/v1/approvals')).approvals
  answer = (id: string, answer: Answer): Promise<unknown> =>
    this.#send('POST', `/v1/approvals/${id}`, { answer })
  /** The audit log, newest first. */
  audit = (page: { limit: number; before?: string }): Promise<AuditPage> =>
    this.#send('POST', '/v1/bridge/audit', page)

  /** Calls an operation by its name and waits for its answer. */
  call = <T>(operation: string, input: unknown, signal: AbortSignal): Promise<T> =>
    this.#send('POST', routeOf(operation), input, signal)

  /** Calls an operation for the bytes of its only picture, of the type named. */
  async picture(operation: string, input: unknown, mediaType: string, signal: AbortSignal): Promise<Blob> {
    const response = await send(routeOf(operation), {
      token: this.#token,
      method: 'POST',
      headers: { ...json, accept: mediaType },
      body: JSON.stringify(input),
      signal,
    })
    return response.blob()
  }

  /** Stores a file on the service; gives the digest that names it in later calls. */
  async store(file: File, signal: AbortSignal): Promise<string> {
    const response = await send('/v1/blobs', {
      token: this.#token,
      method: 'PUT',
      headers: { 'content-type': file.type || 'application/octet-stream' },
      body: file,
      signal,
    })
    return ((await response.json()) as { blob: string }).blob
  }

  /** The bytes of stored bytes, as a file of that name. */
  async stored(blob: string, name: string, signal: AbortSignal): Promise<File> {
    const response = await send(`/v1/blobs/${blob}`, { token: this.#token, signal })
    const bytes = await response.blob()
    return new File([bytes], name, { type: bytes.type })
  }

  /** Asks for a call as a job, which goes on whatever becomes of this page. */
  async startJob(operation: string, input: unknown): Promise<JobView> {
    const response = await send(routeOf(operation), {
      token: this.#token,
      method: 'POST',
      headers: { ...json, prefer: 'respond-async' },
      body: JSON.stringify(input),
    })
    return (await response.json()) as JobView
  }

  async #events(path: string, lastId: string | undefined, signal: AbortSignal) {
    const { body } = await send(path, {
      token: this.#token,
      headers: { accept: 'text/event-stream', ...(lastId !== undefined && { 'last-event-id': lastId }) },
      signal,
    })
    if (body === null) throw new TypeError('The service answered without a body.')
    return serverEvents(body)
  }

  /** The views of a job as it moves, until it ends or the connection does. */
  async *jobEvents(id: string, signal: AbortSignal): AsyncGenerator<JobView, void, undefined> {
    for await (const { data } of await this.#events(`/v1/jobs/${id}/events`, undefined, signal)) {
      yield JSON.parse(data) as JobView
    }
  }

  /**
   * What happens in the service from now on, or from the event `lastId` on, until the connection ends. Resolves when
   * the service listens, so that what is asked for afterwards misses nothing.
   */
  async happenings(lastId: string | undefined, signal: AbortSignal): Promise<AsyncIterable<Happening>> {
    const events = await this.#events('/v1/events', lastId, signal)
    return (async function* () {
      for await (const { id, event } of events) yield { id, type: event }
    })()
  }
}
