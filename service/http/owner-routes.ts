import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { invalidInput } from '../../bridge/invalid-input.ts'
import type { Service } from '../service.ts'
import { requireRole } from '../callers.ts'
import { readJson } from './intake.ts'
import { lastEventId, startEvents } from './sse.ts'

const Answer = z.strictObject({
  answer: z.enum(['once', 'session', 'always', 'deny']),
  automatic: z.boolean().default(false).describe('Whether no person was asked'),
})
const Host = z.strictObject({ name: z.string() })
const Link = z.strictObject({ link: z.string().max(200) })

function parse<T extends z.ZodType>(schema: T, body: unknown): z.infer<T> {
  const parsed = schema.safeParse(body)
  if (!parsed.success) throw invalidInput(parsed.error)
  return parsed.data
}

/**
 * What only the owner may do: watch events, answer approvals (a host may relay an answer), issue tokens to hosts, open
 * the console.
 */
export function addOwnerRoutes(app: FastifyInstance, service: Service): void {
  const { gate, events, console, hosts } = service

  app.get('/v1/events', async (request, reply) => {
    requireRole(request.caller, 'owner')
    const stream = startEvents(reply)
    const header = request.headers['last-event-id']
    const from = header === undefined ? events.lastId : lastEventId(header)
    const stop = events.listen(from, (event) => stream.send(event))
    stream.onClose(stop)
  })

  app.get('/v1/approvals', async (request) => {
    requireRole(request.caller, 'owner', 'host')
    return { approvals: gate.approvals.list() }
  })

  app.post<{ Params: { id: string } }>('/v1/approvals/:id', async (request) => {
    requireRole(request.caller, 'owner', 'host')
    const { answer, automatic } = parse(Answer, await readJson(request, service.settings.http))
    return gate.approvals.answer(request.params.id, answer, { ...request.caller, automatic })
  })

  app.get('/v1/hosts', async (request) => {
    requireRole(request.caller, 'owner')
    return { hosts: hosts.listHosts() }
  })

  // The token is shown here and never again; a host of that name loses the one it had.
  app.post('/v1/hosts', async (request) => {
    requireRole(request.caller, 'owner')
    const { name } = parse(Host, await readJson(request, service.settings.http))
    return { name, token: await hosts.issueHostToken(name) }
  })

  app.delete<{ Params: { name: string } }>('/v1/hosts/:name', async (request, reply) => {
    requireRole(request.caller, 'owner')
    await hosts.revokeHostToken(request.params.name)
    return reply.code(204).send()
  })

  app.post('/v1/console/links', async (request) => {
    requireRole(request.caller, 'owner')
    return { url: console.link(service.url) }
  })

  // Open without a token: the one-time link is the proof.
  app.post('/v1/console/sessions', { config: { open: true } }, async (request) => {
    const { link } = parse(Link, await readJson(request, service.settings.http))
    return console.signIn(link)
  })
}
