import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fault } from '../../bridge/faults.ts'
import type { Operation } from '../../bridge/operation.ts'
import type { NamedResult } from '../../bridge/operation-files.ts'
import type { Context } from './command.ts'
import { UsageError } from './usage.ts'

/** A file that a result is written to. */
interface ResultFile {
  /** What it is called for a person; undefined for standard output, which holds the bytes alone. */
  name: string | undefined
  /** Writes the bytes whole, or leaves nothing behind. Faults: EXISTS, NOT_FOUND, FORBIDDEN. */
  write(bytes: Uint8Array): Promise<void>
}

/** Where `--out` puts the results of a call: the file for each, in their order. Throws UsageError where they do not fit. */
export type ResultPlace = (results: readonly NamedResult[]) => Promise<ResultFile[]>

/**
 * The file or, for an operation with a list of results, the folder that `--out` names, looked at before any work is
 * done for it; undefined without `--out`. Faults: EXISTS for a file that must not be replaced without `--force`,
 * NOT_A_FILE for a folder where only a file will do.
 */
export async function resultPlace(
  { binary = '' }: Pick<Operation, 'binary'>,
  { args, terminal }: Context,
): Promise<ResultPlace | undefined> {
  const out = args.text('out')
  if (out === undefined) return undefined
  if (args.has('async')) throw new UsageError('--out needs the result; --async does not wait for it.')
  if (out === '-') {
    if (args.has('json')) throw new UsageError('--json and --out - both want standard output.')
    return only('-', { name: undefined, write: (bytes) => terminal.write(bytes) })
  }
  const path = resolve(terminal.cwd, out)
  const there = await stat(path).catch(() => undefined)
  const force = args.has('force')
  if (binary.includes('.') && (there?.isDirectory() || (there === undefined && /[\\/]$/.test(out)))) {
    return (results) => filesIn(path, results, force)
  }
  if (there?.isDirectory()) throw fault('NOT_A_FILE', `${path} is a folder; name a file in it.`, { path })
  if (there?.isFile() && !force) throw exists(path)
  // A device or a pipe is written into, never replaced.
  const special = there !== undefined && !there.isFile()
  return only(out, {
    name: path,
    write: (bytes) => writeFileWhole(path, bytes, special ? 'into' : force ? 'replace' : 'create'),
  })
}

/** A place for one result. */
function only(out: string, file: ResultFile): ResultPlace {
  return (results) => {
    if (results.length <= 1) return Promise.resolve(results.map(() => file))
    const folder = out === '-' ? 'pages/' : `${out.replace(/\.\w+$/, '')}/`
    throw new UsageError(
      `--out ${out} takes one result; ${results.length} came. Name a folder: --out ${folder}`,
    )
  }
}

const extensions: Record<string, string> = { 'image/png': 'png', 'image/jpeg': 'jpg' }

/** A file in a folder for each result, named by its number: `page-07.png`. The folder is made if need be. */
async function filesIn(
  folder: string,
  results: readonly NamedResult[],
  force: boolean,
): Promise<ResultFile[]> {
  const numbers = results.map(({ entry }, index) => Number(entry?.['number'] ?? index + 1))
  const digits = String(Math.max(0, ...numbers)).length
  try {
    await mkdir(folder, { recursive: true })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw fault('FORBIDDEN', `The folder ${folder} cannot be made (${code}).`, { path: folder }, error)
  }
  return results.map(({ result }, index) => {
    const number = String(numbers[index]).padStart(digits, '0')
    const path = join(folder, `page-${number}.${extensions[result.mediaType] ?? 'bin'}`)
    return { name: path, write: (bytes) => writeFileWhole(path, bytes, force ? 'replace' : 'create') }
  })
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
