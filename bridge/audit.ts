import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppendFile } from './append-file.ts'
import { formatAuditLine, lineDigest, type AuditEntry } from './audit-line.ts'
import { auditTail, readAuditPage, type AuditPage } from './audit-reader.ts'
import { fault } from './faults.ts'
import { HeraldAudit } from './herald-audit.ts'
import { atLeast } from './tiers.ts'

export interface AuditLogOptions {
  /** Talaria's state folder. */
  home: string
  /** Herald OS's folder in a Hermes home, where there is one. */
  heraldFolder?: string | undefined
  /** Size at which the log is rotated. */
  maxBytes: number
  /** Rotated logs kept. */
  keep: number
  /** Milliseconds since the epoch. */
  now: () => number
}

export interface AuditState {
  /** The log. */
  path: string
  /** Lines that could not be kept while the disk was full; a line of its own tells in the log. */
  lost: number
  /** The system's code (ENOSPC, …) while the log cannot be written. */
  failure?: string
}

/**
 * The audit log: a JSON line a call, each with the digest of the line before it, so that a changed or missing line
 * shows. Lines are written within a second; those of mutate and destructive calls at once and synced to the disk.
 * Lines of one turn of the event loop are put down together at its end: one after another they take half the time.
 */
export class AuditLog {
  readonly #paths: readonly [string, ...string[]]
  readonly #file: AppendFile
  readonly #herald: HeraldAudit | undefined
  readonly #now: () => number
  #head: string
  #lost = 0
  #lostSince = 0
  #waiting: { makeEntry: () => AuditEntry; now: number }[] = []
  #turnEnd: NodeJS.Immediate | undefined
  #ms = -1
  #ts = ''

  /** Fault: UNAVAILABLE when the log cannot be opened; a service that cannot keep its log does not start. */
  constructor(options: AuditLogOptions) {
    const path = join(options.home, 'audit.jsonl')
    this.#paths = [path, ...Array.from({ length: options.keep }, (_, i) => `${path}.${i + 1}`)]
    this.#now = options.now
    try {
      this.#file = new AppendFile({ ...options, path, flushMs: 1000, eager: true })
      const tail = auditTail(this.#paths)
      // A torn line stays as it is, on a line of its own; the chain goes on from the last whole one.
      if (tail.torn) appendFileSync(path, '\n')
      this.#head = tail.head
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : error
      throw fault(
        'UNAVAILABLE',
        `The audit log ${path} cannot be opened (${code}): expected a file this user may write.`,
        {},
        error,
      )
    }
    if (options.heraldFolder !== undefined) {
      this.#herald = new HeraldAudit(join(options.heraldFolder, 'audit.jsonl'))
    }
  }

  /** Appends a line: no waiting. */
  append(entry: AuditEntry): void {
    this.appendLate(() => entry)
    if (atLeast(entry.tier, 'mutate')) this.#putDown()
  }

  /** Appends a line below mutate, whose entry is made at the end of the turn. It must not throw. */
  appendLate(makeEntry: () => AuditEntry): void {
    this.#waiting.push({ makeEntry, now: this.#now() })
    this.#turnEnd ??= setImmediate(() => this.#putDown())
  }

  /** Chains the lines that wait and hands them to the file. */
  #putDown(): void {
    clearImmediate(this.#turnEnd)
    this.#turnEnd = undefined
    const waiting = this.#waiting
    this.#waiting = []
    for (const { makeEntry, now } of waiting) this.#chain(makeEntry(), now)
  }

  #chain(entry: AuditEntry, now: number): void {
    if (!this.#file.hasRoom) {
      this.#lost++
      this.#lostSince++
      return
    }
    if (this.#lostSince > 0) {
      const lines = this.#lostSince
      this.#lostSince = 0
      this.#push({ ...lostEntry, args: JSON.stringify({ lines }) }, now)
    }
    this.#push(entry, now)
    this.#herald?.append(entry, now)
  }

  #push(entry: AuditEntry, now: number): void {
    if (now !== this.#ms) {
      this.#ms = now
      this.#ts = new Date(now).toISOString()
    }
    const line = formatAuditLine(entry, this.#ts, this.#head)
    this.#head = lineDigest(line)
    this.#file.push(line, atLeast(entry.tier, 'mutate'))
  }

  /** Whether the log is being kept. */
  state(): AuditState {
    this.#putDown()
    const { failure } = this.#file
    return { path: this.#paths[0], lost: this.#lost, ...(failure === undefined ? {} : { failure }) }
  }

  /** The newest entries, or those before an earlier page. Faults: INVALID_INPUT, NOT_FOUND. */
  async read(page: { limit: number; before?: string | undefined }): Promise<AuditPage> {
    await this.flush()
    return readAuditPage(this.#paths, page)
  }

  /** Ends when everything appended before was written, or could not be: see `state`. */
  async flush(): Promise<void> {
    this.#putDown()
    await Promise.all([this.#file.flush(), this.#herald?.flush()])
  }

  async close(): Promise<void> {
    this.#putDown()
    await Promise.all([this.#file.close(), this.#herald?.close()])
  }
}

/** Stands in the log where lines are missing because the disk was full. */
const lostEntry = {
  id: 'audit',
  tool: 'bridge',
  tier: 'read',
  action: 'audit.lost',
  decision: 'allowed',
  ok: false,
  error: 'STORAGE_FULL',
  ms: 0,
} as const
