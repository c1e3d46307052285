import { createHash } from 'node:crypto'
import { fault } from '../bridge/faults.ts'

/** The bytes that all running calls may hold in memory together. */
export class ByteBudget {
  readonly #maxBytes: number
  #heldBytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get heldBytes(): number {
    return this.#heldBytes
  }

  /** Throws BUSY when the budget would be passed. */
  take(bytes: number): void {
    if (this.#heldBytes + bytes > this.#maxBytes) {
      throw fault('BUSY', 'Running calls hold as much memory as they may; try again when one has ended.', {
        retryAfterMs: 1000,
      })
    }
    this.#heldBytes += bytes
  }

  give(bytes: number): void {
    this.#heldBytes -= bytes
  }
}

/** Media types that say nothing of the bytes they come with. */
export const UNTYPED: ReadonlySet<string> = new Set([
  '',
  'application/octet-stream',
  'application/x-www-form-urlencoded',
])

/** The bytes one call holds, by digest: what came in, what leaves wrote. Released together at its end. */
export class CallFiles {
  readonly #budget: ByteBudget
  // Made when there is something to hold: most calls hold nothing.
  #files: Map<string, Uint8Array> | undefined
  #declared: Map<string, string> | undefined
  #reservedBytes = 0
  #released = false

  constructor(budget: ByteBudget) {
    this.#budget = budget
  }

  /**
   * Counts bytes against the budget before they are read. Throws BUSY, and CANCELLED once the call is over: what its
   * plan still does then must not hold what nobody would release.
   */
  reserve(bytes: number): void {
    if (this.#released) throw fault('CANCELLED', 'The call has ended.')
    this.#budget.take(bytes)
    this.#reservedBytes += bytes
  }

  /** Holds bytes that were reserved; of bytes that are held already one copy stays. */
  hold(digest: string, bytes: Uint8Array): void {
    if (this.#files?.has(digest)) this.#unreserve(bytes.byteLength)
    else if (!this.#released) this.#set(digest, bytes)
  }

  /** Reserves for as long as something is done with bytes that are not held. Throws BUSY, CANCELLED. */
  async borrow<T>(bytes: number, use: () => Promise<T>): Promise<T> {
    this.reserve(bytes)
    try {
      return await use()
    } finally {
      this.#unreserve(bytes)
    }
  }

  /** Reserves and holds. Throws BUSY, CANCELLED. */
  add(digest: string, bytes: Uint8Array): void {
    if (this.#files?.has(digest)) return
    this.reserve(bytes.byteLength)
    this.#set(digest, bytes)
  }

  #set(digest: string, bytes: Uint8Array): void {
    this.#files ??= new Map()
    this.#files.set(digest, bytes)
  }

  /** Notes the media type that a sender gave bytes of its own. */
  declare(digest: string, mediaType: string): void {
    if (UNTYPED.has(mediaType)) return
    this.#declared ??= new Map()
    this.#declared.set(digest, mediaType)
  }

  /** The media type that came with bytes, where one did that says something. */
  declaredType(digest: string): string | undefined {
    return this.#declared?.get(digest)
  }

  get(digest: string): Uint8Array | undefined {
    return this.#files?.get(digest)
  }

  release(): void {
    this.#released = true
    this.#files?.clear()
    this.#budget.give(this.#reservedBytes)
    this.#reservedBytes = 0
  }

  #unreserve(bytes: number): void {
    if (this.#released) return
    this.#budget.give(bytes)
    this.#reservedBytes -= bytes
  }
}

/** `sha256:` and the digest of bytes. */
export function digestOf(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`
}
