import { z } from 'zod'
import { type Fault, fault, isFaultCode } from '../bridge/faults.ts'
import { JobView } from '../bridge/job.ts'

/** A job as the service shows it. Fields a newer service adds are kept. */
export const Job = JobView.loose()
export type Job = z.infer<typeof Job>

/** A question that waits for a person's answer. */
export const Approval = z.looseObject({
  id: z.string(),
  tier: z.string(),
  action: z.string(),
  summary: z.string(),
  expiresAt: z.union([z.string(), z.number()]),
})
export type Approval = z.infer<typeof Approval>

/** Problem details (RFC 9457) with the code that names the fault. */
export const Problem = z.looseObject({
  code: z.string(),
  detail: z.string().optional(),
  title: z.string().optional(),
})

/** Members of problem details that a fault already says by itself. */
const ownMembers = new Set(['type', 'title', 'status', 'code', 'detail', 'instance', 'retryable'])

/**
 * The fault of an answer that is not a success: its problem details where it has them, else INTERNAL with what
 * came in `data`.
 */
export function faultOfAnswer(status: number, headers: Headers, body: Uint8Array): Fault {
  const problem = Problem.safeParse(parseJson(body))
  if (problem.success) return faultOfProblem(problem.data, retryAfter(headers))
  const type = headers.get('content-type') ?? 'no media type'
  const detail = `Expected problem details; status ${status} with ${type} came. Is this a Talaria service?`
  return fault('INTERNAL', detail, { status })
}

/** The fault of problem details; a code this client does not know becomes INTERNAL with that code in `data`. */
export function faultOfProblem(problem: z.infer<typeof Problem>, retryAfterMs?: number): Fault {
  const { code, detail, title } = problem
  const data: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(problem)) if (!ownMembers.has(name)) data[name] = value
  if (retryAfterMs !== undefined) data['retryAfterMs'] ??= retryAfterMs
  const text = detail ?? title ?? 'The service gave no reason.'
  return isFaultCode(code)
    ? fault(code, text, data)
    : fault('INTERNAL', `${text} (${code})`, { ...data, code })
}

/** `Retry-After` in milliseconds, whether it counts seconds or names a date; undefined when absent or unreadable. */
export function retryAfter(headers: Headers, now = Date.now()): number | undefined {
  const text = headers.get('retry-after')?.trim()
  if (!text) return undefined
  if (/^\d+$/.test(text)) return Number(text) * 1000
  const date = Date.parse(text)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

/** Bytes as UTF-8 text. */
export function decode(body: Uint8Array): string {
  return new TextDecoder().decode(body)
}

/** Bytes as JSON, or undefined when they are none. */
export function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(decode(body))
  } catch {
    return undefined
  }
}

/** Bytes as a value of a schema; INTERNAL when the service sent another shape. */
export function parseAs<T>(schema: z.ZodType<T>, body: Uint8Array, what: string): T {
  const parsed = schema.safeParse(parseJson(body))
  if (parsed.success) return parsed.data
  throw fault('INTERNAL', `Expected ${what}; the answer of the service has another shape.`, {}, parsed.error)
}
