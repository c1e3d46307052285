import type { EntryError } from '../../bridge/sources.ts'

/** A call that failed, with the code and the reason that the service gave. */
export class ServiceError extends Error {
  readonly status: number
  readonly code: string
  /** Whether the very same call may succeed later. */
  readonly retryable: boolean

  constructor(status: number, { code, detail, retryable }: EntryError) {
    super(detail)
    this.status = status
    this.code = code
    this.retryable = retryable
  }
}

/** The service cannot be reached: it was stopped, or the connection broke. */
export class Unreachable extends Error {
  constructor(cause: unknown) {
    super('The service cannot be reached. Is it running?', { cause })
  }
}

interface Sending extends RequestInit {
  token?: string
  headers?: Record<string, string>
}

const textOf = (value: unknown, otherwise: string) => (typeof value === 'string' ? value : otherwise)

/** Problem details (RFC 9457) as an error. */
async function errorOf(response: Response): Promise<ServiceError> {
  const problem = (await response.json().catch(() => ({}))) as Record<string, unknown>
  const detail = textOf(problem['detail'], `The service answered with status ${response.status}.`)
  return new ServiceError(response.status, {
    code: textOf(problem['code'], 'INTERNAL'),
    detail,
    retryable: problem['retryable'] === true,
  })
}

/** Sends a request to the service that this page came from. Throws ServiceError, Unreachable, or the signal's reason. */
export async function send(path: string, { token, ...options }: Sending = {}): Promise<Response> {
  const headers = { ...options.headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) }
  let response: Response
  try {
    response = await fetch(path, {
      ...options,
      headers,
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
    })
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw new Unreachable(error)
  }
  if (!response.ok) throw await errorOf(response)
  return response
}

/** Ends after `ms`, or early when the signal aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
    if (signal.aborted) done()
  })
}
