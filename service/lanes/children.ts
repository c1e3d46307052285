import { Fault, fault, toEnvelope, fromEnvelope } from '../../bridge/faults.ts'
import { endFault } from '../../workers/host/context.ts'
import type { EndCode, LeafAnswer } from '../../workers/host/messages.ts'
import { Backoff } from './backoff.ts'
import type { Call } from './call.ts'
import { Child, type ChildOptions } from './child.ts'
import { ChildRun } from './child-run.ts'
import type { Pool, PoolEvents } from './pool.ts'
import type { Spool } from './spool.ts'

/** How often the memory of busy children is looked at. */
const MEASURE_EVERY_MS = 250
/** How long an idle child may take to end when it is let go. */
const RETIRE_MS = 2000

export interface ChildrenOptions extends ChildOptions {
  /** Most children at work. */
  workers: number
  /** Leaves a child runs before it is replaced. */
  recycleAfter: number
  /** How long an idle child is kept. */
  idleMs: number
  spool: Spool
}

/**
 * Child processes of one lane. Each runs one leaf at a time and dies alone.
 *
 *     spawn ──▶ idle ◀──▶ busy ──▶ idle too long, too many leaves, too large: let go
 *                          └────▶ crashed or killed: another is spawned
 */
export class Children implements Pool {
  readonly #options: ChildrenOptions
  readonly #events: PoolEvents
  readonly #all = new Set<Child>()
  /** Idle children, the most recently used last, and when each is let go. */
  readonly #idle = new Map<Child, NodeJS.Timeout>()
  readonly #runs = new Map<number, ChildRun>()
  /** Children whose successor is up: they are let go when their call has ended. */
  readonly #succeeded = new WeakSet<Child>()
  #successorStarting = false
  readonly #backoff = new Backoff()
  #measuredAt = 0
  #closing = false

  constructor(options: ChildrenOptions, events: PoolEvents) {
    this.#options = options
    this.#events = events
  }

  async start([call]: readonly Call[]): Promise<void> {
    if (call === undefined) return
    const { spool, lane, log } = this.#options
    const child = this.#takeChild(call.request.leaf)
    const { progress } = this.#events
    const run = new ChildRun({ call, child, lease: spool.lease(call.id), progress, lane, log })
    this.#runs.set(call.id, run)
    let answer: LeafAnswer | undefined
    let failure: Fault | undefined
    try {
      answer = await run.run()
    } catch (error) {
      failure = error instanceof Fault ? error : fromEnvelope(toEnvelope(error))
    }
    this.#runs.delete(call.id)
    this.#putBack(child, call.request.leaf)
    // A child that died by itself before the leaf began, perhaps of what an earlier leaf left behind.
    if (failure?.data['reason'] === 'died' && !run.begun) this.#events.returned(call)
    else if (failure !== undefined) this.#events.failed(call, failure)
    else if (answer !== undefined) this.#events.answered(call, answer)
  }

  end(call: Call, code: EndCode): void {
    this.#runs.get(call.id)?.end(code)
  }

  holds(call: Call): boolean {
    return this.#runs.has(call.id)
  }

  kill(call: Call): void {
    const reason = fault('WORKER_LOST', 'The worker process was ended during the call.')
    this.#runs.get(call.id)?.kill(reason)
  }

