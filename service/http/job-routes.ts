import type { FastifyInstance } from 'fastify'
import type { Service } from '../service.ts'
import { startEvents } from './sse.ts'

type ById = { Params: { id: string } }

/** Jobs: list, state, events, result, cancel. A caller sees its own; the owner sees all. */
export function addJobRoutes(app: FastifyInstance, service: Service): void {
  const { jobs } = service

  app.get('/v1/jobs', async (request) => ({ jobs: jobs.list(request.caller) }))

  app.get<ById>('/v1/jobs/:id', async (request) => jobs.get(request.params.id, request.caller))

  app.get<ById>('/v1/jobs/:id/result', async (request, reply) => {
    const result = await jobs.result(request.params.id, request.caller)
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(result))
  })

  app.get<ById>('/v1/jobs/:id/events', async (request, reply) => {
    const abort = new AbortController()
    const lastEventId = request.headers['last-event-id']
    const events = jobs.events(request.params.id, request.caller, {
      signal: abort.signal,
      ...(typeof lastEventId === 'string' && { lastEventId }),
    })
    const stream = startEvents(reply)
    stream.onClose(() => abort.abort())
    for await (const { id, event, data } of events) stream.send({ id, type: event, data })
    stream.end()
  })

  app.delete<ById>('/v1/jobs/:id', async (request) => jobs.cancel(request.params.id, request.caller))
}
