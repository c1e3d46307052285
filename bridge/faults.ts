/**
 * Every way a call can fail, in one table. A fault is thrown anywhere, travels across threads, processes and
 * the wire as an envelope `{code, detail, data}`, and is rendered as RFC 9457 problem details at the door.
 * Nothing in the project matches on message text: the code is the contract.
 */

interface FaultKind {
  /** HTTP status of the answer. */
  status: number
  /** The same few words for every fault of this kind (RFC 9457 `title`). */
  title: string
  /** Whether the very same call may succeed later without the caller changing anything. */
  retryable: boolean
}

const final = (status: number, title: string): FaultKind => ({ status, title, retryable: false })
const passing = (status: number, title: string): FaultKind => ({ status, title, retryable: true })

export const FAULTS = {
  // Input
  INVALID_INPUT: final(400, 'The input does not fit the operation'),
  SYNTAX: final(400, 'The text could not be parsed'),
  TOO_DEEP: final(400, 'The input is nested too deeply'),
  TOO_LARGE: final(413, 'The input or its result is too large'),
  TOO_LONG: final(413, 'The text is too long'),
  TYPE_UNSUPPORTED: final(415, 'This type of file is not supported'),
  TYPE_MISMATCH: final(415, 'The file is not of the type it was declared to be'),
  // Files
  NOT_FOUND: final(404, 'There is nothing here'),
  NOT_A_FILE: final(400, 'This is not a regular file'),
  EMPTY_FILE: final(422, 'The file is empty'),
  DAMAGED: final(422, 'The file is damaged'),
  ENCRYPTED: final(422, 'The file needs a password'),
  WRONG_PASSWORD: final(422, 'The password does not open the file'),
  TOO_MANY_PAGES: final(413, 'More pages than allowed'),
  TOO_MANY_PIXELS: final(413, 'More pixels than allowed'),
  ARCHIVE_BOMB: final(413, 'The file unfolds to far more than its size'),
  // Calc
  DIVISION_BY_ZERO: final(422, 'Division by zero'),
  DOMAIN: final(422, 'Outside the domain of the function'),
  UNKNOWN_NAME: final(422, 'Unknown name'),
  UNKNOWN_UNIT: final(422, 'Unknown unit'),
  UNKNOWN_RATE: final(422, 'No exchange rate is known'),
  DIMENSION_MISMATCH: final(422, 'The dimensions do not agree'),
  INVALID_DATE: final(422, 'There is no such date'),
  AMBIGUOUS: final(422, 'The text has more than one meaning'),
  EMPTY: final(422, 'There is nothing to work out'),
  // Policy
  UNAUTHENTICATED: final(401, 'A token is needed'),
  FORBIDDEN: final(403, 'Not allowed for this caller'),
  PROTECTED_PATH: final(403, 'The path is protected'),
  POLICY_DENIED: final(403, 'The policy denies this'),
  APPROVAL_NEEDED: final(409, 'A person must say yes first'),
  APPROVAL_DENIED: final(403, 'A person said no'),
  WITHHELD: final(403, 'Withheld from this caller'),
  // State
  STALE_REVISION: final(409, 'The state has moved on'),
  EXISTS: final(409, 'It is already there'),
  LOCKED: passing(409, 'Somebody else is using it'),
  UNFINISHED: passing(409, 'The job has no result yet'),
  IDEMPOTENCY_MISMATCH: final(422, 'The idempotency key was used for another request'),
  // Service
  RATE_LIMITED: passing(429, 'Too many calls'),
  CANCELLED: final(499, 'The call was cancelled'),
  BUSY: passing(503, 'The service is busy'),
  STORAGE_FULL: passing(507, 'There is no space left to store this'),
  SHUTTING_DOWN: passing(503, 'The service is shutting down'),
  WORKER_LOST: passing(503, 'The worker died during the call'),
  DEADLINE: final(504, 'The time allowed ran out'),
  UNREACHABLE: passing(503, 'The service cannot be reached'),
  UNAVAILABLE: final(501, 'This capability is not live here'),
  INTERRUPTED: final(500, 'The service stopped during the job'),
  INTERNAL: final(500, 'A mistake in the service'),
} as const satisfies Record<string, FaultKind>

export type FaultCode = keyof typeof FAULTS

/** A fault as it crosses a thread, a process or a file. */
export interface Envelope {
  code: FaultCode
  detail: string
  data?: Record<string, unknown>
}

/** An expected failure with a stable code. `detail` says what was expected, what came, what to do. */
export class Fault extends Error {
  override readonly name = 'Fault'
  readonly code: FaultCode
  readonly data: Record<string, unknown>

  constructor(code: FaultCode, detail: string, data: Record<string, unknown> = {}, options?: ErrorOptions) {
    super(detail, options)
    this.code = code
    this.data = data
  }

  get status(): number {
    return FAULTS[this.code].status
  }

  get retryable(): boolean {
    return FAULTS[this.code].retryable
  }
}

/**
 * Makes a fault: `throw fault('TOO_LARGE', 'The body has 9 MB; at most 8 MB are taken.', { maxBytes })`.
 * A numeric `data.retryAfterMs` becomes the Retry-After of the answer.
 */
export function fault(
  code: FaultCode,
  detail: string,
  data: Record<string, unknown> = {},
  cause?: unknown,
): Fault {
  return new Fault(code, detail, data, cause === undefined ? undefined : { cause })
}

/** Whether a text is a code of the table. */
export function isFaultCode(text: unknown): text is FaultCode {
  return typeof text === 'string' && Object.hasOwn(FAULTS, text)
}

/**
 * The envelope of anything thrown. What is not a fault becomes INTERNAL with a detail that hides its message,
 * which may carry content; the caller logs the original.
 */
export function toEnvelope(error: unknown): Envelope {
  if (error instanceof Fault) return { code: error.code, detail: error.message, data: error.data }
  return { code: 'INTERNAL', detail: 'The service made a mistake; its log has the details.' }
}

/** The fault of an envelope, for rethrowing on this side. */
export function fromEnvelope(envelope: Envelope): Fault {
  return new Fault(envelope.code, envelope.detail, envelope.data)
}
