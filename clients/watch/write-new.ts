import { createHash, randomUUID } from 'node:crypto'
import { access, link, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fault } from '../../bridge/faults.ts'

const draftName = /^\.talaria-[\da-f]{8}\.part$/

/** Names tried for a file before giving up. */
const MAX_NAMES = 1000

/** The digest by which bytes are known: `sha256:` and 64 hexadecimal digits. */
export const digestOf = (bytes: Uint8Array): string =>
  `sha256:${createHash('sha256').update(bytes).digest('hex')}`

/**
 * Writes a file under a name that is free: `name`, else `name (2)` and so on. It is there whole or not at all, and never
 * replaces another; where a file of the name has these very bytes already, that is the file. Returns its name. Fault:
 * FORBIDDEN where the folder cannot be written to.
 */
export async function writeNew(folder: string, name: string, bytes: Uint8Array): Promise<string> {
  const draft = join(folder, `.talaria-${randomUUID().slice(0, 8)}.part`)
  try {
    await writeFile(draft, bytes, { flag: 'wx' })
    for (let number = 1; ; number += 1) {
      const own = number === 1 ? name : numbered(name, number)
      try {
        await moveNew(draft, join(folder, own))
        return own
      } catch (error) {
        if (codeOf(error) !== 'EEXIST' || number >= MAX_NAMES) throw error
        if (await isSame(join(folder, own), bytes)) return own
      }
    }
  } catch (error) {
    throw fault('FORBIDDEN', `${folder} cannot be written to (${codeOf(error)}).`, { path: folder }, error)
  } finally {
    await rm(draft, { force: true })
  }
}

/** Removes what a run that was killed has left behind. */
export async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (draftName.test(name)) await rm(join(folder, name), { force: true })
}

/** File systems without links, as memory cards have them, say so in one of these ways. */
const withoutLinks: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

/** A link fails where the name is taken; a rename, which would replace what is there, stands in where there are none. */
async function moveNew(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path)
  } catch (error) {
    if (!withoutLinks.has(codeOf(error))) throw error
    const taken = await access(path).then(
      () => true,
      () => false,
    )
    if (taken) throw Object.assign(new Error(`${path} is there`), { code: 'EEXIST' })
    await rename(draft, path)
  }
}

/** Why the system refused. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}

const numbered = (name: string, number: number): string => name.replace(/(\.[^.]*)?$/, ` (${number})$1`)

async function isSame(path: string, bytes: Uint8Array): Promise<boolean> {
  const there = await readFile(path).catch(() => undefined)
  return there !== undefined && there.length === bytes.length && digestOf(there) === digestOf(bytes)
}
