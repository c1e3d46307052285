import { readFile, type Progress, type Reading } from './reading.ts'
import type { Service } from './service.ts'
import { troubleOf, type Trouble } from './troubles.ts'

/** What has become of a file that was dropped. */
export type Fate =
  | { stage: 'waiting' }
  | Progress
  | { stage: 'done'; reading: Reading }
  | { stage: 'failed'; trouble: Trouble }
  | { stage: 'cancelled' }

/** A file on the shelf. */
export interface Item {
  id: number
  file: File
  /** Name of the file it was in, from which it was opened. */
  inside?: string
  fate: Fate
}

interface Work {
  item: Item
  abort: AbortController
  password?: string
}

/**
 * Files read at once. Browsers hold at most six connections to a place, each job under way takes one for its events,
 * and the page needs others.
 */
const atOnce = 2

/** Whether a file is not done with. */
export const isUnderWay = ({ stage }: Fate): boolean =>
  stage !== 'done' && stage !== 'failed' && stage !== 'cancelled'

/** The files that were dropped, newest first, and the work on them, a few at a time in the order they came. */
export class Shelf {
  readonly #service: Service
  readonly #onChange: (item: Item) => void
  readonly #waiting: Work[] = []
  readonly #running = new Set<Work>()
  #lastId = 0
  items: readonly Item[] = []

  /** `onChange` hears of every item that moved. */
  constructor(service: Service, onChange: (item: Item) => void) {
    this.#service = service
    this.#onChange = onChange
  }

  /** Puts files on the shelf and reads them; `inside` names the file they were in. */
  add(files: Iterable<File>, inside?: string): void {
    const fresh = [...files].map((file): Item => ({
      id: ++this.#lastId,
      file,
      fate: { stage: 'waiting' },
      ...(inside !== undefined && { inside }),
    }))
    this.items = [...fresh, ...this.items]
    for (const item of fresh) this.#start(item)
  }

  /** Reads a file again, perhaps with the password it asked for. */
  again(item: Item, password?: string): void {
    this.#start(item, password)
  }

  /** Stops the work on a file; its job is cancelled on the service. */
  cancel(item: Item): void {
    const at = this.#waiting.findIndex((work) => work.item.id === item.id)
    if (at >= 0) this.#waiting.splice(at, 1)
    for (const work of this.#running) if (work.item.id === item.id) work.abort.abort()
    if (isUnderWay(item.fate)) this.#settle(item, { stage: 'cancelled' })
  }

  /** Takes a file off the shelf. */
  remove(item: Item): void {
    this.cancel(item)
    this.items = this.items.filter(({ id }) => id !== item.id)
    forget(item.fate)
    this.#onChange(item)
  }

  /** Stops everything, because the page is left. */
  close(): void {
    for (const item of this.items) {
      this.cancel(item)
      forget(item.fate)
    }
  }

  #start(item: Item, password?: string): void {
    this.#waiting.push({ item, abort: new AbortController(), ...(password !== undefined && { password }) })
    this.#settle(item, { stage: 'waiting' })
    this.#next()
  }

  #next(): void {
    while (this.#running.size < atOnce) {
      const work = this.#waiting.shift()
      if (work === undefined) return
      this.#running.add(work)
      void this.#perform(work).finally(() => {
        this.#running.delete(work)
        this.#next()
      })
    }
  }

  async #perform({ item, abort: { signal }, password }: Work): Promise<void> {
    const onProgress = (progress: Progress) => {
      if (!signal.aborted) this.#settle(item, progress)
    }
    const options = { signal, onProgress, ...(password !== undefined && { password }) }
    try {
      const reading = await readFile(this.#service, item.file, options)
      if (signal.aborted) forget({ stage: 'done', reading })
      else this.#settle(item, { stage: 'done', reading })
    } catch (error) {
      if (!signal.aborted) this.#settle(item, { stage: 'failed', trouble: troubleOf(error) })
    }
  }

  #settle(item: Item, fate: Fate): void {
    const changed = { ...item, fate }
    this.items = this.items.map((one) => (one.id === item.id ? changed : one))
    this.#onChange(changed)
  }
}

/** Lets go of the pictures of a reading, and of the work on them. */
function forget(fate: Fate): void {
  if (fate.stage !== 'done') return
  const { pages, document } = fate.reading
  document.close()
  for (const { address } of pages) if (address !== undefined) URL.revokeObjectURL(address)
}
