/** One entry of an index: what it takes on disk and when it was last used. */
export interface LruEntry {
  /** Bytes accounted for. */
  size: number
  /** Milliseconds since the epoch. */
  usedMs: number
}

/**
 * What a store holds, least recently used first, with its total size and pins. Pure bookkeeping: the store moves
 * the files.
 */
export class LruIndex<E extends LruEntry> {
  // A Map keeps insertion order, so use is delete and insert.
  readonly #entries = new Map<string, E>()
  readonly #pins = new Map<string, number>()
  #total = 0

  /** Sum of the sizes. */
  get total(): number {
    return this.#total
  }

  get count(): number {
    return this.#entries.size
  }

  get(key: string): E | undefined {
    return this.#entries.get(key)
  }

  /** Adds or replaces an entry as the most recently used. */
  set(key: string, entry: E): void {
    this.delete(key)
    this.#entries.set(key, entry)
    this.#total += entry.size
  }

  /** Forgets an entry; its pins stay, for whoever puts it back. */
  delete(key: string): void {
    const entry = this.#entries.get(key)
    if (entry === undefined) return
    this.#entries.delete(key)
    this.#total -= entry.size
  }

  /** Makes an entry the most recently used. */
  use(key: string, nowMs: number): void {
    const entry = this.#entries.get(key)
    if (entry === undefined) return
    this.#entries.delete(key)
    entry.usedMs = nowMs
    this.#entries.set(key, entry)
  }

  pin(key: string): void {
    this.#pins.set(key, (this.#pins.get(key) ?? 0) + 1)
  }

  unpin(key: string): void {
    const left = (this.#pins.get(key) ?? 0) - 1
    if (left > 0) this.#pins.set(key, left)
    else this.#pins.delete(key)
  }

  isPinned(key: string): boolean {
    return this.#pins.has(key)
  }

  /** Sum of the sizes of pinned entries. */
  get pinned(): number {
    let sum = 0
    for (const key of this.#pins.keys()) sum += this.#entries.get(key)?.size ?? 0
    return sum
  }

  /** The least recently used entry that is not pinned. */
  oldest(): string | undefined {
    for (const key of this.#entries.keys()) if (!this.#pins.has(key)) return key
    return undefined
  }

  /** Keys not pinned and not used since `beforeMs`. */
  unusedSince(beforeMs: number): string[] {
    const keys: string[] = []
    for (const [key, entry] of this.#entries) {
      if (entry.usedMs < beforeMs && !this.#pins.has(key)) keys.push(key)
    }
    return keys
  }
}
