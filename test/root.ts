import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

function up(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error(`No package.json above ${import.meta.dirname}`)
  return up(parent)
}

/** The project's folder, found from the sources and from dist/ alike. */
export const root = up(import.meta.dirname)
