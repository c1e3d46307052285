import { Console } from 'node:console'
import { readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { Writable } from 'node:stream'
import { parentPort, threadId, workerData } from 'node:worker_threads'
import { createAssets } from './assets.ts'
import type { EndSource } from './context.ts'
import {
  CALL_STATE,
  END_CODES,
  endWord,
  MESSAGE_BYTES,
  stateWord,
  threadWord,
  type BatchAnswers,
  type EndCode,
  type FromThread,
  type LeafAnswer,
  type LeafCall,
  type SentFiles,
  type ThreadBatch,
  type ThreadData,
} from './messages.ts'
import { LeafRunner } from './runner.ts'

declare global {
  // In V8 since 8.7; not in the ES2023 library of TypeScript.
  interface Atomics {
    waitAsync(
      words: Int32Array,
      index: number,
      value: number,
    ):
      { async: false; value: 'not-equal' | 'timed-out' } | { async: true; value: Promise<'ok' | 'timed-out'> }
  }
}

/** A batch that is still busy after this long sends the answers it has before it goes on. */
const ANSWER_AFTER_MS = 0.5
/** What the leaves of a batch print is passed on up to this many times, and up to this length each time. */
const MAX_PRINTED = 50
const MAX_PRINTED_CHARS = 2000

const data: ThreadData = workerData
const runner = new LeafRunner(data.leaves, createAssets(data.modules))

function say(message: FromThread): void {
  parentPort?.postMessage(message)
}

// What libraries print belongs in the service's log, not on its standard output.
let printed = 0
const sink = new Writable({
  decodeStrings: false,
  write(chunk: unknown, _encoding, done) {
    printed += 1
    if (printed <= MAX_PRINTED) say({ kind: 'log', text: String(chunk).slice(0, MAX_PRINTED_CHARS) })
    done()
  },
})
globalThis.console = new Console({ stdout: sink, stderr: sink })

// A library that leaks a rejection (pdf.js does, on some damaged files) has not failed the call: what the leaf
// returns or throws decides, and its deadline where it waits in vain. Node would end the thread instead.
process.on('unhandledRejection', (reason) => console.warn('A rejection that nobody awaited:', reason))

lowerPriority(data.nice)

/**
 * Lets the main thread and the quick lane go first when cores are short. Linux schedules threads one by one and
 * takes a thread's id where a process id is expected (setpriority(2), NOTES).
 */
function lowerPriority(nice: number): void {
  if (nice === 0 || process.platform !== 'linux') return
  try {
    const id = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    setPriority(id, Math.min(19, getPriority(id) + nice))
  } catch {
    // Without /proc the thread keeps the priority of the process, which is only less polite.
  }
}

/** Hears through shared memory, so that even a leaf that never yields learns of it at its next checkpoint. */
class SharedEnd implements EndSource {
  readonly #control: Int32Array
  readonly #word: number

  constructor(control: Int32Array, position: number) {
    this.#control = control
    this.#word = endWord(position)
  }

  code(): EndCode | undefined {
    return END_CODES[Atomics.load(this.#control, this.#word)]
  }

  listen(callback: (code: EndCode) => void): () => void {
    let listening = true
    const waiter = Atomics.waitAsync(this.#control, this.#word, 0)
    const hear = (): void => {
      const code = this.code()
      if (listening && code !== undefined) callback(code)
    }
    if (waiter.async) void waiter.value.then(hear)
    else hear()
    return () => {
      listening = false
      // Wakes our own waiter: one left behind would live as long as the thread.
      Atomics.notify(this.#control, this.#word)
    }
  }
}

/** Makes bytes fit to leave the thread, and names the memory that moves rather than being copied. */
function pack(answer: LeafAnswer, moving: ArrayBuffer[]): LeafAnswer {
  if ('fault' in answer || answer.files === undefined) return answer
  const files: SentFiles = answer.files.map(([digest, bytes]) => {
    if (!(bytes instanceof Uint8Array) || bytes.buffer instanceof SharedArrayBuffer) return [digest, bytes]
    // A view of part of a buffer would take the rest of the buffer along.
    const whole =
      bytes.byteLength === bytes.buffer.byteLength ? bytes : Uint8Array.prototype.slice.call(bytes)
    if (whole.byteLength > MESSAGE_BYTES && whole.buffer instanceof ArrayBuffer) moving.push(whole.buffer)
    return [digest, whole]
  })
  return { ...answer, files }
}

async function runCall(call: LeafCall, control: Int32Array, position: number): Promise<LeafAnswer> {
  const inputs: Array<[string, Uint8Array]> = []
  for (const [digest, content] of call.files ?? []) {
    if (content instanceof Uint8Array) inputs.push([digest, content])
  }
  const answer = await runner.run(call, inputs, new SharedEnd(control, position), (fraction, item) =>
    say({ kind: 'progress', id: call.id, fraction, item }),
  )
  Atomics.store(control, stateWord(position), CALL_STATE.done)
  return answer
}

/** The handler Piscina calls: runs a batch, one call after the other. */
export default async function runBatch({ calls, control }: ThreadBatch): Promise<unknown> {
  const answers: BatchAnswers = []
  let moving: ArrayBuffer[] = []
  let unsent: Array<[number, LeafAnswer]> = []
  let since = performance.now()
  Atomics.store(control, threadWord(calls.length), threadId)
  printed = 0
  for (const [position, call] of calls.entries()) {
    const { waiting, running } = CALL_STATE
    if (Atomics.compareExchange(control, stateWord(position), waiting, running) !== waiting) {
      answers.push(undefined)
      continue
    }
    const answer = pack(await runCall(call, control, position), moving)
    answers.push(answer)
    if (position === calls.length - 1) break
    unsent.push([call.id, answer])
    if (performance.now() - since < ANSWER_AFTER_MS) continue
    parentPort?.postMessage({ kind: 'answers', answers: unsent } satisfies FromThread, moving)
    answers.fill(undefined)
    moving = []
    unsent = []
    since = performance.now()
  }
  if (moving.length === 0) return answers
  // Loaded only here: most batches move nothing, and a thread starts sooner without it.
  const { withMoved } = await import('./move.ts')
  return withMoved(answers, moving)
}
