import { Piscina } from 'piscina'
import { fault, type Fault } from '../../bridge/faults.ts'
import {
  CALL_STATE,
  controlWords,
  END_CODES,
  endWord,
  stateWord,
  threadWord,
  type BatchAnswers,
  type EndCode,
  type FromThread,
  type LeafAnswer,
  type LeafCall,
  type ThreadBatch,
  type ThreadData,
} from '../../workers/host/messages.ts'
import { Backoff } from './backoff.ts'
import { forThread } from './bytes.ts'
import type { Call } from './call.ts'
import { workerEnvironment } from './environment.ts'
import type { HeapWatch } from './heap-watch.ts'
import type { LaneLog, Pool, PoolEvents } from './pool.ts'

const host = new URL('../../workers/host/thread.js', import.meta.url).href

/** A batch out for longer than this gives back what it has not answered, if another thread can take it. */
const OVERDUE_MS = 10

/** How often the heap of a busy thread is looked at. */
const HEAP_EVERY_MS = 50
/** How soon after a collection that freed enough the next one may be asked for. */
const COLLECT_EVERY_MS = 1000
/**
 * What V8 is told above the heap that is meant, in megabytes: more than the largest array or table it can make in
 * one piece while it copies the one before, so that the watch comes first. Memory is only taken when it is used.
 */
const HEADROOM_MB = 4096

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

interface Batch {
  calls: readonly Call[]
  control: Int32Array
  /** When the heap of its thread was last looked at and last collected, as of performance.now(). */
  heapAt: number
  collectedAt: number
  /** Aborting it makes Piscina end the thread and start another. */
  killer: AbortController
  startedAt: number
  recalled: boolean
  /** Set when we ended the thread: why calls that were running are lost. */
  killed: Fault | undefined
}

/** Worker threads of one lane, kept by Piscina. One batch is on a thread at any time. */
export class Threads implements Pool {
  readonly #piscina: Piscina<ThreadBatch, BatchAnswers>
  readonly #options: ThreadsOptions
  readonly #events: PoolEvents
  readonly #batches = new Set<Batch>()
  /** Where each call that has no answer yet is. */
  readonly #running = new Map<number, { call: Call; batch: Batch; position: number }>()
  readonly #backoff = new Backoff()
  #closing = false

