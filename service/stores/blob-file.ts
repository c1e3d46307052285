import { createHash, hash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fault } from '../../bridge/faults.ts'
import type { Digest } from '../../bridge/sources.ts'

/**
 * Bytes hashed or moved between two turns of the event loop: about 0.2 ms of SHA-256, so that a 100 MB file does
 * not hold up a small call.
 */
export const sliceBytes = 256 * 1024

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

async function fill(handle: FileHandle, target: Uint8Array, position: number): Promise<number> {
  let done = 0
  while (done < target.length) {
    const { bytesRead } = await handle.read(target, done, target.length - done, position + done)
    if (bytesRead === 0) break
    done += bytesRead
  }
  return done
}

/**
 * Reads a whole file of a known size and hashes it on the way, the next slice being read while one is hashed.
 * Without `target` it only hashes. Answers the SHA-256 in hexadecimal; undefined when the file was shorter.
 */
export async function readHashed(
  handle: FileHandle,
  size: number,
  target: Uint8Array | undefined,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const state = createHash('sha256')
  const spare = target === undefined ? [new Uint8Array(sliceBytes), new Uint8Array(sliceBytes)] : []
  const slice = (at: number): Uint8Array => {
    const length = Math.min(sliceBytes, size - at)
    const own = spare[(at / sliceBytes) % 2]
    return own === undefined
      ? (target ?? new Uint8Array()).subarray(at, at + length)
      : own.subarray(0, length)
  }
  let coming = slice(0)
  let arrives = fill(handle, coming, 0)
  for (let at = 0; at < size; at += sliceBytes) {
    const here = coming
    const length = await arrives
    signal?.throwIfAborted()
    if (length < here.length) return undefined
    const next = at + sliceBytes
    if (next < size) {
      coming = slice(next)
      arrives = fill(handle, coming, next)
      // Awaited in the next round, which an abort may never reach.
      arrives.catch(() => undefined)
    }
    state.update(here)
  }
  return state.digest('hex')
}
