import { isDeepStrictEqual } from 'node:util'
import type { Operation } from '../bridge/operation.ts'
import { inputFromText } from '../bridge/text-fields.ts'
import { checkUploadFields, type Upload } from './calls.ts'

/** The body of a call that brings its file along, and the query that carries the other fields. */
export interface UploadBody {
  query: string
  headers: Record<string, string>
  body: Uint8Array<ArrayBuffer> | FormData
}

/**
 * Packs a file and its fields: a raw body with the fields in the query string, or multipart where a field does
 * not survive being text (a list where a text is allowed too). Faults: TYPE_UNSUPPORTED, INVALID_INPUT.
 */
export function uploadBody(
  operation: Operation,
  upload: Upload,
  fields: Record<string, unknown>,
): UploadBody {
  checkUploadFields(operation, fields)
  const mediaType = upload.mediaType ?? usualMediaType(operation)
  const texts = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ])
  if (survives(operation, texts, fields)) {
    const query = new URLSearchParams(texts)
    if (upload.name !== undefined) query.set('name', upload.name)
    const text = query.toString()
    return { query: text && `?${text}`, headers: { 'content-type': mediaType }, body: upload.bytes }
  }
  const form = new FormData()
  form.set('input', JSON.stringify(fields))
  form.set('file', new Blob([upload.bytes], { type: mediaType }), upload.name ?? 'file')
  return { query: '', headers: {}, body: form }
}

/** Untyped where the operation takes that (it looks at the bytes), else its first type. */
function usualMediaType(operation: Operation): string {
  const untyped = 'application/octet-stream'
  const types = operation.files?.mediaTypes ?? []
  return types.includes(untyped) ? untyped : (types[0] ?? untyped)
}

function survives(operation: Operation, texts: [string, string][], fields: Record<string, unknown>): boolean {
  // `name` in the query string is the file's own.
  if ('name' in fields) return false
  try {
    const read = inputFromText(operation, texts)
    return isDeepStrictEqual(JSON.parse(JSON.stringify(read)), JSON.parse(JSON.stringify(fields)))
  } catch {
    return false
  }
}
