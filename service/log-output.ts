import { fstatSync, writeSync } from 'node:fs'
import { isatty } from 'node:tty'

/** Text gathered before it is written without waiting for the timer. */
const FLUSH_CHARS = 16 * 1024
const FLUSH_MS = 500
/** Bytes kept for a reader that does not keep up; lines beyond them are counted, not kept. */
const HELD_BYTES = 256 * 1024
/** How long the end of the process waits for a reader that is behind. */
const CLOSE_MS = 500

/**
 * Writes the log to standard error. Whoever reads it may be slow, stop or leave, and a disk may be full: lines are
 * lost then, a line of its own says how many, and neither a call nor the end of the process waits for them.
 */
export class LogOutput {
  readonly #stream: typeof process.stderr
  readonly #isFile: boolean
  #text = ''
  #lost = 0
  #timer: NodeJS.Timeout | undefined

  constructor(stream = process.stderr) {
    this.#stream = stream
    const stats = fstatSync(stream.fd)
    this.#isFile = !stats.isFIFO() && !stats.isSocket() && !isatty(stream.fd)
    // A reader that has left is no reason to stop working.
    stream.on('error', () => {})
  }

  /** Takes a line with its line feed. */
  write(line: string): void {
    this.#text += line
    if (this.#text.length >= FLUSH_CHARS) this.flush()
    else this.#timer ??= setTimeout(() => this.flush(), FLUSH_MS).unref()
  }

  /** Hands what is gathered to the system, or counts it as lost. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#text === '') return
    const lines = this.#text
    this.#text = ''
    const text = this.#lost === 0 ? lines : lostLine(this.#lost) + lines
    if (this.#put(text)) this.#lost = 0
    else this.#lost += lines.split('\n').length - 1
  }

  /** Flushes, and waits a moment for a reader that is behind. */
  close(): Promise<void> {
    this.flush()
    const stream = this.#stream
    if (this.#isFile || stream.destroyed || stream.writableLength === 0) return Promise.resolve()
    return new Promise((resolve) => {
      setTimeout(resolve, CLOSE_MS)
      stream.write('', () => resolve())
    })
  }

  #put(text: string): boolean {
    if (!this.#isFile) {
      if (this.#stream.destroyed || this.#stream.writableLength > HELD_BYTES) return false
      this.#stream.write(text)
      return true
    }
    try {
      for (let rest = Buffer.from(text); rest.length > 0;) {
        rest = rest.subarray(writeSync(this.#stream.fd, rest))
      }
      return true
    } catch {
      return false
    }
  }
}

function lostLine(lines: number): string {
  return `${JSON.stringify({ level: 40, time: Date.now(), event: 'log.lost', lines })}\n`
}
