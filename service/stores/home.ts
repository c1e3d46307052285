import { chmod, mkdir, readFile, rm, stat } from 'node:fs/promises'
import { rmSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { z } from 'zod'
import { fault } from '../../bridge/faults.ts'
import { errno, storageFault, sweepTemporary, writeAtomic } from './atomic-file.ts'
import { HomeLock } from './home-lock.ts'
import { Tokens } from './tokens.ts'

/** What a running service says of itself in `service.json`. */
export const ServiceRecord = z.object({
  pid: z.int().positive(),
  port: z.int().min(1).max(65_535),
  version: z.string(),
  startedAt: z.string().describe('ISO 8601, UTC'),
})
export type ServiceRecord = z.infer<typeof ServiceRecord>

const serviceFile = (folder: string): string => join(folder, 'service.json')

async function readServiceRecord(folder: string): Promise<ServiceRecord | undefined> {
  try {
    return ServiceRecord.parse(JSON.parse(await readFile(serviceFile(folder), 'utf8')))
  } catch {
    // Missing, or not ours to understand: then it names no service.
    return undefined
  }
}

/** The service that runs on a home, or undefined; a `service.json` whose writer is dead is not believed. */
export async function findService(folder: string): Promise<ServiceRecord | undefined> {
  const record = await readServiceRecord(folder)
  const holder = await HomeLock.holder(join(folder, 'lock'))
  return holder !== undefined && record?.pid === holder.pid ? record : undefined
}

async function prepareFolder(folder: string): Promise<void> {
  if (!isAbsolute(folder)) {
    throw fault('INVALID_INPUT', `The home must be an absolute path; this one is ${JSON.stringify(folder)}.`)
  }
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const stats = await stat(folder)
    const uid = process.getuid?.()
    if (uid !== undefined && stats.uid !== uid) {
      throw fault(
        'FORBIDDEN',
        `The home ${folder} belongs to user ${stats.uid}, and this is user ${uid}; name a home of your own.`,
      )
    }
    if ((stats.mode & 0o002) !== 0) {
      throw fault(
        'FORBIDDEN',
        `Everybody may write to the home ${folder}, so nothing in it can be trusted; look through it, then: chmod 700 ${folder}`,
      )
    }
    if ((stats.mode & 0o077) !== 0) await chmod(folder, 0o700)
  } catch (error) {
    const code = errno(error)
    if (code === 'EEXIST' || code === 'ENOTDIR') {
      throw fault('NOT_A_FILE', `The home ${folder} is not a folder; name another one.`, {}, error)
    }
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
      throw fault('FORBIDDEN', `The home ${folder} cannot be written (${code}); name another one.`, {}, error)
    }
    throw storageFault(error, 'the home')
  }
}

/** A prepared state folder (`$TALARIA_HOME`, 0700) that this process holds the lock of. */
export class Home {
  readonly folder: string
  readonly tokens: Tokens
  readonly #lock: HomeLock
  #announced = false
  readonly #onExit = (): void => {
    if (this.#announced) rmSync(serviceFile(this.folder), { force: true })
  }

  private constructor(folder: string, lock: HomeLock, tokens: Tokens) {
    this.folder = folder
    this.#lock = lock
    this.tokens = tokens
    process.once('exit', this.#onExit)
  }

  /**
   * Makes the folder fit for state, takes its lock, removes what a crash left and reads or makes the tokens.
   * Faults: LOCKED with the `pid` and `port` of the service that has it; FORBIDDEN when the folder is somebody
   * else's or writable by everybody; NOT_A_FILE; INVALID_INPUT for a relative path; STORAGE_FULL.
   */
  static async open(folder: string, options: { signal?: AbortSignal } = {}): Promise<Home> {
    await prepareFolder(folder)
    const lock = await HomeLock.acquire(join(folder, 'lock'), options).catch(async (error: unknown) => {
      const service = await findService(folder)
      if (service === undefined) throw storageFault(error, 'the lock of the home')
      throw fault(
        'LOCKED',
        `A service (pid ${service.pid}, port ${service.port}) runs on this home already; use it, stop it, or name another home.`,
        { pid: service.pid, port: service.port },
        error,
      )
    })
    try {
      await rm(serviceFile(folder), { force: true })
      await sweepTemporary(folder)
      return new Home(folder, lock, await Tokens.open(folder))
    } catch (error) {
      await lock.release()
      throw storageFault(error, 'the tokens')
    }
  }

  /** Absolute path of something inside the home. */
  path(...names: string[]): string {
    return join(this.folder, ...names)
  }

  /** Tells clients where the service listens, by `service.json`. */
  async announce(service: { port: number; version: string; startedAt: Date }): Promise<void> {
    const record: ServiceRecord = {
      pid: process.pid,
      port: service.port,
      version: service.version,
      startedAt: service.startedAt.toISOString(),
    }
    this.#announced = true
    await writeAtomic(serviceFile(this.folder), `${JSON.stringify(record)}\n`)
  }

  /** Removes `service.json` and frees the lock. */
  async close(): Promise<void> {
    process.off('exit', this.#onExit)
    if (this.#announced) await rm(serviceFile(this.folder), { force: true })
    await this.#lock.release()
  }
}
