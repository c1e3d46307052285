import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { fault } from '../../bridge/faults.ts'
import type { Operation } from '../../bridge/operation.ts'
import { sourcesOf, withUploads } from '../../bridge/operation-files.ts'
import type { Source } from '../../bridge/sources.ts'
import type { Client } from '../client.ts'

/**
 * The fields of a call for a service on another machine, where the paths of this one mean nothing: every file is
 * stored there first and named by its digest. Faults: NOT_FOUND, NOT_A_FILE, FORBIDDEN, TOO_LARGE, and those of
 * storing.
 */
export async function withStoredFiles(
  operation: Operation,
  fields: Record<string, unknown>,
  client: Client,
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  const sources = sourcesOf(operation, fields)
  if (!sources.some((source) => 'path' in source)) return fields
  const stored: Source[] = []
  for (const source of sources) {
    if ('blob' in source) stored.push(source)
    else {
      const bytes = await localFile(source.path, operation.limits.maxInputBytes)
      const { blob } = await client.blobs.put(bytes, { signal })
      stored.push({ blob, name: basename(source.path) })
    }
  }
  const { path: _, ...others } = fields
  return withUploads(operation, others, stored)
}

async function localFile(path: string, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const there = await stat(path)
    if (!there.isFile()) throw fault('NOT_A_FILE', `${path} is not a regular file.`, { path })
    if (there.size > maxBytes) {
      throw fault('TOO_LARGE', `${path} has ${there.size} bytes; at most ${maxBytes} are taken.`, {
        maxBytes,
      })
    }
    return new Uint8Array(await readFile(path))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT') throw fault('NOT_FOUND', `There is no file ${path}.`, { path }, error)
    if (code === 'EACCES' || code === 'EPERM')
      throw fault('FORBIDDEN', `${path} cannot be read.`, { path }, error)
    throw error
  }
}
