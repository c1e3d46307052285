import { AppendFile } from './append-file.ts'
import { formatHeraldLine, type AuditEntry } from './audit-line.ts'
import { atLeast } from './tiers.ts'

/** Herald OS rotates its log past this size, keeping one. */
const MAX_BYTES = 5 * 1024 * 1024

const two = (value: number) => String(Math.trunc(value)).padStart(2, '0')

/** Local time to the second with its offset, as Herald OS writes it: `2026-10-15T09:30:00+02:00`. */
export function localSecond(ms: number): string {
  const at = new Date(ms)
  const offset = -at.getTimezoneOffset()
  const local = new Date(ms + offset * 60_000).toISOString().slice(0, 19)
  return `${local}${offset < 0 ? '-' : '+'}${two(Math.abs(offset) / 60)}:${two(Math.abs(offset) % 60)}`
}

/**
 * The log that Herald OS shows under Settings > Privacy. A line there has `{ts, tool, tier, action, decision, ok,
 * summary, error, args}` and no chain: its own bridge appends to the same file.
 */
export class HeraldAudit {
  readonly #file: AppendFile
  #second = -1
  #ts = ''

  constructor(path: string) {
    this.#file = new AppendFile({ path, maxBytes: MAX_BYTES, keep: 1, flushMs: 1000, eager: false })
  }

  /** Appends a line; what cannot be written is dropped once the buffer is full. */
  append(entry: AuditEntry, at: number): void {
    if (!this.#file.hasRoom) return
    const second = Math.floor(at / 1000)
    if (second !== this.#second) {
      this.#second = second
      this.#ts = localSecond(at)
    }
    this.#file.push(formatHeraldLine(entry, this.#ts), atLeast(entry.tier, 'mutate'))
  }

  /** Ends when everything appended before was written or could not be. */
  flush(): Promise<void> {
    return this.#file.flush()
  }

  close(): Promise<void> {
    return this.#file.close()
  }
}
