import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * The log line of one request, in the format of the log around it. Written by hand: it is the only line every request
 * pays for, and all its parts but the client's name are our own or a token of the protocol.
 */
export function requestLine(request: FastifyRequest, reply: FastifyReply): string {
  const ms = Math.round(reply.elapsedTime * 100) / 100
  const route = JSON.stringify(request.routeOptions.url ?? null)
  const client = JSON.stringify(request.caller?.id ?? null)
  return `{"level":30,"time":${Date.now()},"event":"request","id":"${request.id}","method":"${request.method}","route":${route},"status":${reply.statusCode},"ms":${ms},"client":${client}}\n`
}
