import type { Operation } from './operation.ts'
import type { BlobResult, Source } from './sources.ts'

type Files = Pick<Operation, 'files'>
type Guarded = Pick<Operation, 'files' | 'tier'>

function record(input: unknown): Record<string, unknown> {
  return input !== null && typeof input === 'object' ? (input as Record<string, unknown>) : {}
}

function isSource(value: unknown): value is Source {
  return value !== null && typeof value === 'object' && ('path' in value || 'blob' in value)
}

/** Every source a parsed input names, in order; a plain `path` field counts as one. */
export function sourcesOf(operation: Files, input: unknown): Source[] {
  const { files } = operation
  if (files === undefined) return []
  const fields = record(input)
  const sources: Source[] = []
  if (typeof fields['path'] === 'string') sources.push({ path: fields['path'] })
  const one = files.one === undefined ? undefined : fields[files.one]
  if (isSource(one)) sources.push(one)
  const many = files.many === undefined ? undefined : fields[files.many]
  if (Array.isArray(many)) sources.push(...many.filter(isSource))
  return sources
}

/** Whether a parsed input names its files as a list, so that each has a fault of its own. */
export function namesSeveral({ files }: Files, input: unknown): boolean {
  return files?.many !== undefined && Array.isArray(record(input)[files.many])
}

/**
 * The paths of a parsed input for which the gate refuses the whole call when they are protected. Where a call that
 * only reads takes several files, each is checked when it is opened, and a protected one fails its entry alone.
 */
export function guardedPaths(operation: Guarded, input: unknown): string[] {
  if (operation.tier.base === 'read' && namesSeveral(operation, input)) return []
  return sourcesOf(operation, input).flatMap((source) => ('path' in source ? [source.path] : []))
}

/**
 * Puts uploaded files into an input where the operation takes them: one file into the field for one, several into
 * the field for many.
 */
export function withUploads(operation: Files, input: unknown, uploads: Source[]): Record<string, unknown> {
  const { files } = operation
  const fields = { ...record(input) }
  if (files?.one !== undefined && uploads.length === 1) fields[files.one] = uploads[0]
  else if (files?.many !== undefined) fields[files.many] = uploads
  return fields
}

/** A binary result, with the entry of the output's list that holds it, where it is one of several. */
export interface NamedResult {
  result: BlobResult
  entry?: Record<string, unknown>
}

/** The binary results within an output, where its operation has such. Entries that failed have none. */
export function binariesOf({ binary }: Pick<Operation, 'binary'>, output: unknown): NamedResult[] {
  if (binary === undefined) return []
  const [name = '', inner] = binary.split('.')
  const value = record(output)[name]
  if (inner === undefined) return value === undefined ? [] : [{ result: value as BlobResult }]
  return (Array.isArray(value) ? value.map(record) : []).flatMap((entry) =>
    entry[inner] === undefined ? [] : [{ result: entry[inner] as BlobResult, entry }],
  )
}

/** The only binary result within an output: what can be the answer itself. */
export function binaryOf(operation: Pick<Operation, 'binary'>, output: unknown): BlobResult | undefined {
  const results = binariesOf(operation, output)
  return results.length === 1 ? results[0]?.result : undefined
}
