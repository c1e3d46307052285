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

/** The binary result within an output, where its operation has one. */
export function binaryOf(operation: Pick<Operation, 'binary'>, output: unknown): BlobResult | undefined {
  return operation.binary === undefined
    ? undefined
    : (record(output)[operation.binary] as BlobResult | undefined)
}
