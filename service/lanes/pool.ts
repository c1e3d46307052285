import type { Fault } from '../../bridge/faults.ts'
import type { EndCode, LeafAnswer } from '../../workers/host/messages.ts'
import type { Call } from './call.ts'

/** What a pool tells its lane about the calls it was handed. */
export interface PoolEvents {
  answered(call: Call, answer: LeafAnswer): void
  /** The call is over without an answer: its worker died, or it could not be handed over. */
  failed(call: Call, reason: Fault): void
  /** The call was handed over but never ran, and should go again. */
  returned(call: Call): void
  progress(call: Call, fraction: number, item: unknown): void
  /** A worker died or was killed and is replaced. */
  respawned(): void
}

/** Workers of one lane: threads or child processes. The lane hands over only what can start at once. */
export interface Pool {
  /**
   * Runs calls on one worker, one after the other. Resolves when the worker can take other work, whatever came of
   * the calls; never rejects. Each call has been answered, failed or returned by then, or was settled before.
   */
  start(calls: readonly Call[]): Promise<void>
  /** Asks a running call to end. */
  end(call: Call, code: EndCode): void
  /** Whether a call that was told to end still keeps its worker. */
  holds(call: Call): boolean
  /** Ends the worker of a call, and replaces it. Other calls on it are returned. */
  kill(call: Call): void
  /** Housekeeping, every few milliseconds while calls are in the lane; `now` as of performance.now(). */
  sweep(now: number): void
  /** Why calls cannot run at the moment; undefined while they can. */
  down(): Fault | undefined
  /** Ends all workers. */
  close(): Promise<void>
}

/** Log of the lanes; a pino logger fits. */
export interface LaneLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}
