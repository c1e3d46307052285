import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

function findRoot(from: string): string {
  return existsSync(join(from, 'package.json')) ? from : findRoot(dirname(from))
}

/** Absolute path of the project's root folder, whether this runs from the sources or from dist/. */
export const root = findRoot(import.meta.dirname)
