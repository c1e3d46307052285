import type { Answer } from './approval.ts'
import type { JobView } from './job.ts'
import type { Operation } from './operation.ts'

/** How one call through MCP is made. */
export interface McpCallOptions {
  /** Aborts when the client cancels the call or goes away. */
  signal: AbortSignal
  /** How long the call may take before it goes on as a job, in milliseconds. */
  waitMs: number
  /** Hears the share of the work done, 0..1; given only where the client wants to hear it. */
  onProgress?: (fraction: number) => void
  /** Id of an approval that a person has given for exactly this call. */
  approval?: string
}

/** What a call came to in time: its output, or a job that goes on. */
export type McpOutcome = { operation: string; output: unknown } | { job: JobView }

/** What the tools need of a service, however it is reached. Every method throws the faults of the service. */
export interface McpDoor {
  /** Makes a call; cancels it, job or not, when the signal aborts before this resolves. */
  call(operation: Operation, input: unknown, options: McpCallOptions): Promise<McpOutcome>
  /** Waits for a job for at most `waitMs`; the job goes on when the signal aborts. */
  job(id: string, options: Omit<McpCallOptions, 'approval'>): Promise<McpOutcome>
  /** Stored bytes. */
  blob(digest: string, signal: AbortSignal): Promise<Uint8Array>
  /** The address of a path on the service. */
  link(path: string): string
  /** Passes on what a person said to an approval. */
  answer(approval: string, answer: Answer): Promise<void>
  terms(): McpTerms | Promise<McpTerms>
}

/** What holds for every call of a caller. */
export interface McpTerms {
  /** Whether the caller may pass on what a person says to an approval. */
  mayAnswer: boolean
  /** Longest text of one answer, in UTF-16 units. */
  maxChars: number
  /** How long a call may take before it becomes a job, in milliseconds. */
  waitMs: number
}
