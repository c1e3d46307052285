/**
 * How many leaves may run at once, over all lanes that share the permits. A permit that comes back is offered to
 * each lane in turn, starting after the one that was offered first the last time, so that no lane starves another.
 */
export class Permits {
  #free: number
  readonly #lanes: Array<() => void> = []
  #first = 0

  constructor(count: number) {
    this.#free = count
  }

  /** Adds a lane; `offer` takes as many permits as it can use, which may be none. */
  join(offer: () => void): void {
    this.#lanes.push(offer)
  }

  get available(): boolean {
    return this.#free > 0
  }

  take(): void {
    this.#free -= 1
  }

  give(): void {
    this.#free += 1
    const first = this.#first
    this.#first = (first + 1) % Math.max(1, this.#lanes.length)
    for (let step = 0; step < this.#lanes.length && this.#free > 0; step += 1) {
      this.#lanes[(first + step) % this.#lanes.length]?.()
    }
  }
}
