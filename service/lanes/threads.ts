import { Piscina } from 'piscina'
import { fault, type Fault } from '../../bridge/faults.ts'
import {
  CALL_STATE,
  type BatchAnswers,
  type EndCode,
  type FromThread,
  type LeafAnswer,
  type ThreadBatch,
  type ThreadData,
} from '../../workers/host/messages.ts'
import { Backoff } from './backoff.ts'
import { Batch } from './batch.ts'
import type { Call } from './call.ts'
import { workerEnvironment } from './environment.ts'
import { HEADROOM_MB, HeapGuard } from './heap-guard.ts'
import type { HeapWatch } from './heap-watch.ts'
import type { LaneLog, Pool, PoolEvents } from './pool.ts'

const host = new URL('../../workers/host/thread.js', import.meta.url).href

/** A batch out for longer than this gives back what it has not answered, if another thread can take it. */
const OVERDUE_MS = 10

/**
 * Piscina first tries `require` on the worker's module, and where Node lets that load ES modules, a thread ended at
 * that moment takes the process with it (fatal "IsGraphAsync must be used on an instantiated module": once in about
 * 600 kills of a starting thread on Node 20.20). Without it Piscina goes on to `import`, which ends quietly.
 */
const THREAD_FLAGS = ['--no-experimental-require-module']

export interface ThreadsOptions extends ThreadData {
  lane: string
  /** Most threads. */
  workers: number
  /** Threads kept when there is nothing to do. */
  warm: number
  /** How long a thread above `warm` waits for work before it ends. */
  idleMs: number
  /** JavaScript heap of one thread, in megabytes. */
  maxHeapMB: number
  heapWatch: HeapWatch
  log: LaneLog
}

/** Worker threads of one lane, kept by Piscina. One batch is on a thread at any time. */
export class Threads implements Pool {
  readonly #piscina: Piscina<ThreadBatch, BatchAnswers>
  readonly #options: ThreadsOptions
  readonly #events: PoolEvents
  readonly #heap: HeapGuard
  readonly #backoff = new Backoff()
  readonly #batches = new Set<Batch>()
  /** Where each call that has no answer yet is, by its id. */
  readonly #running = new Map<number, { call: Call; batch: Batch }>()
  #closing = false

