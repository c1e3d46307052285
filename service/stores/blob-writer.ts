import { createHash, type Hash } from 'node:crypto'
import { rm, type FileHandle } from 'node:fs/promises'
import { fault } from '../../bridge/faults.ts'
import type { Digest } from '../../bridge/sources.ts'
import { storageFault } from './atomic-file.ts'
import { digestOf, sliceBytes, writeFully } from './blob-file.ts'

/** Stored bytes: their name and how many there are. */
export interface Stored {
  digest: Digest
  bytes: number
}

export interface PutOptions {
  /** Most bytes taken; the first one over it ends the writing with TOO_LARGE. */
  maxBytes?: number
  /** Kept beside the bytes; the last one given stays. */
  mediaType?: string
  /** The bytes and their name survive a power cut once stored. Slower by two or three disk flushes. */
  durable?: boolean
  /** Called with the digest at the moment it is stored, before anything could evict it: the place to pin it. */
  onStored?: (digest: Digest) => void
  signal?: AbortSignal
}

interface WriterFile {
  handle: FileHandle
  path: string
  maxBytes: number
  signal: AbortSignal | undefined
  /** SHA-256 in hexadecimal, when it is known already; nothing is hashed then. */
  knownHex: string | undefined
  durable: boolean | undefined
}

/** What a writer needs from its store. */
interface WriterPorts {
  /** Makes room for so many more bytes. Fault: STORAGE_FULL. */
  reserve(bytes: number): Promise<void>
  /** Modification time, in seconds, of a finished file. */
  stampSeconds(): number
  /** Puts the finished, closed file in its place. */
  place(hex: string, bytes: number): Promise<void>
  /** Called once when the writer has ended, kept or not, with all that was reserved. */
  ended(reservedBytes: number): void
}

/**
 * Takes bytes as they come, hashing on the way. Ends with `commit` or `abort`; any failure aborts by itself and
 * leaves nothing on disk. Made by `BlobStore.writer`.
 */
export class BlobWriter {
  readonly #file: WriterFile
  readonly #ports: WriterPorts
  readonly #hash: Hash | undefined
  #bytes = 0
  #reserved = 0
  #open = true

  constructor(file: WriterFile, ports: WriterPorts) {
    this.#file = file
    this.#ports = ports
    this.#hash = file.knownHex === undefined ? createHash('sha256') : undefined
  }

  /** Bytes taken so far. */
  get bytes(): number {
    return this.#bytes
  }

  /**
   * Takes the next bytes; the array may be reused once this resolves. Faults: TOO_LARGE, STORAGE_FULL, or the
   * signal's reason.
   */
  async write(chunk: Uint8Array): Promise<void> {
    await this.#orAbort(async () => {
      const { handle, maxBytes, signal } = this.#file
      if (this.#bytes + chunk.length > maxBytes) {
        throw fault('TOO_LARGE', `There are more than the ${maxBytes} bytes allowed here.`, { maxBytes })
      }
      await this.#ports.reserve(chunk.length)
      this.#reserved += chunk.length
      const step = this.#hash === undefined ? chunk.length : sliceBytes
      for (let at = 0; at < chunk.length; at += step) {
        signal?.throwIfAborted()
        const slice = chunk.subarray(at, at + step)
        this.#hash?.update(slice)
        await writeFully(handle, slice, this.#bytes + at)
      }
      this.#bytes += chunk.length
    })
  }

  /** Stores what was written and names it. Faults: STORAGE_FULL, or the signal's reason. */
  async commit(): Promise<Stored> {
    return this.#orAbort(async () => {
      const { handle, signal, durable, knownHex } = this.#file
      signal?.throwIfAborted()
      const stamp = this.#ports.stampSeconds()
      await handle.utimes(stamp, stamp)
      if (durable === true) await handle.sync()
      await handle.close()
      const hex = knownHex ?? this.#hash?.digest('hex') ?? ''
      await this.#ports.place(hex, this.#bytes)
      this.#open = false
      this.#ports.ended(this.#reserved)
      return { digest: digestOf(hex), bytes: this.#bytes }
    })
  }

  /** Gives up and removes what was written; harmless after the end. */
  async abort(): Promise<void> {
    if (!this.#open) return
    this.#open = false
    // Closing twice rejects; the file must go in any case.
    await this.#file.handle.close().catch(() => undefined)
    await rm(this.#file.path, { force: true }).finally(() => this.#ports.ended(this.#reserved))
  }

  async #orAbort<T>(action: () => Promise<T>): Promise<T> {
    if (!this.#open) throw new Error('The blob writer has ended already.')
    try {
      return await action()
    } catch (error) {
      await this.abort()
      throw storageFault(error, 'the bytes')
    }
  }
}
