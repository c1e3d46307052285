import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { ByteBudget } from './call-files.ts'
import { CallTimes } from './call-times.ts'
import type { CallRecord } from './calls.ts'
import type { LaneStats } from './lanes/lane.ts'

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120]

/** What the service counts about itself, in the Prometheus text format. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #calls = new CallTimes()
  readonly #leafWait: Histogram<'lane' | 'leaf'>
  readonly #leafRun: Histogram<'lane' | 'leaf' | 'outcome'>
  readonly #cache: Counter<'outcome'>

  constructor(lanes: () => LaneStats[], budget: ByteBudget) {
    const registers = [this.#registry]
    collectDefaultMetrics({ register: this.#registry })
    this.#leafWait = new Histogram({
      name: 'talaria_leaf_wait_seconds',
      help: 'Time a leaf waited for a permit',
      labelNames: ['lane', 'leaf'],
      buckets: SECONDS,
      registers,
    })
    this.#leafRun = new Histogram({
      name: 'talaria_leaf_run_seconds',
      help: 'Time a leaf ran, by outcome',
      labelNames: ['lane', 'leaf', 'outcome'],
      buckets: SECONDS,
      registers,
    })
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
    this.#calls.observe(call.operation.name, code, ms / 1000)
  }

  leaf(record: { lane: string; leaf: string; waitMs: number; runMs: number; outcome: string }): void {
    this.#leafWait.labels(record.lane, record.leaf).observe(record.waitMs / 1000)
    this.#leafRun.labels(record.lane, record.leaf, record.outcome).observe(record.runMs / 1000)
  }

  cacheLookup(outcome: 'hit' | 'miss'): void {
    this.#cache.inc({ outcome })
  }

  async text(): Promise<string> {
    return `${await this.#registry.metrics()}\n${this.#calls.text()}`
  }

  get contentType(): string {
    return this.#registry.contentType
  }
}
