import type { Fault } from '../../bridge/faults.ts'
import type { EntryError } from '../../bridge/sources.ts'

/** A fault as the `error` of one entry among several. */
export function entryError(error: Fault): EntryError {
  return { code: error.code, detail: error.message, retryable: error.retryable }
}
