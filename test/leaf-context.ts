import { createHash } from 'node:crypto'
import { fault } from '../bridge/faults.ts'
import { createAssets } from '../workers/host/assets.ts'
import type { LeafContext } from '../workers/leaf.ts'

export interface LeafContextOptions {
  /** Bytes the leaf may read, by digest. */
  files?: ReadonlyMap<string, Uint8Array>
  signal?: AbortSignal
  /** Milliseconds since the epoch; a minute from now unless given. */
  deadline?: number
  onProgress?: (fraction: number, item?: unknown) => void
}

/** A leaf context for calling a leaf directly, and the bytes the leaf wrote. */
export interface TestLeafContext extends LeafContext {
  written: Map<string, Uint8Array>
}

/** The name of bytes: `sha256:` and their digest. */
export function digestOf(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`
}

/** Makes a context that gives a leaf what a lane would: shared bytes, checkpoints, packages, compiled kernels. */
export function leafContext(options: LeafContextOptions = {}): TestLeafContext {
  const { files = new Map<string, Uint8Array>(), onProgress } = options
  const signal = options.signal ?? new AbortController().signal
  const deadline = options.deadline ?? Date.now() + 60_000
  const written = new Map<string, Uint8Array>()
  return {
    signal,
    deadline,
    written,
    checkpoint() {
      signal.throwIfAborted()
      if (Date.now() > deadline) throw fault('DEADLINE', 'The time allowed ran out.')
    },
    progress: (fraction, item) => onProgress?.(fraction, item),
    files: {
      read(digest) {
        const bytes = files.get(digest)
        if (!bytes) throw new Error(`The leaf read ${digest}, which does not travel with the call`)
        return shared(bytes)
      },
      write(bytes) {
        const digest = digestOf(bytes)
        written.set(digest, bytes)
        return digest
      },
    },
    assets: createAssets({}),
  }
}

/** A copy in shared memory, as bytes come to a thread: a leaf that tries to transfer them fails here too. */
function shared(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length))
  copy.set(bytes)
  return copy
}

/** Files of a call by digest, and the digest of the first. */
export function filesOf(...all: Uint8Array[]): { digest: string; files: Map<string, Uint8Array> } {
  const files = new Map(all.map((bytes) => [digestOf(bytes), bytes]))
  return { digest: all[0] ? digestOf(all[0]) : '', files }
}
