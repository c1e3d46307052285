import { hash } from 'node:crypto'
import { readFile, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { Fault } from '../../bridge/faults.ts'
import type { Digest } from '../../bridge/sources.ts'
import { ensureFolder, errno, sweepTemporary, writeAtomic } from './atomic-file.ts'
import type { BlobStore } from './blob-store.ts'
import { jsonDigest } from '../../bridge/canonical-json.ts'
import { LruIndex, type LruEntry } from './lru-index.ts'
import { Turns } from './turns.ts'

/*
 *   cache/ab/ab12….json    line 1: SHA-256 of line 2    line 2: {"output": …, "blobs": ["sha256:…"]}
 */

/** A result as it was: the operation's output, and the bytes it names. */
export interface CachedResult {
  output: unknown
  blobs: Digest[]
}

export interface ResultCacheOptions {
  blobs: BlobStore
  /** Size of all results together, without their blobs; the least recently used go first. */
  maxBytes?: number
  /** How long a result is kept after its last use. */
  keepMs: number
  now?: () => number
}

/**
 * The key of a result: SHA-256 of the operation's name and version and its canonical input. `input` is the parsed
 * input with every source replaced by the digest of its bytes and whatever else of the source the output repeats
 * (its name, its path): two calls with the same key must have byte-equal outputs.
 */
export function resultKey(operation: { name: string; version: number }, input: unknown): string {
  return jsonDigest([operation.name, operation.version, input]).slice('sha256:'.length)
}

/**
 * Results of earlier calls, as files named by their key. A result that is damaged, or one of whose blobs is gone, is
 * a miss. Losing any of it only costs time, so nothing is flushed to the disk.
 */
export class ResultCache {
  readonly #folder: string
  readonly #options: Required<ResultCacheOptions>
  readonly #index = new LruIndex<LruEntry>()
  readonly #turns = new Turns()

  private constructor(folder: string, options: ResultCacheOptions) {
    this.#folder = folder
    this.#options = { maxBytes: 256 * 1024 * 1024, now: Date.now, ...options }
  }

  /** Opens the cache in `folder`, making it if need be, and removes what a crash left half-written. */
  static async open(folder: string, options: ResultCacheOptions): Promise<ResultCache> {
    const cache = new ResultCache(folder, options)
    await ensureFolder(folder)
    const found: { key: string; size: number; usedMs: number }[] = []
    for (const shard of await readdir(folder)) {
      if (!/^[0-9a-f]{2}$/.test(shard)) continue
      await sweepTemporary(join(folder, shard))
      for (const name of await readdir(join(folder, shard))) {
        const key = /^([0-9a-f]{64})\.json$/.exec(name)?.[1]
        if (key === undefined) continue
        const { size, mtimeMs } = await stat(join(folder, shard, name))
        found.push({ key, size, usedMs: mtimeMs })
      }
    }
    found.sort((a, b) => a.usedMs - b.usedMs)
    for (const { key, size, usedMs } of found) cache.#index.set(key, { size, usedMs })
    await cache.sweep()
    return cache
  }

  /** Bytes and number of the results kept. */
  get usage(): { bytes: number; count: number } {
    return { bytes: this.#index.total, count: this.#index.count }
  }

  /** The result under a key, or undefined; its blobs are there, and their time of last use is renewed with it. */
  async get(key: string): Promise<CachedResult | undefined> {
    if (this.#index.get(key) === undefined) return undefined
    const result = await this.#read(key)
    if (result === undefined) {
      await this.#remove(key)
      return undefined
    }
    const now = this.#options.now()
    this.#index.use(key, now)
    // A result removed in between was still right.
    await utimes(this.#path(key), now / 1000, now / 1000).catch(() => undefined)
    return result
  }

  async #read(key: string): Promise<CachedResult | undefined> {
    try {
      const text = await readFile(this.#path(key), 'utf8')
      const body = text.slice(65)
      if (hash('sha256', body, 'hex') !== text.slice(0, 64)) return undefined
      const result: CachedResult = JSON.parse(body)
      const { blobs } = this.#options
      for (const digest of result.blobs) {
        await blobs.stat(digest)
        await blobs.touch(digest)
      }
      return result
    } catch (error) {
      // Gone, or a blob of it is.
      if (errno(error) !== undefined && errno(error) !== 'ENOENT') throw error
      return undefined
    }
  }

  /** Keeps a result. A full disk keeps nothing and is no fault; a result larger than the cache is not kept. */
  async set(key: string, result: CachedResult): Promise<void> {
    const body = JSON.stringify({ output: result.output, blobs: result.blobs })
    const text = `${hash('sha256', body, 'hex')}\n${body}`
    const size = Buffer.byteLength(text)
    const { maxBytes, now } = this.#options
    if (size > maxBytes) return
    try {
      await this.#turns.run(key, async () => {
        await ensureFolder(join(this.#folder, key.slice(0, 2)))
        await writeAtomic(this.#path(key), text, { durability: 'no' })
        this.#index.set(key, { size, usedMs: now() })
      })
    } catch (error) {
      if (error instanceof Fault && error.code === 'STORAGE_FULL') return
      throw error
    }
    await this.#evict()
  }

  /** Removes results not used for `keepMs` and what is over the size. */
  async sweep(): Promise<void> {
    const { keepMs, now } = this.#options
    for (const key of this.#index.unusedSince(now() - keepMs)) await this.#remove(key)
    await this.#evict()
  }

  async #evict(): Promise<void> {
    while (this.#index.total > this.#options.maxBytes) {
      const oldest = this.#index.oldest()
      if (oldest === undefined) return
      await this.#remove(oldest)
    }
  }

  #remove(key: string): Promise<void> {
    return this.#turns.run(key, async () => {
      this.#index.delete(key)
      await rm(this.#path(key), { force: true })
    })
  }

  #path(key: string): string {
    return join(this.#folder, key.slice(0, 2), `${key}.json`)
  }
}
