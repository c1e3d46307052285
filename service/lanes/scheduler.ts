import { fault, fromEnvelope, type Fault } from '../../bridge/faults.ts'
import { endFault } from '../../workers/host/context.ts'
import type { LeafAnswer } from '../../workers/host/messages.ts'
import { filesOf } from './bytes.ts'
import { Call, endCodeOf } from './call.ts'
import { Figures, type LeafRecord } from './figures.ts'
import type { LaneStats, LeafRequest, LeafResponse } from './lane.ts'
import type { Permits } from './permits.ts'
import type { LaneLog, Pool, PoolEvents } from './pool.ts'
import { Queue } from './queue.ts'
import { ShortLeaves } from './run-times.ts'

/** Most leaves handed to a thread at once. */
const MAX_BATCH = 32
/** A leaf is short, and may share a hand-over, when its recent runs stay below this. */
const SHORT_MS = 0.25
/** Part of the queue that batch calls may fill; the rest is kept for interactive ones. */
const BATCH_SHARE = 0.75
/** A call that has run leaves before may wait although the queue is full, up to this many times its bound. */
const CONTINUING_FACTOR = 4
/** How often a call goes again whose worker died or was held up before it began. */
const MAX_RETURNS = 5
/** Retry-After while nothing is known of run times. */
const UNKNOWN_RETRY_MS = 100

export interface SchedulerOptions {
  lane: LeafRequest['lane']
  /** Calls, or batches of short calls, that run at once. */
  workers: number
  /** Calls that may wait. */
  bound: number
  /** How long a call may expect to wait, by the median of recent ones: fewer may wait where leaves are long. */
  maxWaitMs: number
  /** Permits shared with other lanes, where running is bounded over several. */
  permits: Permits | undefined
  /** Whether several short leaves may be handed to a worker at once. */
  batches: boolean
  /** How long a leaf that was told to end may go on before its worker is killed. */
  graceMs: number
  log: LaneLog
  onLeaf: ((record: LeafRecord) => void) | undefined
}

/** One lane: its queue in front of its pool. Every call that enters is settled, by its leaf or by a fault. */
export class Scheduler {
  readonly #options: SchedulerOptions
  readonly #pool: Pool
  readonly #queue = new Queue<Call>()
  /** All unsettled calls, waiting and running. */
  readonly #calls = new Set<Call>()
  /** Calls that were told to end, and when their worker is killed (performance.now()). */
  readonly #ending = new Map<Call, number>()
  readonly #figures: Figures
  readonly #short = new ShortLeaves(SHORT_MS)
  #busyWorkers = 0
  #closed = false
  #dispatchIsDue = false
  #watched = 0
  #positionsStale = false

