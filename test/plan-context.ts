import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileTypeFromBuffer } from 'file-type'
import { Fault, fault, fromEnvelope, toEnvelope } from '../bridge/faults.ts'
import type { Source } from '../bridge/sources.ts'
import { listGuarded } from '../service/files/guarded-folder.ts'
import type { OpenedSource, PlanContext } from '../service/plan.ts'
import { SettingsSchema, type Settings } from '../service/settings.ts'
import { leaves } from '../workers/leaves.ts'
import { digestOf, leafContext } from './leaf-context.ts'

export interface PlanContextOptions {
  settings?: Settings
  /** Stored bytes that a source may name by digest. */
  blobs?: Iterable<Uint8Array>
  signal?: AbortSignal
  deadline?: number
  /** Awaited before each leaf runs: lets a test decide which one ends first. */
  beforeLeaf?: (leaf: string, input: unknown) => Promise<void>
}

/** A plan context whose every leaf call goes through JSON and envelopes, and what the plan did with it. */
export interface TestPlanContext extends PlanContext {
  emitted: unknown[]
  fractions: number[]
  leafCalls: { leaf: string; input: unknown }[]
  /** Most leaves that were under way at once. */
  mostAtOnce: number
  /** Bytes that the plan holds. */
  bytes(digest: string): Uint8Array
}

/** Settings as they are when nobody sets anything. */
export function defaultSettings(changes: { documents?: Partial<Settings['documents']> } = {}): Settings {
  return SettingsSchema.parse({ home: '/nonexistent', ...changes })
}

/**
 * Makes a context that runs leaves in this thread, with input, output and faults serialised on the way: what crosses
 * here also crosses a thread, a process or a queue.
 */
export function planContext(options: PlanContextOptions = {}): TestPlanContext {
  const held = new Map<string, Uint8Array>()
  for (const bytes of options.blobs ?? []) held.set(digestOf(bytes), bytes)
  const signal = options.signal ?? new AbortController().signal
  const deadline = options.deadline ?? Date.now() + 60_000
  let underWay = 0
  const context: TestPlanContext = {
    signal,
    deadline,
    settings: options.settings ?? defaultSettings(),
    isHeard: true,
    emitted: [],
    fractions: [],
    leafCalls: [],
    mostAtOnce: 0,
    bytes: (digest) => bytesOf(held, digest),
    list: (path) =>
      listGuarded(path, { maxEntries: 1000, isProtected: () => Promise.resolve(undefined), signal }),
    async leaf<O>(leaf: string, input: unknown, call: { files?: readonly string[] }): Promise<O> {
      context.leafCalls.push({ leaf, input })
      context.mostAtOnce = Math.max(context.mostAtOnce, ++underWay)
      try {
        await options.beforeLeaf?.(leaf, input)
        const files = new Map((call.files ?? []).map((digest) => [digest, bytesOf(held, digest)]))
        return await runLeaf(leaf, input, { files, held, signal, deadline })
      } finally {
        underWay -= 1
      }
    },
    open: (source) => open(source, held),
    progress: (fraction) => context.fractions.push(fraction),
    emit: (item) => context.emitted.push(viaJson(item)),
    blob: (digest, mediaType) => ({
      blob: digest,
      mediaType,
      bytes: bytesOf(held, digest).length,
      url: `/v1/blobs/${digest}`,
    }),
  }
  return context
}

interface Running {
  files: Map<string, Uint8Array>
  held: Map<string, Uint8Array>
  signal: AbortSignal
  deadline: number
}

async function runLeaf(name: string, input: unknown, running: Running) {
  const location = leaves[name]
  if (!location) throw new Error(`There is no leaf ${name}`)
  const module = await import(location.url)
  const context = leafContext(running)
  try {
    const output: unknown = await module[location.export](viaJson(input), context)
    for (const [digest, bytes] of context.written) running.held.set(digest, bytes)
    return viaJson(output)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    throw fromEnvelope(viaJson(toEnvelope(error)))
  }
}

function viaJson<T>(value: T) {
  return value === undefined ? value : JSON.parse(JSON.stringify(value))
}

async function open(source: Source, held: Map<string, Uint8Array>): Promise<OpenedSource> {
  const bytes = 'path' in source ? readFile(source.path) : bytesOf(held, source.blob)
  if (bytes.length === 0) throw fault('EMPTY_FILE', 'The file has no bytes.')
  const digest = digestOf(bytes)
  held.set(digest, bytes)
  const type = await fileTypeFromBuffer(bytes)
  return {
    digest,
    bytes: bytes.length,
    mediaType: type?.mime ?? 'application/octet-stream',
    ...('path' in source ? { path: source.path, name: basename(source.path) } : {}),
    ...('blob' in source && source.name !== undefined ? { name: source.name } : {}),
  }
}

function readFile(path: string): Uint8Array {
  try {
    return new Uint8Array(readFileSync(path))
  } catch {
    throw fault('NOT_FOUND', `There is no file ${path}.`)
  }
}

function bytesOf(held: Map<string, Uint8Array>, digest: string): Uint8Array {
  const bytes = held.get(digest)
  if (!bytes) throw fault('NOT_FOUND', `No bytes are stored as ${digest}.`)
  return bytes
}
