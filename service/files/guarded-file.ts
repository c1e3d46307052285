import { createHash, type Hash } from 'node:crypto'
import { constants, type BigIntStats } from 'node:fs'
import { lstat, open, readlink, realpath, type FileHandle } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { fault } from '../../bridge/faults.ts'
import type { Digest } from '../../bridge/sources.ts'
import { codeOf, emptyFile, faultOf, notAFile, tooLarge } from './file-faults.ts'

/** Bytes above which a file is read into shared memory, so that threads need no copy. */
const SHARED_FROM_BYTES = 64 * 1024
/** Bytes read and hashed at a time: about a quarter of a millisecond of hashing on the main thread. */
const CHUNK_BYTES = 512 * 1024
/** How often a path that keeps changing while it is opened is tried again. */
const MAX_TRIES = 3
/** Characters of the longest path. */
const MAX_PATH = 4096

/** Refuses links: in any part of the path on macOS (O_NOFOLLOW_ANY of its `sys/fcntl.h`), in the last one elsewhere. */
const NO_LINKS = process.platform === 'darwin' ? 0x2000_0000 : constants.O_NOFOLLOW
/** Without O_NONBLOCK, opening a pipe swapped in for a file would wait for a writer. */
const FLAGS = constants.O_RDONLY | NO_LINKS | constants.O_NONBLOCK | constants.O_NOCTTY

export interface GuardedFileOptions {
  /** Largest file, in bytes. */
  maxBytes: number
  /** Whether a path, or what it leads to, is protected: `Gate.protectedRoot`. */
  isProtected: (path: string) => Promise<string | undefined>
  signal?: AbortSignal
  /** Called at the moments between which the file system may change under us; for tests of exactly that. */
  onStep?: (step: 'resolved' | 'checked' | 'opened') => Promise<void> | void
}

/** What is wrong with a path that changed between two looks; it is looked at again from the start. */
class Changed extends Error {}

/**
 * A regular file that passed the policy and is held open: what is read is what was checked, wherever the path leads
 * by now. Close it.
 */
export class GuardedFile {
  /** Where the file really was when it was opened. */
  readonly path: string
  /** Size when it was opened, in bytes. */
  readonly size: number
  readonly #handle: FileHandle
  readonly #maxBytes: number
  #digest: Digest | undefined

  constructor(path: string, size: number, handle: FileHandle, maxBytes: number) {
    this.path = path
    this.size = size
    this.#handle = handle
    this.#maxBytes = maxBytes
  }

  /** SHA-256 of the bytes that were read; undefined before. */
  get digest(): Digest | undefined {
    return this.#digest
  }

