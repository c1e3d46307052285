import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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

/** One package of the lock file. */
export interface LockedPackage extends z.infer<typeof Package> {
  /** Where it is installed, such as `node_modules/a/node_modules/b`. */
  path: string
  /** `a` or `@scope/a`. */
  name: string
}

/** The packages that `package-lock.json` of the project in `root` names, without the project itself. */
export function lockedPackages(root: string): LockedPackage[] {
  const lock = LockFile.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
  return Object.entries(lock.packages)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => ({
      ...entry,
      path,
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
    }))
}

const text = z.record(z.string(), z.string()).default({})

/** What `package.json` of the project in `root` says of its dependencies. */
export function manifest(root: string) {
  return z
    .object({ engines: text, dependencies: text, devDependencies: text, overrides: text })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
}

/** Line, from 1, of the first occurrence of `needle` in a file of the project; undefined where it has none. */
export function lineOf(root: string, file: string, needle: string): number | undefined {
  const before = readFileSync(join(root, file), 'utf8').split(needle, 2)
  return before.length < 2 ? undefined : before[0]?.split('\n').length
}
