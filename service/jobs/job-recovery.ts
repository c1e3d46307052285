import { toEnvelope } from '../../bridge/faults.ts'
import type { BlobStore } from '../stores/blob-store.ts'
import type { Job } from './job.ts'
import type { JobRunner } from './job-runner.ts'
import type { FoundJob, JobStore } from './job-store.ts'

/** A read-tier job that was at work in so many crashes is taken for their cause. */
const maxAttempts = 3

/*
 *   found on disk                               becomes
 *   succeeded, failed, cancelled                the same
 *   any other state, result.json is there       succeeded      (the crash came between the two writes)
 *   queued                                      queued         (nothing was done, whatever its tier)
 *   running or unreadable, read tier            queued         (failed INTERRUPTED the third time)
 *   running or unreadable, any other tier       failed INTERRUPTED
 *   to be queued, but an input is gone          failed NOT_FOUND
 */

/** Brings a job into the state it has after a crash, on disk and in memory. A queued one is not yet in the queue. */
export async function recoverJob(
  job: Job,
  { request, record, resultMs }: FoundJob,
  { store, blobs, runner, now }: { store: JobStore; blobs: BlobStore; runner: JobRunner; now: () => number },
): Promise<void> {
  job.request = undefined
  job.accepted = true
  job.restore(record ?? { state: 'running', progress: 0, attempts: 1 })
  if (job.final) return job.end(job.state, job.endedMs ?? now())
  if (resultMs !== undefined) {
    // Results appear whole; one that is damaged nevertheless was never told to anybody, and counts for nothing.
    const output = await store.result(job.id).catch(() => undefined)
    if (output !== undefined) return runner.settle(job, 'succeeded', { output })
  }
  const repeatable = request.tier === 'read' && job.attempts < maxAttempts
  if (job.state === 'running' && !repeatable) {
    const detail =
      request.tier === 'read'
        ? `The service stopped ${job.attempts} times during this job, which may be the cause; it is not tried again.`
        : 'The service stopped during the job; look what it has done before asking again.'
    return runner.settle(job, 'failed', { error: { code: 'INTERRUPTED', detail } })
  }
  try {
    job.release = blobs.pin(request.blobs)
  } catch (error) {
    return runner.settle(job, 'failed', { error: toEnvelope(error) })
  }
  job.state = 'queued'
  job.progress = 0
}
