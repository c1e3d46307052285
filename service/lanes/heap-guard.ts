import { fault, type Fault } from '../../bridge/faults.ts'
import type { HeapWatch } from './heap-watch.ts'

/** How often the heap of a busy thread is looked at. */
const LOOK_EVERY_MS = 50
/** How soon after a collection that freed enough the next one may be asked for. */
const COLLECT_EVERY_MS = 1000
const MiB = 1024 * 1024

/**
 * What V8 is told above the heap that is meant, in megabytes: more than the largest array or table it can make in
 * one piece while it copies the one before, so that the guard comes first. Memory is only taken when it is used.
 */
export const HEADROOM_MB = 4096

/** Something on a thread whose heap is guarded. */
export interface Guarded {
  readonly threadId: number
  /** When the heap was last looked at and last collected, as of performance.now(). */
  heapAt: number
  collectedAt: number
}

/** Decides when the heap of a thread has outgrown its limit. */
export class HeapGuard {
  readonly #watch: HeapWatch
  readonly #maxHeapMB: number

  constructor(watch: HeapWatch, maxHeapMB: number) {
    this.#watch = watch
    this.#maxHeapMB = maxHeapMB
  }

  /** The fault of a call that needs more heap than there is. */
  get fault(): Fault {
    const maxHeapMB = this.#maxHeapMB
    return fault(
      'WORKER_LOST',
      `The call needed more than the ${maxHeapMB} MB of memory a worker thread may use. Try a smaller part of the input, or raise lanes.maxThreadHeapMB.`,
      { reason: 'memory', maxHeapMB },
    )
  }

  isDue(guarded: Guarded, now: number): boolean {
    return now - guarded.heapAt >= LOOK_EVERY_MS
  }

  /** Whether the heap is past the limit and stays there when its garbage is collected. */
  async isOver(guarded: Guarded, now: number): Promise<boolean> {
    const maxBytes = this.#maxHeapMB * MiB
    // Not looked at again before the thread has answered, which it does not within some built-in functions.
    guarded.heapAt = Infinity
    try {
      const used = (await this.#watch.usedBytes(guarded.threadId)) ?? 0
      if (used <= maxBytes || now - guarded.collectedAt < COLLECT_EVERY_MS) return false
      guarded.collectedAt = now
      return ((await this.#watch.liveBytes(guarded.threadId)) ?? 0) > maxBytes
    } finally {
      guarded.heapAt = performance.now()
    }
  }
}
