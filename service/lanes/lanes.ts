import { availableParallelism } from 'node:os'
import { isDeepStrictEqual } from 'node:util'
import { Fault, fault } from '../../bridge/faults.ts'
import type { LeafLocation } from '../../workers/leaves.ts'
import type { Settings } from '../settings.ts'
import { Admission } from './admission.ts'
import { Children } from './children.ts'
import type { LeafRecord } from './figures.ts'
import { HeapWatch } from './heap-watch.ts'
import type { Lanes, LeafRequest } from './lane.ts'
import { Permits } from './permits.ts'
import type { LaneLog } from './pool.ts'
import { Scheduler } from './scheduler.ts'
import { Spool } from './spool.ts'
import { Threads } from './threads.ts'

type Lane = LeafRequest['lane']

/** How often calls are looked at for cancels and deadlines while there are any. */
const SWEEP_MS = 10
/**
 * How far heavy and native work steps back for the main thread and the quick lane, in nice levels. With 5 it gets a
 * third of the processor time of a thread at 0 when both want all of it; when nobody else does, it gets everything.
 */
const NICE = 5

/** A leaf that shows a lane to be alive: small, without side effects, with a known answer. */
export interface Canary {
  leaf: string
  input: unknown
  expect: unknown
}

export interface LanesOptions {
  settings: Settings['lanes']
  leaves: Record<string, LeafLocation>
  canaries: Record<Lane, Canary>
  /** WASM kernels compiled on the main thread, by name; threads receive them compiled. */
  modules?: Record<string, WebAssembly.Module>
  log?: LaneLog
  /** Hears of every leaf that ended, for metrics. */
  onLeaf?: (record: LeafRecord) => void
  /** Heavy and native leaves that run at once; the machine's cores when not given. */
  cores?: number
}

const silent: LaneLog = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** Makes the lanes: quick and heavy on threads, native on child processes. Nothing starts before it is needed. */
export function createLanes(options: LanesOptions): Lanes {
  const { settings, leaves, canaries, modules = {}, log = silent, onLeaf } = options
  const cores = options.cores ?? availableParallelism()
  const admission = new Admission(settings)
  const heapWatch = new HeapWatch()
  const spool = new Spool(settings.spool, settings.maxSpoolBytes)
  const shared = new Permits(cores)
  const common = { graceMs: settings.graceMs, log, onLeaf }
  const threads = {
    leaves,
    modules,
    idleMs: settings.idleMs,
    maxHeapMB: settings.maxThreadHeapMB,
    heapWatch,
    log,
  }

  const quick = new Scheduler(
    { ...common, lane: 'quick', ...size(settings.quick), permits: undefined, batches: true },
    (events) =>
      new Threads({ ...threads, lane: 'quick', workers: settings.quick.workers, warm: 1, nice: 0 }, events),
  )
  const heavy = new Scheduler(
    { ...common, lane: 'heavy', ...size(settings.heavy), permits: shared, batches: false },
    (events) =>
      new Threads(
        { ...threads, lane: 'heavy', workers: settings.heavy.workers, warm: 0, nice: NICE },
        events,
      ),
  )
  const native = new Scheduler(
    { ...common, lane: 'native', ...size(settings.native), permits: shared, batches: false },
    (events) =>
      new Children(
        {
          lane: 'native',
          leaves,
          workers: settings.native.workers,
          recycleAfter: settings.recycleAfter,
          maxBytes: settings.maxChildBytes,
          idleMs: settings.idleMs,
          nice: NICE,
          spool,
          log,
        },
        events,
      ),
  )
  const lanes: Record<Lane, Scheduler> = { quick, heavy, native }
  const all = Object.values(lanes)
  let closing: Promise<void> | undefined
  let sweeper: NodeJS.Timeout | undefined

  function sweep(): void {
    const now = performance.now()
    const clock = Date.now()
    let active = false
    for (const lane of all) {
      lane.sweep(now, clock)
      active ||= lane.active
    }
    if (active) return
    clearInterval(sweeper)
    sweeper = undefined
  }

  async function run(request: LeafRequest): Promise<Awaited<ReturnType<Lanes['run']>>> {
    if (!Object.hasOwn(leaves, request.leaf)) throw fault('INTERNAL', `There is no leaf ${request.leaf}.`)
    sweeper ??= setInterval(sweep, SWEEP_MS)
    return lanes[request.lane].run(request)
  }

  async function canary(lane: Lane, timeoutMs: number): Promise<{ live: boolean; detail?: string }> {
    const down = lanes[lane].down()
    if (down !== undefined) return { live: false, detail: down.message }
    const { leaf, input, expect } = canaries[lane]
    const before = lanes[lane].stats()
    try {
      const { output } = await run({
        leaf,
        lane,
        input,
        files: new Map(),
        signal: new AbortController().signal,
        deadline: Date.now() + timeoutMs,
        priority: 'interactive',
        client: 'canary',
      })
      if (isDeepStrictEqual(output, expect)) return { live: true }
      return { live: false, detail: `The canary ${leaf} gave a wrong answer.` }
    } catch (error) {
      const reason = error instanceof Fault ? error : fault('INTERNAL', String(error))
      // A lane that is full of work is alive: its leaves have deadlines of their own.
      const busy =
        reason.code === 'BUSY' ||
        (reason.code === 'DEADLINE' && lanes[lane].stats().waiting + before.running > 0)
      if (busy) return { live: true, detail: `Busy: ${before.running} leaves run, ${before.waiting} wait.` }
      return { live: false, detail: `${reason.code}: ${reason.message}` }
    }
  }

  async function shutDown(graceMs: number): Promise<void> {
    for (const lane of all) lane.stop()
    if (await idleWithin(graceMs)) return end()
    for (const lane of all) lane.endAll()
    await idleWithin(settings.graceMs + 1000)
    return end()
  }

  async function idleWithin(ms: number): Promise<boolean> {
    const until = performance.now() + ms
    while (all.some((lane) => lane.active)) {
      if (performance.now() >= until) return false
      await new Promise((resolve) => setTimeout(resolve, SWEEP_MS))
    }
    return true
  }

  async function end(): Promise<void> {
    admission.close()
    await Promise.all(all.map((lane) => lane.close()))
    heapWatch.close()
    clearInterval(sweeper)
    await spool.close()
  }

  return {
    run,
    admit(lane) {
      const refusal =
        admission.refusal(lane === 'heavy' || lane === 'native') ??
        (lane === 'inline' || lane === 'home' ? undefined : (lanes[lane].down() ?? lanes[lane].full()))
      if (refusal !== undefined) throw refusal
    },
    stats: () => all.map((lane) => lane.stats()),
    async canaries(timeoutMs) {
      const [quick, heavy, native] = await Promise.all([
        canary('quick', timeoutMs),
        canary('heavy', timeoutMs),
        canary('native', timeoutMs),
      ])
      return { quick, heavy, native }
    },
    close: (graceMs) => (closing ??= shutDown(graceMs)),
  }
}

const size = ({ workers, queue, maxWaitMs }: Settings['lanes']['quick']) => ({
  workers,
  bound: queue,
  maxWaitMs,
})
