import type { LeafRequest, Lanes } from './lanes/lane.ts'

type Live = { live: boolean; detail?: string }

export interface Readiness {
  ready: boolean
  lanes: Record<LeafRequest['lane'], Live>
  /** When the canaries ran. */
  checkedAt: string
}

/**
 * Whether each lane really works: a canary leaf runs in each at start, then at most every `everyMs`, and its result
 * stands in between. Several askers share one run.
 */
export class ReadinessCheck {
  readonly #lanes: Lanes
  readonly #everyMs: number
  #last: Readiness | undefined
  #lastAt = 0
  #running: Promise<Readiness> | undefined

  constructor(lanes: Lanes, everyMs: number) {
    this.#lanes = lanes
    this.#everyMs = everyMs
  }

  async check(): Promise<Readiness> {
    if (this.#last !== undefined && Date.now() - this.#lastAt < this.#everyMs) return this.#last
    this.#running ??= this.#run().finally(() => (this.#running = undefined))
    return this.#running
  }

  async #run(): Promise<Readiness> {
    const lanes = await this.#lanes.canaries(5000)
    this.#last = {
      ready: Object.values(lanes).every(({ live }) => live),
      lanes,
      checkedAt: new Date().toISOString(),
    }
    // A lane that is down is asked again soon, so that readiness returns when the lane does.
    this.#lastAt = this.#last.ready ? Date.now() : Date.now() - this.#everyMs + 500
    return this.#last
  }
}
