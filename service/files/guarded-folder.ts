import { lstat, opendir, realpath } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { faultOf } from './file-faults.ts'
import { refuseProtected } from './guarded-file.ts'

/** A file or folder as its folder lists it. */
export interface FolderEntry {
  name: string
  path: string
  kind: 'file' | 'folder'
}

export interface Folder {
  /** In the order of their names; links, hidden entries, devices and what is protected are left out. */
  entries: FolderEntry[]
  /** Whether the folder has more than were looked at. */
  more: boolean
}

export interface GuardedFolderOptions {
  /** Entries looked at. */
  maxEntries: number
  /** Whether a path, or what it leads to, is protected: `Gate.protectedRoot`. */
  isProtected: (path: string) => Promise<string | undefined>
  signal?: AbortSignal
}

/**
 * What stands in a folder named by a caller; undefined where the path leads to no folder. Links in it are not followed,
 * so that a listing never leaves the folder. Faults: PROTECTED_PATH, FORBIDDEN, and the signal's reason.
 */
export async function listGuarded(
  path: string,
  { maxEntries, isProtected, signal }: GuardedFolderOptions,
): Promise<Folder | undefined> {
  if (!isAbsolute(path) || path.includes('\0')) return undefined
  await refuseProtected(path, isProtected)
  const real = await realpath(path).catch(() => undefined)
  if (real === undefined || !(await lstat(real).catch(() => undefined))?.isDirectory()) return undefined
  if (real !== path) await refuseProtected(real, isProtected)
  try {
    return await listed(real, maxEntries, isProtected, signal)
  } catch (error) {
    throw faultOf(error)
  }
}

async function listed(
  folder: string,
  maxEntries: number,
  isProtected: GuardedFolderOptions['isProtected'],
  signal: AbortSignal | undefined,
): Promise<Folder> {
  const entries: FolderEntry[] = []
  let seen = 0
  for await (const entry of await opendir(folder)) {
    signal?.throwIfAborted()
    if (++seen > maxEntries) return { entries: inOrder(entries), more: true }
    const kind = entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : undefined
    if (kind === undefined || entry.name.startsWith('.')) continue
    const path = join(folder, entry.name)
    if ((await isProtected(path)) === undefined) entries.push({ name: entry.name, path, kind })
  }
  return { entries: inOrder(entries), more: false }
}

/** By code units: the same everywhere, whatever the locale. */
const inOrder = (entries: FolderEntry[]): FolderEntry[] =>
  entries.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
