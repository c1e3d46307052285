import { createRequire } from 'node:module'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../test/root.ts'

const folder = join(root, 'bench/peers')
const require = createRequire(join(folder, 'package.json'))

/** Path of a file of a peer. Throws with the remedy when the peers are not installed. */
export function peerPath(specifier: string): string {
  if (!existsSync(join(folder, 'node_modules'))) {
    throw new Error('The peers are not installed. Run: npm ci --prefix bench/peers')
  }
  return require.resolve(specifier)
}

/** The module of a peer, untyped: the shipped tree does not depend on it. */
export async function peer(specifier: string): Promise<Record<string, unknown>> {
  const path = peerPath(specifier)
  const module: unknown = await import(pathToFileURL(path).href)
  if (typeof module !== 'object' || module === null) throw new Error(`${specifier} is not a module.`)
  return { ...module }
}
