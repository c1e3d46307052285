import { Fault, fault } from '../../bridge/faults.ts'
import { endFault } from '../../workers/host/context.ts'
import {
  MESSAGE_BYTES,
  type EndCode,
  type FromChild,
  type LeafAnswer,
  type LeafCall,
  type SentFiles,
} from '../../workers/host/messages.ts'
import { Backoff } from './backoff.ts'
import { copy } from './bytes.ts'
import type { Call } from './call.ts'
import { Child, type ChildOptions } from './child.ts'
import type { Pool, PoolEvents } from './pool.ts'
import type { Spool, SpoolLease } from './spool.ts'

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

interface Run {
  call: Call
  lease: SpoolLease
  /** Ends preparation when the call is no longer wanted. */
  abort: AbortController
  child: Child | undefined
  /** Resolves with the answer; undefined when the child died. */
  answer: ((answer: LeafAnswer | undefined) => void) | undefined
  /** When the leaf was handed over, as of performance.now(). */
  askedAt: number
  lost: Fault | undefined
}

/** Child processes of one lane. Each runs one leaf at a time and dies alone. */
export class Children implements Pool {
  readonly #options: ChildrenOptions
  readonly #events: PoolEvents
  /** Idle children, the most recently used last. */
  readonly #idle: Child[] = []
  readonly #idleTimers = new Map<Child, NodeJS.Timeout>()
  readonly #all = new Set<Child>()
  readonly #runs = new Map<number, Run>()
  readonly #backoff = new Backoff()
  /** Children whose successor is up: they end when their call has ended. */
  readonly #replaced = new WeakSet<Child>()
  #replacing = false
  #measuredAt = 0
  #closing = false

  constructor(options: ChildrenOptions, events: PoolEvents) {
    this.#options = options
    this.#events = events
  }

  async start([call]: readonly Call[]): Promise<void> {
    if (call === undefined) return
    const run: Run = {
      call,
      lease: this.#options.spool.lease(call.id),
      abort: new AbortController(),
      child: undefined,
      answer: undefined,
      askedAt: Infinity,
      lost: undefined,
    }
    this.#runs.set(call.id, run)
    const child = this.#takeChild(call.request.leaf)
    run.child = child
    child.hold(true)
    let answer: LeafAnswer | undefined
    let failure: Fault | undefined
    try {
      answer = await this.#run(run, child)
    } catch (error) {
      failure = this.#asFault(call, error)
    }
    // A child that was killed may still be writing to the spool until it is gone.
    if (!child.alive || run.lost !== undefined) await child.exit
    await this.#endLease(run.lease)
    this.#runs.delete(call.id)
    this.#putBack(child)
    if (failure !== undefined) this.#events.failed(call, failure)
    else if (answer !== undefined) this.#events.answered(call, answer)
  }

  end(call: Call, code: EndCode): void {
    const run = this.#runs.get(call.id)
    if (run === undefined) return
    run.abort.abort(endFault(code))
    run.child?.send({ kind: 'end', id: call.id, code })
  }

  holds(call: Call): boolean {
    return this.#runs.has(call.id)
  }

  kill(call: Call): void {
    const run = this.#runs.get(call.id)
    if (run !== undefined)
      this.#kill(run, fault('WORKER_LOST', 'The worker process was ended during the call.'))
  }