  constructor(options: ThreadsOptions, events: PoolEvents) {
    this.#options = options
    this.#events = events
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
      resourceLimits: { maxOldGenerationSizeMb: options.maxHeapMB + HEADROOM_MB },
    })
    this.#piscina.on('message', (message: FromThread) => this.#hear(message))
    this.#piscina.on('error', (error: unknown) => this.#failedStart(error))
  }

  async start(calls: readonly Call[]): Promise<void> {
    const now = performance.now()
    const batch: Batch = {
      calls,
      control: new Int32Array(new SharedArrayBuffer(controlWords(calls.length) * 4)),
      killer: new AbortController(),
      startedAt: now,
      heapAt: now,
      collectedAt: 0,
      recalled: false,
      killed: undefined,
    }
    this.#batches.add(batch)
    calls.forEach((call, position) => this.#running.set(call.id, { call, batch, position }))
    try {
      const message: ThreadBatch = { calls: calls.map(toMessage), control: batch.control }
      const answers = await this.#piscina.run(message, { signal: batch.killer.signal })
      this.#backoff.worked()
      calls.forEach((call, position) => {
        const answer = answers[position]
        if (answer !== undefined) this.#answer(call, answer)
        // A call answered on the way comes on another port, perhaps after this; it stays until then.
        else if (Atomics.load(batch.control, stateWord(position)) === CALL_STATE.recalled) this.#release(call)
      })
    } catch (error) {
      this.#lose(batch, error)
    } finally {
      this.#batches.delete(batch)
    }
  }

  end(call: Call, code: EndCode): void {
    const at = this.#running.get(call.id)
    if (at === undefined) return
    const { waiting, recalled } = CALL_STATE
    const { control } = at.batch
    // A call that has not begun is simply taken back.
    if (Atomics.compareExchange(control, stateWord(at.position), waiting, recalled) === waiting) {
      if (at.batch.calls.length > 1) this.#running.delete(call.id)
    }
    Atomics.store(control, endWord(at.position), END_CODES.indexOf(code))
    Atomics.notify(control, endWord(at.position))
  }

  holds(call: Call): boolean {
    return this.#running.has(call.id)
  }

  kill(call: Call): void {
    const at = this.#running.get(call.id)
    if (at !== undefined)
      this.#kill(at.batch, fault('WORKER_LOST', 'The worker thread was ended during the call.'))
  }

  sweep(now: number): void {
    for (const batch of this.#batches) {
      if (now - batch.heapAt >= HEAP_EVERY_MS) void this.#checkHeap(batch, now)
      if (batch.calls.length === 1 || batch.recalled || now - batch.startedAt < OVERDUE_MS) continue
      if (this.#batches.size >= this.#options.workers) continue
      this.#recall(batch)
    }
  }

  down(): Fault | undefined {
    const { waitMs, reason } = this.#backoff
    if (waitMs === 0) return undefined
    return fault(
      'WORKER_LOST',
      `The threads of the ${this.#options.lane} lane fail to start (${reason}); the next try is in ${waitMs} ms.`,
      { retryAfterMs: waitMs },
    )
  }

  async close(): Promise<void> {
    this.#closing = true
    await this.#piscina.destroy()
  }

  #answer(call: Call, answer: LeafAnswer): void {
    if (this.#release(call)) this.#events.answered(call, answer)
  }

  /** Forgets a call; false when it was given back or answered before. */
  #release(call: Call): boolean {
    return this.#running.delete(call.id)
  }

  #hear(message: FromThread): void {
    switch (message.kind) {
      case 'progress': {
        const at = this.#running.get(message.id)
        if (at !== undefined) this.#events.progress(at.call, message.fraction, message.item)
        break
      }
      case 'answers':
        for (const [id, answer] of message.answers) {
          const at = this.#running.get(id)
          if (at !== undefined) this.#answer(at.call, answer)
        }
        break
      case 'log':
        this.#options.log.info(
          { lane: this.#options.lane, text: message.text.trimEnd().slice(0, 2000) },
          'worker output',
        )
        break
    }
  }

  /** Gives back the calls of a batch that is held up by one of them, so that other threads can run them. */
  #recall(batch: Batch): void {
    batch.recalled = true
    const { waiting, running, recalled } = CALL_STATE
    batch.calls.forEach((call, position) => {
      const before = Atomics.compareExchange(batch.control, stateWord(position), waiting, recalled)
      // One that is done but whose answer is held up runs again: leaves are functions of their input.
      if (before !== running && this.#release(call)) this.#events.returned(call)
    })
  }

  /** Ends a thread whose heap is past the limit and stays there when its garbage is collected. */
  async #checkHeap(batch: Batch, now: number): Promise<void> {
    const { heapWatch, maxHeapMB, lane, log } = this.#options
    const maxBytes = maxHeapMB * 1024 * 1024
    const thread = Atomics.load(batch.control, threadWord(batch.calls.length))
    // Not looked at again before it answered, which it does not within some built-in functions.
    batch.heapAt = Infinity
    const used = await heapWatch.usedBytes(thread)
    if (used !== undefined && used > maxBytes && now - batch.collectedAt >= COLLECT_EVERY_MS) {
      batch.collectedAt = now
      const live = (await heapWatch.liveBytes(thread)) ?? 0
      if (live > maxBytes && this.#batches.has(batch)) {
        log.error({ lane, live, maxBytes }, 'a worker thread took too much memory')
        this.#kill(batch, outOfMemory(maxHeapMB))
      }
    }
    batch.heapAt = performance.now()
  }

  #kill(batch: Batch, reason: Fault): void {
    batch.killed ??= reason
    batch.killer.abort()
  }

  /** Sorts out the calls of a batch whose thread is gone: the one that ran is lost, the others go again. */
  #lose(batch: Batch, error: unknown): void {
    const unanswered = batch.calls.filter((call) => this.#running.has(call.id))
    const states = new Map(batch.calls.map((call, i) => [call, Atomics.load(batch.control, stateWord(i))]))
    const culprit =
      unanswered.length === 1 || unanswered.some((call) => states.get(call) === CALL_STATE.running)
    for (const call of unanswered) {
      this.#release(call)
      if (unanswered.length === 1 || states.get(call) === CALL_STATE.running) {
        this.#events.failed(call, batch.killed ?? this.#explain(error, states.get(call) === CALL_STATE.done))
      } else {
        // Nobody was running: any of them may have broken the message there or back. Each goes on its own.
        if (!culprit) call.alone = true
        this.#events.returned(call)
      }
    }
    if (!this.#closing) this.#events.respawned()
  }

  /** `done` says that the leaf had ended, so that it was the answer that could not be sent. */
  #explain(error: unknown, done: boolean): Fault {
    const { lane, log, maxHeapMB } = this.#options
    if (this.#closing) return fault('SHUTTING_DOWN', 'The service is shutting down.')
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    log.error({ lane, err: error }, 'a worker thread was lost')
    if (code === 'ERR_WORKER_OUT_OF_MEMORY') {
      return outOfMemory(maxHeapMB)
    }
    if (done || (error instanceof Error && error.name === 'DataCloneError')) {
      return fault('INTERNAL', 'The service made a mistake; its log has the details.', {}, error)
    }
    return fault(
      'WORKER_LOST',
      'The worker thread died during the call. Try again.',
      { reason: 'died' },
      error,
    )
  }

  /** A thread died without a batch: it could not start. Batches that wait for it would wait for ever. */
  #failedStart(error: unknown): void {
    this.#options.log.error({ lane: this.#options.lane, err: error }, 'a worker thread failed outside a call')
    if (this.#closing) return
    this.#backoff.failed(error instanceof Error ? error.message : String(error))
    for (const batch of this.#batches) {
      const begun = batch.calls.some(
        (_, i) => Atomics.load(batch.control, stateWord(i)) !== CALL_STATE.waiting,
      )
      if (begun) continue
      this.#kill(batch, fault('WORKER_LOST', 'The worker thread could not start.', { retryAfterMs: 500 }))
    }
  }
}

const outOfMemory = (maxHeapMB: number): Fault =>
  fault(
    'WORKER_LOST',
    `The call needed more than the ${maxHeapMB} MB of memory a worker thread may use. Try a smaller part of the input, or raise lanes.maxThreadHeapMB.`,
    { reason: 'memory', maxHeapMB },
  )

function toMessage(call: Call): LeafCall {
  const { leaf, input, deadline, files, onProgress } = call.request
  const message: LeafCall = { id: call.id, leaf, input, deadline, progress: onProgress !== undefined }
  if (files.size > 0) message.files = [...files].map(([digest, bytes]) => [digest, forThread(bytes)])
  return message
}
