import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler } from '@modelcontextprotocol/server'
import type { FastifyInstance } from 'fastify'
import { createMcpServer, mcpParts } from '../../bridge/mcp.ts'
import type { Caller } from '../calls.ts'
import type { Service } from '../service.ts'
import { readJson } from './intake.ts'
import { ServiceDoor, termsFor } from './mcp-door.ts'

/** What the route knows of a request, carried through the handler to the server made for it. */
interface Asking {
  caller: Caller
  requestId: string
}

/**
 * `/mcp`: the Model Context Protocol over streamable HTTP, with and without the `initialize` of earlier revisions. Each
 * request has a server of its own, so nothing ties a client to a connection; token, Host, Origin, rate and shutdown
 * are checked as on every route. `GET /v1/mcp` tells the terms, for servers that speak MCP on another transport.
 */
export function addMcpRoute(app: FastifyInstance, service: Service): void {
  const parts = mcpParts([...service.operations.values()], service.version)
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const { caller, requestId } = askingOf(authInfo?.extra)
      return createMcpServer(parts, new ServiceDoor(service, caller, requestId), caller.role)
    },
    { onerror: (err) => service.log.debug({ event: 'mcp', err }) },
  )
  const serve = toNodeHandler(handler, { onerror: (err) => service.log.error({ event: 'mistake', err }) })

  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    handler: async (request, reply) => {
      const body = request.method === 'POST' ? await readJson(request, service.settings.http) : undefined
      const asking: Asking = { caller: request.caller, requestId: request.id }
      const auth = {
        token: '',
        clientId: request.caller.id,
        scopes: [request.caller.role],
        extra: { asking },
      }
      const { raw } = reply.hijack()
      await serve(Object.assign(request.raw, { auth }), raw, body)
      return reply
    },
  })

  app.get('/v1/mcp', async (request) => termsFor(service, request.caller))
}

function askingOf(extra: Record<string, unknown> | undefined): Asking {
  const asking = extra?.['asking']
  if (asking === undefined) throw new Error('a request reached the MCP handler without its caller')
  return asking as Asking
}
