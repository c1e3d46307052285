/*
 *   agent      a1 a2 a3
 *   host:x     x1                  served: a1 x1 o1 a2 o2 a3
 *   owner      o1 o2
 */

/** Waiting items, first come first served within a client, clients taking turns. */
export class JobQueue<T> {
  // A client that was just served goes to the end of the map.
  readonly #lines = new Map<string, T[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  push(client: string, item: T): void {
    const line = this.#lines.get(client)
    if (line === undefined) this.#lines.set(client, [item])
    else line.push(item)
    this.#size++
  }

  /** Takes the item whose turn it is. */
  shift(): T | undefined {
    for (const [client, line] of this.#lines) {
      const item = line.shift()
      this.#lines.delete(client)
      if (line.length > 0) this.#lines.set(client, line)
      if (item !== undefined) this.#size--
      return item
    }
    return undefined
  }

  /** Takes an item out of turn; answers whether it was waiting. */
  remove(client: string, item: T): boolean {
    const line = this.#lines.get(client)
    const at = line?.indexOf(item) ?? -1
    if (line === undefined || at === -1) return false
    line.splice(at, 1)
    if (line.length === 0) this.#lines.delete(client)
    this.#size--
    return true
  }

  /** All items in the order in which they would be served. */
  order(): T[] {
    const lines = [...this.#lines.values()]
    const longest = Math.max(0, ...lines.map((line) => line.length))
    return Array.from({ length: longest }, (_, round) =>
      lines.flatMap((line) => line.slice(round, round + 1)),
    ).flat()
  }
}
