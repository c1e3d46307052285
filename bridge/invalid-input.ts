import type { z } from 'zod'
import { fault, type Fault } from './faults.ts'

/** Fields named in one fault; an input with more mistakes than that is not meant seriously. */
const MAX_ISSUES = 20

/** INVALID_INPUT for what a schema refuses, the same on both sides of the wire; `data.issues` names each field. */
export function invalidInput(error: z.ZodError): Fault {
  const issues = error.issues.slice(0, MAX_ISSUES).map(({ path, message }) => ({
    field: path.map(String).join('.'),
    message,
  }))
  const said = issues
    .map(({ field, message }) => (field === '' ? message : `${field}: ${message}`))
    .join('; ')
  return fault('INVALID_INPUT', said, { issues }, error)
}
