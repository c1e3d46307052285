import { createHash, hash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fault } from '../../bridge/faults.ts'
import { MiB } from '../../bridge/operation.ts'
import type { Digest } from '../../bridge/sources.ts'

/**
 * Bytes hashed between two turns of the event loop: about 0.7 ms of SHA-256, so that a 100 MB file does not hold up a
 * small call. Smaller slices cost more in turns than they save in delay.
 */
export const sliceBytes = 1 * MiB

/** From this size on bytes are read into shared memory, which threads receive without a copy. */
export const sharedFromBytes = 64 * 1024

/** The 64 hexadecimal digits of a digest. Fault: INVALID_INPUT when it is not one. */
export function hexOf(digest: string): string {
  const hex = /^sha256:([0-9a-f]{64})$/.exec(digest)?.[1]
  if (hex === undefined) {
    throw fault(
      'INVALID_INPUT',
      `A digest is "sha256:" and 64 hexadecimal digits; this one is ${JSON.stringify(digest.slice(0, 80))}.`,
    )
  }
  return hex
}

/** The digest that 64 hexadecimal digits stand for. */
export function digestOf(hex: string): Digest {
  return `sha256:${hex}`
}

/** SHA-256 in hexadecimal, letting the event loop turn between slices of large inputs. */
export async function sha256(bytes: Uint8Array, signal?: AbortSignal): Promise<string> {
  if (bytes.length <= sliceBytes) return hash('sha256', bytes, 'hex')
  const state = createHash('sha256')
  for (let at = 0; at < bytes.length; at += sliceBytes) {
    signal?.throwIfAborted()
    state.update(bytes.subarray(at, at + sliceBytes))
    await nextTurn()
  }
  return state.digest('hex')
}

/** Fills `target` from a file, from `position` on. Answers whether there was enough. */
export async function readFully(handle: FileHandle, target: Uint8Array, position: number): Promise<boolean> {
  for (let done = 0; done < target.length;) {
    const { bytesRead } = await handle.read(target, done, target.length - done, position + done)
    if (bytesRead === 0) return false
    done += bytesRead
  }
  return true
}

/** Writes all of `bytes` at `position`. */
export async function writeFully(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done)
    done += bytesWritten
  }
}

/** SHA-256, in hexadecimal, of a file of a known size; undefined when it is shorter. Holds one slice in memory. */
export async function sha256OfFile(
  handle: FileHandle,
  size: number,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const state = createHash('sha256')
  const slice = new Uint8Array(Math.min(size, sliceBytes))
  for (let at = 0; at < size; at += sliceBytes) {
    signal?.throwIfAborted()
    const part = slice.subarray(0, Math.min(sliceBytes, size - at))
    if (!(await readFully(handle, part, at))) return undefined
    state.update(part)
  }
  return state.digest('hex')
}
