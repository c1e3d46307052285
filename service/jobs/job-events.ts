import type { JobView } from '../../bridge/job.ts'

/** Something that happened to a job; `id` is what a client sends as `Last-Event-ID` to continue after it. */
export interface JobEvent {
  id: string
  event: 'state' | 'progress' | 'queue'
  data: JobView
}

/*
 *   oldest                    last
 *     ▼                        ▼
 *   [ 41 | 42 | 43 | 44 | 45 | 46 ]     a reader keeps only the number it has read; one that fell behind, that
 *            ▲                          is new, or whose number is of an earlier run, gets the present view instead
 *          reader
 */

/** The last events of one job, for any number of readers at their own pace; memory does not grow with them. */
export class JobEvents {
  /** Tells numbers of this run from those of an earlier one. */
  readonly #run: string
  readonly #capacity: number
  #ring: JobEvent[] = []
  #last = 0
  #closed = false
  #readers = 0
  #wake: (() => void) | undefined
  #news: Promise<void> | undefined

  constructor(run: string, capacity = 64) {
    this.#run = run
    this.#capacity = capacity
  }

  /** How many read along now. */
  get readers(): number {
    return this.#readers
  }

  push(event: JobEvent['event'], data: JobView): void {
    if (this.#closed) return
    this.#last++
    this.#ring.push({ id: this.#id(), event, data })
    if (this.#ring.length > this.#capacity) this.#ring.shift()
    this.#stir()
  }

  /** No event follows: readers end after the last one, and when they have, only that is kept. */
  close(): void {
    this.#closed = true
    this.#trim()
    this.#stir()
  }

  #trim(): void {
    if (this.#closed && this.#readers === 0) this.#ring = this.#ring.slice(-1)
  }

  /**
   * The events after `lastEventId`, or the present view and what follows it. Ends when the job does, or quietly
   * when the signal aborts.
   */
  async *read(
    view: () => JobView,
    { lastEventId, signal }: { lastEventId?: string; signal?: AbortSignal } = {},
  ): AsyncGenerator<JobEvent> {
    let seen = this.#number(lastEventId)
    let wake: (() => void) | undefined
    const onAbort = (): void => wake?.()
    signal?.addEventListener('abort', onAbort, { once: true })
    this.#readers++
    try {
      while (signal?.aborted !== true) {
        const oldest = this.#last - this.#ring.length + 1
        if (seen === undefined || seen < oldest - 1) {
          seen = this.#last
          yield { id: this.#id(), event: 'state', data: view() }
        } else if (seen < this.#last) {
          const next = this.#ring[seen + 1 - oldest]
          seen++
          if (next !== undefined) yield next
        } else if (this.#closed) {
          return
        } else {
          const aborted = new Promise<void>((resolve) => (wake = resolve))
          await Promise.race([this.#arrival(), aborted])
        }
      }
    } finally {
      this.#readers--
      this.#trim()
      signal?.removeEventListener('abort', onAbort)
    }
  }

  #id(): string {
    return `${this.#run}-${this.#last}`
  }

  #number(id: string | undefined): number | undefined {
    const [run, digits = ''] = id?.split('-') ?? []
    if (run !== this.#run || !/^\d{1,15}$/.test(digits) || Number(digits) > this.#last) return undefined
    return Number(digits)
  }

  #arrival(): Promise<void> {
    this.#news ??= new Promise((resolve) => (this.#wake = resolve))
    return this.#news
  }

  #stir(): void {
    this.#wake?.()
    this.#news = undefined
    this.#wake = undefined
  }
}
