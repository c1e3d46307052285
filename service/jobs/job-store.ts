import { mkdir, readFile, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { fault, isFaultCode, type FaultCode } from '../../bridge/faults.ts'
import { JobState } from '../../bridge/job.ts'
import { TIERS } from '../../bridge/operation.ts'
import { Digest } from '../../bridge/sources.ts'
import {
  TEMPORARY,
  ensureFolder,
  errno,
  openNew,
  storageFault,
  sweepTemporary,
  syncFolder,
  temporaryPath,
  writeAtomic,
} from '../stores/atomic-file.ts'
import { Turns } from '../stores/turns.ts'

/*
 *   jobs/.tmp-…/{request,state}.json   being accepted: the folder is renamed into place when both are on the disk
 *   jobs/<id>/request.json             what was asked; never changes
 *   jobs/<id>/state.json               how far it is; replaced as a whole
 *   jobs/<id>/result.json              its output; written before the state says succeeded
 */

/** What was asked, by whom, and which stored bytes it needs. */
export const JobRequest = z.object({
  id: z.uuid(),
  operation: z.string(),
  input: z.unknown(),
  caller: z.object({ id: z.string(), role: z.enum(['agent', 'host', 'owner']) }),
  tier: z.enum(TIERS),
  idempotencyKey: z.string().optional(),
  /** Digest of operation and input, for telling two requests under one key apart. */
  digest: z.string(),
  /** Inputs that must not be evicted before the job has ended. */
  blobs: z.array(Digest),
  createdMs: z.number(),
})
export type JobRequest = z.infer<typeof JobRequest>

/** How far a job is. */
export const JobRecord = z.object({
  state: JobState,
  progress: z.number(),
  /** How often it was started, apart from starts that ended in an orderly way. */
  attempts: z.int().nonnegative(),
  startedMs: z.number().optional(),
  endedMs: z.number().optional(),
  error: z
    .object({
      code: z.custom<FaultCode>(isFaultCode),
      detail: z.string(),
      data: z.record(z.string(), z.unknown()),
    })
    .optional(),
})
export type JobRecord = z.infer<typeof JobRecord>

/** A job as found on disk. */
export interface FoundJob {
  request: JobRequest
  /** Undefined when the file is unreadable: then it is not known how far it was. */
  record: JobRecord | undefined
  /** When its result was written, in milliseconds since the epoch; undefined when there is none. */
  resultMs: number | undefined
}

async function parsed<T>(path: string, schema: z.ZodType<T>): Promise<T | undefined> {
  try {
    return schema.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    if (errno(error) !== undefined && errno(error) !== 'ENOENT') throw error
    return undefined
  }
}

async function writeNew(path: string, value: unknown, { flush }: { flush: boolean }): Promise<void> {
  const handle = await openNew(path)
  try {
    await handle.writeFile(JSON.stringify(value))
    if (flush) await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Jobs as folders of JSON files, each replaced by rename. Recovery is a scan. */
export class JobStore {
  readonly #folder: string
  readonly #turns = new Turns()

  private constructor(folder: string) {
    this.#folder = folder
  }

  /** Opens the store in `folder`, making it if need be, and removes what a crash left half-written. */
  static async open(folder: string): Promise<JobStore> {
    await ensureFolder(folder)
    await sweepTemporary(folder)
    return new JobStore(folder)
  }

  /** Accepts a job: once this resolves it survives a crash and a power cut. Fault: STORAGE_FULL, leaving nothing. */
  async create(request: JobRequest, record: JobRecord): Promise<void> {
    const temporary = temporaryPath(this.#folder)
    let unfinished = temporary
    try {
      await mkdir(temporary, { mode: 0o700 })
      await Promise.all([
        writeNew(join(temporary, 'request.json'), request, { flush: true }),
        // Should a power cut tear it, recovery knows what to do with a request whose state is not known.
        writeNew(join(temporary, 'state.json'), record, { flush: false }),
      ])
      await syncFolder(temporary)
      await rename(temporary, join(this.#folder, request.id))
      unfinished = join(this.#folder, request.id)
      await syncFolder(this.#folder)
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true })
      throw storageFault(error, 'the job')
    }
  }

  /** What was asked. Fault: DAMAGED. */
  async request(id: string): Promise<JobRequest> {
    const request = await parsed(this.#path(id, 'request.json'), JobRequest)
    if (request === undefined) throw fault('DAMAGED', `The request of job ${id} was damaged on disk.`)
    return request
  }

  /**
   * Replaces the state of a job, after earlier writes to it. `durable` states survive a power cut, others only a
   * crash. Fault: STORAGE_FULL.
   */
  saveRecord(id: string, record: JobRecord, { durable }: { durable: boolean }): Promise<void> {
    const text = JSON.stringify(record)
    const durability = durable ? 'full' : 'no'
    return this.#turns.run(id, () => writeAtomic(this.#path(id, 'state.json'), text, { durability }))
  }

  /** Writes the output of a job; it survives a power cut together with the next durable state. Fault: STORAGE_FULL. */
  async saveResult(id: string, output: unknown): Promise<void> {
    const text = JSON.stringify({ output: output ?? null })
    await this.#turns.run(id, () =>
      writeAtomic(this.#path(id, 'result.json'), text, { durability: 'content' }),
    )
  }

  /** The output of a job. Fault: DAMAGED. */
  async result(id: string): Promise<unknown> {
    const found = await parsed(this.#path(id, 'result.json'), z.object({ output: z.unknown() }))
    if (found === undefined) throw fault('DAMAGED', `The result of job ${id} was damaged on disk.`)
    return found.output
  }

  /** Removes a job: as a whole, whenever a crash comes. One that is gone already is no fault. */
  remove(id: string): Promise<void> {
    return this.#turns.run(id, async () => {
      const temporary = temporaryPath(this.#folder)
      await rename(join(this.#folder, id), temporary).catch((error: unknown) => {
        if (errno(error) !== 'ENOENT') throw error
      })
      await rm(temporary, { recursive: true, force: true })
    })
  }

  /**
   * All jobs on disk, oldest first, after removing unfinished files. `damaged` are folders without a readable
   * request, which no accepted job can be unless something else wrote there; they are left alone.
   */
  async scan(): Promise<{ jobs: FoundJob[]; damaged: string[] }> {
    const ids = (await readdir(this.#folder)).filter((name) => !name.startsWith(TEMPORARY))
    const jobs: FoundJob[] = []
    const damaged: string[] = []
    // A few at a time: thousands of open files at once would run into the limit of the process.
    for (let at = 0; at < ids.length; at += 32) {
      const found = await Promise.all(ids.slice(at, at + 32).map((id) => this.#find(id)))
      found.forEach((job, i) => (job === undefined ? damaged.push(ids[at + i] ?? '') : jobs.push(job)))
    }
    jobs.sort((a, b) => a.request.createdMs - b.request.createdMs)
    return { jobs, damaged }
  }

  async #find(id: string): Promise<FoundJob | undefined> {
    const folder = await stat(join(this.#folder, id))
    if (!folder.isDirectory()) return undefined
    await sweepTemporary(join(this.#folder, id))
    const request = await parsed(this.#path(id, 'request.json'), JobRequest)
    if (request === undefined || request.id !== id) return undefined
    const record = await parsed(this.#path(id, 'state.json'), JobRecord)
    const result = await stat(this.#path(id, 'result.json')).catch(() => undefined)
    return { request, record, resultMs: result?.mtimeMs }
  }

  #path(id: string, file: 'request.json' | 'state.json' | 'result.json'): string {
    return join(this.#folder, id, file)
  }
}
