/** What the main thread asks of a lane, and what comes back. The same for threads and child processes. */
export interface LeafRequest {
  leaf: string
  lane: 'quick' | 'heavy' | 'native'
  /** JSON; no bytes. */
  input: unknown
  /** Bytes the leaf may read, by digest. Backed by shared memory above 64 KiB, so that threads need no copy. */
  files: ReadonlyMap<string, Uint8Array>
  /** Aborted with a fault (CANCELLED, DEADLINE, SHUTTING_DOWN) as its reason. */
  signal: Pick<AbortSignal, 'aborted' | 'reason'>
  /** Milliseconds since the epoch. */
  deadline: number
  priority: 'interactive' | 'batch'
  /** Whose call it is; waiting calls of different clients take turns. */
  client: string
  /**
   * The call has run a leaf before: it may wait although the queue is full (up to four times its bound), because
   * refusing it now would throw away what is done.
   */
  continuing?: boolean
  /** Must not throw, like `onQueue`. */
  onProgress?: (fraction: number, item?: unknown) => void
  /** Hears where the call stands in its queue whenever that changes; position 0 is running. */
  onQueue?: (position: number, etaMs: number) => void
}

export interface LeafResponse {
  output: unknown
  /** Bytes the leaf wrote, by digest. */
  files: ReadonlyMap<string, Uint8Array>
}

export interface LaneStats {
  lane: string
  running: number
  waiting: number
  completed: number
  failed: number
  refused: number
  /** Workers or children that died or were killed and replaced. */
  respawns: number
  /** Median run time of recent leaves, for Retry-After and ETA. */
  medianRunMs: number
}

/** All lanes together, as the rest of the service sees them. */
export interface Lanes {
  /** Queues a leaf and runs it when a permit is free. Rejects with a fault, never with anything else. */
  run(request: LeafRequest): Promise<LeafResponse>
  /**
   * Refuses early: throws BUSY with `retryAfterMs` when the lane's queue is full, the event loop is late or memory
   * is short. Called before a body is read or a job is made; costs no more than a few comparisons.
   */
  admit(lane: LeafRequest['lane'] | 'inline' | 'home'): void
  stats(): LaneStats[]
  /** Runs the canary leaf of each lane within `timeoutMs`; a lane is live when its canary answers rightly. */
  canaries(timeoutMs: number): Promise<Record<LeafRequest['lane'], { live: boolean; detail?: string }>>
  /** Stops taking work, lets running leaves end within `graceMs`, ends the rest with SHUTTING_DOWN. */
  close(graceMs: number): Promise<void>
}
