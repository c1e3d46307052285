import { Counter, Gauge, Registry, collectDefaultMetrics } from 'prom-client'
import type { ByteBudget } from './call-files.ts'
import type { CallRecord } from './calls.ts'
import type { LaneStats } from './lanes/lane.ts'
import { Times } from './times.ts'

/** What the service counts about itself, in the Prometheus text format. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #calls = new Times('talaria_call_seconds', 'Time of a call by operation and outcome')
  readonly #leafWait = new Times('talaria_leaf_wait_seconds', 'Time a leaf waited for a permit')
  readonly #leafRun = new Times('talaria_leaf_run_seconds', 'Time a leaf ran, by outcome')
  readonly #cache: Counter<'outcome'>

  constructor(lanes: () => LaneStats[], budget: ByteBudget) {
    const registers = [this.#registry]
    collectDefaultMetrics({ register: this.#registry })
    this.#cache = new Counter({
      name: 'talaria_cache_total',
      help: 'Look-ups in the result cache by outcome',
      labelNames: ['outcome'],
      registers,
    })
    const lane = <K extends 'running' | 'waiting' | 'refused' | 'respawns'>(key: K, help: string): void => {
      new Gauge({
        name: `talaria_lane_${key}`,
        help,
        labelNames: ['lane'],
        registers,
        collect() {
          for (const stats of lanes()) this.set({ lane: stats.lane }, stats[key])
        },
      })
    }
    lane('running', 'Leaves running')
    lane('waiting', 'Leaves waiting')
    lane('refused', 'Leaves refused since start')
    lane('respawns', 'Workers replaced since start')
    new Gauge({
      name: 'talaria_held_bytes',
      help: 'Bytes that running calls hold in memory',
      registers,
      collect() {
        this.set(budget.heldBytes)
      },
    })
  }

  call({ call, code, ms }: CallRecord): void {
    this.#calls.observe(`operation="${call.operation.name}",code="${code}"`, ms)
  }

  leaf(record: { lane: string; leaf: string; waitMs: number; runMs: number; outcome: string }): void {
    const labels = `lane="${record.lane}",leaf="${record.leaf}"`
    this.#leafWait.observe(labels, record.waitMs)
    this.#leafRun.observe(`${labels},outcome="${record.outcome}"`, record.runMs)
  }

  cacheLookup(outcome: 'hit' | 'miss'): void {
    this.#cache.inc({ outcome })
  }

  async text(): Promise<string> {
    const times = [this.#calls, this.#leafWait, this.#leafRun].map((one) => one.text())
    return [await this.#registry.metrics(), ...times].join('\n')
  }

  get contentType(): string {
    return this.#registry.contentType
  }
}
