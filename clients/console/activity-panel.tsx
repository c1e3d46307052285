import { useState } from 'preact/hooks'
import type { JobState, JobView } from '../../bridge/job.ts'
import type { Live } from './live.ts'
import { ErrorNotice } from './notice.tsx'
import { isOver, type Service } from './service.ts'
import { duration, moment } from './words.ts'

const mostShown = 30
const ranks: Partial<Record<JobState, number>> = { running: 0, queued: 1 }
const rank = ({ state }: JobView) => ranks[state] ?? 2

/** Running first, then waiting, then what has ended; each newest first. */
const inOrder = (jobs: readonly JobView[]) =>
  jobs.toSorted((a, b) => rank(a) - rank(b) || b.createdAt.localeCompare(a.createdAt)).slice(0, mostShown)

function wordsOf({ state, position, progress, etaMs, error }: JobView): string {
  const left = etaMs !== null && etaMs > 0 ? `, about ${duration(etaMs)} left` : ''
  if (state === 'queued') return `waiting${position > 0 ? `, number ${position} in line` : ''}${left}`
  if (state === 'running') return `${Math.round(progress * 100)} %${left}`
  return error?.detail ?? ''
}

/** Recent jobs with their progress and a way to stop them. */
export function ActivityPanel({ service, live }: { service: Service; live: Live & { refresh(): void } }) {
  const jobs = inOrder(live.jobs)
  return (
    <>
      <h2>Jobs</h2>
      {jobs.length === 0 && (
        <p class="empty">
          No jobs yet. Files you drop and long work of your agents run as jobs, and show here.
        </p>
      )}
      <ul class="plain-list stack" id="jobs">
        {jobs.map((job) => (
          <JobCard key={job.id} job={job} service={service} onCancelled={live.refresh} />
        ))}
      </ul>
    </>
  )
}

function JobCard({ job, service, onCancelled }: { job: JobView; service: Service; onCancelled(): void }) {
  const [stopping, setStopping] = useState(false)
  const [error, setError] = useState<unknown>()
  const { id, operation, state, progress } = job
  const over = isOver(job)

  async function stop() {
    setStopping(true)
    try {
      await service.cancelJob(id)
      onCancelled()
    } catch (error) {
      setError(error)
    } finally {
      setStopping(false)
    }
  }

  return (
    <li class="card job">
      <div class="row">
        <span class={`tag ${state}`}>{state}</span>
        <code>{operation}</code>
        <span class="grow">{wordsOf(job)}</span>
        <span class="quiet">{moment(job.endedAt ?? job.startedAt ?? job.createdAt)}</span>
        {!over && (
          <button
            type="button"
            disabled={stopping}
            aria-label={`Cancel ${operation}`}
            onClick={() => void stop()}
          >
            Cancel
          </button>
        )}
      </div>
      {!over && (
        <progress
          max={1}
          aria-label={`Progress of ${operation}`}
          {...(state === 'running' && { value: progress })}
        />
      )}
      {error !== undefined && <ErrorNotice error={error} />}
    </li>
  )
}
