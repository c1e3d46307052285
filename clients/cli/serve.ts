import { spawn } from 'node:child_process'
import { access, writeFile } from 'node:fs/promises'
import { constants } from 'node:os'
import { join } from 'node:path'
import { createClient } from '../client.ts'
import { pause } from '../deadline.ts'
import { ownService, readServiceRecord, stateFolder } from '../discovery.ts'
import { frugalEnvironment } from './allocator.ts'
import type { Command, Context } from './command.ts'
import { showDemo } from './demo.ts'
import { ensureService, serviceProgram } from './service-process.ts'
import { EXIT, UsageError } from './usage.ts'

const help = `Usage  talaria serve [--detach] [--demo-once] [--<setting> VALUE …]

Runs the service in the foreground until SIGTERM or Ctrl-C.

  --home FOLDER       State folder; else TALARIA_HOME
  --port N            Port; 0 takes any free one
  --detach            Run it in the background and return once it answers
  --demo-once         Show what it does on the bundled samples, once for each home
  --<setting> VALUE   Any other setting, such as --lanes.heavy.workers 2; docs/configuration.md lists them
  -h, --help          Show this help
`

/** `talaria serve`: the service itself, in the foreground or detached. */
export const serve: Command = {
  name: 'serve',
  summary: 'Run the service until SIGTERM or Ctrl-C',
  options: [
    { name: 'detach', description: 'Run it in the background and return once it answers' },
    { name: 'demo-once', description: 'Show what it does on the bundled samples, once for each home' },
    { name: 'home', value: 'FOLDER', description: 'State folder; else TALARIA_HOME', isFile: true },
    { name: 'port', value: 'N', description: 'Port; 0 takes any free one' },
    { name: 'help', short: 'h', description: 'Show this help' },
  ],
  passThrough: true,
  run: runServe,
}

async function runServe(context: Context): Promise<number> {
  const { terminal, args, signal } = context
  const given = [...args.positionals]
  if (given.includes('--help') || given.includes('-h')) {
    await terminal.write(help)
    return EXIT.ok
  }
  const take = (flag: string): boolean => {
    const index = given.indexOf(flag)
    if (index >= 0) given.splice(index, 1)
    return index >= 0
  }
  const detach = take('--detach')
  const demoOnce = take('--demo-once')
  const home = stateFolder(terminal.env, homeIn(given))
  if (!detach) return foreground(home, given, demoOnce, context)
  const { url, started } = await ensureService(home, terminal.env, signal, { flags: given })
  await terminal.print(started ? `Running at ${url}` : `Already running at ${url}`)
  return EXIT.ok
}

function homeIn(flags: readonly string[]): string | undefined {
  const index = flags.findIndex((flag) => flag === '--home' || flag.startsWith('--home='))
  if (index < 0) return undefined
  const flag = flags[index] ?? ''
  const value = flag.includes('=') ? flag.slice(flag.indexOf('=') + 1) : flags[index + 1]
  if (!value || value.startsWith('--')) throw new UsageError('--home needs a value: --home FOLDER')
  return value
}

/** Runs the service as a child with our streams, hands signals on, and ends as it ends. */
async function foreground(
  home: string,
  flags: readonly string[],
  demoOnce: boolean,
  { terminal, signal }: Context,
): Promise<number> {
  const child = spawn(process.execPath, ['--enable-source-maps', serviceProgram, ...flags], {
    stdio: 'inherit',
    env: frugalEnvironment(terminal.env),
    cwd: terminal.cwd,
  })
  // At Ctrl-C the terminal tells the whole group, and a second signal would cut the drain short.
  const told = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY
  const onInterrupt = (): void => void (told || child.kill('SIGINT'))
  const onTerminate = (): void => void child.kill('SIGTERM')
  process.on('SIGINT', onInterrupt)
  process.on('SIGTERM', onTerminate)
  process.on('SIGHUP', onTerminate)
  const ended = new AbortController()
  const exit = new Promise<number>((resolve) => {
    child.once('error', (error) => {
      terminal.note(`The service could not be run: ${error.message}`)
      resolve(EXIT.fault)
    })
    child.once('exit', (code, killedBy) =>
      resolve(code ?? 128 + (killedBy ? constants.signals[killedBy] : 0)),
    )
  }).finally(() => ended.abort())
  try {
    const either = AbortSignal.any([signal, ended.signal])
    if (demoOnce) await demoWhenReady(home, child.pid, { terminal, signal: either })
    return await exit
  } finally {
    process.off('SIGINT', onInterrupt)
    process.off('SIGTERM', onTerminate)
    process.off('SIGHUP', onTerminate)
  }
}

/** Shows the demo once for each home, as soon as our service answers. A demo that fails does not end the service. */
async function demoWhenReady(
  home: string,
  pid: number | undefined,
  { terminal, signal }: Pick<Context, 'terminal' | 'signal'>,
): Promise<void> {
  const marker = join(home, 'demo-shown')
  try {
    let endpoint = await childService(home, pid, signal)
    for (; endpoint === undefined; endpoint = await childService(home, pid, signal)) await pause(100, signal)
    if (await exists(marker)) return
    const client = createClient({ url: endpoint.url, home, env: terminal.env })
    await terminal.print()
    const code = await showDemo(client, { terminal, signal })
    await terminal.print(
      `\nThat was the demo; "talaria demo" repeats it. The service runs until Ctrl-C or SIGTERM.`,
    )
    if (code === EXIT.ok) await writeFile(marker, '', { mode: 0o600 })
  } catch (error) {
    if (!signal.aborted)
      terminal.note(`The demo could not be shown: ${error instanceof Error ? error.message : error}`)
  }
}

/** The service of the home once it is our child and answers; until then another one may still be leaving. */
async function childService(home: string, pid: number | undefined, signal: AbortSignal) {
  if ((await readServiceRecord(home))?.pid !== pid) return undefined
  return ownService({ home, fetch, signal })
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
