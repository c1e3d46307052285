import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { z } from 'zod'

const Package = z.object({
  version: z.string().optional(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  license: z.string().optional(),
  dev: z.boolean().optional(),
  optional: z.boolean().optional(),
  engines: z.union([z.object({ node: z.string().optional() }), z.array(z.string())]).optional(),
})

const LockFile = z.object({ lockfileVersion: z.literal(3), packages: z.record(z.string(), Package) })

const project = '.'
/** Its tools have a lock of their own: only `npm run check` and the tests of the checks install them. */
export const toolFolder = 'scripts/check/tools'
/** Folders whose packages are held against the rules. */
export const installedFolders = [project, toolFolder]

/** One package of a lock file. */
export interface LockedPackage extends z.infer<typeof Package> {
  /** The lock file that names it. */
  lockFile: string
  /** How that file calls it, such as `node_modules/a/node_modules/b`. */
  key: string
  /** Where it is installed, from the root of the project. */
  path: string
  /** `a` or `@scope/a`. */
  name: string
}

/** The packages that the lock file of a folder of the project in `root` names, without the folder itself. */
export function lockedPackages(root: string, folder = project): LockedPackage[] {
  const lockFile = posix.join(folder, 'package-lock.json')
  if (folder !== project && !existsSync(join(root, lockFile))) return []
  const lock = LockFile.parse(JSON.parse(readFileSync(join(root, lockFile), 'utf8')))
  return Object.entries(lock.packages)
    .filter(([key]) => key !== '')
    .map(([key, entry]) => ({
      ...entry,
      lockFile,
      key,
      path: posix.join(folder, key),
      name: key.slice(key.lastIndexOf('node_modules/') + 'node_modules/'.length),
    }))
}

/** The packages of every lock file of the project. */
export function everyLockedPackage(root: string): LockedPackage[] {
  return installedFolders.flatMap((folder) => lockedPackages(root, folder))
}

const text = z.record(z.string(), z.string()).default({})

/** What the `package.json` of a folder of the project in `root` says of its dependencies. */
export function manifest(root: string, folder = project) {
  const file = join(root, folder, 'package.json')
  return z
    .object({ engines: text, dependencies: text, devDependencies: text, overrides: text })
    .parse(folder !== project && !existsSync(file) ? {} : JSON.parse(readFileSync(file, 'utf8')))
}

/** Line, from 1, of the first occurrence of `needle` in a file of the project; undefined where it has none. */
export function lineOf(root: string, file: string, needle: string): number | undefined {
  const before = readFileSync(join(root, file), 'utf8').split(needle, 2)
  return before.length < 2 ? undefined : before[0]?.split('\n').length
}