  constructor(options: ThreadsOptions, events: PoolEvents) {
    this.#options = options
    this.#events = events
    this.#heap = new HeapGuard(options.heapWatch, options.maxHeapMB)
    const { leaves, modules, nice } = options
    const data: ThreadData = { leaves, modules, nice }
    this.#piscina = new Piscina({
      filename: host,
      workerData: data,
      minThreads: options.warm,
      maxThreads: options.workers,
      idleTimeout: options.idleMs,
      concurrentTasksPerWorker: 1,
      // 'sync' wakes a little faster, but keeps the thread from its event loop, where listeners of ended calls and
      // whatever a leaf left behind are cleaned up.
      atomics: 'async',
      recordTiming: false,
      env: workerEnvironment(),
      execArgv: THREAD_FLAGS,
      resourceLimits: { maxOldGenerationSizeMb: options.maxHeapMB + HEADROOM_MB },
    })
    this.#piscina.on('message', (message: FromThread) => this.#hear(message))
    this.#piscina.on('error', (error: unknown) => this.#diedIdle(error))
  }

  async start(calls: readonly Call[]): Promise<void> {
    const batch = new Batch(calls)
    this.#batches.add(batch)
    for (const call of calls) this.#running.set(call.id, { call, batch })
    try {
      const answers = await this.#piscina.run(batch.message(), { signal: batch.killSignal })
      this.#backoff.worked()
      calls.forEach((call, position) => {
        const answer = answers[position]
        if (answer !== undefined) this.#answer(call, batch, answer)
        // A call answered on the way comes on another port, perhaps after this; it stays until then.
        else if (batch.state(call) === CALL_STATE.recalled) this.#release(call, batch)
      })
    } catch (error) {
      this.#lose(batch, error)
    } finally {
      this.#batches.delete(batch)
    }
  }

  end(call: Call, code: EndCode): void {
    const batch = this.#running.get(call.id)?.batch
    if (batch === undefined) return
    // A call that has not begun is simply taken back. If it is alone, it still waits for its thread to start.
    if (batch.recall(call) === CALL_STATE.waiting && batch.calls.length > 1) this.#release(call, batch)
    else batch.tell(call, code)
  }

  holds(call: Call): boolean {
    return this.#running.has(call.id)
  }

  kill(call: Call): void {
    const reason = fault('WORKER_LOST', 'The worker thread was ended during the call.')
    this.#running.get(call.id)?.batch.kill(reason)
  }

  sweep(now: number): void {
    const { workers } = this.#options
    for (const batch of this.#batches) {
      if (this.#heap.isDue(batch, now)) void this.#checkHeap(batch, now)
      const heldUp = batch.calls.length > 1 && !batch.recalled && now - batch.startedAt >= OVERDUE_MS
      if (heldUp && this.#batches.size < workers) this.#recall(batch)
    }
  }

  down(): Fault | undefined {
    return this.#backoff.fault(`The threads of the ${this.#options.lane} lane fail to start`)
  }

  async close(): Promise<void> {
    this.#closing = true
    await this.#piscina.destroy()
  }

  #answer(call: Call, batch: Batch, answer: LeafAnswer): void {
    if (this.#release(call, batch)) this.#events.answered(call, answer)
  }

  /** Forgets a call; false when it was answered before, or given back, and is in another batch by now. */
  #release(call: Call, batch: Batch): boolean {
    return this.#running.get(call.id)?.batch === batch && this.#running.delete(call.id)
  }

  #hear(message: FromThread): void {
    const { lane, log } = this.#options
    switch (message.kind) {
      case 'progress': {
        const call = this.#running.get(message.id)?.call
        if (call !== undefined) this.#events.progress(call, message.fraction, message.item)
        break
      }
      case 'answers':
        for (const [id, answer] of message.answers) {
          const at = this.#running.get(id)
          if (at !== undefined) this.#answer(at.call, at.batch, answer)
        }
        break
      case 'log':
        log.warn({ lane, text: message.text.trimEnd() }, 'worker output')
        break
    }
  }

  /** Gives back the calls of a batch that is held up by one of them, so that other threads can run them. */
  #recall(batch: Batch): void {
    batch.recalled = true
    for (const call of batch.calls) {
      // One that is done but whose answer is held up runs again: leaves are functions of their input.
      if (batch.recall(call) !== CALL_STATE.running && this.#release(call, batch)) this.#events.returned(call)
    }
  }

  async #checkHeap(batch: Batch, now: number): Promise<void> {
    if (!(await this.#heap.isOver(batch, now)) || !this.#batches.has(batch)) return
    this.#options.log.error({ lane: this.#options.lane }, 'a worker thread took too much memory')
    batch.kill(this.#heap.fault)
  }

  /** Sorts out the calls of a batch whose thread is gone: the one that ran is lost, the others go again. */
  #lose(batch: Batch, error: unknown): void {
    const { waiting, running, done } = CALL_STATE
    const left = batch.calls.filter((call) => this.#release(call, batch))
    const someRan = left.some((call) => batch.state(call) === running)
    const unsendable = error instanceof Error && error.name === 'DataCloneError'
    for (const call of left) {
      const state = batch.state(call)
      const neverBegan = !unsendable && state === waiting
      if (state === running || (left.length === 1 && !neverBegan)) {
        this.#events.failed(call, batch.killed ?? this.#explain(error, unsendable || state === done))
        continue
      }
      // Where nobody ran, any of them may have broken the message there or back: each goes on its own.
      if (!someRan) call.alone = true
      this.#events.returned(call)
    }
    if (!this.#closing) this.#events.respawned()
  }

  /** The fault of a lost call. `unsendable` says that it was its input or its answer that could not be sent. */
  #explain(error: unknown, unsendable: boolean): Fault {
    const { lane, log } = this.#options
    if (this.#closing) return fault('SHUTTING_DOWN', 'The service is shutting down.')
    log.error({ lane, err: error }, 'a worker thread was lost')
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ERR_WORKER_OUT_OF_MEMORY') return this.#heap.fault
    if (unsendable) {
      return fault('INTERNAL', 'The service made a mistake; its log has the details.', {}, error)
    }
    return fault(
      'WORKER_LOST',
      'The worker thread died during the call. Try again.',
      { reason: 'died' },
      error,
    )
  }

  /**
   * A thread died while no batch was on it: it could not start, or something a leaf left behind broke it. Batches
   * that wait for a thread to start would wait for ever, so they go again.
   */
  #diedIdle(error: unknown): void {
    this.#options.log.error({ lane: this.#options.lane, err: error }, 'a worker thread failed outside a call')
    if (this.#closing) return
    this.#backoff.failed(error instanceof Error ? error.message : String(error))
    for (const batch of this.#batches) {
      if (batch.threadId === 0) batch.kill(fault('WORKER_LOST', 'The worker thread could not start.'))
    }
  }
}
