import type { z } from 'zod'
import { catalogue } from '../bridge/catalogue.ts'
import { fault } from '../bridge/faults.ts'
import { invalidInput } from '../bridge/invalid-input.ts'
import { familyAndVerb, kebabCase, longestMs, type Operation } from '../bridge/operation.ts'
import { withUploads } from '../bridge/operation-files.ts'
import type { Source } from '../bridge/sources.ts'

/** An operation of the catalogue, with its own types. */
export type AnyOperation = (typeof catalogue)[number]

/** `family.verb` of every operation there is. */
export type OperationName = AnyOperation['name']
type OperationOf<Name extends OperationName> = Extract<AnyOperation, { name: Name }>

/** What a caller writes as the input of an operation; fields with a default may be left out. */
export type InputOf<Name extends OperationName> = z.input<OperationOf<Name>['input']>
/** What an operation answers. */
export type OutputOf<Name extends OperationName> = z.output<OperationOf<Name>['output']>

/** How one call is made. */
export interface CallOptions {
  /** Aborting it cancels the call on the service. */
  signal?: AbortSignal
  /**
   * Longest time until the answer, in milliseconds; by default the operation's own limit. Where the operation allows
   * jobs more time, more may be asked for: the call is then followed as a job.
   */
  timeoutMs?: number
  /** The same key with the same input is done once within 24 hours. One is made where an operation changes something. */
  idempotencyKey?: string
  /** Id of an approval that a person has given for exactly this call. */
  approval?: string
  /** The conversation it belongs to; a yes for the session holds within it. */
  session?: string
  /** Hears the share of the work done, 0..1, and the place in the queue. The call may then run as a job. */
  onProgress?: (progress: Progress) => void
}

export interface Progress {
  /** Share of the work done, 0..1. */
  fraction: number
  /** Place in the queue; 0 when it is not waiting. */
  position: number
  /** Milliseconds until it should end; null when unknown. */
  etaMs: number | null
}

type FamilyName<Name> = Name extends `${infer Family}.${string}` ? Family : never

/** Every operation as `client.<family>.<verb>(input, options)`; made from the catalogue, nothing is written twice. */
export type Calls = {
  [Family in FamilyName<OperationName>]: {
    [Name in OperationName as Name extends `${Family}.${infer Verb}` ? Verb : never]: (
      input: InputOf<Name>,
      options?: CallOptions,
    ) => Promise<OutputOf<Name>>
  }
}

/** The declaration of an operation. Faults: INVALID_INPUT for a name that is in no catalogue. */
export function operationNamed(name: string): AnyOperation {
  const found = catalogue.find((operation) => operation.name === name)
  if (found) return found
  throw fault(
    'INVALID_INPUT',
    `There is no operation "${name}"; there are ${catalogue.map((o) => o.name).join(', ')}.`,
  )
}

/** Bytes that travel as the body of a call. */
export interface Upload {
  bytes: Uint8Array<ArrayBuffer>
  /** Media type of the bytes; the service looks at the bytes themselves too. */
  mediaType?: string
  /** File name for the answer. */
  name?: string
}

/** Stands for the file that the service puts in place of a raw body, while the other fields are checked. */
const placeholder: Source = { blob: `sha256:${'0'.repeat(64)}` }

/** The route of an operation. */
export function routeOf(operation: Pick<Operation, 'name'>): string {
  const { family, verb } = familyAndVerb(operation.name)
  return `/v1/${family}/${kebabCase(verb)}`
}

/** Checks an input against the schema of its operation. Faults: INVALID_INPUT, with `issues` that name each field. */
export function checkInput(operation: Pick<Operation, 'input'>, input: unknown): void {
  const parsed = operation.input.safeParse(input)
  if (!parsed.success) throw invalidInput(parsed.error)
}

/**
 * Checks the limits of an operation before anything is sent: the bytes of the body and the time asked for.
 * Faults: TOO_LARGE, INVALID_INPUT.
 */
export function checkLimits(operation: Operation, bodyBytes: number, timeoutMs: number | undefined): void {
  const { maxInputBytes } = operation.limits
  const maxTimeoutMs = longestMs(operation)
  if (bodyBytes > maxInputBytes) {
    throw fault('TOO_LARGE', `${operation.name} takes at most ${maxInputBytes} bytes; ${bodyBytes} came.`, {
      maxBytes: maxInputBytes,
    })
  }
  if (timeoutMs !== undefined && !(timeoutMs >= 1 && timeoutMs <= maxTimeoutMs)) {
    throw fault(
      'INVALID_INPUT',
      `timeoutMs: expected 1 to ${maxTimeoutMs} for ${operation.name}, got ${timeoutMs}.`,
      { maxTimeoutMs },
    )
  }
}

/**
 * Checks fields whose file travels as the body. Faults: TYPE_UNSUPPORTED where the operation takes no file,
 * INVALID_INPUT.
 */
export function checkUploadFields(operation: Operation, fields: Record<string, unknown>): void {
  if (operation.files === undefined) {
    throw fault('TYPE_UNSUPPORTED', `${operation.name} takes no file; send its input as JSON.`)
  }
  checkInput(operation, withUploads(operation, fields, [placeholder]))
}