  sweep(now: number): void {
    if (now - this.#measuredAt < MEASURE_EVERY_MS) return
    this.#measuredAt = now
    const { maxBytes } = this.#options
    for (const run of this.#runs.values()) {
      // Calls that are over sooner are looked at when they end.
      if (now - run.askedAt < MEASURE_EVERY_MS) continue
      run.child?.measure()
      if ((run.child?.rssBytes ?? 0) > maxBytes) this.#kill(run, tooBig(maxBytes))
    }
  }

  down(): Fault | undefined {
    const { waitMs, reason } = this.#backoff
    if (waitMs === 0) return undefined
    return fault(
      'WORKER_LOST',
      `The processes of the ${this.#options.lane} lane fail to start (${reason}); the next try is in ${waitMs} ms.`,
      { retryAfterMs: waitMs },
    )
  }

  /** Process ids, for tests and diagnosis. */
  get pids(): number[] {
    return [...this.#all].flatMap((child) => child.pid ?? [])
  }

  async close(): Promise<void> {
    this.#closing = true
    for (const timer of this.#idleTimers.values()) clearTimeout(timer)
    for (const child of this.#idle.splice(0)) child.retire()
    for (const run of this.#runs.values()) this.#kill(run, endFault('SHUTTING_DOWN'))
    await Promise.all([...this.#all].map((child) => this.#ended(child)))
  }

  /** Runs a call on a child. No answer means that it was no longer wanted before it began. */
  async #run(run: Run, child: Child): Promise<LeafAnswer | undefined> {
    const { call } = run
    const files = await this.#pack(run)
    try {
      await Promise.race([child.ready, aborted(run.abort.signal)])
    } catch {
      throw (
        run.lost ??
        fault('WORKER_LOST', 'The worker process could not start; the log has the reason. Try again.', {
          reason: 'start',
          retryAfterMs: Math.max(500, this.#backoff.waitMs),
        })
      )
    }
    if (run.lost !== undefined) throw run.lost
    // Cancelled before it began: the child never hears of it, and may go on starting.
    if (run.abort.signal.aborted) return undefined
    const answer = await this.#ask(run, child, files)
    if (answer === undefined) {
      const { how } = await child.exit
      throw (
        run.lost ??
        fault('WORKER_LOST', `The worker process died during ${call.request.leaf} (${how}). Try again.`, {
          reason: 'died',
          how,
        })
      )
    }
    child.leavesRun += 1
    child.seen.add(call.request.leaf)
    return this.#unpack(run, answer)
  }

  /** Puts the call's files into the message, or into the spool where they are large. */
  async #pack(run: Run): Promise<SentFiles> {
    const files: SentFiles = []
    let inMessage = 0
    for (const [digest, bytes] of run.call.request.files) {
      if (inMessage + bytes.byteLength <= MESSAGE_BYTES) {
        inMessage += bytes.byteLength
        files.push([digest, copy(bytes)])
      } else {
        const path = await run.lease.put(bytes, run.abort.signal)
        files.push([digest, { path, bytes: bytes.byteLength }])
      }
    }
    return files
  }

  #ask(run: Run, child: Child, files: SentFiles): Promise<LeafAnswer | undefined> {
    const { id, request } = run.call
    const { leaf, input, deadline, onProgress } = request
    const call: LeafCall = { id, leaf, input, deadline, progress: onProgress !== undefined }
    if (files.length > 0) call.files = files
    return new Promise((resolve) => {
      run.answer = resolve
      run.askedAt = performance.now()
      child.onMessage = (message) => this.#hear(run, message)
      void child.exit.then(() => resolve(undefined))
      child.send({ kind: 'run', call })
    })
  }

  #hear(run: Run, message: FromChild): void {
    if (message.kind === 'ready' || message.id !== run.call.id) return
    switch (message.kind) {
      case 'progress':
        this.#events.progress(run.call, message.fraction, message.item)
        break
      case 'reserve':
        void run.lease
          .grant(message.bytes)
          .catch((error: unknown) => {
            this.#options.log.error(
              { lane: this.#options.lane, err: error },
              'the spool folder cannot be used',
            )
            return undefined
          })
          .then((folder) => run.child?.send({ kind: 'grant', id: message.id, folder }))
        break
      case 'answer':
        if (run.child !== undefined) run.child.rssBytes = message.rssBytes
        run.answer?.(message.answer)
        break
    }
  }

  /** Brings spooled result files into memory. */
  async #unpack(run: Run, answer: LeafAnswer): Promise<LeafAnswer> {
    if ('fault' in answer || answer.files === undefined) return answer
    const files: SentFiles = []
    for (const [digest, content] of answer.files) {
      files.push([
        digest,
        content instanceof Uint8Array ? content : await run.lease.get(content.path, content.bytes),
      ])
    }
    return { ...answer, files }
  }

  /** Empties the call's part of the spool. Failing to is logged; the folder goes with the process. */
  async #endLease(lease: SpoolLease): Promise<void> {
    try {
      await lease.end()
    } catch (error) {
      this.#options.log.error({ lane: this.#options.lane, err: error }, 'the spool could not be emptied')
    }
  }

  #kill(run: Run, reason: Fault): void {
    run.lost ??= reason
    run.abort.abort(reason)
    run.child?.kill(reason.message)
  }

  #asFault(call: Call, error: unknown): Fault {
    if (error instanceof Fault) return error
    const { lane, log } = this.#options
    log.error({ lane, leaf: call.request.leaf, err: error }, 'a call could not be handed to its process')
    return fault('INTERNAL', 'The service made a mistake; its log has the details.', {}, error)
  }

