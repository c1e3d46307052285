import { readlink, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'

/** Links followed for a path that does not exist yet, as many as Linux follows. */
const MAX_LINKS = 40

/**
 * The place a path leads to: its real path, or for what does not exist yet the real path of the deepest folder
 * that does with the rest behind it. A link whose target is missing is followed, since writing would create the
 * target.
 */
export async function realPlace(path: string, links = 0): Promise<string> {
  const rest: string[] = []
  for (let head = path; ; head = dirname(head)) {
    try {
      return join(await realpath(head), ...rest)
    } catch {
      // Missing, or a link whose target is. What is neither stands in its folder under its own name.
      const target = links < MAX_LINKS ? await readlink(head).catch(() => undefined) : undefined
      if (target !== undefined) {
        const from = await realPlace(dirname(head), links + 1)
        return realPlace(join(resolve(from, target), ...rest), links + 1)
      }
    }
    if (dirname(head) === head) return resolve(path)
    rest.unshift(basename(head))
  }
}

/** `dev:ino` of what a path leads to; undefined when there is nothing or the file system has no inode numbers. */
export async function identityOf(path: string): Promise<string | undefined> {
  try {
    const { dev, ino } = await stat(path, { bigint: true })
    return ino === 0n ? undefined : `${dev}:${ino}`
  } catch {
    return undefined
  }
}
