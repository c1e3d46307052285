import type { FastifyReply } from 'fastify'
import { fault, type Fault } from '../../bridge/faults.ts'

/** Aborts a call when its caller closes the connection before the answer was written. */
export function cancelWhenGone(reply: FastifyReply, abort: (reason: Fault) => void): void {
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) abort(fault('CANCELLED', 'The caller closed the connection.'))
  })
}
