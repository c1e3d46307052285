import type { Call } from './call.ts'
import type { LaneStats, LeafRequest } from './lane.ts'
import { RunTimes } from './run-times.ts'

/** What became of one leaf, for metrics. */
export interface LeafRecord {
  leaf: string
  lane: LeafRequest['lane']
  /** From queueing to the hand-over to a worker. */
  waitMs: number
  /** In the leaf alone; 0 where it never ran to its end. */
  runMs: number
  /** 'ok' or the code of the fault. */
  outcome: string
}

/** What one lane counts and measures. */
export class Figures {
  readonly #lane: LeafRequest['lane']
  readonly #onLeaf: ((record: LeafRecord) => void) | undefined
  readonly #times = new RunTimes()
  /** Calls that are with a worker and not settled. */
  running = 0
  /** Calls that could not even wait. */
  refused = 0
  /** Workers that died or were killed. */
  respawns = 0
  #completed = 0
  #failed = 0

  constructor(lane: LeafRequest['lane'], onLeaf: ((record: LeafRecord) => void) | undefined) {
    this.#lane = lane
    this.#onLeaf = onLeaf
  }

  get medianMs(): number {
    return this.#times.medianMs
  }

  /** Notes how long a leaf ran, even if nobody waits for it any more. */
  ran(ms: number): void {
    this.#times.add(ms)
  }

  /** Notes how a call ended. */
  ended(call: Call, outcome: string, runMs: number): void {
    if (call.startedAt > 0) this.running -= 1
    if (outcome === 'ok') this.#completed += 1
    else if (outcome === 'BUSY') this.refused += 1
    else this.#failed += 1
    if (this.#onLeaf === undefined) return
    const until = call.startedAt > 0 ? call.startedAt : performance.now()
    const waitMs = until - call.queuedAt
    this.#onLeaf({ leaf: call.request.leaf, lane: this.#lane, waitMs, runMs, outcome })
  }

  stats(waiting: number): LaneStats {
    return {
      lane: this.#lane,
      running: this.running,
      waiting,
      completed: this.#completed,
      failed: this.#failed,
      refused: this.refused,
      respawns: this.respawns,
      medianRunMs: this.medianMs,
    }
  }
}
