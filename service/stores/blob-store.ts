import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fault } from '../../bridge/faults.ts'
import type { Digest } from '../../bridge/sources.ts'
import { ensureFolder, openNew, storageFault, sweepTemporary, temporaryPath } from './atomic-file.ts'
import { digestOf, hexOf, sha256, sharedFromBytes, sliceBytes } from './blob-file.ts'
import { BlobShelf, type BlobStoreOptions } from './blob-shelf.ts'
import { BlobWriter, type PutOptions, type Stored } from './blob-writer.ts'
import { itemsUntilAborted } from './until-aborted.ts'

/** What is known of stored bytes. */
export interface BlobInfo {
  digest: Digest
  bytes: number
  /** `application/octet-stream` where none was given. */
  mediaType: string
  /** When they were last used, in milliseconds since the epoch. */
  usedMs: number
}

/**
 * Bytes on disk, named by their digest: inputs, results and what the result cache points to. Whatever is read
 * back is what was stored: content that no longer fits its name is removed and reported as NOT_FOUND.
 */
export class BlobStore {
  readonly #shelf: BlobShelf
  readonly #temporary: string

  private constructor(folder: string, options: BlobStoreOptions) {
    this.#shelf = new BlobShelf(folder, options)
    this.#temporary = join(folder, 'tmp')
  }

