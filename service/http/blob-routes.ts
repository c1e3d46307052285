import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fault } from '../../bridge/faults.ts'
import { Digest } from '../../bridge/sources.ts'
import type { Service } from '../service.ts'
import { bodyLimits, mediaTypeOf } from './intake.ts'
import { readChunks } from './body.ts'
import { parseRange } from './range.ts'

/** `PUT /v1/blobs` stores bytes and names them; `GET` and `HEAD /v1/blobs/<digest>` give them back, whole or in part. */
export function addBlobRoutes(app: FastifyInstance, service: Service): void {
  app.put('/v1/blobs', async (request, reply) => {
    const mediaType = mediaTypeOf(request) || 'application/octet-stream'
    const limits = bodyLimits(service.settings.http, service.settings.http.maxBodyBytes)
    const writer = await service.blobs.writer({ mediaType })
    try {
      const received = await readChunks(request.raw, limits, (chunk) => writer.write(chunk))
      if (received === 0) throw fault('EMPTY_FILE', 'The body has no bytes.')
      const { digest, bytes } = await writer.commit()
      const url = `/v1/blobs/${digest}`
      return await reply.code(201).header('location', url).send({ blob: digest, mediaType, bytes, url })
    } catch (error) {
      await writer.abort()
      throw error
    }
  })

  app.route<{ Params: { digest: string } }>({
    // A route of its own for HEAD: the one Fastify would derive knows no length.
    method: ['GET', 'HEAD'],
    url: '/v1/blobs/:digest',
    exposeHeadRoute: false,
    handler: (request, reply) => send(service, request, reply, request.params.digest),
  })
}

async function send(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
): Promise<FastifyReply> {
  const parsed = Digest.safeParse(name)
  if (!parsed.success) throw fault('INVALID_INPUT', 'A blob is named "sha256:" and 64 hexadecimal digits.')
  const digest = parsed.data
  const stat = await service.blobs.stat(digest)
  const etag = `"${digest}"`
  reply
    .header('etag', etag)
    .header('accept-ranges', 'bytes')
    .header('x-content-type-options', 'nosniff')
    // Stored bytes came from anywhere: a browser must never run them as a page of ours.
    .header('content-disposition', 'attachment')
    .header('content-security-policy', "sandbox; default-src 'none'")
    .type(stat.mediaType)
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  const range = parseRange(request.headers['range'], stat.bytes)
  if (range === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${stat.bytes}`).send()
  }
  const { start, end } = range ?? { start: 0, end: stat.bytes - 1 }
  if (range !== undefined) reply.code(206).header('content-range', `bytes ${start}-${end}/${stat.bytes}`)
  reply.header('content-length', end - start + 1)
  if (request.method === 'HEAD') return reply.send()
  return reply.send(await service.blobs.stream(digest, { start, end: end + 1 }))
}
