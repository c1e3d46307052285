import { useEffect, useState } from 'preact/hooks'
import type { ApprovalView } from '../../bridge/approval.ts'
import type { JobView } from '../../bridge/job.ts'
import type { Service, Status } from './service.ts'
import { pause, ServiceError } from './wire.ts'

/** What the page knows of the service, kept fresh by its events and by asking now and then. */
export interface Live {
  connection: 'connecting' | 'connected' | 'lost'
  status?: Status
  jobs: JobView[]
  approvals: ApprovalView[]
  /** Grows with every call that may have left a line in the audit log. */
  calls: number
}

const pollMs = 2500
const settleMs = 300
const longestRetryMs = 15_000

/** Runs `work` once for however many askings come within a moment. */
function soon(work: () => void): () => void {
  let waiting = false
  return () => {
    if (waiting) return
    waiting = true
    setTimeout(() => {
      waiting = false
      work()
    }, settleMs)
  }
}

/** Watches the service until the component goes; `onExpired` hears that the session has ended. */
export function useLive(service: Service, onExpired: () => void): Live & { refresh(): void } {
  const [live, setLive] = useState<Live>({ connection: 'connecting', jobs: [], approvals: [], calls: 0 })
  const [refresh, setRefresh] = useState(() => () => {})

  useEffect(() => {
    const over = new AbortController()
    const { signal } = over
    const tell = (news: Partial<Live>) => {
      if (!signal.aborted) setLive((old) => ({ ...old, ...news }))
    }
    const oneMoreCall = soon(() => setLive((old) => ({ ...old, calls: old.calls + 1 })))
    let ended = 0

    async function askJobs() {
      tell({ jobs: await service.jobs() })
    }
    async function askApprovals() {
      tell({ approvals: await service.approvals() })
    }
    async function askStatus() {
      const status = await service.status()
      const sum = status.lanes.reduce((all, lane) => all + lane.completed + lane.failed + lane.refused, 0)
      if (sum !== ended) oneMoreCall()
      ended = sum
      tell({ status })
    }

    /** Runs something that asks the service; what it rejects with shows as the state of the connection. */
    async function guard(work: () => Promise<unknown>) {
      try {
        await work()
      } catch (error) {
        if (signal.aborted) return
        if (error instanceof ServiceError && error.status === 401) onExpired()
        else tell({ connection: 'lost' })
      }
    }

    const jobsSoon = soon(() => void guard(askJobs))
    const approvalsSoon = soon(() => void guard(askApprovals))

    async function watch() {
      let lastId: string | undefined
      let retryMs = 500
      while (!signal.aborted) {
        await guard(async () => {
          const happenings = await service.happenings(lastId, signal)
          await Promise.all([askJobs(), askApprovals(), askStatus()])
          tell({ connection: 'connected' })
          for await (const { id, type } of happenings) {
            retryMs = 500
            lastId = id
            if (type === 'job') jobsSoon()
            else if (type.startsWith('approval.')) approvalsSoon()
            oneMoreCall()
          }
        })
        if (signal.aborted) return
        tell({ connection: 'lost' })
        await pause(retryMs, signal)
        retryMs = Math.min(longestRetryMs, retryMs * 2)
      }
    }

    async function poll() {
      while (!signal.aborted) {
        await pause(pollMs, signal)
        // A tab in the background asks for nothing; events still come.
        if (document.visibilityState === 'visible' && !signal.aborted) await guard(askStatus)
      }
    }

    void watch()
    void poll()
    setRefresh(() => () => {
      jobsSoon()
      approvalsSoon()
    })
    return () => over.abort()
  }, [service])

  return { ...live, refresh }
}
