import { ServiceError, pause } from './wire.ts'
import type { Service } from './service.ts'

/** Pages drawn at once: browsers hold at most six connections to a place, and reading needs some of them. */
const atOnce = 2
/** How often a page is asked for that the service has no hands for, and how long between, in milliseconds. */
const tries = 5
const pauseMs = 1500

/** What is drawn: a stored file, opened with its password where it has one. */
interface Drawn {
  source: { blob: string; name: string }
  password?: string
}

/** Has the pages of one document drawn by the service, a few at a time in the order they are asked for. */
export class PageDrawer {
  readonly #service: Service
  readonly #drawn: Drawn
  readonly #closed = new AbortController()
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(service: Service, drawn: Drawn) {
    this.#service = service
    this.#drawn = drawn
  }

  /** A page as a PNG. Throws ServiceError, Unreachable, or the reason of the signal or of `close`. */
  async draw(page: number, dpi: number, wanted: AbortSignal): Promise<Blob> {
    const signal = AbortSignal.any([wanted, this.#closed.signal])
    if (this.#running >= atOnce) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#running += 1
    try {
      signal.throwIfAborted()
      return await this.#patiently({ ...this.#drawn, pages: String(page), dpi, format: 'png' }, signal)
    } finally {
      // Who waits longest goes on in this place.
      const next = this.#waiting.shift()
      if (next === undefined) this.#running -= 1
      else next()
    }
  }

  // Never as a job: its input is kept on disk for a day, and a password should not be.
  async #patiently(input: object, signal: AbortSignal): Promise<Blob> {
    for (let left = tries; ; left -= 1) {
      try {
        return await this.#service.picture('documents.render', input, 'image/png', signal)
      } catch (error) {
        if (!(error instanceof ServiceError && error.retryable) || left <= 1) throw error
        await pause(pauseMs, signal)
        signal.throwIfAborted()
      }
    }
  }

  /** Gives up what is under way, because the document is put away. */
  close(): void {
    this.#closed.abort()
  }
}
