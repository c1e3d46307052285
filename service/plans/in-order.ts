/**
 * Passes items on in the order of the turns they belong to, whichever turn is ready first: items of the turn at the
 * head go out at once, those of later turns wait until every earlier turn has ended.
 */
export class InOrder<T> {
  readonly #pass: (item: T) => void
  readonly #waiting = new Map<number, T[]>()
  readonly #ended = new Set<number>()
  #head = 0

  constructor(pass: (item: T) => void) {
    this.#pass = pass
  }

  /** Takes one item of a turn, in the turn's own order. */
  add(turn: number, item: T): void {
    if (turn === this.#head) {
      this.#pass(item)
      return
    }
    const items = this.#waiting.get(turn)
    if (items) items.push(item)
    else this.#waiting.set(turn, [item])
  }

  /** Says that a turn has no more items. */
  end(turn: number): void {
    this.#ended.add(turn)
    while (this.#ended.delete(this.#head)) {
      this.#head += 1
      for (const item of this.#waiting.get(this.#head) ?? []) this.#pass(item)
      this.#waiting.delete(this.#head)
    }
  }
}
