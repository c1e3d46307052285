import { randomUUID } from 'node:crypto'
import { fault } from './faults.ts'
import { cut, isRecord } from './mcp-parts.ts'
import { MiB } from './operation.ts'

/** What is left of an output, and where its next part stands. */
interface Remainder {
  rest: unknown
  number: number
  open: number
  expiresAt: number
  /** Length of its text. */
  chars: number
}

/** Where a part stands among the parts of an output; its members are `part` in the answer. */
export interface PartMark {
  /** Counted from 1. */
  number: number
  /** Levels below the top on which this part goes on inside what the one before ended with; see `joined`. */
  open: number
  /** Token for the next part; absent on the last. */
  continue?: string
}

/** Room in each part for its mark. */
const MARK_CHARS = 120
const KEEP_MS = 15 * 60_000

/**
 * Outputs that were too long for one answer, by the token that brings what follows. A token stands for always the same
 * part, so that an answer lost on the way can be asked for again. It holds for 15 minutes; of more than `maxChars`
 * characters the oldest are dropped.
 */
export class Continuations {
  readonly #waiting = new Map<string, Remainder>()
  readonly #maxChars: number
  readonly #now: () => number

  constructor({ maxChars = 64 * MiB, now = Date.now }: { maxChars?: number; now?: () => number } = {}) {
    this.#maxChars = maxChars
    this.#now = now
  }

  /** The output itself where its text has at most `maxChars` characters, else its first part, with `part` in it. */
  first(output: unknown, maxChars: number): unknown {
    if (JSON.stringify(output).length <= maxChars) return output
    return this.#part({ rest: output, number: 1, open: 0 }, maxChars)
  }

  /** The part a token stands for. Fault: NOT_FOUND when it is unknown or too old. */
  next(token: string, maxChars: number): unknown {
    const remainder = this.#waiting.get(token)
    if (remainder === undefined || remainder.expiresAt < this.#now()) {
      this.#waiting.delete(token)
      throw fault(
        'NOT_FOUND',
        'There is nothing to continue under this token; tokens hold for 15 minutes. Make the call again.',
      )
    }
    return this.#part(remainder, maxChars)
  }

  #part({ rest: value, number, open }: Omit<Remainder, 'expiresAt' | 'chars'>, maxChars: number): unknown {
    const { head, rest, open: nextOpen } = cut(value, maxChars - MARK_CHARS)
    const mark: PartMark = { number, open }
    if (rest !== undefined) {
      mark.continue = this.#keep({
        rest,
        number: number + 1,
        open: nextOpen,
        expiresAt: this.#now() + KEEP_MS,
      })
    }
    return { ...(isRecord(head) ? head : { value: head }), part: mark }
  }

  #keep(remainder: Omit<Remainder, 'chars'>): string {
    const chars = JSON.stringify(remainder.rest).length
    let held = chars
    for (const one of this.#waiting.values()) held += one.chars
    // In the order they were made, so the oldest go first.
    for (const [token, one] of this.#waiting) {
      if (one.expiresAt >= this.#now() && held <= this.#maxChars) break
      this.#waiting.delete(token)
      held -= one.chars
    }
    const token = randomUUID()
    this.#waiting.set(token, { ...remainder, chars })
    return token
  }
}
