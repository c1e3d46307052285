import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'
import { styleText } from 'node:util'
import { fault } from '../../bridge/faults.ts'

type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'
type Input = Readable & { isTTY?: boolean }
type Output = Writable & { isTTY?: boolean; columns?: number }

/** The streams and surroundings of a command; a test hands in its own. */
export interface Surroundings {
  stdin: Input
  stdout: Output
  stderr: Output
  env: NodeJS.ProcessEnv
  /** Folder that relative paths start from. */
  cwd: string
}

/** Where a command reads and writes. A reader of its output that goes away ends the command quietly. */
export class Terminal {
  readonly env: NodeJS.ProcessEnv
  readonly cwd: string
  /** Aborted when nobody reads standard output any more. */
  readonly outputClosed: AbortSignal
  readonly #closing = new AbortController()
  readonly #stdin: Input
  readonly #stdout: Output
  readonly #stderr: Output
  readonly #onOutputError = (error: NodeJS.ErrnoException): void => {
    this.#closing.abort(fault('CANCELLED', 'Nobody reads the output any more.', {}, error))
  }
  readonly #onErrorOutputError = (): void => {
    // Messages that nobody can read change nothing about the outcome.
  }

  constructor(surroundings: Surroundings) {
    const { stdin, stdout, stderr, env, cwd } = surroundings
    this.#stdin = stdin
    this.#stdout = stdout
    this.#stderr = stderr
    this.env = env
    this.cwd = cwd
    this.outputClosed = this.#closing.signal
    stdout.on('error', this.#onOutputError)
    stderr.on('error', this.#onErrorOutputError)
  }

  /** Lets go of the streams. */
  close(): void {
    // A broken pipe may be told of after the last write: the listeners of the real streams stay.
    if (this.#stdout !== process.stdout) this.#stdout.off('error', this.#onOutputError)
    if (this.#stderr !== process.stderr) this.#stderr.off('error', this.#onErrorOutputError)
  }

  /** Whether a person can be asked: standard input and standard error are a terminal. */
  get interactive(): boolean {
    return this.#stdin.isTTY === true && this.#stderr.isTTY === true
  }

  /** Whether standard error is a terminal that can redraw a line. */
  get canRedraw(): boolean {
    return this.#stderr.isTTY === true && this.env['TERM'] !== 'dumb'
  }

  /** The bare streams, for a command that speaks a protocol on them. */
  get streams(): { stdin: Readable; stdout: Writable } {
    return { stdin: this.#stdin, stdout: this.#stdout }
  }

  /** Writes to standard output, and waits until it was taken. */
  write(data: string | Uint8Array): Promise<void> {
    return new Promise((resolve) => {
      if (this.outputClosed.aborted || data.length === 0) return resolve()
      this.#stdout.write(data, () => resolve())
    })
  }

  /** Writes a line to standard output. */
  print(line = ''): Promise<void> {
    return this.write(`${line}\n`)
  }

  /** Writes a line to standard error. */
  note(line: string): void {
    this.#stderr.write(`${line}\n`)
  }

  /** Draws over the current line of standard error; an empty text clears it. */
  redraw(text: string): void {
    // Some terminals do not know their width and say 0.
    const width = this.#stderr.columns || 80
    this.#stderr.write(`\r\u001b[K${text.slice(0, Math.max(0, width - 1))}`)
  }

  /** Text in a style on standard output, where that shows styles. */
  style(style: Style, text: string): string {
    return this.#styled(this.#stdout, style, text)
  }

  /** Text in a style on standard error. */
  noteStyle(style: Style, text: string): string {
    return this.#styled(this.#stderr, style, text)
  }

  /** Asks on standard error and reads a line; an ended input is an empty answer. */
  async ask(question: string, signal: AbortSignal): Promise<string> {
    // Not a raw terminal, so that Ctrl-C still interrupts the process.
    const lines = createInterface({ input: this.#stdin, output: this.#stderr, terminal: false })
    try {
      const ended = new Promise<undefined>((resolve) => lines.once('close', () => resolve(undefined)))
      const answer = await Promise.race([lines.question(question, { signal }), ended])
      // Nobody pressed Enter, so the cursor still stands behind the question.
      if (answer === undefined) this.note('')
      return (answer ?? '').trim()
    } finally {
      lines.close()
    }
  }

  /** All of standard input. Faults: TOO_LARGE beyond `maxBytes`, CANCELLED. */
  async readInput(maxBytes: number, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    const chunks: Uint8Array[] = []
    let total = 0
    const stop = (): void => void this.#stdin.destroy()
    signal.addEventListener('abort', stop, { once: true })
    try {
      for await (const chunk of this.#stdin) {
        const bytes: Uint8Array = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
        total += bytes.byteLength
        if (total > maxBytes) {
          throw fault('TOO_LARGE', `Standard input has more than the ${maxBytes} bytes taken here.`, {
            maxBytes,
          })
        }
        chunks.push(bytes)
      }
    } catch (error) {
      signal.throwIfAborted()
      throw error
    } finally {
      signal.removeEventListener('abort', stop)
    }
    signal.throwIfAborted()
    const whole = new Uint8Array(total)
    let offset = 0
    for (const chunk of chunks) {
      whole.set(chunk, offset)
      offset += chunk.byteLength
    }
    return whole
  }

  #styled(stream: Output, style: Style, text: string): string {
    const plain = stream.isTTY !== true || this.env['NO_COLOR'] || this.env['TERM'] === 'dumb'
    return plain ? text : styleText(style, text)
  }
}

// C0 without tab and line feed, DEL, C1, and the marks that reorder text on a screen.
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/** Text of unknown origin without the control characters that could drive a terminal; line ends and tabs stay. */
export function harmless(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(controls, '')
}
