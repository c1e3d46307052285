const kept = 32

/** How long recent jobs of each operation ran, for estimates. */
export class Durations {
  readonly #recent = new Map<string, number[]>()

  add(operation: string, ms: number): void {
    const recent = this.#recent.get(operation) ?? []
    recent.push(ms)
    if (recent.length > kept) recent.shift()
    this.#recent.set(operation, recent)
  }

  /** Median of the last 32 jobs of an operation, in milliseconds; undefined when none has ended. */
  median(operation: string): number | undefined {
    const sorted = this.#recent.get(operation)?.toSorted((a, b) => a - b) ?? []
    return sorted[sorted.length >> 1]
  }
}
