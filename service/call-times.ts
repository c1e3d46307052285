const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120]

/**
 * The histogram of call times by operation and outcome, in the Prometheus text format. Written by hand because every
 * call pays for it: the library's looks its labels up anew for each value.
 */
export class CallTimes {
  readonly #series = new Map<string, Series>()

  observe(operation: string, code: string, seconds: number): void {
    const key = `operation="${operation}",code="${code}"`
    let series = this.#series.get(key)
    if (series === undefined) {
      series = { counts: new Float64Array(SECONDS.length), sum: 0, count: 0 }
      this.#series.set(key, series)
    }
    const { counts } = series
    const bucket = SECONDS.findIndex((limit) => seconds <= limit)
    if (bucket !== -1) counts[bucket]! += 1
    series.sum += seconds
    series.count++
  }

  text(): string {
    const name = 'talaria_call_seconds'
    const lines = [`# HELP ${name} Time of a call by operation and outcome`, `# TYPE ${name} histogram`]
    for (const [labels, { counts, sum, count }] of this.#series) {
      let below = 0
      SECONDS.forEach((limit, i) => {
        below += counts[i]!
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

interface Series {
  /** Values of each bucket by itself. */
  counts: Float64Array
  sum: number
  count: number
}
