const KEPT = 64
/** The median is worked out again after this many new times. */
const STEP = 8

/** How long recent leaves of a lane ran: their median, for Retry-After and ETA. */
export class RunTimes {
  readonly #recent: number[] = []
  #at = 0
  #stale = 0
  #median = 0

  add(ms: number): void {
    this.#recent[this.#at] = ms
    this.#at = (this.#at + 1) % KEPT
    this.#stale += 1
  }

  /** Milliseconds; 0 while nothing has run. */
  get medianMs(): number {
    if (this.#stale >= STEP || (this.#stale > 0 && this.#recent.length <= STEP)) {
      const sorted = this.#recent.toSorted((a, b) => a - b)
      const middle = sorted.length >> 1
      const upper = sorted[middle] ?? 0
      this.#median = sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
      this.#stale = 0
    }
    return this.#median
  }
}

/** Leaves that are short enough, time after time, to be handed to a thread several at once. */
export class ShortLeaves {
  readonly #peaks = new Map<string, number>()
  readonly #shortMs: number

  constructor(shortMs: number) {
    this.#shortMs = shortMs
  }

  /** Keeps a peak that falls slowly, so that one slow run keeps a leaf on its own for a while. */
  add(leaf: string, ms: number): void {
    const peak = this.#peaks.get(leaf)
    this.#peaks.set(leaf, peak === undefined || ms > peak ? ms : peak * 0.9 + ms * 0.1)
  }

  /** An unknown leaf is not short. */
  has(leaf: string): boolean {
    const peak = this.#peaks.get(leaf)
    return peak !== undefined && peak < this.#shortMs
  }
}
