export interface ServiceEvent {
  id: number
  type: string
  data: unknown
}

/**
 * What happens in the service, for owners who watch: acts, approvals, job changes. The last `size` events are kept
 * so that a watcher who lost the connection goes on where it stopped.
 */
export class Events {
  readonly #size: number
  readonly #kept: ServiceEvent[] = []
  readonly #listeners = new Set<(event: ServiceEvent) => void>()
  #nextId = 1

  constructor(size = 1000) {
    this.#size = size
  }

  emit(type: string, data: unknown): void {
    const event = { id: this.#nextId++, type, data }
    this.#kept.push(event)
    if (this.#kept.length > this.#size) this.#kept.shift()
    for (const listener of this.#listeners) listener(event)
  }

  /** Calls `listener` for every kept event after `lastId`, then for each new one, until the returned function is called. */
  listen(lastId: number, listener: (event: ServiceEvent) => void): () => void {
    for (const event of this.#kept) if (event.id > lastId) listener(event)
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The id of the newest event; 0 before the first. */
  get lastId(): number {
    return this.#nextId - 1
  }
}
