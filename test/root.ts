import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The project's folder, found by walking up to package.json: tests run from dist/, fixtures stay where they are. */
export const root = findRoot(import.meta.dirname)

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error('No package.json above the tests')
  return findRoot(parent)
}
