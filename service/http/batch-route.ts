import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { invalidInput } from '../../bridge/invalid-input.ts'
import { problemOf } from '../../bridge/problem.ts'
import { CallFiles } from '../call-files.ts'
import type { Call, RunningCall } from '../calls.ts'
import type { Service } from '../service.ts'
import { cancelWhenGone } from './cancel-when-gone.ts'
import { readJson } from './intake.ts'
import { faultOf } from './problems.ts'

const BatchEntry = z.strictObject({
  operation: z.string(),
  input: z.unknown(),
  approval: z.string().optional(),
})
type BatchEntry = z.infer<typeof BatchEntry>

/** Calls of one batch that run at once; a batch must not crowd out other callers. */
const AT_ONCE = 8

/**
 * `POST /v1/batch {calls: [{operation, input, approval?}]}`: many small calls in one request. The answer has one entry
 * for each, in order: `{status, output}` or `{status, error}` with problem details; one failure does not end the rest.
 */
export function addBatchRoute(app: FastifyInstance, service: Service): void {
  const Batch = z.strictObject({
    calls: z.array(BatchEntry).min(1).max(service.settings.http.maxBatch),
  })

  app.post('/v1/batch', async (request, reply) => {
    const parsed = Batch.safeParse(await readJson(request, service.settings.http))
    if (!parsed.success) throw invalidInput(parsed.error)
    const { calls } = parsed.data
    const results: unknown[] = Array.from({ length: calls.length })
    const gone = new AbortController()
    cancelWhenGone(reply, (reason) => gone.abort(reason))
    // One iterator for all: each takes the next call that nobody has taken.
    const entries = calls.entries()
    const worker = async (): Promise<void> => {
      for (const [index, entry] of entries) {
        if (gone.signal.aborted) return
        results[index] = await one(index, entry)
      }
    }
    const one = async (index: number, { operation: name, input, approval }: BatchEntry): Promise<unknown> => {
      const files = new CallFiles(service.budget)
      const leave = (): void => running?.abort(gone.signal.reason)
      let running: RunningCall | undefined
      try {
        const operation = service.calls.operation(name)
        const call: Call = {
          id: `${request.id}.${index}`,
          operation,
          input,
          caller: request.caller,
          files,
          priority: 'interactive',
          ...(approval !== undefined && { approval }),
        }
        running = service.calls.run(call)
        gone.signal.addEventListener('abort', leave)
        const output = await running.result
        await service.keepBinary(call, output)
        return { status: 200, output }
      } catch (error) {
        const failure = faultOf(error)
        return { status: failure.status, error: problemOf(failure) }
      } finally {
        gone.signal.removeEventListener('abort', leave)
        files.release()
      }
    }
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, calls.length) }, worker))
    return reply.type('application/json; charset=utf-8').send(JSON.stringify({ results }))
  })
}
