import type { FastifyReply } from 'fastify'
import { Fault, fault, type FaultCode } from '../../bridge/faults.ts'
import { problemOf } from '../../bridge/problem.ts'

/** Answers with a fault: status, problem details and, where it helps, Retry-After in whole seconds. */
export function sendProblem(reply: FastifyReply, error: Fault): FastifyReply {
  const problem = problemOf(error)
  const { retryAfterMs } = problem
  if (typeof retryAfterMs === 'number')
    reply.header('retry-after', Math.max(1, Math.ceil(retryAfterMs / 1000)))
  else if (problem.status === 503) reply.header('retry-after', 1)
  if (error.code === 'UNAUTHENTICATED') reply.header('www-authenticate', 'Bearer realm="talaria"')
  return reply
    .code(problem.status)
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(problem))
}

const CODE_OF_STATUS: Record<number, FaultCode> = {
  400: 'INVALID_INPUT',
  404: 'NOT_FOUND',
  413: 'TOO_LARGE',
  415: 'TYPE_UNSUPPORTED',
  429: 'RATE_LIMITED',
  503: 'BUSY',
}

/** The fault of anything a route or Fastify itself threw; what is not foreseen is INTERNAL and keeps its cause. */
export function faultOf(error: unknown): Fault {
  if (error instanceof Fault) return error
  if (error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number') {
    const code = CODE_OF_STATUS[error.statusCode]
    if (code !== undefined) return fault(code, error.message)
    if (error.statusCode < 500) return fault('INVALID_INPUT', error.message)
  }
  return fault('INTERNAL', 'The service made a mistake; its log has the details.', {}, error)
}
