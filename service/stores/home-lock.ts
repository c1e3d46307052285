import { randomBytes } from 'node:crypto'
import { readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { fault } from '../../bridge/faults.ts'
import { createAtomic, ensureFolder, errno, sweepTemporary, writeAtomic } from './atomic-file.ts'
import { ProcessIdentity, lives, thisProcess } from './process-identity.ts'

/*
 *   lock/000000007   {holder, released: false}     the highest number is the lock; its holder lives, so it is taken
 *
 *   holder killed ──▶ a starter sees a dead holder and creates 000000008, which only one can (link fails if there)
 *   holder stopped ─▶ the same file says released: true; numbers only ever grow, so a starter that looked long ago
 *                     and now creates an old number finds a higher one and steps back
 *
 * Node has no flock(2), and a listening socket cannot be taken over from a dead owner without the same race.
 */

const LockRecord = z.object({ holder: ProcessIdentity, released: z.boolean() })
type LockRecord = z.infer<typeof LockRecord>

const ASK = 'ask-'
const answerEveryMs = 500
const generationName = (generation: number): string => String(generation).padStart(9, '0')

async function generations(folder: string): Promise<number[]> {
  const names = await readdir(folder)
  return names
    .filter((name) => /^\d{9}$/.test(name))
    .map(Number)
    .sort((a, b) => b - a)
}

async function readRecord(folder: string, generation: number): Promise<LockRecord | 'gone' | 'damaged'> {
  let text: string
  try {
    text = await readFile(join(folder, generationName(generation)), 'utf8')
  } catch (error) {
    if (errno(error) === 'ENOENT') return 'gone'
    throw error
  }
  // Records appear whole and synced, so one that does not parse was damaged by something else.
  try {
    return LockRecord.parse(JSON.parse(text))
  } catch {
    return 'damaged'
  }
}

/**
 * Asks a holder whose process cannot be seen from here (another container on the same folder): it answers by
 * removing the question. No answer within `patienceMs` means that it is gone.
 */
async function answers(folder: string, patienceMs: number, signal?: AbortSignal): Promise<boolean> {
  const name = `${ASK}${randomBytes(9).toString('hex')}`
  const path = join(folder, name)
  await writeFile(path, '', { flag: 'wx', mode: 0o600 })
  try {
    const until = Date.now() + patienceMs
    while (Date.now() < until) {
      await delay(Math.min(100, patienceMs), undefined, { signal })
      if (!(await readdir(folder)).includes(name)) return true
    }
    return false
  } finally {
    await rm(path, { force: true })
  }
}

/** The lock of a home: one service at a time, freed by release and by the death of its holder. */
export class HomeLock {
  readonly #path: string
  readonly #record: LockRecord
  readonly #answering: NodeJS.Timeout

  private constructor(folder: string, generation: number, record: LockRecord) {
    this.#path = join(folder, generationName(generation))
    this.#record = record
    this.#answering = setInterval(() => void HomeLock.#answer(folder), answerEveryMs).unref()
  }

  static async #answer(folder: string): Promise<void> {
    // A folder that cannot be read now is asked about again in half a second.
    const names = await readdir(folder).catch(() => [])
    for (const name of names) {
      if (name.startsWith(ASK)) await rm(join(folder, name), { force: true }).catch(() => undefined)
    }
  }

  /**
   * Takes the lock in `folder`. Fault: LOCKED, with the holder's `pid` and `host` in its data. `here` is this
   * process; `patienceMs` is how long a holder in another container or on another machine may take to answer.
   */
  static async acquire(
    folder: string,
    options: { here?: ProcessIdentity; patienceMs?: number; signal?: AbortSignal } = {},
  ): Promise<HomeLock> {
    const here = options.here ?? (await thisProcess())
    await ensureFolder(folder)
    for (;;) {
      options.signal?.throwIfAborted()
      const highest = (await generations(folder))[0] ?? 0
      if (highest > 0) {
        const record = await readRecord(folder, highest)
        if (record === 'gone') continue
        if (record !== 'damaged' && !record.released) {
          const state = await lives(record.holder, here)
          const alive =
            state === 'alive' ||
            (state === 'unknown' && (await answers(folder, options.patienceMs ?? 5000, options.signal)))
          if (alive) {
            const { pid, host } = record.holder
            const where = host === here.host ? '' : ` on ${host}`
            throw fault(
              'LOCKED',
              `Another service (pid ${pid}${where}) uses this home; stop it, or name another home.`,
              { pid, host },
            )
          }
        }
      }
      const record = { holder: here, released: false }
      const mine = highest + 1
      const path = join(folder, generationName(mine))
      if (!(await createAtomic(path, JSON.stringify(record)))) continue
      // Twice, because one listing may miss a name that replaced another while it was being read.
      const all = await generations(folder)
      if (all[0] !== mine || (await generations(folder))[0] !== mine) {
        await rm(path, { force: true })
        continue
      }
      for (const old of all.slice(1)) await rm(join(folder, generationName(old)), { force: true })
      await sweepTemporary(folder, { olderThanMs: 60_000 })
      return new HomeLock(folder, mine, record)
    }
  }

  /** Who holds the lock in `folder`, as far as can be told without asking; undefined when nobody does. */
  static async holder(folder: string): Promise<ProcessIdentity | undefined> {
    try {
      const highest = (await generations(folder))[0]
      const record = highest === undefined ? 'gone' : await readRecord(folder, highest)
      if (record === 'gone' || record === 'damaged' || record.released) return undefined
      return (await lives(record.holder, await thisProcess())) === 'dead' ? undefined : record.holder
    } catch (error) {
      if (errno(error) === 'ENOENT') return undefined
      throw error
    }
  }

  /** Frees the lock. */
  async release(): Promise<void> {
    clearInterval(this.#answering)
    await writeAtomic(this.#path, JSON.stringify({ ...this.#record, released: true }))
  }
}
