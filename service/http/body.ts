import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { fault } from '../../bridge/faults.ts'
import type { CallFiles } from '../call-files.ts'
import { endOfTurn } from './end-of-turn.ts'

export interface BodyLimits {
  maxBytes: number
  /** Longest silence within a body. */
  idleMs: number
  /** Slowest average pace, checked after `idleMs`. */
  minBytesPerSecond: number
}

/** Above this size bytes live in shared memory, so that worker threads read them without a copy. */
const SHARED_FROM = 64 * 1024

/** How often bodies under way are looked at. */
const WATCH_MS = 100

/** Checks of the bodies under way: one timer for all, which stops itself when there are none. */
const watched = new Set<(now: number) => void>()
let watch: NodeJS.Timeout | undefined

function watchBodies(): void {
  if (watched.size === 0) {
    clearInterval(watch)
    watch = undefined
    return
  }
  const now = Date.now()
  for (const check of watched) check(now)
}

/**
 * Reads a request's body chunk by chunk, giving each to `take`. Stops at the first byte over the limit (TOO_LARGE),
 * at a silence or a pace that is too slow (DEADLINE), and when the sender leaves half-way (CANCELLED). Where `take`
 * answers a promise, the sender waits for it.
 */
export function readChunks(
  stream: IncomingMessage,
  limits: BodyLimits,
  take: (chunk: Buffer) => void | Promise<void>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    if (stream.destroyed) return reject(senderLeft(0))
    const started = Date.now()
    let received = 0
    let lastAt = started
    let writing: Promise<void> | undefined
    const settle = (error?: Error): void => {
      watched.delete(check)
      stream.off('data', onData).off('end', onEnd).off('error', onLeave).off('close', onLeave)
      if (error) reject(error)
      else resolve(received)
    }
    const onData = (chunk: Buffer): void => {
      received += chunk.length
      lastAt = Date.now()
      if (received > limits.maxBytes) return settle(bodyTooLarge(limits.maxBytes))
      try {
        const taken = take(chunk)
        if (taken !== undefined) wait(taken)
      } catch (error) {
        settle(error as Error)
      }
    }
    // Where bytes go to the disk, no more are read until it has them.
    const wait = (taken: Promise<void>): void => {
      stream.pause()
      writing = taken.then(() => {
        lastAt = Date.now()
        stream.resume()
      })
      writing.catch(settle)
    }
    const onEnd = (): void => {
      if (writing === undefined) return settle()
      stream.off('close', onLeave)
      writing.then(() => settle(), settle)
    }
    const onLeave = (): void => settle(senderLeft(received))
    const check = (now: number): void => {
      const ageMs = now - started
      const tooSlow = ageMs > limits.idleMs && received * 1000 < limits.minBytesPerSecond * ageMs
      if (now - lastAt > limits.idleMs || tooSlow) {
        settle(
          fault('DEADLINE', `The body came too slowly: ${received} bytes in ${Math.round(ageMs / 1000)} s.`, {
            receivedBytes: received,
          }),
        )
      }
    }
    watched.add(check)
    watch ??= setInterval(watchBodies, WATCH_MS).unref()
    stream.on('data', onData).on('end', onEnd).on('error', onLeave).on('close', onLeave)
  })
}

function senderLeft(received: number): Error {
  return fault('CANCELLED', `The connection closed after ${received} bytes of the body.`)
}

/** TOO_LARGE for a body of more bytes than are taken. */
export function bodyTooLarge(maxBytes: number): Error {
  return fault('TOO_LARGE', `The body has more than the ${maxBytes} bytes taken here.`, { maxBytes })
}

/** The length a request declares, checked against the limit before a byte is read. Throws TOO_LARGE. */
function declaredLength(stream: IncomingMessage, maxBytes: number): number | undefined {
  const header = stream.headers['content-length']
  if (header === undefined) return undefined
  const length = Number(header)
  if (length > maxBytes) throw bodyTooLarge(maxBytes)
  return length
}

/** A body that is here in whole, as that of most calls is: it comes in the packet of its head. */
function readArrived(stream: IncomingMessage, { maxBytes }: BodyLimits): Buffer {
  const bytes = (stream.read() as Buffer | null) ?? Buffer.alloc(0)
  if (bytes.length > maxBytes) throw bodyTooLarge(maxBytes)
  return bytes
}

async function readAll(stream: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  const chunks: Buffer[] = []
  await readChunks(stream, limits, (chunk) => void chunks.push(chunk))
  return Buffer.concat(chunks)
}

/** Reads a small text body, UTF-8. Faults: TOO_LARGE, DEADLINE, CANCELLED, INVALID_INPUT (not UTF-8). */
export async function readText(stream: IncomingMessage, limits: BodyLimits): Promise<string> {
  declaredLength(stream, limits.maxBytes)
  await endOfTurn()
  const bytes = stream.complete ? readArrived(stream, limits) : await readAll(stream, limits)
  if (!isUtf8(bytes)) throw fault('INVALID_INPUT', 'The body is not UTF-8.')
  return bytes.toString()
}

/**
 * Reads a body into memory the call holds and returns its digest; hashed as it arrives.
 * Faults: TOO_LARGE, DEADLINE, CANCELLED, BUSY (no memory left for bodies), EMPTY_FILE.
 */
export async function readIntoCall(
  stream: IncomingMessage,
  limits: BodyLimits,
  files: CallFiles,
): Promise<{ digest: string; bytes: Uint8Array }> {
  const length = declaredLength(stream, limits.maxBytes)
  const hash = createHash('sha256')
  let bytes: Uint8Array
  if (length === undefined) {
    const chunks: Buffer[] = []
    await readChunks(stream, limits, (chunk) => {
      files.reserve(chunk.length)
      hash.update(chunk)
      chunks.push(chunk)
    })
    const total = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
    bytes = allocate(total)
    let offset = 0
    for (const chunk of chunks) {
      bytes.set(chunk, offset)
      offset += chunk.length
    }
  } else {
    files.reserve(length)
    bytes = allocate(length)
    let offset = 0
    await readChunks(stream, limits, (chunk) => {
      hash.update(chunk)
      bytes.set(chunk, offset)
      offset += chunk.length
    })
  }
  if (bytes.byteLength === 0) throw fault('EMPTY_FILE', 'The body has no bytes.')
  const digest = `sha256:${hash.digest('hex')}`
  files.hold(digest, bytes)
  return { digest, bytes }
}

function allocate(length: number): Uint8Array {
  return length > SHARED_FROM ? new Uint8Array(new SharedArrayBuffer(length)) : new Uint8Array(length)
}
