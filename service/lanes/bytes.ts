import { MESSAGE_BYTES, type SentFiles } from '../../workers/host/messages.ts'

const memo = new WeakMap<Uint8Array, Uint8Array>()

/**
 * Bytes in shared memory: the same array where it is shared already, else one copy, made once however often the
 * same array is asked for.
 */
export function toShared(bytes: Uint8Array): Uint8Array {
  if (bytes.buffer instanceof SharedArrayBuffer) return bytes
  let shared = memo.get(bytes)
  if (shared === undefined) {
    shared = new Uint8Array(new SharedArrayBuffer(bytes.byteLength))
    shared.set(bytes)
    memo.set(bytes, shared)
  }
  return shared
}

/**
 * Bytes as they go into a message to a thread: large ones as shared memory, which is passed by reference; small
 * ones are copied by the message, without the rest of the buffer they may be a view of.
 */
export function forThread(bytes: Uint8Array): Uint8Array {
  if (bytes.buffer instanceof SharedArrayBuffer) return bytes
  if (bytes.byteLength > MESSAGE_BYTES) return toShared(bytes)
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : copy(bytes)
}

/** A copy in memory of its own, which is not shared. (`Buffer.slice` would be a view.) */
export function copy(bytes: Uint8Array): Uint8Array {
  return Uint8Array.prototype.slice.call(bytes)
}

const noFiles: ReadonlyMap<string, Uint8Array> = new Map()

/** The bytes a leaf wrote, by digest; most write none. */
export function filesOf(sent: SentFiles | undefined): ReadonlyMap<string, Uint8Array> {
  if (sent === undefined || sent.length === 0) return noFiles
  const files = new Map<string, Uint8Array>()
  for (const [digest, content] of sent) {
    if (content instanceof Uint8Array) files.set(digest, content)
  }
  return files
}
