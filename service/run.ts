import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import pino, { type Logger } from 'pino'
import { Fault, fault } from '../bridge/faults.ts'
import { createApp } from './http/app.ts'
import { loadSettings } from './load-settings.ts'
import { LogOutput } from './log-output.ts'
import { Service, type ServiceParts } from './service.ts'
import type { Settings } from './settings.ts'
import { openStores } from './stores/stores.ts'

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost'])

export type Extension = Pick<ServiceParts, 'operations' | 'leaves' | 'plans' | 'logLine'> & {
  /** Adds routes before the service listens. */
  routes?: (app: FastifyInstance, service: Service) => void
}

export interface RunningService {
  service: Service
  url: string
  /** Stops taking calls, lets running ones end, ends the rest, frees the home. */
  close(): Promise<void>
}

/** Starts a service: home, stores, lanes, front door, recovery of jobs, first canaries. Rejects with a fault. */
export async function startService(
  settings: Settings,
  log: Logger,
  extension: Extension = {},
): Promise<RunningService> {
  if (!LOOPBACK.has(settings.host) && !settings.allowWide) {
    throw fault(
      'INVALID_INPUT',
      `Listening on ${settings.host} would let other machines in; say --allowWide true to mean it.`,
    )
  }
  const stores = await openStores(settings)
  try {
    const service = new Service({ settings, log, stores, ...extension })
    const app = createApp(service)
    extension.routes?.(app, service)
    await listen(app, settings)
    const { port } = app.server.address() as AddressInfo
    const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host
    service.url = `http://${host}:${port}`
    await stores.home.announce({ port, version: service.version, startedAt: new Date(service.startedAt) })
    await service.begin()
    return {
      service,
      url: service.url,
      close: async () => {
        service.stopTaking()
        const closed = app.close()
        await service.close()
        app.server.closeAllConnections()
        await closed
        await stores.home.close()
      },
    }
  } catch (error) {
    await stores.home.close()
    throw error
  }
}

async function listen(app: FastifyInstance, { host, port }: Settings): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') {
      throw fault(
        'LOCKED',
        `Port ${port} is taken by ${await ownerOf(host, port)}; choose another with --port.`,
        { port },
      )
    }
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL') {
      throw fault('INVALID_INPUT', `Cannot listen on ${host} port ${port}: ${(error as Error).message}`)
    }
    throw error
  }
}

/** Who answers on a port, as far as asking it tells. */
async function ownerOf(host: string, port: number): Promise<string> {
  try {
    const response = await fetch(`http://${host}:${port}/openapi.json`, { signal: AbortSignal.timeout(1000) })
    const document = (await response.json()) as { info?: { title?: string; version?: string } }
    if (document.info?.title === 'Talaria')
      return `another Talaria service (version ${document.info.version})`
    return 'another HTTP server'
  } catch {
    return 'another program'
  }
}

/** Marks this checkout's dist/ as in use, so that no start rebuilds it under the running service. */
function markRunning(): () => void {
  const folder = fileURLToPath(new URL('../.running', import.meta.url))
  const file = join(folder, String(process.pid))
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, '')
  } catch {
    // An installed package may be read-only; nothing rebuilds it then.
  }
  return () => rmSync(file, { force: true })
}

/** Splits `--name value` and `--name=value`; a name alone means true. Throws INVALID_INPUT on anything else. */
export function parseFlags(argv: readonly string[]): Record<string, string | boolean> {
  const flags: Record<string, string | boolean> = {}
  const rest = [...argv]
  for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
    if (!argument.startsWith('--')) {
      throw fault('INVALID_INPUT', `Expected --setting value, got "${argument}".`)
    }
    const equals = argument.indexOf('=')
    if (equals > 0) flags[argument.slice(2, equals)] = argument.slice(equals + 1)
    else
      flags[argument.slice(2)] =
        rest[0] === undefined || rest[0].startsWith('--') ? true : (rest.shift() ?? true)
  }
  return flags
}

/** Where a Hermes home exists (`$HERMES_HOME`, else `~/.hermes`), its policy and audit log are ours too. */
function withHermes(settings: Settings): Settings {
  const hermesHome = settings.hermesHome ?? process.env['HERMES_HOME'] ?? join(homedir(), '.hermes')
  return existsSync(hermesHome) ? { ...settings, hermesHome } : settings
}

/**
 * The service as a process: starts, says where it is, runs until SIGTERM or SIGINT, drains and exits 0. A second
 * signal exits at once. A reader of its output that stops or leaves holds up neither. Exit code 1 with one line on standard error when it cannot start.
 */
export async function run(argv: readonly string[], extension: Extension = {}): Promise<void> {
  let settings: Settings
  try {
    settings = withHermes(loadSettings(parseFlags(argv), process.env))
  } catch (error) {
    process.stderr.write(`${error instanceof Fault ? error.message : String(error)}\n`)
    process.exit(2)
  }
  const output = new LogOutput()
  const level = settings.logLevel ?? (process.stderr.isTTY ? 'warn' : 'info')
  const log = pino({ level, base: null }, output)
  const unmark = markRunning()
  const leave = async (code: number): Promise<never> => {
    unmark()
    await output.close()
    process.exit(code)
  }
  let running: RunningService
  try {
    const logLine = (line: string): void => output.write(line)
    running = await startService(settings, log, {
      ...(log.isLevelEnabled('info') && { logLine }),
      ...extension,
    })
  } catch (error) {
    process.stderr.write(`${error instanceof Fault ? error.message : (error as Error).stack}\n`)
    return leave(1)
  }
  let stopping = false
  const stop = (signal: NodeJS.Signals): void => {
    if (stopping) return void leave(128 + (signal === 'SIGTERM' ? 15 : 2))
    stopping = true
    log.info({ event: 'stopping', signal })
    running.close().then(
      () => leave(0),
      (err: unknown) => {
        log.error({ event: 'mistake', err })
        return leave(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('unhandledRejection', (err) => log.error({ event: 'mistake', err }))
  process.on('uncaughtExceptionMonitor', () => output.flush())
  process.stdout.on('error', (err) => log.warn({ event: 'stdout', err }))
  const { service, url } = running
  log.info({ event: 'ready', url, version: service.version })
  process.stdout.write(
    `Talaria ${service.version} is ready at ${url}\nConsole: ${service.console.link(url)}\n`,
  )
}