  /**
   * Opens the store in `folder`, making it if need be, and removes what a crash left half-written. Nothing expires
   * before the first `sweep`, so that unfinished jobs can pin their inputs first, however long the service was down.
   */
  static async open(folder: string, options: BlobStoreOptions): Promise<BlobStore> {
    const store = new BlobStore(folder, options)
    await ensureFolder(store.#temporary)
    await sweepTemporary(store.#temporary)
    await store.#shelf.scan()
    return store
  }

  /** Bytes and number of what is stored, and the bytes that running work holds. */
  get usage(): { bytes: number; count: number; pinnedBytes: number } {
    const { total, count, pinned } = this.#shelf.index
    return { bytes: total, count, pinnedBytes: pinned }
  }

  /**
   * Stores bytes and names them; storing the same bytes again only renews them. Bytes already hashed elsewhere
   * may come with their `knownDigest`, which is believed until they are read. Faults: TOO_LARGE over `maxBytes`;
   * STORAGE_FULL when the disk is full or running work holds the whole store; the signal's reason. A fault leaves
   * nothing behind.
   */
  async put(
    content: Uint8Array | AsyncIterable<Uint8Array>,
    options: PutOptions & { knownDigest?: Digest } = {},
  ): Promise<Stored> {
    if (content instanceof Uint8Array) {
      const digest = options.knownDigest ?? digestOf(await sha256(content, options.signal))
      if (await this.#again(digest, content.length, options)) return { digest, bytes: content.length }
      const hashed = options.knownDigest === undefined
      const writer = await this.#writer(options, { hex: hexOf(digest), hashed })
      await writer.write(content)
      return writer.commit()
    }
    const writer = await this.#writer(options)
    try {
      for await (const chunk of itemsUntilAborted(content, options.signal)) await writer.write(chunk)
      return await writer.commit()
    } catch (error) {
      await writer.abort()
      throw error
    }
  }

  /** Opens a writer for bytes that come bit by bit. The caller ends it with `commit` or `abort`. */
  writer(options: PutOptions = {}): Promise<BlobWriter> {
    return this.#writer(options)
  }

  async #writer(options: PutOptions, known?: { hex: string; hashed: boolean }): Promise<BlobWriter> {
    options.signal?.throwIfAborted()
    const shelf = this.#shelf
    const path = temporaryPath(this.#temporary)
    shelf.writing.add(path)
    let handle: FileHandle
    try {
      handle = await openNew(path)
    } catch (error) {
      shelf.writing.delete(path)
      throw storageFault(error, 'the bytes')
    }
    const maxBytes = Math.min(options.maxBytes ?? Infinity, shelf.options.maxBytes)
    return new BlobWriter(
      { handle, path, maxBytes, signal: options.signal, knownHex: known?.hex, durable: options.durable },
      {
        reserve: (bytes) => shelf.reserve(bytes),
        stampSeconds: () => shelf.stampSeconds(),
        place: (hex, bytes) => shelf.place(path, { hex, bytes, verified: known?.hashed ?? true }, options),
        ended: (reservedBytes) => {
          shelf.writing.delete(path)
          shelf.unreserve(reservedBytes)
        },
      },
    )
  }

  /** If the very same bytes are stored and untouched, renews them instead of writing them again. */
  async #again(digest: Digest, bytes: number, options: PutOptions): Promise<boolean> {
    const shelf = this.#shelf
    const entry = shelf.index.get(hexOf(digest))
    if (entry === undefined || bytes > (options.maxBytes ?? Infinity)) return false
    // Held while it is looked at, so that it cannot be evicted before the caller can pin it.
    const release = this.pin([digest])
    try {
      if (!(await shelf.check(entry)).untouched) return false
      await shelf.renew(entry, options.mediaType)
      if (options.durable === true) await shelf.persist(digest)
      if (shelf.index.get(entry.hex) !== entry) return false
      options.onStored?.(digest)
      return true
    } catch (error) {
      if (shelf.index.get(entry.hex) !== entry) return false
      throw storageFault(error, 'the bytes')
    } finally {
      release()
    }
  }

  /** Whether these bytes are stored, as far as the index knows; `stat` also looks at the disk. */
  has(digest: Digest): boolean {
    return this.#shelf.index.get(hexOf(digest)) !== undefined
  }

  /** What is known of stored bytes. Fault: NOT_FOUND. */
  async stat(digest: Digest): Promise<BlobInfo> {
    const entry = this.#shelf.entry(digest)
    await this.#shelf.check(entry)
    const mediaType = await this.#shelf.mediaType(entry)
    return { digest, bytes: entry.size, mediaType, usedMs: entry.usedMs }
  }

  /**
   * All the bytes, checked against their digest; in shared memory above 64 KiB. Faults: NOT_FOUND, also when
   * they were damaged on disk; TOO_LARGE, before anything is read; the signal's reason.
   */
  async read(
    digest: Digest,
    { maxBytes = 2 ** 31 - 1, signal }: { maxBytes?: number; signal?: AbortSignal } = {},
  ): Promise<Uint8Array> {
    const { entry, handle } = await this.#shelf.open(digest)
    try {
      const { size } = entry
      if (size > maxBytes) {
        throw fault('TOO_LARGE', `There are ${size} bytes; at most ${maxBytes} are taken here.`, { maxBytes })
      }
      const bytes = new Uint8Array(
        size > sharedFromBytes ? new SharedArrayBuffer(size) : new ArrayBuffer(size),
      )
      await this.#shelf.verify(entry, handle, bytes, signal)
      await this.touch(digest)
      return bytes
    } finally {
      await handle.close()
    }
  }

  /**
   * The bytes from `start` up to but not including `end` (as `slice` counts) as a stream. They are checked
   * against their digest first unless that was done in this run and the file is untouched since. Faults:
   * NOT_FOUND; INVALID_INPUT for a range outside the bytes.
   */
  async stream(
    digest: Digest,
    { start = 0, end, signal }: { start?: number; end?: number; signal?: AbortSignal } = {},
  ): Promise<Readable> {
    const { entry, handle, stats } = await this.#shelf.open(digest)
    try {
      const { size } = entry
      const stop = end ?? size
      if (![start, stop].every(Number.isInteger) || start < 0 || start > stop || stop > size) {
        const detail = `The bytes ${start} up to ${stop} were asked for; there are ${size}.`
        throw fault('INVALID_INPUT', detail, { bytes: size })
      }
      if (!entry.verified || stats.mtimeMs !== entry.stampMs) {
        await this.#shelf.verify(entry, handle, undefined, signal)
      }
      await this.touch(digest)
      if (start < stop) {
        return handle.createReadStream({ start, end: stop - 1, highWaterMark: sliceBytes, signal })
      }
      await handle.close()
      return Readable.from([])
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  /** Renews the time of last use. Absent bytes are no fault. */
  async touch(digest: Digest): Promise<void> {
    const entry = this.#shelf.index.get(hexOf(digest))
    if (entry !== undefined) await this.#shelf.renew(entry)
  }

  /** Makes bytes and their names survive a power cut. Faults: NOT_FOUND, STORAGE_FULL. */
  async persist(digests: Iterable<Digest>): Promise<void> {
    try {
      for (const digest of digests) await this.#shelf.persist(digest)
    } catch (error) {
      throw storageFault(error, 'the bytes')
    }
  }

  /**
   * Holds bytes against expiry and eviction until the returned function is called. Fault: NOT_FOUND, holding
   * none of them.
   */
  pin(digests: Iterable<Digest>): () => void {
    const { index } = this.#shelf
    const hexes = Array.from(new Set(digests), (digest) => this.#shelf.entry(digest).hex)
    for (const hex of hexes) index.pin(hex)
    let held = true
    return () => {
      if (held) for (const hex of hexes) index.unpin(hex)
      held = false
    }
  }

  /** Removes what was not used for `keepMs`, what is over the size, and files that no writer owns. */
  async sweep(): Promise<{ expired: number; evicted: number; unfinished: number }> {
    const { index, options, writing } = this.#shelf
    const expired = index.unusedSince(options.now() - options.keepMs)
    for (const hex of expired) await this.#shelf.remove(hex)
    const before = index.count
    await this.#shelf.reserve(0).catch((error: unknown) => {
      // Held bytes alone are over the size: nothing more can go now.
      if (index.oldest() !== undefined) throw error
    })
    const unfinished = await sweepTemporary(this.#temporary, { keep: writing })
    return { expired: expired.length, evicted: before - index.count, unfinished }
  }
}
