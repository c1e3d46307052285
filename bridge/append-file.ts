import { chmodSync, closeSync, constants, openSync } from 'node:fs'
import { open, rename, stat, type FileHandle } from 'node:fs/promises'

/** Bytes gathered before they are written without waiting for the timer. */
const FLUSH_BYTES = 256 * 1024
/** Bytes of one write at most, or the limit of the file where that is less. */
const CHUNK_BYTES = 1024 * 1024
/** Bytes held while the disk is full or stuck; what comes after that is refused. */
const HELD_BYTES = 16 * 1024 * 1024

/** Appends only, never follows a link put in the file's place. */
const FLAGS = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW

export interface AppendFileOptions {
  path: string
  /** Size at which the file becomes `path.1`, `path.1` becomes `path.2`, and so on. */
  maxBytes: number
  /** Rotated files kept. */
  keep: number
  /** Longest time a line stays in memory. */
  flushMs: number
  /** Whether a missing file is made at once, so that a folder that cannot be written is known from the start. */
  eager: boolean
}

/**
 * A file that only grows, by whole lines, written by this process alone:
 *
 *     push ──▶ held lines ──▶ one write at a time ──▶ path ──▶ path.1 ──▶ … ──▶ path.keep ──▶ gone
 *              ≤ 16 MiB       256 KiB, 1 s or at once
 *
 * When a write fails the bytes stay held, in order, and are tried again with the next lines or after `flushMs`.
 */
export class AppendFile {
  readonly #options: AppendFileOptions
  #lines: string[] = []
  #heldBytes = 0
  /** The chunk being written, or what a failed write left of it, and what it counts for in `#heldBytes`. */
  #rest: Buffer = Buffer.alloc(0)
  #restBytes = 0
  /** Whether the beginning of the chunk is in the file already. */
  #restIsTail = false
  #handle: FileHandle | undefined
  #size = 0
  #timer: NodeJS.Timeout | undefined
  #pump: Promise<void> | undefined
  #wantsSync = false
  #failure: string | undefined

  /** Throws what opening the file throws, when it is to be made at once. */
  constructor(options: AppendFileOptions) {
    this.#options = options
    if (!options.eager) return
    closeSync(openSync(options.path, FLAGS, 0o600))
    chmodSync(options.path, 0o600)
  }

  /** The system's code (ENOSPC, …) while lines cannot be written. */
  get failure(): string | undefined {
    return this.#failure
  }

  /** Whether another line is taken. */
  get hasRoom(): boolean {
    return this.#heldBytes < HELD_BYTES
  }

  /** Takes a line without its line feed. `durable`: written and synced to the disk at once. */
  push(line: string, durable: boolean): void {
    this.#lines.push(line)
    // Counted in UTF-16 code units: near enough for a bound.
    this.#heldBytes += line.length + 1
    if (durable) this.#wantsSync = true
    // A pump under way sees to what was pushed meanwhile.
    if (this.#pump !== undefined) return
    if (durable || (this.#heldBytes >= FLUSH_BYTES && this.#failure === undefined)) void this.flush()
    else this.#schedule()
  }

  /** Ends when everything pushed before was written, or a write failed: see `failure`. Never rejects. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    // A pump that is under way may have taken its last lines already; the second one takes the rest.
    if (this.#pump !== undefined) await this.#pump
    this.#pump ??= this.#write().finally(() => {
      this.#pump = undefined
    })
    await this.#pump
  }

  /** Writes and syncs what is held and closes the file. */
  async close(): Promise<void> {
    this.#wantsSync = this.#wantsSync || this.#heldBytes > 0
    await this.flush()
    clearTimeout(this.#timer)
    this.#timer = undefined
    await this.#release()
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => void this.flush(), this.#options.flushMs).unref()
  }

  async #write(): Promise<void> {
    try {
      if (this.#heldBytes > 0) await this.#followFile()
      do {
        const sync = this.#wantsSync
        this.#wantsSync = false
        await this.#drain()
        if (sync) await this.#handle?.datasync()
      } while (this.#wantsSync || this.#heldBytes >= FLUSH_BYTES)
      this.#failure = undefined
    } catch (error) {
      this.#failure = error instanceof Error && 'code' in error ? String(error.code) : 'EIO'
      this.#wantsSync = true
      await this.#release()
    }
    if (this.#heldBytes > 0) this.#schedule()
  }

  /** Writes what is held now; what comes meanwhile gathers for the next time. */
  async #drain(): Promise<void> {
    for (let toWrite = this.#heldBytes; toWrite > 0;) {
      if (this.#rest.length === 0) this.#rest = this.#nextChunk()
      const handle = await this.#fileFor(this.#rest.length)
      const { bytesWritten } = await handle.write(this.#rest)
      this.#size += bytesWritten
      this.#rest = this.#rest.subarray(bytesWritten)
      this.#restIsTail = this.#rest.length > 0
      if (this.#restIsTail) continue
      toWrite -= this.#restBytes
      this.#heldBytes -= this.#restBytes
      this.#restBytes = 0
    }
  }

  #nextChunk(): Buffer {
    const most = Math.min(CHUNK_BYTES, this.#options.maxBytes)
    let bytes = 0
    let count = 0
    for (const line of this.#lines) {
      if (count > 0 && bytes + line.length > most) break
      bytes += line.length + 1
      count++
    }
    this.#restBytes = bytes
    const lines = this.#lines.splice(0, count)
    return Buffer.from(`${lines.join('\n')}\n`, 'utf8')
  }

  async #open(): Promise<FileHandle> {
    const handle = await open(this.#options.path, FLAGS, 0o600)
    this.#size = (await handle.stat()).size
    return handle
  }

  /**
   * Lets go of a file that somebody moved or removed, so that lines do not go where nobody looks, and learns the size
   * of one that others append to as well.
   */
  async #followFile(): Promise<void> {
    if (this.#handle === undefined) return
    const [held, there] = await Promise.all([
      this.#handle.stat({ bigint: true }),
      stat(this.#options.path, { bigint: true }).catch(() => undefined),
    ])
    this.#size = Number(held.size)
    if (held.ino !== there?.ino || held.dev !== there.dev) await this.#release()
  }

  /** The file to write to, rotated first when so many more bytes would take it over its limit. */
  async #fileFor(bytes: number): Promise<FileHandle> {
    const { path, maxBytes, keep } = this.#options
    this.#handle ??= await this.#open()
    // The tail of a line belongs behind its beginning, whatever the size.
    if (this.#size > 0 && this.#size + bytes > maxBytes && !this.#restIsTail) {
      await this.#release()
      for (let i = keep; i >= 1; i--) await renameIfThere(i === 1 ? path : `${path}.${i - 1}`, `${path}.${i}`)
      this.#handle = await this.#open()
    }
    return this.#handle
  }

  async #release(): Promise<void> {
    const handle = this.#handle
    this.#handle = undefined
    await handle?.close().catch(() => undefined)
  }
}

async function renameIfThere(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
}
