import type { Fault } from '../../bridge/faults.ts'
import {
  CALL_STATE,
  controlWords,
  END_CODES,
  endWord,
  stateWord,
  threadWord,
  type EndCode,
  type LeafCall,
  type ThreadBatch,
} from '../../workers/host/messages.ts'
import { forThread } from './bytes.ts'
import type { Call } from './call.ts'

/** How far a call of a batch is: a value of CALL_STATE. */
export type CallState = number

/** Calls on one thread, as the main thread sees them through the control words it shares with the thread. */
export class Batch {
  readonly calls: readonly Call[]
  readonly startedAt = performance.now()
  /** When the heap of its thread was last looked at and last collected, as of performance.now(). */
  heapAt = this.startedAt
  collectedAt = 0
  /** Its calls that had not begun were given back, because another call held them up. */
  recalled = false
  /** Why calls that ran are lost, when we ended the thread. */
  killed: Fault | undefined
  readonly #control: Int32Array
  readonly #killer = new AbortController()

  constructor(calls: readonly Call[]) {
    this.calls = calls
    this.#control = new Int32Array(new SharedArrayBuffer(controlWords(calls.length) * 4))
  }

  /** What the thread is handed. */
  message(): ThreadBatch {
    return { calls: this.calls.map(toMessage), control: this.#control }
  }

  /** Aborted when the thread should be ended. */
  get killSignal(): AbortSignal {
    return this.#killer.signal
  }

  /** Id of the thread that runs it; 0 before it has begun. */
  get threadId(): number {
    return Atomics.load(this.#control, threadWord(this.calls.length))
  }

  state(call: Call): CallState {
    return Atomics.load(this.#control, stateWord(this.calls.indexOf(call)))
  }

  /** Takes a call back if it has not begun. Returns the state it was in. */
  recall(call: Call): CallState {
    const { waiting, recalled } = CALL_STATE
    return Atomics.compareExchange(this.#control, stateWord(this.calls.indexOf(call)), waiting, recalled)
  }

  /** Tells a running call to end. */
  tell(call: Call, code: EndCode): void {
    const word = endWord(this.calls.indexOf(call))
    Atomics.store(this.#control, word, END_CODES.indexOf(code))
    Atomics.notify(this.#control, word)
  }

  /** Ends the thread; the first reason counts. */
  kill(reason: Fault): void {
    this.killed ??= reason
    this.#killer.abort()
  }
}

function toMessage(call: Call): LeafCall {
  const { leaf, input, deadline, files, onProgress } = call.request
  const message: LeafCall = { id: call.id, leaf, input, deadline, progress: onProgress !== undefined }
  if (files.size > 0) message.files = [...files].map(([digest, bytes]) => [digest, forThread(bytes)])
  return message
}