  /**
   * Reads the file from its start, in shared memory above 64 KiB. A file that shrinks gives what is there; one that
   * grows is read on, up to the limit. Faults: TOO_LARGE, EMPTY_FILE, and the signal's reason.
   */
  async read(signal?: AbortSignal): Promise<Uint8Array> {
    const hash = createHash('sha256')
    let bytes = allocate(this.size)
    let end = 0
    for (;;) {
      end = await this.#fill(bytes, end, hash, signal)
      if (end < bytes.length) break
      // Full: whether this is the end shows only when there is nothing behind it.
      const more = new Uint8Array(1)
      const { bytesRead } = await this.#handle.read(more, 0, 1, end)
      if (bytesRead === 0) break
      if (end >= this.#maxBytes) throw tooLarge(end + 1, this.#maxBytes)
      const larger = allocate(Math.min(2 * end, this.#maxBytes))
      larger.set(bytes)
      bytes = larger
    }
    if (end === 0) throw emptyFile()
    this.#digest = `sha256:${hash.digest('hex')}`
    return end === bytes.length ? bytes : bytes.subarray(0, end)
  }

  /** Reads until the array is full or the file ends; returns where it stopped. */
  async #fill(bytes: Uint8Array, from: number, hash: Hash, signal: AbortSignal | undefined): Promise<number> {
    for (let end = from; ;) {
      signal?.throwIfAborted()
      const length = Math.min(CHUNK_BYTES, bytes.length - end)
      if (length === 0) return end
      const { bytesRead } = await this.#handle.read(bytes, end, length, end)
      if (bytesRead === 0) return end
      hash.update(bytes.subarray(end, end + bytesRead))
      end += bytesRead
    }
  }

  async close(): Promise<void> {
    await this.#handle.close()
  }
}

function allocate(size: number): Uint8Array {
  return size > SHARED_FROM_BYTES ? new Uint8Array(new SharedArrayBuffer(size)) : new Uint8Array(size)
}

/**
 * Opens a file named by a caller. Nothing is followed that was not checked: the real path is opened without following
 * links, and the handle must be the very file (device and inode) that was checked, still at that path. A hard link to
 * a file in a protected folder cannot be told from a file of its own. Faults: INVALID_INPUT (a path that is not
 * absolute or holds NUL), PROTECTED_PATH, NOT_FOUND, NOT_A_FILE, EMPTY_FILE, TOO_LARGE, FORBIDDEN (not readable),
 * LOCKED (it kept changing), BUSY (no file handles left), and the signal's reason.
 */
export async function openGuarded(path: string, options: GuardedFileOptions): Promise<GuardedFile> {
  if (!isAbsolute(path) || path.includes('\0') || path.length > MAX_PATH) {
    throw fault(
      'INVALID_INPUT',
      `Expected an absolute path of at most ${MAX_PATH} characters without NUL, such as /home/ada/letter.pdf.`,
    )
  }
  for (let tries = 1; ; tries++) {
    options.signal?.throwIfAborted()
    try {
      return await attempt(path, options)
    } catch (error) {
      if (!(error instanceof Changed)) throw faultOf(error)
      if (tries === MAX_TRIES)
        throw fault('LOCKED', 'The file kept being replaced while it was opened; try again.')
    }
  }
}

async function attempt(
  path: string,
  { maxBytes, isProtected, onStep }: GuardedFileOptions,
): Promise<GuardedFile> {
  await refuseProtected(path, isProtected)
  const real = await realpath(path)
  if (real !== path) await refuseProtected(real, isProtected)
  await onStep?.('resolved')
  const checked = await lstat(real, { bigint: true })
  if (checked.isSymbolicLink()) throw new Changed()
  refuseOther(checked, maxBytes)
  await onStep?.('checked')
  const handle = await open(real, FLAGS).catch((error: unknown) => {
    throw codeOf(error) === 'ELOOP' || codeOf(error) === 'ENOENT' || codeOf(error) === 'ENXIO'
      ? new Changed()
      : error
  })
  try {
    await onStep?.('opened')
    const opened = await handle.stat({ bigint: true })
    if (opened.dev !== checked.dev || opened.ino !== checked.ino) throw new Changed()
    refuseOther(opened, maxBytes)
    await refuseMoved(handle, real, isProtected)
    return new GuardedFile(real, Number(opened.size), handle, maxBytes)
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** Refuses a path that is protected. Fault: PROTECTED_PATH. */
export async function refuseProtected(
  path: string,
  isProtected: GuardedFileOptions['isProtected'],
): Promise<void> {
  const root = await isProtected(path)
  if (root === undefined) return
  throw fault('PROTECTED_PATH', `The path leads into ${root}, which nobody may read or change here.`, {
    root,
  })
}

function refuseOther(stats: BigIntStats, maxBytes: number): void {
  if (!stats.isFile()) throw notAFile(stats.isDirectory() ? 'a folder' : 'a device, pipe or socket')
  if (stats.size === 0n) throw emptyFile()
  if (stats.size > BigInt(maxBytes)) throw tooLarge(Number(stats.size), maxBytes)
}

/**
 * The last look: where the handle leads by now. Linux tells from the handle itself, so a folder above swapped for a
 * link, even for the moment of opening only, shows. macOS refused links in all parts of the path on opening.
 */
async function refuseMoved(
  handle: FileHandle,
  real: string,
  isProtected: GuardedFileOptions['isProtected'],
): Promise<void> {
  const now = process.platform === 'linux' ? await linkOf(handle.fd) : undefined
  if (now !== undefined && now !== real) {
    if (isAbsolute(now)) await refuseProtected(now, isProtected)
    throw new Changed()
  }
  await refuseProtected(real, isProtected)
}

async function linkOf(fd: number): Promise<string | undefined> {
  try {
    return await readlink(`/proc/self/fd/${fd}`)
  } catch {
    // No /proc (a chroot): the other checks have to do.
    return undefined
  }
}
