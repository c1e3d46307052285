const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120]

interface Series {
  /** Values of each bucket by itself. */
  counts: Float64Array
  sum: number
  count: number
}

/**
 * A histogram of times in the Prometheus text format. Written by hand because every call and leaf pays for it: the
 * library's looks its labels up anew for each value.
 */
export class Times {
  readonly #name: string
  readonly #help: string
  readonly #series = new Map<string, Series>()

  constructor(name: string, help: string) {
    this.#name = name
    this.#help = help
  }

  /** Counts a time. `labels` as they stand between the braces: `lane="quick",leaf="calc.eval"`. */
  observe(labels: string, ms: number): void {
    let series = this.#series.get(labels)
    if (series === undefined) {
      series = { counts: new Float64Array(SECONDS.length), sum: 0, count: 0 }
      this.#series.set(labels, series)
    }
    const seconds = ms / 1000
    const { counts } = series
    let bucket = 0
    while (seconds > (SECONDS[bucket] ?? Infinity)) bucket++
    if (bucket < SECONDS.length) counts[bucket] = (counts[bucket] ?? 0) + 1
    series.sum += seconds
    series.count++
  }

  text(): string {
    const name = this.#name
    const lines = [`# HELP ${name} ${this.#help}`, `# TYPE ${name} histogram`]
    for (const [labels, { counts, sum, count }] of this.#series) {
      let below = 0
      SECONDS.forEach((limit, i) => {
        below += counts[i] ?? 0
        lines.push(`${name}_bucket{le="${limit}",${labels}} ${below}`)
      })
      lines.push(
        `${name}_bucket{le="+Inf",${labels}} ${count}`,
        `${name}_sum{${labels}} ${sum}`,
        `${name}_count{${labels}} ${count}`,
      )
    }
    return `${lines.join('\n')}\n`
  }
}