  /** An idle child that has run this leaf before, else any idle child, else a new one. */
  #takeChild(leaf: string): Child {
    const known = this.#idle.findLastIndex((child) => child.seen.has(leaf))
    const [child] = this.#idle.splice(known === -1 ? this.#idle.length - 1 : known, 1)
    if (child === undefined) return this.#spawn()
    clearTimeout(this.#idleTimers.get(child))
    this.#idleTimers.delete(child)
    return child
  }

  #spawn(): Child {
    const child = new Child(this.#options)
    this.#all.add(child)
    child.ready.then(
      () => this.#backoff.worked(),
      () => undefined,
    )
    void child.exit.then(({ wasReady, how }) => this.#gone(child, wasReady, how))
    return child
  }

  #gone(child: Child, wasReady: boolean, how: string): void {
    this.#all.delete(child)
    clearTimeout(this.#idleTimers.get(child))
    this.#idleTimers.delete(child)
    const at = this.#idle.indexOf(child)
    if (at !== -1) this.#idle.splice(at, 1)
    if (this.#closing) return
    const { lane, log } = this.#options
    if (!wasReady) {
      this.#backoff.failed(how)
      log.error({ lane, pid: child.pid, how }, 'a worker process could not start')
    }
  }

  /** After a call: keeps the child for the next one, or replaces it. */
  #putBack(child: Child): void {
    child.onMessage = undefined
    const { recycleAfter, maxBytes, workers, lane, log } = this.#options
    if (this.#closing) {
      child.retire()
      return
    }
    if (!child.alive) {
      this.#events.respawned()
      // The next call should find a child that is up already.
      if (this.#backoff.waitMs === 0 && this.#idle.length === 0) this.#keep(this.#spawn())
      return
    }
    if (child.rssBytes > maxBytes || this.#replaced.has(child) || this.#idle.length >= workers) {
      this.#replaced.delete(child)
      void this.#ended(child)
      if (this.#idle.length === 0) this.#keep(this.#spawn())
      return
    }
    this.#keep(child)
    if (child.leavesRun >= recycleAfter && !this.#replacing) {
      log.info(
        { lane, pid: child.pid, leaves: child.leavesRun, rssBytes: child.rssBytes },
        'a worker process is replaced',
      )
      this.#replace(child)
    }
  }

  /** Starts the successor of a child first, so that no call waits for it. */
  #replace(child: Child): void {
    const successor = this.#spawn()
    this.#replacing = true
    successor.ready
      .then(
        () => {
          this.#replaced.add(child)
          this.#keep(successor)
          const at = this.#idle.indexOf(child)
          if (at === -1 || !child.alive) return
          this.#idle.splice(at, 1)
          this.#putBack(child)
        },
        () => undefined,
      )
      .finally(() => {
        this.#replacing = false
      })
  }

  #keep(child: Child): void {
    if (this.#closing) {
      child.retire()
      return
    }
    child.hold(false)
    this.#idle.push(child)
    clearTimeout(this.#idleTimers.get(child))
    const timer = setTimeout(() => {
      this.#idleTimers.delete(child)
      const at = this.#idle.indexOf(child)
      if (at !== -1) this.#idle.splice(at, 1)
      void this.#ended(child)
    }, this.#options.idleMs)
    timer.unref()
    this.#idleTimers.set(child, timer)
  }

  /** Lets a child go, and ends it if it does not go. */
  async #ended(child: Child): Promise<void> {
    child.retire()
    const timer = setTimeout(() => child.kill('it did not end when let go'), RETIRE_MS)
    try {
      await child.exit
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Resolves when the signal is aborted. */
function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

const tooBig = (maxBytes: number): Fault =>
  fault(
    'WORKER_LOST',
    `The call needed more than the ${maxBytes} bytes of memory a worker process may use. Try a smaller part of the input, or raise lanes.maxChildBytes.`,
    { reason: 'memory', maxBytes },
  )
