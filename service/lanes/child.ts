import { fork, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { FromChild, ToChild } from '../../workers/host/messages.ts'
import type { LeafLocation } from '../../workers/leaves.ts'
import { workerEnvironment } from './environment.ts'
import type { LaneLog } from './pool.ts'

const program = fileURLToPath(new URL('../../workers/host/child.js', import.meta.url))

/** A child that has not said it is ready by then is taken to be stuck. */
const START_MS = 15_000
/** Lines that a child prints during one call and that are logged; the rest is dropped. */
const MAX_LINES = 50
const MAX_LINE_CHARS = 2000
/** Size of a page of memory in /proc/<pid>/statm. 4 KiB but for some arm64 kernels, where RSS reads low. */
const PAGE_BYTES = 4096

export interface ChildOptions {
  lane: string
  leaves: Record<string, LeafLocation>
  /** Resident memory at which the child is replaced, in bytes. */
  maxBytes: number
  /** Added to the priority of the process, 0..19. */
  nice: number
  log: LaneLog
}

/** How a child ended: the signal, the exit status, or why we killed it. */
export interface ChildExit {
  how: string
}

/** One child process: started, spoken to, measured, ended. It knows nothing of queues or calls. */
export class Child {
  readonly pid: number | undefined
  /** Resolves when the child can take calls; rejects when it ended before. */
  readonly ready: Promise<void>
  /** Resolves when the process is gone. */
  readonly exit: Promise<ChildExit>
  /** Hears all messages but `ready`. */
  onMessage: ((message: FromChild) => void) | undefined
  /**
   * Called once when the process is gone. For whoever needs to hear of it during one call: what waits for `exit`
   * is kept until the child ends, which may be hundreds of calls later.
   */
  onExit: (() => void) | undefined
  leavesRun = 0
  /** Leaves it has run: their modules and models are loaded. */
  readonly seen = new Set<string>()
  rssBytes = 0
  alive = true
  /** Whether it has ever been ready. */
  isReady = false
  readonly #process: ChildProcess
  #lines = 0
  #killed: string | undefined

  constructor(options: ChildOptions) {
    const { lane, leaves, maxBytes, nice, log } = options
    const child = fork(program, [String(process.pid)], {
      serialization: 'advanced',
      env: workerEnvironment(),
      execArgv: [],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    this.#process = child
    this.pid = child.pid
    if (child.pid !== undefined && nice > 0) lowerPriority(child.pid, nice)
    this.#capture(child.stdout, { lane, pid: child.pid, stream: 'stdout' }, log)
    this.#capture(child.stderr, { lane, pid: child.pid, stream: 'stderr' }, log)

    this.exit = new Promise((resolve) => {
      const ended = (how: string): void => {
        this.alive = false
        resolve({ how: this.#killed ?? how })
        this.onExit?.()
      }
      child.once('exit', (code, signal) => ended(signal === null ? `exit status ${code}` : signal))
      child.once('error', (error) => {
        if (child.pid === undefined) ended(error.message)
      })
    })
    this.ready = new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.kill('it did not start in time'), START_MS)
      timer.unref()
      void this.exit.then(({ how }) => {
        clearTimeout(timer)
        reject(new Error(how))
      })
      child.on('message', (message: FromChild) => {
        if (message.kind === 'ready') {
          this.isReady = true
          clearTimeout(timer)
          resolve()
        } else {
          this.onMessage?.(message)
        }
      })
    })
    this.ready.catch(() => undefined)
    this.send({ kind: 'setup', leaves, maxBytes })
  }

  /** Sends a message; one to a child that is gone is dropped, since `exit` tells of that. Throws when the message is not plain data. */
  send(message: ToChild): void {
    if (message.kind === 'run') this.#lines = 0
    if (this.#process.connected) this.#process.send(message, () => undefined)
  }

  /** Ends the process at once. `why` is what `exit` will say. */
  kill(why: string): void {
    this.#killed ??= why
    this.#process.kill('SIGKILL')
  }

  /** Lets an idle child go: it ends by itself when its channel closes. */
  retire(): void {
    if (this.#process.connected) this.#process.disconnect()
  }

  /** Whether the process keeps ours alive: yes while it works for a call. */
  hold(busy: boolean): void {
    if (busy) {
      this.#process.ref()
      this.#process.channel?.ref()
    } else {
      this.#process.unref()
      this.#process.channel?.unref()
    }
  }

  /** Logs what the child prints, line by line, within bounds. */
  #capture(stream: Readable | null, fields: object, log: LaneLog): void {
    if (stream === null) return
    let rest = ''
    const write = (line: string): void => {
      this.#lines += 1
      if (line === '' || this.#lines > MAX_LINES) return
      const more = this.#lines === MAX_LINES ? ' (more is not logged)' : ''
      log.warn({ ...fields, text: line.slice(0, MAX_LINE_CHARS) + more }, 'worker output')
    }
    stream.setEncoding('utf8')
    stream.on('data', (chunk: string) => {
      const parts = (rest + chunk).split('\n')
      rest = (parts.pop() ?? '').slice(0, MAX_LINE_CHARS)
      parts.forEach(write)
    })
    stream.on('end', () => write(rest))
    stream.on('error', () => undefined)
  }

  /** Measures resident memory from outside, which works while the child is in native code. Linux only. */
  measure(): void {
    if (process.platform !== 'linux' || this.pid === undefined) return
    try {
      const pages = readFileSync(`/proc/${this.pid}/statm`, 'latin1').split(' ')[1]
      this.rssBytes = Number(pages) * PAGE_BYTES
    } catch {
      // Gone; `exit` tells.
    }
  }
}

function lowerPriority(pid: number, nice: number): void {
  try {
    setPriority(pid, nice)
  } catch {
    // Gone already, or not allowed: it only runs at the usual priority.
  }
}
