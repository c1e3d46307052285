import type { FastifyReply, FastifyRequest } from 'fastify'

/** Routes and clients as JSON; there are few of them, and each comes with every request. */
const quoted = new Map<string | undefined, string>()

function quote(text: string | undefined): string {
  let json = quoted.get(text)
  if (json === undefined) {
    json = JSON.stringify(text ?? null)
    quoted.set(text, json)
  }
  return json
}

/**
 * The log line of one request, in the format of the log around it. Written by hand: it is the only line every request
 * pays for, and all its parts but the client's name are our own or a token of the protocol.
 */
export function requestLine(request: FastifyRequest, reply: FastifyReply): string {
  const ms = Math.round(reply.elapsedTime * 100) / 100
  const route = quote(request.routeOptions.url)
  const client = quote(request.caller?.id)
  return `{"level":30,"time":${Date.now()},"event":"request","id":"${request.id}","method":"${request.method}","route":${route},"status":${reply.statusCode},"ms":${ms},"client":${client}}\n`
}
