import { constants, type Stats } from 'node:fs'
import { open, readFile, readdir, rename, rm, stat, utimes, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { fault, type Fault } from '../../bridge/faults.ts'
import type { Digest } from '../../bridge/sources.ts'
import { ensureFolder, errno, syncFolder, writeAtomic } from './atomic-file.ts'
import { digestOf, hexOf, readFully, sha256, sha256OfFile } from './blob-file.ts'
import { LruIndex, type LruEntry } from './lru-index.ts'
import { Turns } from './turns.ts'

/*
 *   blobs/tmp/.tmp-…     being written; moved into place when whole
 *   blobs/ab/ab12…       the bytes, named by their SHA-256; the modification time says when they were last used
 *   blobs/ab/ab12….type  their media type, if one was given
 */

export interface BlobStoreOptions {
  /** Size of all bytes together; the least recently used go first. */
  maxBytes: number
  /** How long bytes are kept after their last use. */
  keepMs: number
  /** Most blobs, whatever their size: bounds the index in memory. */
  maxCount?: number
  now?: () => number
}

/** What the index knows of one blob; its `size` is its bytes. */
export interface BlobEntry extends LruEntry {
  hex: string
  /** Modification time on disk, as set here: any other one means that somebody wrote to the file. */
  stampMs: number
  /** Its content was hashed in this run, by writing or by reading. */
  verified: boolean
  /** It survives a power cut. */
  durable: boolean
  hasType: boolean
  mediaType?: string
}

const plainType = 'application/octet-stream'
const typePattern = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:;[ -~]*)?$/

/**
 * The files of a blob store and their index. What must happen in turn for one digest (placing, renewing, removing)
 * and what finds a file missing or damaged is here; the store on top only reads and writes.
 */
export class BlobShelf {
  readonly index = new LruIndex<BlobEntry>()
  /** Unfinished files that a writer owns. */
  readonly writing = new Set<string>()
  readonly options: Required<BlobStoreOptions>
  readonly #folder: string
  readonly #turns = new Turns()
  /** Folders whose own name is on the disk. */
  readonly #durableShards = new Set<string>()
  #reservedBytes = 0

  constructor(folder: string, options: BlobStoreOptions) {
    this.#folder = folder
    this.options = { maxCount: 200_000, now: Date.now, ...options }
  }

