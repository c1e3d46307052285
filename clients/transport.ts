import { Fault, fault } from '../bridge/faults.ts'
import { abortFault, pause, withDeadline } from './deadline.ts'
import { faultOfAnswer } from './wire.ts'

/** Whose token a request carries. */
export type Role = 'agent' | 'owner'

/** Where the service is and how to speak to it in a role. */
export interface Connection {
  /**
   * Base address, without a slash at its end, and the token of a role there, if any. Faults: UNREACHABLE when no
   * service is found.
   */
  reach(role: Role, signal: AbortSignal): Promise<{ url: string; token: string | undefined }>
  /** Called when nothing answered or the token was refused, so that the next request looks again. */
  forget(): void
}

export interface WireRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path with its query, from `/`. */
  path: string
  role?: Role
  headers?: Record<string, string>
  body?: Uint8Array<ArrayBuffer> | string | FormData
  signal?: AbortSignal | undefined
  /** Time for all tries together, in milliseconds; no limit when undefined. */
  timeoutMs?: number | undefined
  /** Whether sending it twice does the same as once; only then is it retried. */
  idempotent: boolean
}

/** A whole answer, with its body as it came. */
export interface Answer {
  status: number
  headers: Headers
  body: Uint8Array
  /** Set when the answer is not a success. */
  fault?: Fault
}

export interface Transport {
  /** Sends a request, retrying retryable faults, and returns the answer even if it is a fault. */
  send(request: WireRequest): Promise<Answer>
  /** Sends a request and hands over its body as it arrives. Throws the fault of an answer without success. */
  stream(request: WireRequest): Promise<ReadableStream<Uint8Array>>
}

/** First wait before a retry without `Retry-After`; doubled each time and spread, so that callers do not march in step. */
const firstWaitMs = 100
const longestWaitMs = 30_000

/**
 * Speaks HTTP with the service. At most `retries` further tries, for faults of the table that are retryable and
 * only on idempotent requests, after `Retry-After`. Faults: UNREACHABLE, DEADLINE, CANCELLED.
 */
export function createTransport(connection: Connection, fetcher: typeof fetch, retries: number): Transport {
  async function open(request: WireRequest, signal: AbortSignal): Promise<Response> {
    const { url, token } = await connection.reach(request.role ?? 'agent', signal)
    try {
      return await fetcher(url + request.path, {
        method: request.method,
        headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...request.headers },
        ...(request.body !== undefined && { body: request.body }),
        signal,
        // A service of ours never redirects; a token must not follow someone who does.
        redirect: 'error',
      })
    } catch (error) {
      throw connectionFault(error, url, signal)
    }
  }

  async function read(request: WireRequest, signal: AbortSignal): Promise<Answer> {
    const response = await open(request, signal)
    try {
      const body = new Uint8Array(await response.arrayBuffer())
      const { status, headers } = response
      if (response.ok) return { status, headers, body }
      return { status, headers, body, fault: faultOfAnswer(status, headers, body) }
    } catch (error) {
      throw connectionFault(error, response.url, signal)
    }
  }

  async function retrying<T>(
    request: WireRequest,
    signal: AbortSignal,
    attempt: () => Promise<{ value: T; fault?: Fault | undefined }>,
  ): Promise<T> {
    const endsAt = request.timeoutMs === undefined ? Infinity : Date.now() + request.timeoutMs
    for (let tried = 0; ; tried++) {
      let outcome: { value: T; fault?: Fault | undefined } | undefined
      let failure: Fault | undefined
      try {
        outcome = await attempt()
        failure = outcome.fault
      } catch (error) {
        if (!(error instanceof Fault)) throw error
        failure = error
      }
      if (failure?.code === 'UNREACHABLE' || failure?.code === 'UNAUTHENTICATED') connection.forget()
      const waitMs = failure === undefined ? 0 : waitBefore(failure, tried)
      const again = failure?.retryable && request.idempotent && tried < retries
      if (!again || waitMs > longestWaitMs || Date.now() + waitMs >= endsAt) {
        if (outcome) return outcome.value
        throw failure ?? fault('INTERNAL', 'A request ended without an answer and without a fault.')
      }
      await pause(waitMs, signal)
    }
  }

  return {
    send: (request) =>
      withDeadline(
        (signal) =>
          retrying(request, signal, async () => {
            const answer = await read(request, signal)
            return { value: answer, fault: answer.fault }
          }),
        request,
      ),
    stream: (request) => {
      // The body outlives this call, so the caller's own signal governs it, and no deadline of ours.
      const signal = request.signal ?? new AbortController().signal
      return retrying(request, signal, async () => {
        const response = await open(request, signal)
        if (response.ok && response.body) return { value: response.body }
        throw faultOfAnswer(response.status, response.headers, new Uint8Array(await response.arrayBuffer()))
      })
    },
  }
}

function waitBefore(failure: Fault, tried: number): number {
  const asked = failure.data['retryAfterMs']
  if (typeof asked === 'number') return asked
  return firstWaitMs * 2 ** tried * (0.5 + Math.random())
}

/** The fault of a request that brought no whole answer. */
export function connectionFault(error: unknown, url: string, signal: AbortSignal): Fault {
  if (error instanceof Fault) return error
  if (signal.aborted) return abortFault(signal)
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const said = cause instanceof Error ? cause.message : String(cause)
  return fault(
    'UNREACHABLE',
    `No whole answer from ${url}: ${said || 'the connection failed'}.`,
    { url },
    error,
  )
}
