import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { fault } from '../../bridge/faults.ts'
import type { Source } from '../../bridge/sources.ts'
import type { CallFiles } from '../call-files.ts'
import type { BodyLimits } from './body.ts'

/**
 * Reads a multipart body: a part `input` with JSON, and file parts. Each file is held by the call under its digest.
 * Faults: TOO_LARGE, SYNTAX, EMPTY_FILE, BUSY, CANCELLED, DEADLINE.
 */
export async function readMultipart(
  request: FastifyRequest,
  limits: BodyLimits,
  files: CallFiles,
): Promise<{ input: unknown; uploads: Source[] }> {
  let input: unknown = {}
  const uploads: Source[] = []
  let total = 0
  const idle = watchIdle(request, limits.idleMs)
  try {
    const parts = request.parts({
      limits: { fileSize: limits.maxBytes, files: 50, fields: 10, fieldSize: 1024 * 1024, parts: 60 },
    })
    for await (const part of parts) {
      if (part.type === 'field') {
        if (part.fieldname !== 'input') throw fault('INVALID_INPUT', `There is no part "${part.fieldname}".`)
        input = parseInput(String(part.value))
        continue
      }
      const hash = createHash('sha256')
      const chunks: Buffer[] = []
      for await (const chunk of part.file as AsyncIterable<Buffer>) {
        total += chunk.length
        if (total > limits.maxBytes) break
        files.reserve(chunk.length)
        hash.update(chunk)
        chunks.push(chunk)
      }
      if (total > limits.maxBytes || part.file.truncated) {
        throw fault('TOO_LARGE', `The files have more than the ${limits.maxBytes} bytes taken here.`, {
          maxBytes: limits.maxBytes,
        })
      }
      const bytes = Buffer.concat(chunks)
      if (bytes.length === 0) throw fault('EMPTY_FILE', `The file "${part.filename}" has no bytes.`)
      const digest = `sha256:${hash.digest('hex')}`
      files.hold(digest, bytes)
      files.declare(digest, part.mimetype)
      uploads.push({ blob: digest, name: part.filename.slice(0, 255) })
    }
  } catch (error) {
    throw idle.fault ?? error
  } finally {
    idle.stop()
  }
  if (uploads.length === 0) throw fault('INVALID_INPUT', 'The multipart body has no file part.')
  return { input, uploads }
}

function parseInput(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw fault('SYNTAX', `The part "input" is not JSON: ${(error as Error).message}`)
  }
}

/** Ends a connection that falls silent within its body; the parser then fails and the fault says why. */
function watchIdle(request: FastifyRequest, idleMs: number): { fault?: Error; stop(): void } {
  const { socket } = request.raw
  let seen = socket.bytesRead
  let since = Date.now()
  const state: { fault?: Error; stop(): void } = { stop: () => clearInterval(timer) }
  const timer = setInterval(
    () => {
      if (socket.bytesRead !== seen) {
        seen = socket.bytesRead
        since = Date.now()
      } else if (Date.now() - since > idleMs) {
        state.fault = fault('DEADLINE', `Nothing of the body came for ${idleMs} ms.`)
        request.raw.destroy()
      }
    },
    Math.max(50, idleMs / 4),
  ).unref()
  return state
}
