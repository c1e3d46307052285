import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { link, mkdir, open, readdir, rename, rm, stat, unlink, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Fault, fault } from '../../bridge/faults.ts'

/*
 *   .tmp-3f9c…  ── write ── fsync ──┐
 *                                   ├── rename (replace) or link (only if absent) ──▶ name ── fsync folder
 *   crash anywhere before ──▶ a `.tmp-` leftover, swept at the next start; `name` is the old one or the new one
 */

/** Name of unfinished files and folders; whatever begins with it may be removed when nobody is writing. */
export const TEMPORARY = '.tmp-'

/** The errno text of a file system error (`ENOENT`), or undefined; the code of a fault is none. */
export function errno(error: unknown): string | undefined {
  if (error instanceof Fault) return undefined
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/**
 * The fault of a failed write: STORAGE_FULL when the disk, the quota or the file size limit is reached;
 * anything else is returned as it came. `what` names what could not be stored ("the job").
 */
export function storageFault(error: unknown, what: string): unknown {
  const code = errno(error)
  if (code !== 'ENOSPC' && code !== 'EDQUOT' && code !== 'EFBIG') return error
  return fault(
    'STORAGE_FULL',
    `There was no space to store ${what}; free some disk space and try again.`,
    { errno: code },
    error,
  )
}

/** A fresh name for an unfinished file or folder inside `folder`. */
export function temporaryPath(folder: string): string {
  return join(folder, `${TEMPORARY}${randomBytes(9).toString('hex')}`)
}

async function syncNow(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY)
  try {
    await handle.sync()
  } catch (error) {
    // Some network and FUSE file systems refuse to sync a folder; the rename is as durable as they make it.
    if (errno(error) !== 'EINVAL' && errno(error) !== 'ENOTSUP') throw error
  } finally {
    await handle.close()
  }
}

/** Folders being flushed, and the flush that follows for those who came too late for the present one. */
const flushes = new Map<string, { now: Promise<void>; next?: Promise<void> }>()

/**
 * Makes the names inside a folder survive a power cut. Calls at the same time share a flush: each takes
 * milliseconds and one of the few threads that Node has for files.
 */
export function syncFolder(folder: string): Promise<void> {
  const flush = flushes.get(folder)
  // The present flush may have begun before the caller's name was there.
  if (flush !== undefined)
    return (flush.next ??= flush.now.catch(() => undefined).then(() => syncFolder(folder)))
  const now = syncNow(folder).finally(() => flushes.delete(folder))
  flushes.set(folder, { now })
  return now
}

/** Makes a folder (0700) if it is missing. */
export async function ensureFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
}

/** Opens a new file (0600) for writing; fails when the name is taken, even by a dangling link. */
export function openNew(path: string): Promise<FileHandle> {
  const { O_CREAT, O_EXCL, O_RDWR, O_NOFOLLOW } = constants
  return open(path, O_CREAT | O_EXCL | O_RDWR | O_NOFOLLOW, 0o600)
}

/**
 * What survives a power cut: nothing new for sure ('no'), the content once its name does ('content'), or both. All
 * of them survive a crash of the process.
 */
type Durability = 'no' | 'content' | 'full'

async function writeTemporary(
  folder: string,
  content: string | Uint8Array,
  durability: Durability,
): Promise<string> {
  const path = temporaryPath(folder)
  const handle = await openNew(path)
  try {
    await handle.writeFile(content)
    if (durability !== 'no') await handle.sync()
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await handle.close()
  }
  return path
}

/**
 * Replaces a file as a whole: readers see the old content or the new, never part of one, and the new one survives
 * a power cut once this resolves, unless less is asked for. Fault: STORAGE_FULL, leaving the old file.
 */
export async function writeAtomic(
  path: string,
  content: string | Uint8Array,
  { durability = 'full' }: { durability?: Durability } = {},
): Promise<void> {
  const folder = dirname(path)
  try {
    const temporary = await writeTemporary(folder, content, durability)
    try {
      await rename(temporary, path)
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
    if (durability === 'full') await syncFolder(folder)
  } catch (error) {
    throw storageFault(error, basename(path))
  }
}

/**
 * Creates a file with all its content at once, only if the name is free. Answers whether it did: of several that
 * try at the same time exactly one hears true. Fault: STORAGE_FULL.
 */
export async function createAtomic(path: string, content: string | Uint8Array): Promise<boolean> {
  const folder = dirname(path)
  try {
    const temporary = await writeTemporary(folder, content, 'full')
    try {
      await link(temporary, path)
    } catch (error) {
      if (errno(error) === 'EEXIST') return false
      throw error
    } finally {
      await unlink(temporary)
    }
    await syncFolder(folder)
    return true
  } catch (error) {
    throw storageFault(error, basename(path))
  }
}

/**
 * Removes what crashed writers left in a folder, except the paths in `keep` and what is younger than
 * `olderThanMs` (for folders that other processes may be writing to). Answers how many there were.
 */
export async function sweepTemporary(
  folder: string,
  { keep, olderThanMs = 0 }: { keep?: ReadonlySet<string>; olderThanMs?: number } = {},
): Promise<number> {
  let removed = 0
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if (!name.startsWith(TEMPORARY) || keep?.has(path)) continue
    if (olderThanMs > 0) {
      const stats = await stat(path).catch(() => undefined)
      if (stats === undefined || Date.now() - stats.mtimeMs < olderThanMs) continue
    }
    await rm(path, { recursive: true, force: true })
    removed++
  }
  return removed
}