  /** Fills the index from the folder and removes what belongs to no blob. */
  async scan(): Promise<void> {
    const found: BlobEntry[] = []
    for (const shard of await readdir(this.#folder)) {
      if (!/^[0-9a-f]{2}$/.test(shard)) continue
      const folder = join(this.#folder, shard)
      const names = new Set(await readdir(folder))
      await Promise.all(
        [...names].map(async (hex) => {
          if (/^[0-9a-f]{64}$/.test(hex)) {
            const { size, mtimeMs: stampMs } = await stat(join(folder, hex))
            const hasType = names.has(`${hex}.type`)
            found.push({
              hex,
              size,
              usedMs: stampMs + 1000,
              stampMs,
              verified: false,
              durable: false,
              hasType,
            })
          } else if (!hex.endsWith('.type') || !names.has(hex.slice(0, -'.type'.length))) {
            await rm(join(folder, hex), { recursive: true, force: true })
          }
        }),
      )
    }
    found.sort((a, b) => a.usedMs - b.usedMs)
    for (const entry of found) this.index.set(entry.hex, entry)
  }

  path(hex: string): string {
    return join(this.#folder, hex.slice(0, 2), hex)
  }

  /** The modification time, in seconds, of a file used now: a whole second in the past, which no write leaves. */
  stampSeconds(): number {
    return Math.floor(this.options.now() / 1000) - 1
  }

  /** The entry of a digest. Fault: NOT_FOUND. */
  entry(digest: Digest): BlobEntry {
    const entry = this.index.get(hexOf(digest))
    if (entry === undefined) {
      throw fault('NOT_FOUND', `No bytes are stored as ${digest}; send them again.`, { digest })
    }
    return entry
  }

  /** Opens the file of a blob, whose size is right. Fault: NOT_FOUND. */
  async open(digest: Digest): Promise<{ entry: BlobEntry; handle: FileHandle; stats: Stats }> {
    const entry = this.entry(digest)
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW
    const handle = await this.#orMissing(entry, () => open(this.path(entry.hex), flags))
    try {
      const stats = await handle.stat()
      if (!stats.isFile() || stats.size !== entry.size) throw await this.#damaged(entry)
      return { entry, handle, stats }
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  /** The size of a blob's file is right, and it is untouched since it was last hashed. Fault: NOT_FOUND. */
  async check(entry: BlobEntry): Promise<{ untouched: boolean }> {
    const stats = await this.#orMissing(entry, () => stat(this.path(entry.hex)))
    if (stats.size !== entry.size) throw await this.#damaged(entry)
    return { untouched: entry.verified && stats.mtimeMs === entry.stampMs }
  }

  /** Reads a whole file into `target`, if given, and hashes it. Fault: NOT_FOUND when it is not what was stored. */
  async verify(
    entry: BlobEntry,
    handle: FileHandle,
    target: Uint8Array | undefined,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const { mtimeMs } = await handle.stat()
    let hex: string | undefined
    if (target === undefined) hex = await sha256OfFile(handle, entry.size, signal)
    else if (await readFully(handle, target, 0)) hex = await sha256(target, signal)
    if (hex !== entry.hex) throw await this.#damaged(entry)
    entry.verified = mtimeMs === entry.stampMs
  }

  /** Puts a finished file in its place: also over an existing one, which may be damaged. */
  place(
    from: string,
    blob: { hex: string; bytes: number; verified: boolean },
    options: { mediaType?: string; durable?: boolean; onStored?: (digest: Digest) => void },
  ): Promise<void> {
    const { hex, bytes, verified } = blob
    return this.#turns.run(hex, async () => {
      await ensureFolder(join(this.#folder, hex.slice(0, 2)))
      const { mtimeMs: stampMs } = await stat(from)
      await rename(from, this.path(hex))
      const old = this.index.get(hex)
      const entry: BlobEntry = {
        hex,
        size: bytes,
        usedMs: this.options.now(),
        stampMs,
        verified,
        durable: false,
        hasType: old?.hasType ?? false,
        ...(old?.mediaType !== undefined && { mediaType: old.mediaType }),
      }
      this.index.set(hex, entry)
      options.onStored?.(digestOf(hex))
      await this.#setType(entry, options.mediaType)
      if (options.durable === true) await this.#syncNames(entry)
    })
  }

  /** Records a use now, and a media type if one is given. The disk hears of it once a minute at most. */
  async renew(entry: BlobEntry, mediaType?: string): Promise<void> {
    const now = this.options.now()
    this.index.use(entry.hex, now)
    const everyMs = Math.min(60_000, this.options.keepMs / 10)
    if (mediaType === undefined && now - entry.stampMs < everyMs + 2000) return
    await this.#turns.run(entry.hex, async () => {
      if (this.index.get(entry.hex) !== entry) return
      const path = this.path(entry.hex)
      // A write by somebody else must not be hidden by the new time: the next reader checks the content.
      const { mtimeMs } = await this.#orMissing(entry, () => stat(path))
      if (mtimeMs !== entry.stampMs) entry.verified = false
      const stamp = this.stampSeconds()
      await utimes(path, stamp, stamp)
      entry.stampMs = stamp * 1000
      await this.#setType(entry, mediaType)
    })
  }

  /** Flushes a blob and its name to the disk. Fault: NOT_FOUND. */
  async persist(digest: Digest): Promise<void> {
    if (this.entry(digest).durable) return
    const { entry, handle } = await this.open(digest)
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
    await this.#syncNames(entry)
  }

  /** The media type of a blob. */
  async mediaType(entry: BlobEntry): Promise<string> {
    if (entry.mediaType === undefined) {
      const path = `${this.path(entry.hex)}.type`
      const text = entry.hasType ? await readFile(path, 'utf8').catch(() => '') : ''
      entry.mediaType = typePattern.test(text) ? text : plainType
    }
    return entry.mediaType
  }

  /** Removes a blob that nothing holds. */
  remove(hex: string): Promise<void> {
    return this.#turns.run(hex, async () => {
      const entry = this.index.get(hex)
      if (entry !== undefined && !this.index.isPinned(hex)) await this.#drop(entry)
    })
  }

  /** Makes room for more bytes by removing the least recently used. Fault: STORAGE_FULL. */
  async reserve(bytes: number): Promise<void> {
    const { maxBytes, maxCount } = this.options
    while (
      this.index.total + this.#reservedBytes + bytes > maxBytes ||
      this.index.count + this.writing.size > maxCount
    ) {
      const oldest = this.index.oldest()
      if (oldest === undefined) {
        throw fault(
          'STORAGE_FULL',
          `The store of ${maxBytes} bytes is full of what running work needs; try again when some of it is done, or raise blobs.maxBytes.`,
          { maxBytes, pinnedBytes: this.index.pinned },
        )
      }
      await this.remove(oldest)
    }
    this.#reservedBytes += bytes
  }

  /** Gives reserved room back. */
  unreserve(bytes: number): void {
    this.#reservedBytes -= bytes
  }

  async #orMissing<T>(entry: BlobEntry, action: () => Promise<T>): Promise<T> {
    try {
      return await action()
    } catch (error) {
      if (errno(error) !== 'ENOENT' && errno(error) !== 'ELOOP') throw error
      if (this.index.get(entry.hex) === entry) this.index.delete(entry.hex)
      const digest = digestOf(entry.hex)
      throw fault('NOT_FOUND', `The bytes of ${digest} are gone from the disk; send them again.`, { digest })
    }
  }

  /** Removes damaged bytes, held or not, unless good ones took their place meanwhile; returns the fault. */
  async #damaged(entry: BlobEntry): Promise<Fault> {
    await this.#turns.run(entry.hex, async () => {
      if (this.index.get(entry.hex) === entry) await this.#drop(entry)
    })
    const digest = digestOf(entry.hex)
    return fault(
      'NOT_FOUND',
      `The bytes stored as ${digest} were damaged on disk and have been removed; send them again.`,
      { digest, damaged: true },
    )
  }

  async #drop(entry: BlobEntry): Promise<void> {
    this.index.delete(entry.hex)
    await rm(this.path(entry.hex), { force: true })
    if (entry.hasType) await rm(`${this.path(entry.hex)}.type`, { force: true })
  }

  async #setType(entry: BlobEntry, mediaType: string | undefined): Promise<void> {
    if (mediaType === undefined || !typePattern.test(mediaType)) return
    if (mediaType === (await this.mediaType(entry))) return
    await writeAtomic(`${this.path(entry.hex)}.type`, mediaType, { durability: 'no' })
    entry.hasType = true
    entry.mediaType = mediaType
  }

  async #syncNames(entry: BlobEntry): Promise<void> {
    const shard = entry.hex.slice(0, 2)
    await syncFolder(join(this.#folder, shard))
    if (!this.#durableShards.has(shard)) await syncFolder(this.#folder)
    this.#durableShards.add(shard)
    entry.durable = true
  }
}
