import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fault } from '../../bridge/faults.ts'
import { createClient, type Client } from '../client.ts'
import { discover, stateFolder } from '../discovery.ts'
import type { Arguments, Option } from './arguments.ts'
import { ensureService } from './service-process.ts'
import type { Terminal } from './terminal.ts'
import { UsageError } from './usage.ts'

/** What a command runs with. */
export interface Context {
  terminal: Terminal
  args: Arguments
  /** Aborts at Ctrl-C and when nobody reads the output. */
  signal: AbortSignal
  /** Every command there is, for help and completion. */
  commands: readonly Command[]
}

/** A command as the parser, the help and the completion see it. */
export interface Command {
  /** Its words, such as `jobs show` or `documents read`. */
  name: string
  summary: string
  /** More than the summary, for its own help. */
  description?: string
  /** What follows its words, such as `FILE…`. */
  positionals?: string
  /** Whether its positionals are files, for completion. */
  takesFiles?: boolean
  /** Words its first positional may be, for completion. */
  words?: readonly string[]
  options: readonly Option[]
  /** Lines of arguments that show it at work. */
  examples?: readonly { title: string; line: string }[]
  /** Hands every argument on instead of parsing it. */
  passThrough?: boolean
  /** Runs it and returns the exit code. Faults and UsageErrors are shown by the caller. */
  run(context: Context): Promise<number>
}

/** Options that say which service, taken from the command line. */
export function homeOf({ args, terminal }: Pick<Context, 'args' | 'terminal'>): string {
  const home = args.text('home')
  return stateFolder(terminal.env, home === undefined ? undefined : resolve(terminal.cwd, home))
}

/**
 * A client for the service the options name. Where none is named and none runs, one is started that other commands
 * share. `start: false` only looks. Faults: UNREACHABLE.
 */
export async function connect(
  context: Pick<Context, 'args' | 'terminal' | 'signal'>,
  { start = true }: { start?: boolean } = {},
): Promise<{ client: Client; url: string; home: string; started: boolean }> {
  const { args, terminal, signal } = context
  const { env } = terminal
  const home = homeOf(context)
  const token = await tokenOf(context)
  const named = args.text('url') ?? env['TALARIA_URL']
  const search = { url: named || undefined, home, env, fetch, signal }
  // Without a token of its own, a service on the usual port that is not of this home could not be asked anything.
  const found = named || token !== undefined ? await discover(search) : undefined
  const endpoint = found ?? (start ? await shared(home, terminal, signal) : await discover(search))
  if (endpoint === undefined)
    throw fault('UNREACHABLE', `No service runs for ${home}; start it: talaria serve`, { home })
  const { url } = endpoint
  const started = 'started' in endpoint && endpoint.started === true
  return {
    client: createClient({ url, home, env, ...(token !== undefined && { token }) }),
    url,
    home,
    started,
  }
}

/** The service of the home, started if need be; at a terminal a line says what is waited for. */
async function shared(home: string, terminal: Terminal, signal: AbortSignal) {
  let drawn = false
  const onStart = (): void => {
    drawn = terminal.canRedraw
    if (drawn) terminal.redraw('Starting the service …')
  }
  try {
    return await ensureService(home, terminal.env, signal, { onStart })
  } finally {
    if (drawn) terminal.redraw('')
  }
}

async function tokenOf({ args, terminal }: Pick<Context, 'args' | 'terminal'>): Promise<string | undefined> {
  const file = args.text('token-file')
  if (file === undefined) return terminal.env['TALARIA_TOKEN'] || undefined
  let token: string
  try {
    token = (await readFile(resolve(terminal.cwd, file), 'utf8')).trim()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw new UsageError(`--token-file: ${file} cannot be read (${code}).`)
  }
  if (!/^[\w.~+/-]+=*$/.test(token)) throw new UsageError(`--token-file: ${file} holds no token.`)
  return token
}
