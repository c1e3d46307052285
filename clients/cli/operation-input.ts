import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Fault } from '../../bridge/faults.ts'
import { MiB, type Operation } from '../../bridge/operation.ts'
import { Digest, type Source } from '../../bridge/sources.ts'
import { inputFromText, inputSchema } from '../../bridge/text-fields.ts'
import type { Arguments } from './arguments.ts'
import { fieldOptions, sourceFields } from './operation-options.ts'
import { UsageError } from './usage.ts'

type Fields = Record<string, unknown>

/** The input of a call as the command line gives it, and where standard input belongs in it. */
export interface CommandInput {
  fields: Fields
  /**
   * Set where `-` stands for the bytes of standard input: `body` when they are the only file, `source` with their
   * place in the list of files otherwise, `text` when they are the text of a field.
   */
  stdin?: { as: 'body' } | { as: 'source'; field: string; index: number } | { as: 'text'; field: string }
}

/** Where relative paths start, and how standard input is read as text. */
export interface InputReading {
  cwd: string
  readStdin: (maxBytes: number) => Promise<Uint8Array>
}

/** Largest JSON taken from a file or standard input; the service takes no more either. */
const maxJsonBytes = MiB

/**
 * Builds the input of an operation: `--input` first, then the options, then the positionals, each over the one
 * before. Relative paths become absolute. Throws UsageError.
 */
export async function commandInput(
  operation: Operation,
  args: Arguments,
  reading: InputReading,
): Promise<CommandInput> {
  const whole = await wholeInput(args.text('input'), reading)
  const command: CommandInput = { fields: merge(whole, textFields(operation, args)) }
  const files = [
    ...namedFiles(operation, args, reading.cwd),
    ...positionals(operation, args, reading.cwd, command),
  ]
  putFiles(operation, files, command)
  if (command.stdin && args.text('input') === '-') throw twice()
  for (const field of operation.cli?.paths ?? [])
    command.fields[field] = absolute(command.fields[field], reading.cwd)
  return command
}

/** A path, or several, from where the command runs; anything else is for the schema to refuse. */
function absolute(paths: unknown, cwd: string): unknown {
  if (Array.isArray(paths)) return paths.map((path) => absolute(path, cwd))
  return typeof paths === 'string' && paths !== '' ? resolve(cwd, paths) : paths
}

/** A file named on the command line; `-` is standard input. */
interface NamedFile {
  field: string
  source: Source | '-'
}

/** Files named by options. */
function namedFiles(operation: Operation, args: Arguments, cwd: string): NamedFile[] {
  return [...sourceFields(operation)].flatMap((field) =>
    args.texts(field).map((text) => ({ field, source: sourceOf(text, cwd) })),
  )
}

function sourceOf(text: string, cwd: string): Source | '-' {
  if (text === '-') return text
  if (text === '') throw new UsageError('A file name is empty.')
  return Digest.safeParse(text).success ? { blob: text } : { path: resolve(cwd, text) }
}

/** Puts positionals that are texts into their fields and returns those that are files. */
function positionals(operation: Operation, args: Arguments, cwd: string, command: CommandInput): NamedFile[] {
  const names = operation.cli?.positional ?? []
  const properties = inputSchema(operation.input).properties ?? {}
  const sources = sourceFields(operation)
  const files: NamedFile[] = []
  const texts: [string, string][] = []
  for (const [index, text] of args.positionals.entries()) {
    const last = names.at(-1)
    const field =
      names[index] ?? (last !== undefined && properties[last]?.type === 'array' ? last : undefined)
    if (field === undefined) throw surplus(operation, text, args.positionals)
    if (sources.has(field)) files.push({ field, source: sourceOf(text, cwd) })
    else if (text === '-') setStdin(command, { as: 'text', field })
    else texts.push([field, text])
  }
  Object.assign(command.fields, readFields(operation, texts))
  return files
}

function surplus(operation: Operation, text: string, given: readonly string[]): UsageError {
  const names = operation.cli?.positional ?? []
  const name = operation.name.replace('.', ' ')
  if (names.length === 0)
    return new UsageError(`${name} takes no argument "${text}".`, 'Its fields are options; see --help.')
  return new UsageError(
    `${name} does not know what to do with "${text}".`,
    `Put it in quotes: "${given.join(' ')}"`,
  )
}

/** Puts files into the fields of the input. A single one goes where its failure is the failure of the call. */
function putFiles(operation: Operation, named: readonly NamedFile[], command: CommandInput): void {
  const { one, many } = operation.files ?? {}
  if (named.length === 1 && named[0]?.source === '-') return setStdin(command, { as: 'body' })
  for (const field of new Set(named.map((file) => file.field))) {
    const sources = named
      .filter((file) => file.field === field)
      .map(({ source }, index): Source => {
        if (source !== '-') return source
        setStdin(command, { as: 'source', field, index })
        return placeholder
      })
    const [only] = sources
    if (sources.length > 1 && field !== many)
      throw new UsageError(`--${field} takes one file; ${sources.length} came.`)
    if (field === many && (sources.length > 1 || one === undefined)) command.fields[field] = sources
    else if (field === many || field === one) command.fields[one ?? field] = only
    else command.fields[field] = pathOf(only)
  }
}

/** Keeps the place of standard input in a list of files until its bytes are stored. */
const placeholder: Source = { blob: `sha256:${'0'.repeat(64)}` }

function pathOf(source: Source | undefined): string {
  if (source && 'path' in source) return source.path
  throw new UsageError('--path takes the path of a file.')
}

function setStdin(command: CommandInput, stdin: NonNullable<CommandInput['stdin']>): void {
  if (command.stdin) throw twice()
  command.stdin = stdin
}

function twice(): UsageError {
  return new UsageError('Standard input can be read once; "-" came twice.')
}

function textFields(operation: Operation, args: Arguments): Fields {
  const sources = sourceFields(operation)
  const names = fieldOptions(operation).map(({ name }) => name)
  const pairs = names
    .filter((name) => !sources.has(name))
    .flatMap((name) => args.texts(name).map((text): [string, string] => [name, text]))
  return readFields(operation, pairs)
}

function readFields(operation: Operation, pairs: [string, string][]): Fields {
  try {
    return inputFromText(operation, pairs)
  } catch (error) {
    if (error instanceof Fault) throw new UsageError(`--${error.message}`)
    throw error
  }
}

async function wholeInput(file: string | undefined, reading: InputReading): Promise<Fields> {
  if (file === undefined) return {}
  const what = file === '-' ? 'standard input' : file
  let text: string
  try {
    const bytes =
      file === '-' ? await reading.readStdin(maxJsonBytes) : await readFile(resolve(reading.cwd, file))
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof Fault) throw error
    throw new UsageError(
      `--input: ${what} cannot be read (${codeOf(error)}).`,
      'It takes a file with the whole input as JSON.',
    )
  }
  let input: unknown
  try {
    input = JSON.parse(text)
  } catch (error) {
    throw new UsageError(`--input: ${what} is not JSON: ${error instanceof Error ? error.message : ''}`)
  }
  if (!isFields(input)) throw new UsageError(`--input: expected a JSON object in ${what}.`)
  return input
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'not UTF-8'
}

function merge(base: Fields, over: Fields): Fields {
  const merged = { ...base }
  for (const [key, value] of Object.entries(over)) {
    const old = merged[key]
    merged[key] = isFields(old) && isFields(value) ? merge(old, value) : value
  }
  return merged
}

function isFields(value: unknown): value is Fields {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