  constructor(options: SchedulerOptions, makePool: (events: PoolEvents) => Pool) {
    this.#options = options
    this.#figures = new Figures(options.lane, options.onLeaf)
    this.#pool = makePool({
      answered: (call, answer) => this.#answered(call, answer),
      failed: (call, reason) => this.#reject(call, reason),
      returned: (call) => this.#returned(call),
      progress: (call, fraction, item) => call.progress(fraction, item),
      respawned: () => {
        this.#figures.respawns += 1
      },
    })
    options.permits?.join(() => this.#dispatch())
  }

  /** Calls under way or waiting, and workers that have not let go of theirs. */
  get active(): boolean {
    return this.#calls.size > 0 || this.#busyWorkers > 0
  }

  run(request: LeafRequest): Promise<LeafResponse> {
    return new Promise((resolve, reject) => {
      const call = new Call(request, resolve, reject)
      const refusal = this.#closed
        ? endFault('SHUTTING_DOWN')
        : (call.unwanted(Date.now()) ?? this.#refusal(request))
      this.#calls.add(call)
      if (refusal !== undefined) {
        this.#reject(call, refusal)
      } else if (this.#queue.size === 0 && this.#canStart() && !this.#mayShare(call)) {
        this.#start([call])
      } else {
        this.#queue.push(call)
        this.#queueChanged(call, 1)
        this.#dispatchSoon()
      }
    })
  }

  /** BUSY when one more call could not even wait. */
  full(): Fault | undefined {
    if (this.#waiting < this.#bound || (this.#queue.size === 0 && this.#canStart())) return undefined
    this.#figures.refused += 1
    return this.#busy()
  }

  /** Why calls cannot run at the moment. */
  down(): Fault | undefined {
    return this.#pool.down()
  }

  /** When a new call could expect its turn. */
  #retryAfterMs(): number {
    const { workers } = this.#options
    const waiting = this.#queue.size
    return Math.ceil((waiting * this.#figures.medianMs) / workers) || UNKNOWN_RETRY_MS
  }

  stats(): LaneStats {
    return this.#figures.stats(this.#queue.size)
  }

  /** Ends what is no longer wanted, kills what did not end in time, tells waiting calls where they stand. */
  sweep(now: number, clock: number): void {
    for (const call of this.#calls) {
      const reason = call.unwanted(clock)
      if (reason !== undefined) this.#endCall(call, reason, now)
    }
    for (const [call, killAt] of this.#ending) {
      if (!this.#pool.holds(call)) this.#ending.delete(call)
      else if (now >= killAt) {
        this.#ending.delete(call)
        this.#pool.kill(call)
      }
    }
    this.#pool.sweep(now)
    this.#dispatch()
    if (this.#positionsStale && this.#watched > 0) this.#tellPositions()
  }

  /** Takes no more calls; those that wait are refused. */
  stop(): void {
    if (this.#dispatchIsDue) this.#dispatch()
    this.#closed = true
    this.#refuseWaiting(endFault('SHUTTING_DOWN'))
  }

  /** Ends the calls that still run. */
  endAll(): void {
    for (const call of this.#calls) this.#endCall(call, endFault('SHUTTING_DOWN'), performance.now())
  }

  close(): Promise<void> {
    return this.#pool.close()
  }

  /** Calls that wait for a worker: those that only wait for the next microtask have theirs. */
  get #waiting(): number {
    const free = this.#dispatchIsDue ? this.#options.workers - this.#busyWorkers : 0
    return Math.max(0, this.#queue.size - free)
  }

  /** Dispatches once calls that come in one go are all in the queue, so that short ones share hand-overs. */
  #dispatchSoon(): void {
    if (this.#dispatchIsDue || !this.#canStart()) return
    this.#dispatchIsDue = true
    queueMicrotask(() => {
      this.#dispatchIsDue = false
      this.#dispatch()
    })
  }

  #canStart(): boolean {
    return this.#busyWorkers < this.#options.workers && (this.#options.permits?.available ?? true)
  }

  /** Calls that may wait now: after a burst the lane is free again within `maxWaitMs`, however long its leaves are. */
  get #bound(): number {
    const { bound, maxWaitMs, workers } = this.#options
    const { medianMs } = this.#figures
    return medianMs === 0
      ? bound
      : Math.max(workers, Math.min(bound, Math.floor((maxWaitMs * workers) / medianMs)))
  }

  #refusal(request: LeafRequest): Fault | undefined {
    const down = this.#pool.down()
    if (down !== undefined) return down
    const bound = this.#bound
    const waiting = this.#waiting
    if (this.#queue.size === 0 && this.#canStart()) return undefined
    const room = request.continuing === true ? bound * CONTINUING_FACTOR : bound
    const share = request.priority === 'batch' ? Math.ceil(room * BATCH_SHARE) : room
    return waiting < share ? undefined : this.#busy()
  }

  #busy(): Fault {
    return fault(
      'BUSY',
      `${this.#queue.size} calls wait for the ${this.#options.lane} lane, which takes ${this.#bound} now. Try again later.`,
      {
        retryAfterMs: this.#retryAfterMs(),
      },
    )
  }

  #dispatch(): void {
    while (this.#queue.size > 0 && this.#canStart()) {
      const calls = this.#takeBatch()
      if (calls.length === 0) return
      this.#start(calls)
    }
  }

  /** The next call, and with a short one the short ones behind it: a fair share for each worker that is free. */
  #takeBatch(): Call[] {
    const first = this.#queue.take()
    if (first === undefined) return []
    const calls = [first]
    if (this.#mayShare(first)) {
      const free = this.#options.workers - this.#busyWorkers
      const size = Math.min(MAX_BATCH, Math.ceil((this.#queue.size + 1) / free))
      while (calls.length < size) {
        const next = this.#queue.take((call) => this.#mayShare(call))
        if (next === undefined) break
        calls.push(next)
      }
    }
    for (const call of calls) this.#queueChanged(call, -1)
    return calls
  }

  #mayShare(call: Call): boolean {
    return this.#options.batches && !call.alone && this.#short.has(call.request.leaf)
  }

  #start(calls: Call[]): void {
    const { permits } = this.#options
    const startedAt = performance.now()
    this.#busyWorkers += 1
    this.#figures.running += calls.length
    permits?.take()
    for (const call of calls) {
      call.startedAt = startedAt
      call.tell(0, 0)
    }
    void this.#pool.start(calls).then(() => {
      this.#busyWorkers -= 1
      // Calls that wait for a lane that went down hear of it, rather than wait for a worker that does not come.
      const down = this.#queue.size > 0 ? this.#pool.down() : undefined
      if (down !== undefined) this.#refuseWaiting(down)
      if (permits === undefined) this.#dispatch()
      else permits.give()
    })
  }

  #refuseWaiting(reason: Fault): void {
    for (let call = this.#queue.take(); call !== undefined; call = this.#queue.take()) {
      this.#queueChanged(call, -1)
      this.#reject(call, reason)
    }
  }

  /** Notes that a call came into the queue (1) or left it (-1), for those who want to know where they stand. */
  #queueChanged(call: Call, step: 1 | -1): void {
    if (call.request.onQueue !== undefined) this.#watched += step
    this.#positionsStale = true
  }

  #answered(call: Call, answer: LeafAnswer): void {
    if ('fault' in answer) {
      if (answer.stack !== undefined) {
        const { lane, log } = this.#options
        // A file that is damaged is the usual case, and what a library said of it is for those who look closely.
        log[answer.fault.code === 'INTERNAL' || answer.fault.code === 'UNAVAILABLE' ? 'error' : 'info'](
          { lane, leaf: call.request.leaf, code: answer.fault.code, stack: answer.stack },
          'a leaf failed',
        )
      }
      this.#reject(call, fromEnvelope(answer.fault), answer.runMs)
      return
    }
    this.#figures.ran(answer.runMs)
    if (this.#options.batches) this.#short.add(call.request.leaf, answer.runMs)
    if (!this.#settle(call, 'ok', answer.runMs)) return
    call.resolve({ output: answer.output, files: filesOf(answer.files) })
  }

  #returned(call: Call): void {
    if (call.settled) return
    if (this.#closed) {
      this.#reject(call, endFault('SHUTTING_DOWN'))
      return
    }
    call.returns += 1
    if (call.returns > MAX_RETURNS) {
      this.#reject(
        call,
        fault('WORKER_LOST', 'Workers died again and again before the call began. Try again.'),
      )
      return
    }
    this.#figures.running -= 1
    call.startedAt = 0
    this.#queue.giveBack(call)
    this.#queueChanged(call, 1)
  }

  /** Settles a call at once; a worker that runs it is told, and killed if it goes on past the grace. */
  #endCall(call: Call, reason: Fault, now: number): void {
    if (call.startedAt === 0) {
      this.#queue.remove(call)
      this.#queueChanged(call, -1)
    } else {
      this.#pool.end(call, endCodeOf(reason))
      if (this.#pool.holds(call)) this.#ending.set(call, now + this.#options.graceMs)
    }
    this.#reject(call, reason)
  }

  #reject(call: Call, reason: Fault, runMs = 0): void {
    if (this.#settle(call, reason.code, runMs)) call.reject(reason)
  }

  /** Counts the end of a call; false when it had ended before. */
  #settle(call: Call, outcome: string, runMs: number): boolean {
    if (!this.#calls.delete(call)) return false
    this.#figures.ended(call, outcome, runMs)
    return true
  }

  #tellPositions(): void {
    this.#positionsStale = false
    const perPlaceMs = this.#figures.medianMs / this.#options.workers
    this.#queue.order().forEach((call, index) => call.tell(index + 1, Math.ceil((index + 1) * perPlaceMs)))
  }
}
