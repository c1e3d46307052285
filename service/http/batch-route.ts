import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Fault } from '../../bridge/faults.ts'
import { CallFiles } from '../call-files.ts'
import { invalidInput } from '../calls.ts'
import type { Service } from '../service.ts'
import { faultOf, problemOf } from './problems.ts'
import { readJson } from './intake.ts'

/** Calls of one batch that run at once; a batch must not crowd out other callers. */
const AT_ONCE = 8

/**
 * `POST /v1/batch {calls: [{operation, input, approval?}]}`: many small calls in one request. The answer has one entry
 * for each, in order: `{status, output}` or `{status, error}` with problem details; one failure does not end the rest.
 */
export function addBatchRoute(app: FastifyInstance, service: Service): void {
  const Batch = z.strictObject({
    calls: z
      .array(z.strictObject({ operation: z.string(), input: z.unknown(), approval: z.string().optional() }))
      .min(1)
      .max(service.settings.http.maxBatch),
  })

  app.post('/v1/batch', async (request, reply) => {
    const parsed = Batch.safeParse(await readJson(request, service.settings.http))
    if (!parsed.success) throw invalidInput(parsed.error)
    const { calls } = parsed.data
    const results: unknown[] = Array.from({ length: calls.length })
    let gone = false
    reply.raw.once('close', () => (gone = !reply.raw.writableFinished))
    let next = 0
    const worker = async (): Promise<void> => {
      while (next < calls.length && !gone) {
        const index = next++
        results[index] = await one(index)
      }
    }
    const one = async (index: number): Promise<unknown> => {
      const { operation: name, input, approval } = calls[index]!
      const files = new CallFiles(service.budget)
      try {
        const operation = service.calls.operation(name)
        const call = {
          id: `${request.id}.${index}`,
          operation,
          input,
          caller: request.caller,
          files,
          priority: 'interactive' as const,
          ...(approval !== undefined && { approval }),
        }
        const output = await service.calls.run(call).result
        await service.keepBinary(call, output)
        return { status: 200, output }
      } catch (error) {
        const failure: Fault = faultOf(error)
        return { status: failure.status, error: problemOf(failure) }
      } finally {
        files.release()
      }
    }
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, calls.length) }, worker))
    return reply.type('application/json; charset=utf-8').send(JSON.stringify({ results }))
  })
}