  sweep(now: number): void {
    if (now - this.#measuredAt < MEASURE_EVERY_MS) return
    this.#measuredAt = now
    const { maxBytes } = this.#options
    for (const run of this.#runs.values()) {
      // Children whose call is over sooner are looked at when it ends.
      if (run.runsFor(now) < MEASURE_EVERY_MS) continue
      run.child.measure()
      if (run.child.rssBytes > maxBytes) run.kill(tooLarge(maxBytes))
    }
  }

  down(): Fault | undefined {
    return this.#backoff.fault(`The processes of the ${this.#options.lane} lane fail to start`)
  }

  async close(): Promise<void> {
    this.#closing = true
    for (const child of this.#idle.keys()) this.#takeIdle(child)
    for (const run of this.#runs.values()) run.kill(endFault('SHUTTING_DOWN'))
    await Promise.all([...this.#all].map((child) => this.#letGo(child)))
  }

  /** An idle child that has run this leaf before, else one that has started, else any, else a new one. */
  #takeChild(leaf: string): Child {
    const idle = [...this.#idle.keys()].toReversed()
    const child = idle.find(({ seen }) => seen.has(leaf)) ?? idle.find(({ isReady }) => isReady) ?? idle[0]
    if (child === undefined) return this.#spawn()
    this.#takeIdle(child)
    return child
  }

  #takeIdle(child: Child): boolean {
    clearTimeout(this.#idle.get(child))
    child.hold(true)
    return this.#idle.delete(child)
  }

  #spawn(): Child {
    const child = new Child(this.#options)
    this.#all.add(child)
    const { lane, log } = this.#options
    child.ready.then(
      () => this.#backoff.worked(),
      () => undefined,
    )
    void child.exit.then(({ how }) => {
      this.#all.delete(child)
      this.#takeIdle(child)
      if (child.isReady || this.#closing) return
      this.#backoff.failed(how)
      log.error({ lane, pid: child.pid, how }, 'a worker process could not start')
    })
    return child
  }

  /** After a call: keeps the child for the next one, or replaces it. */
  #putBack(child: Child, leaf: string): void {
    child.onMessage = undefined
    child.onExit = undefined
    child.leavesRun += 1
    child.seen.add(leaf)
    const { recycleAfter, maxBytes } = this.#options
    if (!child.alive) {
      if (this.#closing) return
      this.#events.respawned()
      this.#keepOneUp()
    } else if (this.#closing || child.rssBytes > maxBytes || this.#succeeded.has(child)) {
      void this.#letGo(child)
      this.#keepOneUp()
    } else {
      this.#keep(child)
      if (child.leavesRun >= recycleAfter && !this.#successorStarting) this.#startSuccessor(child)
    }
  }

  /** The next call should find a child that is up already. */
  #keepOneUp(): void {
    if (this.#closing || this.#idle.size > 0 || this.#backoff.waitMs > 0) return
    this.#keep(this.#spawn())
  }

  #keep(child: Child): void {
    const timer = setTimeout(() => {
      this.#takeIdle(child)
      void this.#letGo(child)
    }, this.#options.idleMs)
    timer.unref()
    child.hold(false)
    this.#idle.set(child, timer)
  }

  /** Replaces a child that has run its share. Its successor starts first, so that no call waits for it. */
  #startSuccessor(child: Child): void {
    const { lane, log } = this.#options
    log.info(
      { lane, pid: child.pid, leaves: child.leavesRun, rssBytes: child.rssBytes },
      'a child is replaced',
    )
    this.#successorStarting = true
    const successor = this.#spawn()
    void successor.ready
      .then(
        () => {
          this.#succeeded.add(child)
          if (this.#takeIdle(child)) void this.#letGo(child)
          if (this.#closing) void this.#letGo(successor)
          else this.#keep(successor)
        },
        () => undefined,
      )
      .finally(() => {
        this.#successorStarting = false
      })
  }

  /** Lets an idle child end by itself, and ends it if it does not. */
  async #letGo(child: Child): Promise<void> {
    child.retire()
    const timer = setTimeout(() => child.kill('it did not end when let go'), RETIRE_MS)
    try {
      await child.exit
    } finally {
      clearTimeout(timer)
    }
  }
}

const tooLarge = (maxBytes: number): Fault =>
  fault(
    'WORKER_LOST',
    `The call needed more than the ${maxBytes} bytes of memory a worker process may use. Try a smaller part of the input, or raise lanes.maxChildBytes.`,
    { reason: 'memory', maxBytes },
  )
