import { catalogue } from '../bridge/catalogue.ts'
import { fault } from '../bridge/faults.ts'
import { familyAndVerb, type Operation } from '../bridge/operation.ts'
import { ApprovalsClient } from './approvals.ts'
import { runBatch, type BatchCall, type BatchResults } from './batch.ts'
import { BlobsClient } from './blobs.ts'
import { callRequest, type CallBody } from './call-request.ts'
import {
  operationNamed,
  type CallOptions,
  type Calls,
  type InputOf,
  type OperationName,
  type OutputOf,
  type Upload,
} from './calls.ts'
import { withDeadline } from './deadline.ts'
import { discover, mayHaveToken, readToken, stateFolder, type Endpoint } from './discovery.ts'
import { entries } from './entries.ts'
import { JobsClient } from './jobs.ts'
import { createTransport, type Answer, type Connection, type Role, type Transport } from './transport.ts'
import { decode } from './wire.ts'

export { Fault, type FaultCode } from '../bridge/faults.ts'
export type { CallOptions, InputOf, OperationName, OutputOf, Progress, Upload } from './calls.ts'
export type { Answer as ApprovalAnswer } from '../bridge/approval.ts'
export type { Approval, Job } from './wire.ts'

export interface ClientOptions {
  /** Address of the service; without it `TALARIA_URL`, then the service of `home`, then port 8790. */
  url?: string
  /** Token for every request; without it those of `home`, for a service of this machine. */
  token?: string
  /** State folder; default `$TALARIA_HOME`, else `$XDG_DATA_HOME/talaria`. */
  home?: string
  /** Further tries after a retryable fault of an idempotent call; default 2. */
  retries?: number
  /** Another implementation of `fetch`. */
  fetch?: typeof fetch
  env?: NodeJS.ProcessEnv
}

/** How long after the time a call may take this side still waits for the service to say so itself. */
const graceMs = 2000

/** Node's fetch gives up on an answer that does not begin within 300 s; longer calls are followed as jobs. */
const longestAnswerMs = 280_000

/** What a client can do besides the typed methods of the operations. */
class Services {
  /** Requests of any route, with the client's address, tokens and retries. */
  readonly transport: Transport
  readonly jobs: JobsClient
  readonly blobs: BlobsClient
  readonly approvals: ApprovalsClient

  constructor(transport: Transport) {
    this.transport = transport
    this.jobs = new JobsClient(transport)
    this.blobs = new BlobsClient(transport)
    this.approvals = new ApprovalsClient(transport)
  }

  /**
   * Makes a call of a declared operation and gives the answer as it came, a fault of the service included. Thrown before anything is sent:
   * INVALID_INPUT, TOO_LARGE, TYPE_UNSUPPORTED; otherwise UNREACHABLE, DEADLINE, CANCELLED.
   */
  async answer(operation: Operation, body: CallBody, options: CallOptions = {}): Promise<Answer> {
    const request = callRequest(operation, body, options)
    const { onProgress, timeoutMs, signal } = options
    const wholeMs = timeoutMs ?? operation.limits.timeoutMs
    if (onProgress === undefined && wholeMs <= operation.limits.timeoutMs && wholeMs < longestAnswerMs) {
      return this.transport.send({ ...request, timeoutMs: wholeMs + graceMs })
    }
    // Without a limit of the caller's own, a job may wait for its turn as long as it takes.
    return withDeadline(
      (signal) => this.jobs.follow({ ...request, signal }, onProgress ?? (() => undefined)),
      { signal, timeoutMs: timeoutMs === undefined ? undefined : timeoutMs + graceMs },
    )
  }

  /** Makes a call by the name of its operation. */
  async call<Name extends OperationName>(
    name: Name,
    input: InputOf<Name>,
    options?: CallOptions,
  ): Promise<OutputOf<Name>> {
    return outputOf<Name>(await this.answer(operationNamed(name), { input }, options))
  }

  /** Makes a call whose file travels as the body, for bytes the service cannot reach by path. */
  async upload<Name extends OperationName>(
    name: Name,
    upload: Upload,
    fields: Partial<InputOf<Name>> = {},
    options?: CallOptions,
  ): Promise<OutputOf<Name>> {
    return outputOf<Name>(await this.answer(operationNamed(name), { upload, fields: { ...fields } }, options))
  }

  /** Entries as they are finished; the rest of the output is the return value of the generator. */
  stream<Name extends OperationName>(
    name: Name,
    input: InputOf<Name>,
    options: Omit<CallOptions, 'onProgress'> = {},
  ): AsyncGenerator<unknown, unknown, undefined> {
    const operation = operationNamed(name)
    if (operation.streams === undefined) {
      throw fault('INVALID_INPUT', `${name} does not answer entry by entry; call it whole.`)
    }
    return entries(this.transport, callRequest(operation, { input }, options))
  }

  /** Makes many small calls in one request; each result is typed by its operation. */
  batch<const Batch extends readonly BatchCall[]>(
    calls: Batch,
    options?: { signal?: AbortSignal; timeoutMs?: number },
  ): Promise<BatchResults<Batch>> {
    return runBatch(this.transport, calls, options)
  }
}

export type Client = Services & Calls

/**
 * Makes a client of a Talaria service. Nothing is sent until the first call; the service is looked for then.
 *
 * @example
 * const client = createClient()
 * const { result } = await client.calc.eval({ input: '0.1 + 0.2' })
 */
export function createClient(options: ClientOptions = {}): Client {
  const { fetch: fetcher = fetch, retries = 2 } = options
  const services = new Services(createTransport(connect(options, fetcher), fetcher, retries))
  const calls: Record<string, Record<string, unknown>> = {}
  for (const { name } of catalogue) {
    const { family, verb } = familyAndVerb(name)
    const methods = (calls[family] ??= {})
    methods[verb] = (input: never, callOptions?: CallOptions) => services.call(name, input, callOptions)
  }
  const client = Object.assign(services, calls)
  if (hasEveryCall(client)) return client
  throw fault('INTERNAL', 'An operation of the catalogue has no method.')
}

function hasEveryCall<T extends object>(client: T): client is T & Calls {
  return catalogue.every(({ name }) => {
    const { family, verb } = familyAndVerb(name)
    const methods: unknown = Reflect.get(client, family)
    return methods !== null && typeof methods === 'object' && typeof Reflect.get(methods, verb) === 'function'
  })
}

/** The output of an answer. The service checks it against the schema that its type here is inferred from. */
function outputOf<Name extends OperationName>(answer: Answer): OutputOf<Name> {
  if (answer.fault) throw answer.fault
  return JSON.parse(decode(answer.body))
}

function connect(options: ClientOptions, fetcher: typeof fetch): Connection {
  const { url, token, env = process.env } = options
  const home = stateFolder(env, options.home)
  let found: Endpoint | undefined
  const tokens = new Map<Role, string | undefined>()
  return {
    async reach(role, signal) {
      const endpoint = (found ??= await discover({ url, home, env, fetch: fetcher, signal }))
      if (endpoint === undefined) {
        const detail = `No service runs for ${home}, and none answers on port 8790; start one: talaria serve`
        throw fault('UNREACHABLE', detail, { home })
      }
      if (token !== undefined) return { url: endpoint.url, token }
      if (!tokens.has(role))
        tokens.set(role, mayHaveToken(endpoint) ? await readToken(home, role) : undefined)
      return { url: endpoint.url, token: tokens.get(role) }
    },
    forget() {
      found = undefined
      tokens.clear()
    },
  }
}
