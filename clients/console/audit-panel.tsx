import { useEffect, useRef, useState } from 'preact/hooks'
import type { AuditLine } from '../../bridge/audit-line.ts'
import { ErrorNotice } from './notice.tsx'
import type { AuditPage, Service } from './service.ts'
import { duration, moment } from './words.ts'

const pageSize = 50
const heads = ['When', 'Call', 'Tier', 'Decision', 'Outcome', 'Took']
const refusals = new Set(['denied', 'blocked', 'protected', 'policy_denied', 'refused'])

/** What the gate decided, as a person says it. */
const decisions: Record<AuditLine['decision'], string> = {
  allowed: 'allowed',
  approved: 'approved',
  denied: 'denied',
  blocked: 'waiting for a yes',
  protected: 'protected path',
  policy_denied: 'denied by policy',
  refused: 'refused',
}

/** A line that showing this very panel has left. */
const isOwnRead = ({ tool, action }: AuditLine) => tool === 'bridge' && action === 'audit'

/** What makes a line itself: its place in the chain. */
const keyOf = ({ prev, ts, id }: AuditLine) => `${prev} ${ts} ${id}`

/** What is known with the newest page on top. More than a page of new lines leaves a gap; then the list starts over. */
function joined(known: AuditPage, newest: AuditPage): AuditPage {
  const keys = new Set(known.entries.map(keyOf))
  const fresh = newest.entries.filter((line) => !keys.has(keyOf(line)))
  return fresh.length === newest.entries.length ? newest : { ...known, entries: [...fresh, ...known.entries] }
}

interface Props {
  service: Service
  /** Grows when there may be new lines. */
  calls: number
  shown: boolean
}

/**
 * The audit log: the newest calls, and older ones on demand. Reading it is a call too and leaves a line, so it is
 * read when it is looked at and something happened, not by the clock.
 */
export function AuditPanel({ service, calls, shown }: Props) {
  const [log, setLog] = useState<AuditPage>({ entries: [] })
  const [error, setError] = useState<unknown>()
  const [withOwn, setWithOwn] = useState(false)
  const asking = useRef(false)
  const lines = withOwn ? log.entries : log.entries.filter((line) => !isOwnRead(line))

  async function ask(work: () => Promise<void>) {
    if (asking.current) return
    asking.current = true
    try {
      await work()
      setError(undefined)
    } catch (error) {
      setError(error)
    } finally {
      asking.current = false
    }
  }
  const newest = async () => {
    const page = await service.audit({ limit: pageSize })
    setLog((known) => joined(known, page))
  }
  const older = async (before: string) => {
    const page = await service.audit({ limit: pageSize, before })
    setLog(({ entries }) => ({ ...page, entries: [...entries, ...page.entries] }))
  }
  useEffect(() => {
    if (shown) void ask(newest)
  }, [calls, shown])

  const { next } = log
  return (
    <>
      <div class="row">
        <h2 class="grow">Audit log</h2>
        <label class="check">
          <input
            type="checkbox"
            checked={withOwn}
            onChange={({ currentTarget }) => setWithOwn(currentTarget.checked)}
          />
          Show reads of this log
        </label>
        <button type="button" onClick={() => void ask(newest)}>
          Refresh
        </button>
      </div>
      {error !== undefined && <ErrorNotice error={error} />}
      {lines.length === 0 ? (
        <p class="empty">Nothing has been called yet. Every call leaves a line here, and in audit.jsonl.</p>
      ) : (
        <div class="scroll" tabIndex={0} role="region" aria-label="Audit log">
          <table>
            <thead>
              <tr>
                {heads.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <AuditRow key={keyOf(line)} line={line} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {next !== undefined && (
        <p>
          <button type="button" onClick={() => void ask(() => older(next))}>
            Show older calls
          </button>
        </p>
      )}
    </>
  )
}

function AuditRow({ line }: { line: AuditLine }) {
  const { ts, tool, action, tier, args, decision, ok, error, ms } = line
  const name = <code>{action === null ? tool : `${tool} ${action}`}</code>
  return (
    <tr>
      <td>
        <time dateTime={ts}>{moment(ts)}</time>
      </td>
      <td>
        {Object.keys(args).length === 0 ? (
          name
        ) : (
          <details>
            <summary>{name}</summary>
            <pre>{JSON.stringify(args, null, 2)}</pre>
          </details>
        )}
      </td>
      <td>
        <span class={`tag ${tier}`}>{tier}</span>
      </td>
      <td class={refusals.has(decision) ? 'bad' : ''}>{decisions[decision]}</td>
      <td class={ok ? 'good' : 'bad'}>{ok ? 'done' : (error ?? 'failed')}</td>
      <td class="number">{ms > 0 ? duration(ms) : '–'}</td>
    </tr>
  )
}
