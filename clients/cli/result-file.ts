import { randomUUID } from 'node:crypto'
import { rename, rm, stat, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fault } from '../../bridge/faults.ts'
import type { Context } from './command.ts'
import { UsageError } from './usage.ts'

/** Where `--out` puts the bytes of a result. */
export interface ResultFile {
  /** What it is called for a person; undefined for standard output, which holds the bytes alone. */
  name: string | undefined
  /** Writes the bytes whole, or leaves nothing behind. Faults: EXISTS, NOT_FOUND, FORBIDDEN. */
  write(bytes: Uint8Array): Promise<void>
}

/**
 * The file `--out` names, looked at before any work is done for it; undefined without `--out`. Faults: EXISTS for a
 * file that must not be replaced without `--force`, NOT_A_FILE for a folder.
 */
export async function resultFile({ args, terminal }: Context): Promise<ResultFile | undefined> {
  const out = args.text('out')
  if (out === undefined) return undefined
  if (args.has('async')) throw new UsageError('--out needs the result; --async does not wait for it.')
  if (out === '-') {
    if (args.has('json')) throw new UsageError('--json and --out - both want standard output.')
    return { name: undefined, write: (bytes) => terminal.write(bytes) }
  }
  const path = resolve(terminal.cwd, out)
  const there = await stat(path).catch(() => undefined)
  if (there?.isDirectory()) throw fault('NOT_A_FILE', `${path} is a folder; name a file in it.`, { path })
  const force = args.has('force')
  if (there?.isFile() && !force) throw exists(path)
  // A device or a pipe is written into, never replaced.
  const special = there !== undefined && !there.isFile()
  return {
    name: path,
    write: (bytes) => writeFileWhole(path, bytes, special ? 'into' : force ? 'replace' : 'create'),
  }
}

async function writeFileWhole(
  path: string,
  bytes: Uint8Array,
  how: 'into' | 'replace' | 'create',
): Promise<void> {
  const draft = how === 'replace' ? `${path}.${randomUUID().slice(0, 8)}.part` : path
  try {
    await writeFile(draft, bytes, { flag: how === 'into' ? 'w' : 'wx' })
    if (how === 'replace') await rename(draft, path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    if (code === 'EEXIST') throw exists(path, error)
    if (how !== 'into') await rm(draft, { force: true })
    if (code === 'ENOENT') {
      throw fault('NOT_FOUND', `The folder of ${path} does not exist; make it first.`, { path }, error)
    }
    throw fault('FORBIDDEN', `${path} cannot be written (${code}).`, { path }, error)
  }
}

function exists(path: string, cause?: unknown) {
  return fault('EXISTS', `${path} is there already; --force replaces it.`, { path }, cause)
}
