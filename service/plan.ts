import type { Digest, Source } from '../bridge/sources.ts'
import type { LaneName } from '../bridge/operation.ts'
import type { Folder } from './files/guarded-folder.ts'
import type { Settings } from './settings.ts'

/** A source after policy, opening and hashing: its bytes are held for the call and named by digest. */
export interface OpenedSource {
  digest: Digest
  bytes: number
  /** File name as the caller knows it, if any. */
  name?: string
  /** Absolute path, when the source was a path. */
  path?: string
  /** Media type decided from the bytes; `application/octet-stream` where they tell nothing. */
  mediaType: string
  /** Media type its sender gave it, where it says something. */
  declared?: string
}

/**
 * A plan composes leaves on the main thread. It holds no permit while it waits, passes digests rather than
 * bytes, and never computes for long itself.
 */
export type Plan<I = unknown, O = unknown> = (input: I, ctx: PlanContext) => Promise<O> | O

export interface PlanContext {
  /** Aborts when the caller left, the job was cancelled or the deadline passed. Reason: a fault. */
  signal: AbortSignal
  /** Milliseconds since the epoch. */
  deadline: number
  settings: Settings
  /**
   * Runs a leaf in a lane. `files` are digests the leaf may read; files it writes are held for the call and may
   * be named in the plan's result or passed to the next leaf. Faults of the leaf are rethrown here.
   */
  leaf<O>(name: string, input: unknown, options: LeafOptions): Promise<O>
  /** Opens a source under the file policy. Faults: PROTECTED_PATH, NOT_FOUND, NOT_A_FILE, EMPTY_FILE, TOO_LARGE. */
  open(source: Source): Promise<OpenedSource>
  /** What stands in a folder under the file policy; undefined where the path leads to none. Fault: PROTECTED_PATH. */
  list(path: string): Promise<Folder | undefined>
  /** Reports how much of the whole call is done, 0..1. */
  progress(fraction: number): void
  /** Whether somebody hears what is emitted, and so waits for the first of it. */
  isHeard: boolean
  /** Sends one finished entry of the operation's `streams` field early. */
  emit(item: unknown): void
  /** Describes bytes held for this call as a binary result. */
  blob(digest: Digest, mediaType: string): { blob: Digest; mediaType: string; bytes: number; url: string }
}

export interface LeafOptions {
  lane: Exclude<LaneName, 'inline' | 'home'>
  files?: readonly Digest[]
  /** Less time than the call has left, in milliseconds; the leaf then fails with DEADLINE. */
  timeoutMs?: number
  /** Hears the leaf's own progress. */
  onProgress?: (fraction: number, item?: unknown) => void
}
