import { fault, Fault } from '../../bridge/faults.ts'
import { endFault } from '../../workers/host/context.ts'
import {
  MESSAGE_BYTES,
  type EndCode,
  type FromChild,
  type LeafAnswer,
  type LeafCall,
  type SentFiles,
} from '../../workers/host/messages.ts'
import { copy } from './bytes.ts'
import type { Call } from './call.ts'
import type { Child } from './child.ts'
import type { LaneLog, PoolEvents } from './pool.ts'
import type { SpoolLease } from './spool.ts'

export interface ChildRunParts {
  call: Call
  child: Child
  lease: SpoolLease
  progress: PoolEvents['progress']
  lane: string
  log: LaneLog
}

/**
 * One call on one child process: its files go over, its progress and its answer come back.
 *
 *     pack ──▶ child ready ──▶ ask ──▶ answer ──▶ unpack ──▶ lease ended
 *       │          │            │
 *       └─ end ────┴─ end: over └─ end: the child is told; kill: the child dies, the call is lost
 */
export class ChildRun {
  readonly #parts: ChildRunParts
  /** Aborted when the call is no longer wanted; ends what happens before the child has it. */
  readonly #abort = new AbortController()
  #answered: ((answer: LeafAnswer | undefined) => void) | undefined
  #askedAt = Infinity
  #begun = false
  #lost: Fault | undefined

  constructor(parts: ChildRunParts) {
    this.#parts = parts
  }

  /**
   * Runs the call. Resolves with the answer, or without one when the call was no longer wanted before it began.
   * Faults: WORKER_LOST, STORAGE_FULL. When it settles the spool is empty again, and a child that was killed is gone.
   */
  async run(): Promise<LeafAnswer | undefined> {
    const { child, lease, call, lane, log } = this.#parts
    try {
      return await this.#run()
    } catch (error) {
      if (error instanceof Fault) throw error
      log.error({ lane, leaf: call.request.leaf, err: error }, 'a call could not be handed to its process')
      throw fault('INTERNAL', 'The service made a mistake; its log has the details.', {}, error)
    } finally {
      // A child that was killed may still be writing to the spool until it is gone.
      if (!child.alive || this.#lost !== undefined) await child.exit
      // What cannot be removed now goes with the spool folder.
      await lease
        .end()
        .catch((error: unknown) => log.error({ lane, err: error }, 'the spool was not emptied'))
    }
  }

  /** Asks the call to end. */
  end(code: EndCode): void {
    this.#abort.abort(endFault(code))
    this.#parts.child.send({ kind: 'end', id: this.#parts.call.id, code })
  }

  /** Ends the child; the call is lost for this reason, if it has not ended before. */
  kill(reason: Fault): void {
    this.#lost ??= reason
    this.#abort.abort(reason)
    this.#parts.child.kill(reason.message)
  }

  /** Whether the leaf has begun, as far as is known. If not, the call can go to another child. */
  get begun(): boolean {
    return this.#begun
  }

  /** How long the leaf has been with the child, in milliseconds. */
  runsFor(now: number): number {
    return Math.max(0, now - this.#askedAt)
  }

  get child(): Child {
    return this.#parts.child
  }

  async #run(): Promise<LeafAnswer | undefined> {
    const { call, child } = this.#parts
    const files = await this.#pack()
    try {
      await Promise.race([child.ready, aborted(this.#abort.signal)])
    } catch {
      throw this.#lost ?? couldNotStart()
    }
    if (this.#lost !== undefined) throw this.#lost
    // No longer wanted before it began: the child never hears of it, and may go on starting.
    if (this.#abort.signal.aborted) return undefined
    const answer = await this.#ask(files)
    if (answer !== undefined) return this.#unpack(answer)
    const { how } = await child.exit
    throw this.#lost ?? died(call.request.leaf, how)
  }

  /** Puts the call's files into the message, or into the spool where they are large. */
  async #pack(): Promise<SentFiles> {
    const files: SentFiles = []
    let inMessage = 0
    for (const [digest, bytes] of this.#parts.call.request.files) {
      if (inMessage + bytes.byteLength <= MESSAGE_BYTES) {
        inMessage += bytes.byteLength
        // Shared memory does not go through a pipe.
        files.push([digest, copy(bytes)])
      } else {
        const path = await this.#parts.lease.put(bytes, this.#abort.signal)
        files.push([digest, { path, bytes: bytes.byteLength }])
      }
    }
    return files
  }

  #ask(files: SentFiles): Promise<LeafAnswer | undefined> {
    const { call, child } = this.#parts
    const { leaf, input, deadline, onProgress } = call.request
    const message: LeafCall = { id: call.id, leaf, input, deadline, progress: onProgress !== undefined }
    if (files.length > 0) message.files = files
    return new Promise((resolve) => {
      this.#answered = resolve
      this.#askedAt = performance.now()
      child.onMessage = (heard) => this.#hear(heard)
      child.onExit = () => resolve(undefined)
      if (child.alive) child.send({ kind: 'run', call: message })
      else resolve(undefined)
    })
  }

  #hear(message: FromChild): void {
    const { call, child, progress } = this.#parts
    if (message.kind === 'ready' || message.id !== call.id) return
    this.#begun = true
    switch (message.kind) {
      case 'progress':
        progress(call, message.fraction, message.item)
        break
      case 'reserve':
        void this.#grant(message.bytes)
        break
      case 'answer':
        child.rssBytes = message.rssBytes
        this.#answered?.(message.answer)
        break
    }
  }

  async #grant(bytes: number): Promise<void> {
    const { call, child, lease, lane, log } = this.#parts
    let folder: string | undefined
    try {
      folder = await lease.grant(bytes)
    } catch (error) {
      log.error({ lane, err: error }, 'the spool folder cannot be used')
    }
    child.send({ kind: 'grant', id: call.id, folder })
  }

  /** Brings spooled result files into memory. */
  async #unpack(answer: LeafAnswer): Promise<LeafAnswer> {
    if ('fault' in answer || answer.files === undefined) return answer
    const files: SentFiles = []
    for (const [digest, content] of answer.files) {
      files.push([digest, content instanceof Uint8Array ? content : await this.#parts.lease.get(content)])
    }
    return { ...answer, files }
  }
}

/** Resolves when the signal is aborted. */
function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

const couldNotStart = (): Fault =>
  fault('WORKER_LOST', 'The worker process could not start; the log has the reason. Try again.', {
    reason: 'start',
    retryAfterMs: 500,
  })

const died = (leaf: string, how: string): Fault =>
  fault('WORKER_LOST', `The worker process died during ${leaf} (${how}). Try again.`, { reason: 'died', how })
