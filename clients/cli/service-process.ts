import { spawn } from 'node:child_process'
import { mkdir, open, readFile, rename, stat, type FileHandle } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fault } from '../../bridge/faults.ts'
import { MiB } from '../../bridge/operation.ts'
import { pause } from '../deadline.ts'
import { defaultPort, ownService, type Endpoint } from '../discovery.ts'
import { frugalEnvironment } from './allocator.ts'

/** The program of the service, beside the clients in dist/. */
export const serviceProgram = fileURLToPath(new URL('../../service/main.js', import.meta.url))

/** How long a service may take until it answers; a cold start takes about a second. */
const startMs = 30_000
/** How long to wait for the service that won, after our own ended because another holds the lock. */
const winnerMs = 10_000
const maxLogBytes = 10 * MiB

/** The service of a home, started when none runs; of several that start at once, the one that holds the lock. */
export async function ensureService(
  home: string,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
  { flags = [], onStart }: { flags?: readonly string[]; onStart?: () => void } = {},
): Promise<Endpoint & { started: boolean }> {
  const running = await ownService({ home, fetch, signal })
  if (running) return { ...running, started: false }
  onStart?.()
  return start(home, env, signal, flags)
}

/**
 * Starts a service that outlives this process, its log in `service.log` of the home. Faults: UNREACHABLE with what
 * the service said when it does not come up.
 */
async function start(
  home: string,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
  flags: readonly string[],
): Promise<Endpoint & { started: boolean }> {
  const log = await openLog(home)
  let ended: string | undefined
  let endedAt = Infinity
  try {
    // A quieter log than in the foreground: nobody reads it, and it must not grow with every call.
    const level = flags.includes('--logLevel') || env['TALARIA_LOG_LEVEL'] ? [] : ['--logLevel', 'warn']
    const port = (await usualPortTaken(home, env, flags)) ? ['--port', '0'] : []
    const child = spawn(process.execPath, [serviceProgram, '--home', home, ...level, ...port, ...flags], {
      cwd: home,
      detached: true,
      // Its greeting holds a link into the console, which belongs in no file.
      stdio: ['ignore', 'ignore', log.handle.fd],
      // A token of whoever starts it is none of its business.
      env: { ...frugalEnvironment(env), TALARIA_TOKEN: undefined },
    })
    const end = (how: string): void => {
      ended ??= how
      endedAt = Math.min(endedAt, Date.now())
    }
    child.once('error', (error) => end(error.message))
    child.once('exit', (code, killedBy) => end(`exit ${killedBy ?? code}`))
    child.unref()
    const giveUpAt = Date.now() + startMs
    while (Date.now() < Math.min(giveUpAt, endedAt + winnerMs)) {
      const found = await ownService({ home, fetch, signal })
      if (found) return { ...found, started: ended === undefined }
      await pause(50, signal)
    }
    const said = await log.sayings()
    const how = ended === undefined ? `did not answer within ${startMs / 1000} s` : `ended (${ended})`
    throw fault('UNREACHABLE', `The service ${how}: ${said || 'it said nothing'}. See ${log.path}`, { home })
  } finally {
    await log.handle.close()
  }
}

/**
 * Whether the usual port is somebody else's and no setting names another: then any free one does, because clients
 * find the service by its home.
 */
async function usualPortTaken(
  home: string,
  env: NodeJS.ProcessEnv,
  flags: readonly string[],
): Promise<boolean> {
  if (env['TALARIA_PORT'] || flags.some((flag) => /^--(port|host)\b/.test(flag))) return false
  const settings = await readFile(join(home, 'config.yaml'), 'utf8').catch(() => '')
  if (/^port\s*:/m.test(settings)) return false
  const probe = createServer()
  return new Promise((resolve) => {
    probe.once('error', (error) => resolve('code' in error && error.code === 'EADDRINUSE'))
    probe.listen(defaultPort, '127.0.0.1', () => probe.close(() => resolve(false)))
  })
}

/** Opens the log of a home for appending, setting a large one aside. Faults: UNREACHABLE without such a folder. */
async function openLog(home: string) {
  const path = join(home, 'service.log')
  const handle = await openPrivate(home, path).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw fault(
      'UNREACHABLE',
      `No service can use the home ${home} (${code}); name another.`,
      { home },
      error,
    )
  })
  const begin = (await handle.stat()).size
  return {
    path,
    handle,
    /** What was written since, shortened to the last message. */
    async sayings(): Promise<string> {
      const { size } = await handle.stat()
      const tail = Buffer.alloc(Math.min(size - begin, 8192))
      await handle.read(tail, 0, tail.length, size - tail.length)
      return lastMessage(tail.toString('utf8'))
    },
  }
}

async function openPrivate(home: string, path: string): Promise<FileHandle> {
  await mkdir(home, { recursive: true, mode: 0o700 })
  const before = await stat(path).catch(() => undefined)
  if (before && before.size > maxLogBytes) await rename(path, `${path}.1`)
  const handle = await open(path, 'a+', 0o600)
  await handle.chmod(0o600)
  return handle
}

/** The last line of a log that says something: the message of a JSON line, or the line itself. */
export function lastMessage(log: string): string {
  const lines = log
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  for (const line of lines.reverse()) {
    try {
      const entry: unknown = JSON.parse(line)
      if (entry !== null && typeof entry === 'object' && 'msg' in entry) return String(entry.msg)
    } catch {
      return line
    }
  }
  return ''
}
