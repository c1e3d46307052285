/**
 * Runs an action at once and then at most every `everyMs`; what comes in between leads to one more run at the end
 * of that time, so the last state is never missed.
 */
export class Throttle {
  readonly #everyMs: number
  readonly #action: () => void
  #timer: NodeJS.Timeout | undefined
  #again = false

  constructor(everyMs: number, action: () => void) {
    this.#everyMs = everyMs
    this.#action = action
  }

  call(): void {
    if (this.#timer !== undefined) {
      this.#again = true
      return
    }
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      if (this.#again) this.call()
    }, this.#everyMs).unref()
    this.#again = false
    this.#action()
  }

  /** Drops what would still run. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#again = false
  }
}
