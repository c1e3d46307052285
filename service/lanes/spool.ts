import { constants, statfsSync, type Dirent } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fault, type Fault } from '../../bridge/faults.ts'
import type { SpooledFile } from '../../workers/host/messages.ts'

const PREFIX = 'talaria-spool-'
const MEMORY_FOLDER = '/dev/shm'

/** The folder of this user within one that everybody may write to. */
const ownFolder = (shared: string): string => join(shared, `talaria-${process.getuid?.() ?? 'user'}`)

/** Every folder bytes may be spooled under, for the gate to protect: nobody reads another call's bytes by path. */
export function spoolFolders(base: string | undefined): string[] {
  return base === undefined ? [ownFolder(MEMORY_FOLDER), ownFolder(tmpdir())] : [base]
}

/**
 * Folder for bytes on their way to and from child processes. Every call that needs it has a folder of its own,
 * removed when the call ends:
 *
 *     <base>/talaria-spool-<pid>-XXXXXX/      0700, made at first use, removed by close
 *         <call>/in-0 in-1 … out-0 …          0600
 *
 * The bytes there at any time are bounded; what does not fit, or a full disk, is STORAGE_FULL.
 */
export class Spool {
  readonly #base: string
  readonly #maxBytes: number
  #root: Promise<string> | undefined
  #used = 0

  /** `base` undefined takes memory-backed storage where it has room for all of `maxBytes`, else the temporary folder. */
  constructor(base: string | undefined, maxBytes: number) {
    this.#base = base ?? ownFolder(hasRoom(MEMORY_FOLDER, maxBytes) ? MEMORY_FOLDER : tmpdir())
    this.#maxBytes = maxBytes
  }

  /** Bytes reserved at the moment. */
  get usedBytes(): number {
    return this.#used
  }

  /** Room for one call; nothing is made on disk until bytes are put there. */
  lease(call: number): SpoolLease {
    return new SpoolLease(String(call), {
      folder: () => (this.#root ??= this.#open()),
      reserve: (bytes) => {
        if (this.#used + bytes > this.#maxBytes) return false
        this.#used += bytes
        return true
      },
      release: (bytes) => {
        this.#used -= bytes
      },
    })
  }

  /** Removes the folder of this process with all that is in it. */
  async close(): Promise<void> {
    const root = await this.#root?.catch(() => undefined)
    if (root !== undefined) await rm(root, { recursive: true, force: true })
  }

  async #open(): Promise<string> {
    try {
      await mkdir(this.#base, { recursive: true, mode: 0o700 })
      const { uid } = await stat(this.#base)
      if (process.getuid !== undefined && uid !== process.getuid()) {
        throw fault(
          'UNAVAILABLE',
          `The spool folder ${this.#base} belongs to user ${uid}; set lanes.spool to one of your own.`,
        )
      }
      await removeStale(this.#base)
      return await mkdtemp(join(this.#base, `${PREFIX}${process.pid}-`))
    } catch (error) {
      this.#root = undefined
      throw error
    }
  }
}

interface Room {
  folder(): Promise<string>
  reserve(bytes: number): boolean
  release(bytes: number): void
}

/** The part of the spool that belongs to one call. `end` must be called, however the call ended. */
export class SpoolLease {
  readonly #name: string
  readonly #room: Room
  #folder: string | undefined
  #bytes = 0
  #files = 0

  constructor(name: string, room: Room) {
    this.#name = name
    this.#room = room
  }

  /** Writes bytes to a file and returns its path. Faults: STORAGE_FULL. Throws the signal's reason when aborted. */
  async put(bytes: Uint8Array, signal: AbortSignal): Promise<string> {
    if (!this.#reserve(bytes.byteLength)) throw storageFull(bytes.byteLength)
    try {
      const path = join(await this.#ownFolder(), `in-${this.#files++}`)
      const file = await open(path, 'wx', 0o600)
      try {
        await file.writeFile(bytes, { signal })
      } finally {
        await file.close()
      }
      return path
    } catch (error) {
      signal.throwIfAborted()
      throw isFull(error) ? storageFull(bytes.byteLength, error) : error
    }
  }

  /** A folder for a child to write this many bytes into; undefined when there is no room. */
  async grant(bytes: number): Promise<string | undefined> {
    if (!this.#reserve(bytes)) return undefined
    try {
      return await this.#ownFolder()
    } catch (error) {
      if (isFull(error)) return undefined
      throw error
    }
  }

  /** Reads a file that a child wrote, into shared memory so that threads can take it from here without a copy. */
  async get({ path, bytes }: SpooledFile): Promise<Uint8Array> {
    if (dirname(path) !== this.#folder || bytes > this.#bytes) {
      throw new Error('A child named a file that is not its own, or more bytes than it asked for')
    }
    const content = new Uint8Array(new SharedArrayBuffer(bytes))
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
    try {
      for (let at = 0; at < bytes;) {
        const { bytesRead } = await file.read(content, at, bytes - at, at)
        if (bytesRead === 0) throw new Error(`The spooled file ends after ${at} of ${bytes} bytes`)
        at += bytesRead
      }
    } finally {
      await file.close()
    }
    return content
  }

  /** Removes the call's files and gives their room back. */
  async end(): Promise<void> {
    const folder = this.#folder
    this.#folder = undefined
    try {
      if (folder !== undefined) await rm(folder, { recursive: true, force: true })
    } finally {
      this.#room.release(this.#bytes)
      this.#bytes = 0
    }
  }

  #reserve(bytes: number): boolean {
    if (!this.#room.reserve(bytes)) return false
    this.#bytes += bytes
    return true
  }

  async #ownFolder(): Promise<string> {
    if (this.#folder === undefined) {
      this.#folder = join(await this.#room.folder(), this.#name)
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    }
    return this.#folder
  }
}

const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

const storageFull = (bytes: number, cause?: unknown): Fault =>
  fault(
    'STORAGE_FULL',
    `The spool folder has no room for ${bytes} bytes more. Try again when other calls have ended.`,
    { bytes },
    cause,
  )

function hasRoom(folder: string, bytes: number): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= bytes
  } catch {
    return false
  }
}

/** Removes what services that were killed left behind: folders of ours whose process is gone. */
async function removeStale(base: string): Promise<void> {
  const entries: Dirent[] = await readdir(base, { withFileTypes: true })
  for (const entry of entries) {
    const pid = Number(/^talaria-spool-(\d+)-/.exec(entry.name)?.[1])
    if (!entry.isDirectory() || !Number.isInteger(pid) || isAlive(pid)) continue
    const path = join(base, entry.name)
    if (process.getuid !== undefined && (await stat(path)).uid !== process.getuid()) continue
    await rm(path, { recursive: true, force: true }).catch(() => undefined)
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}
