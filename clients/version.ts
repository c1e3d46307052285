import { readFileSync } from 'node:fs'

/** Version of this package, from its package.json. */
export const version: string = read()

function read(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  if (manifest !== null && typeof manifest === 'object' && 'version' in manifest)
    return String(manifest.version)
  throw new Error('package.json names no version')
}
