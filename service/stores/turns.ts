/** Runs actions on the same key one after the other; different keys do not wait for each other. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>()

  /** Runs `action` when every earlier action on `key` has ended, well or not. */
  run<T>(key: string, action: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve()
    const mine = before.then(action, action)
    // The chain must not end in a rejection that nobody handles; the caller handles `mine`.
    const end: Promise<unknown> = mine
      .catch(() => undefined)
      .then(() => {
        if (this.#last.get(key) === end) this.#last.delete(key)
      })
    this.#last.set(key, end)
    return mine
  }
}
