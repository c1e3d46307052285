import { hash } from 'node:crypto'
import { readFile, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { Fault, fault, fromEnvelope, isFaultCode, toEnvelope, type FaultCode } from '../../bridge/faults.ts'
import { ensureFolder, sweepTemporary, writeAtomic } from './atomic-file.ts'
import { untilAborted } from './until-aborted.ts'

/*
 *   first call    started ──▶ perform ──▶ done {result}, kept      (or a fault after which nothing is done: forgotten)
 *   the same call meanwhile: waits for the first; later, also after a restart: the kept outcome
 *   crash between started and done: nobody knows what was done, so an unsafe call answers INTERRUPTED
 */

const KeyRecord = z.object({
  client: z.string(),
  key: z.string(),
  /** Digest of what was asked. */
  request: z.string(),
  startedMs: z.number(),
  outcome: z
    .union([
      z.object({ result: z.unknown() }),
      z.object({
        error: z.object({
          code: z.custom<FaultCode>(isFaultCode),
          detail: z.string(),
          data: z.record(z.string(), z.unknown()),
        }),
      }),
    ])
    .optional(),
})
type KeyRecord = z.infer<typeof KeyRecord>

interface KnownKey {
  request: string
  startedMs: number
  /** Settles, never rejecting, when the running call and its outcome's file are done. */
  running?: Promise<unknown>
}

export interface IdempotencyOptions {
  /** How long a key is kept after its call began. */
  keepMs: number
  /** Most keys kept. */
  maxKeys?: number
  now?: () => number
}

/** A call made under an `Idempotency-Key`. */
export interface KeyedCall {
  /** The caller's id; equal keys of different clients have nothing to do with each other. */
  client: string
  /** 1 to 255 printable ASCII characters. */
  key: string
  /** Digest of operation and input: the same key with another one is refused. */
  request: string
  /** Does it. Its result must be JSON; it runs at most once at a time for a key. */
  perform: () => Promise<unknown>
  /**
   * Whether doing it twice does harm. After a crash, a cancel or a mistake of ours during the first call it is
   * not known what was done: a 'harmless' call is then done again, an 'unsafe' one answers with that fault.
   */
  repeat: 'harmless' | 'unsafe'
  signal?: AbortSignal
}

/** Refuses a key that is not 1 to 255 printable ASCII characters. Fault: INVALID_INPUT. */
export function checkIdempotencyKey(key: string): void {
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return
  throw fault('INVALID_INPUT', 'An idempotency key has 1 to 255 printable ASCII characters and no spaces.')
}

/** Faults after which part of the work may be done. */
const uncertain: ReadonlySet<FaultCode> = new Set([
  'CANCELLED',
  'DEADLINE',
  'WORKER_LOST',
  'INTERRUPTED',
  'INTERNAL',
])

/** Outcomes of calls made under a key, kept on disk so that a repeated call hears the same answer. */
export class Idempotency {
  readonly #folder: string
  readonly #options: Required<IdempotencyOptions>
  readonly #known = new Map<string, KnownKey>()

  private constructor(folder: string, options: IdempotencyOptions) {
    this.#folder = folder
    this.#options = { maxKeys: 100_000, now: Date.now, ...options }
  }

  /** Opens the store in `folder`, making it if need be. */
  static async open(folder: string, options: IdempotencyOptions): Promise<Idempotency> {
    const store = new Idempotency(folder, options)
    await ensureFolder(folder)
    await sweepTemporary(folder)
    for (const name of await readdir(folder)) {
      const id = /^([0-9a-f]{64})\.json$/.exec(name)?.[1]
      const record = id === undefined ? undefined : await store.#read(id)
      if (id !== undefined && record !== undefined) {
        store.#known.set(id, { request: record.request, startedMs: record.startedMs })
      } else {
        await rm(join(folder, name), { recursive: true, force: true })
      }
    }
    await store.sweep()
    return store
  }

  /**
   * Performs a call once for its key: the same call again gets the first one's result (`replayed`). A fault is not
   * kept, so the call may be repeated, unless it leaves an unsafe call uncertain. Faults: IDEMPOTENCY_MISMATCH;
   * INTERRUPTED; INVALID_INPUT for a bad key; BUSY when too many keys are kept; whatever `perform` throws.
   */
  async run(call: KeyedCall): Promise<{ result: unknown; replayed: boolean }> {
    if (!/^[\x21-\x7e]{1,255}$/.test(call.key)) {
      throw fault(
        'INVALID_INPUT',
        'An idempotency key has 1 to 255 printable ASCII characters and no spaces.',
      )
    }
    const id = hash('sha256', JSON.stringify([call.client, call.key]), 'hex')
    for (;;) {
      call.signal?.throwIfAborted()
      const known = this.#fresh(id)
      if (known === undefined) return { result: await this.#first(id, call), replayed: false }
      if (known.request !== call.request) {
        throw fault(
          'IDEMPOTENCY_MISMATCH',
          'This idempotency key was used for another request; a new request needs a new key.',
        )
      }
      if (known.running !== undefined) await untilAborted(known.running, call.signal)
      // Forgotten meanwhile: the first call failed without doing anything, and this one is now the first.
      if (this.#known.get(id) !== known) continue
      const record = await this.#read(id)
      if (record?.outcome === undefined) {
        if (call.repeat === 'unsafe') {
          throw fault(
            'INTERRUPTED',
            'The service stopped during the first call with this key, so what it did is not known; look, and repeat with a new key.',
          )
        }
        if (this.#known.get(id) === known) this.#known.delete(id)
        continue
      }
      if ('error' in record.outcome) throw fromEnvelope(record.outcome.error)
      return { result: record.outcome.result, replayed: true }
    }
  }

  #fresh(id: string): KnownKey | undefined {
    const known = this.#known.get(id)
    if (known === undefined || known.running !== undefined) return known
    return known.startedMs < this.#options.now() - this.#options.keepMs ? undefined : known
  }

  async #first(id: string, call: KeyedCall): Promise<unknown> {
    const { maxKeys, now } = this.#options
    if (this.#known.size >= maxKeys) {
      throw fault('BUSY', `The last ${maxKeys} idempotency keys are still kept; try again later.`, {
        retryAfterMs: 60_000,
      })
    }
    const { client, key, request } = call
    const startedMs = now()
    const performing = this.#perform(id, call, { client, key, request, startedMs })
    const known: KnownKey = { request, startedMs, running: performing.catch(() => undefined) }
    this.#known.set(id, known)
    try {
      return await performing
    } finally {
      delete known.running
    }
  }

  async #perform(id: string, call: KeyedCall, record: KeyRecord): Promise<unknown> {
    let result: unknown
    try {
      await this.#write(id, record)
      result = await call.perform()
    } catch (error) {
      const { code, detail, data = {} } = toEnvelope(error)
      if (call.repeat === 'unsafe' && uncertain.has(code)) {
        // Should this fail, a repeated call hears INTERRUPTED instead; the caller hears the fault itself.
        await this.#write(id, { ...record, outcome: { error: { code, detail, data } } }).catch(
          () => undefined,
        )
      } else {
        this.#known.delete(id)
        await rm(this.#path(id), { force: true })
      }
      throw error
    }
    await this.#write(id, { ...record, outcome: { result } }).catch((error: unknown) => {
      // It is done, and the caller must hear so; a repeated call will hear that its outcome is not known.
      if (!(error instanceof Fault && error.code === 'STORAGE_FULL')) throw error
    })
    return result
  }

  /** Forgets keys whose time is over. */
  async sweep(): Promise<void> {
    for (const [id, known] of this.#known) {
      if (known.running !== undefined || this.#fresh(id) !== undefined) continue
      this.#known.delete(id)
      await rm(this.#path(id), { force: true })
    }
  }

  async #read(id: string): Promise<KeyRecord | undefined> {
    try {
      return KeyRecord.parse(JSON.parse(await readFile(this.#path(id), 'utf8')))
    } catch {
      return undefined
    }
  }

  #write(id: string, record: KeyRecord): Promise<void> {
    return writeAtomic(this.#path(id), JSON.stringify(record))
  }

  #path(id: string): string {
    return join(this.#folder, `${id}.json`)
  }
}
