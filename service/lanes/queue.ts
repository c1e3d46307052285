/** What the queue must know of what waits in it. */
export interface Queued {
  priority: 'interactive' | 'batch'
  client: string
}

/** After this many interactive calls that went ahead of waiting batch calls, one batch call goes. */
export const BATCH_TURN = 8

/**
 * Waiting calls of one lane.
 *
 *     returned      r1 r2                              first: they had their turn once already
 *     interactive   ┌─ client a: a1 a2 a3 ─┐
 *                   ├─ client b: b1        │  one call of each client in turn: a1 b1 c1 a2 c2 a3
 *                   └─ client c: c1 c2 ────┘
 *     batch         the same, when no interactive call waits, and every ninth turn anyway
 *
 * Pushing, taking and removing cost the same however many wait: JavaScript maps and sets keep insertion order,
 * so the first client is the one whose turn it is, and it moves to the end when it has been served.
 */
export class Queue<T extends Queued> {
  readonly #rings = { interactive: new Ring<T>(), batch: new Ring<T>() }
  readonly #returned = new Set<T>()
  /** Interactive calls that went ahead since a batch call last went. */
  #passed = 0

  get size(): number {
    return this.#returned.size + this.#rings.interactive.size + this.#rings.batch.size
  }

  push(item: T): void {
    this.#rings[item.priority].push(item)
  }

  /** Puts back an item that was taken but could not run through no fault of its own; it goes before all others. */
  giveBack(item: T): void {
    this.#returned.add(item)
  }

  /** Takes the item whose turn it is. With `accept`, takes it only if accepted; otherwise it keeps its turn. */
  take(accept?: (item: T) => boolean): T | undefined {
    for (const item of this.#returned) {
      if (accept !== undefined && !accept(item)) return undefined
      this.#returned.delete(item)
      return item
    }
    const { interactive, batch } = this.#rings
    const batchTurn = batch.size > 0 && (interactive.size === 0 || this.#passed >= BATCH_TURN)
    const item = (batchTurn ? batch : interactive).take(accept)
    if (item !== undefined) this.#passed = batchTurn || batch.size === 0 ? 0 : this.#passed + 1
    return item
  }

  /** Removes an item that no longer wants to wait. Returns whether it was waiting. */
  remove(item: T): boolean {
    return this.#returned.delete(item) || this.#rings[item.priority].remove(item)
  }

  /** All items in the order they would go if no other came. Costs a pass over the queue. */
  order(): T[] {
    const order = [...this.#returned]
    const interactive = this.#rings.interactive.order()
    const batch = this.#rings.batch.order()
    let passed = this.#passed
    let i = 0
    let b = 0
    while (i < interactive.length || b < batch.length) {
      const batchTurn = b < batch.length && (i >= interactive.length || passed >= BATCH_TURN)
      const item = batchTurn ? batch[b++] : interactive[i++]
      passed = batchTurn || b >= batch.length ? 0 : passed + 1
      if (item !== undefined) order.push(item)
    }
    return order
  }
}

/** Clients that take turns, each with its own calls in order. */
class Ring<T extends Queued> {
  readonly #clients = new Map<string, Set<T>>()
  size = 0

  push(item: T): void {
    const calls = this.#clients.get(item.client)
    if (calls === undefined) this.#clients.set(item.client, new Set([item]))
    else calls.add(item)
    this.size += 1
  }

  take(accept?: (item: T) => boolean): T | undefined {
    for (const [client, calls] of this.#clients) {
      for (const item of calls) {
        if (accept !== undefined && !accept(item)) return undefined
        calls.delete(item)
        this.size -= 1
        if (this.#clients.size > 1 || calls.size === 0) this.#clients.delete(client)
        if (calls.size > 0) this.#clients.set(client, calls)
        return item
      }
    }
    return undefined
  }

  remove(item: T): boolean {
    const calls = this.#clients.get(item.client)
    if (calls === undefined || !calls.delete(item)) return false
    if (calls.size === 0) this.#clients.delete(item.client)
    this.size -= 1
    return true
  }

  order(): T[] {
    const lines = [...this.#clients.values()].map((calls) => [...calls])
    const order: T[] = []
    for (let round = 0; order.length < this.size; round += 1) {
      for (const line of lines) {
        const item = line[round]
        if (item !== undefined) order.push(item)
      }
    }
    return order
  }
}
