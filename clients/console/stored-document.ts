import type { OutputOf } from '../calls.ts'
import type { Service } from './service.ts'
import { Turns } from './turns.ts'
import { pause, ServiceError } from './wire.ts'

/** Pages drawn at once: browsers hold at most six connections to a place, and reading needs some of them. */
const drawnAtOnce = 2
/** How often a page is asked for that the service has no hands for, and how long between, in milliseconds. */
const tries = 5
const pauseMs = 1500

type Page = OutputOf<'documents.read'>['documents'][number]['pages'][number]
/** A heading, paragraph, item or table of a page; its box is measured as those of words are. */
export type Block = NonNullable<Page['blocks']>[number]

/** A page as it is built. */
export interface PageStructure {
  markdown: string
  /** In reading order. */
  blocks: Block[]
  /** What the blocks that are tables have in their cells, row by row. */
  tables: NonNullable<Page['tables']>
}

/** The file that is asked about: opened with its password where it has one. */
interface Asked {
  source: { blob: string; name: string }
  password?: string
}

/** A file that the service keeps, of which pages are asked for one by one. */
export class StoredDocument {
  readonly #service: Service
  readonly #asked: Asked
  readonly #closed = new AbortController()
  readonly #drawing = new Turns(drawnAtOnce)
  readonly #reading = new Turns(1)

  constructor(service: Service, asked: Asked) {
    this.#service = service
    this.#asked = asked
  }

  /** A page as a PNG. Throws ServiceError, Unreachable, or the reason of the signal or of `close`. */
  draw(page: number, dpi: number, wanted: AbortSignal): Promise<Blob> {
    const input = { ...this.#asked, pages: String(page), dpi, format: 'png' }
    return this.#ask(this.#drawing, wanted, (signal) =>
      this.#service.picture('documents.render', input, 'image/png', signal),
    )
  }

  /** What a page is built of. Throws as `draw` does. */
  async structure(page: number, wanted: AbortSignal): Promise<PageStructure> {
    const form = { detail: 'blocks', format: 'markdown', hints: false }
    const input = { ...this.#asked, pages: String(page), ...form }
    const { documents } = await this.#ask(this.#reading, wanted, (signal) =>
      this.#service.call<OutputOf<'documents.read'>>('documents.read', input, signal),
    )
    const read = documents[0]?.pages[0]
    return { markdown: read?.text ?? '', blocks: read?.blocks ?? [], tables: read?.tables ?? [] }
  }

  // Never as a job: its input is kept on disk for a day, and a password should not be.
  #ask<T>(turns: Turns, wanted: AbortSignal, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const signal = AbortSignal.any([wanted, this.#closed.signal])
    return turns.run(async () => {
      for (let left = tries; ; left -= 1) {
        signal.throwIfAborted()
        try {
          return await call(signal)
        } catch (error) {
          if (!(error instanceof ServiceError && error.retryable) || left <= 1) throw error
          await pause(pauseMs, signal)
        }
      }
    })
  }

  /** Gives up what is under way, because the document is put away. */
  close(): void {
    this.#closed.abort()
  }
}
