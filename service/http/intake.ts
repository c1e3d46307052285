import type { FastifyRequest } from 'fastify'
import { fileTypeFromBuffer } from 'file-type'
import { fault } from '../../bridge/faults.ts'
import type { Operation } from '../../bridge/operation.ts'
import { withUploads } from '../../bridge/operation-files.ts'
import type { Source } from '../../bridge/sources.ts'
import { inputFromText } from '../../bridge/text-fields.ts'
import { UNTYPED, type CallFiles } from '../call-files.ts'
import type { Settings } from '../settings.ts'
import { readIntoCall, readText, type BodyLimits } from './body.ts'
import { readMultipart } from './multipart.ts'

export type BodySettings = Pick<
  Settings['http'],
  'maxBodyBytes' | 'maxJsonBytes' | 'bodyIdleMs' | 'minBodyBytesPerSecond'
>

/** The limits of one body, from the settings and what the operation takes. */
export function bodyLimits(settings: BodySettings, maxBytes: number): BodyLimits {
  return {
    maxBytes: Math.min(settings.maxBodyBytes, maxBytes),
    idleMs: settings.bodyIdleMs,
    minBytesPerSecond: settings.minBodyBytesPerSecond,
  }
}

/** The media type of a request without its parameters; empty where it names none. */
export function mediaTypeOf(request: FastifyRequest): string {
  const header = request.headers['content-type'] ?? ''
  return header === 'application/json' ? header : header.replace(/;.*/, '').trim().toLowerCase()
}

/** Parses a JSON body of at most `maxBytes`. Faults: TOO_LARGE, SYNTAX, DEADLINE, CANCELLED. */
export async function readJson(
  request: FastifyRequest,
  settings: BodySettings,
  maxBytes = Infinity,
): Promise<unknown> {
  const text = await readText(request.raw, bodyLimits(settings, Math.min(settings.maxJsonBytes, maxBytes)))
  try {
    return JSON.parse(text)
  } catch (error) {
    throw fault('SYNTAX', `The body is not JSON: ${(error as Error).message}`)
  }
}

/**
 * The input of an operation from whatever body the request has: JSON, a raw file with its options in the query
 * string, or multipart with `input` and files. Files come to be held by the call and named by digest.
 */
export function readInput(
  request: FastifyRequest,
  operation: Operation,
  files: CallFiles,
  settings: BodySettings,
): Promise<unknown> {
  const mediaType = mediaTypeOf(request)
  return mediaType === 'application/json'
    ? readJson(request, settings, operation.limits.maxInputBytes)
    : readOther(mediaType, request, operation, files, settings)
}

async function readOther(
  mediaType: string,
  request: FastifyRequest,
  operation: Operation,
  files: CallFiles,
  settings: BodySettings,
): Promise<unknown> {
  const query = new URL(request.url, 'http://localhost').searchParams
  const empty =
    request.headers['content-length'] === undefined && request.headers['transfer-encoding'] === undefined
  if (mediaType === '' && (empty || request.headers['content-length'] === '0'))
    return inputFromText(operation, query)
  if (operation.files === undefined) {
    throw fault(
      'TYPE_UNSUPPORTED',
      `${operation.name} takes a JSON body, not ${mediaType || 'an untyped one'}.`,
    )
  }
  const limits = bodyLimits(settings, operation.limits.maxInputBytes)
  if (mediaType === 'multipart/form-data') {
    const { input, uploads } = await readMultipart(request, limits, files)
    return withUploads(operation, input, uploads)
  }
  const { digest, bytes } = await readIntoCall(request.raw, limits, files)
  await checkDeclared(mediaType, bytes)
  files.declare(digest, mediaType)
  const name = query.get('name')
  query.delete('name')
  const source: Source = { blob: digest, ...(name !== null && { name }) }
  return withUploads(operation, inputFromText(operation, query), [source])
}

/** Throws TYPE_MISMATCH where the bytes are plainly of another type than the body was declared to be. */
export async function checkDeclared(declared: string, bytes: Uint8Array): Promise<void> {
  if (UNTYPED.has(declared)) return
  const found = await fileTypeFromBuffer(bytes.slice(0, 4100))
  if (found !== undefined && found.mime !== declared) {
    throw fault('TYPE_MISMATCH', `The body is declared as ${declared}, but its bytes are ${found.mime}.`, {
      declared,
      found: found.mime,
    })
  }
}
