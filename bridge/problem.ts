import { FAULTS, type Fault, type FaultCode } from './faults.ts'

/** RFC 9457 problem details, as every door shows a fault. */
export interface Problem {
  type: string
  title: string
  status: number
  code: FaultCode
  detail: string
  retryable: boolean
  retryAfterMs?: number
  [extension: string]: unknown
}

/** The problem details of a fault; its data become extension members. */
export function problemOf(error: Fault): Problem {
  const { status, title, retryable } = FAULTS[error.code]
  return {
    ...error.data,
    type: `/docs#fault-${error.code}`,
    title,
    status,
    code: error.code,
    detail: error.message,
    retryable,
  }
}
