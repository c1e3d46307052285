import { z } from 'zod'
import { EntryError } from './sources.ts'

/** The life of a job: queued, running, then one of the three final states. */
export const JobState = z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled'])
export type JobState = z.infer<typeof JobState>

/** A job as its caller sees it. */
export const JobView = z.strictObject({
  id: z.string(),
  operation: z.string().describe('Name of the operation'),
  state: JobState,
  position: z.int().nonnegative().describe('Place in the queue; 0 when it is not waiting'),
  progress: z.number().min(0).max(1).describe('How much is done'),
  etaMs: z.int().nonnegative().nullable().describe('Milliseconds until it should end; null when unknown'),
  createdAt: z.string().describe('ISO 8601, UTC'),
  startedAt: z.string().optional(),
  endedAt: z.string().optional(),
  error: EntryError.optional().describe('Why it failed'),
})
export type JobView = z.infer<typeof JobView>

/** Whether a job has ended. */
export function isFinal(state: JobState): boolean {
  return state === 'succeeded' || state === 'failed' || state === 'cancelled'
}
