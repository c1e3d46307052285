import type { Progress } from '../calls.ts'
import type { Terminal } from './terminal.ts'

/** One line of standard error that shows how far a call is, drawn over and wiped at its end. */
export class ProgressLine {
  readonly #terminal: Terminal
  readonly #what: string
  #drawn = ''

  constructor(terminal: Terminal, what: string) {
    this.#terminal = terminal
    this.#what = what
  }

  /** Draws the state of the call. */
  readonly update = (progress: Progress): void => {
    const line = `${this.#what} … ${progressText(progress)}`
    if (line === this.#drawn) return
    this.#terminal.redraw(line)
    this.#drawn = line
  }

  /** Wipes the line. */
  end(): void {
    if (this.#drawn !== '') this.#terminal.redraw('')
    this.#drawn = ''
  }
}

/** `waiting, 3 ahead` or `45 %`, with the time still needed where it is known. */
export function progressText({ fraction, position, etaMs }: Progress): string {
  if (position > 0) return `waiting, ${position} ahead`
  const share = `${Math.round(fraction * 100)} %`
  return etaMs === null ? share : `${share}, about ${Math.max(1, Math.round(etaMs / 1000))} s left`
}
