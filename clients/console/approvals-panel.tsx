import { useEffect, useState } from 'preact/hooks'
import type { Answer, ApprovalView } from '../../bridge/approval.ts'
import { ErrorNotice } from './notice.tsx'
import type { Service } from './service.ts'
import { duration } from './words.ts'

const answers: ReadonlyArray<{ answer: Answer; label: string; hint: string; style: string }> = [
  { answer: 'once', label: 'Yes, once', hint: 'Allow this one call', style: 'primary' },
  { answer: 'session', label: 'For this session', hint: 'Allow this action within the session', style: '' },
  { answer: 'always', label: 'Always', hint: 'Allow this action from now on', style: '' },
  { answer: 'deny', label: 'No', hint: 'Refuse this call', style: 'danger' },
]

const tiers: Record<ApprovalView['tier'], string> = {
  read: 'reads',
  act: 'acts outside',
  mutate: 'changes something',
  destructive: 'cannot be undone',
}

/** Each second, so that the time left moves by itself. */
function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const beat = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(beat)
  }, [])
  return now
}

interface PanelProps {
  service: Service
  approvals: ApprovalView[]
  onAnswered(): void
}

/** Calls that wait for a person's yes, with what will happen. */
export function ApprovalsPanel({ service, approvals, onAnswered }: PanelProps) {
  return (
    <>
      <h2>Waiting for you</h2>
      {approvals.length === 0 && (
        <p class="empty">Nothing waits for an answer. Calls that change something ask here first.</p>
      )}
      <div class="stack">
        {approvals.map((approval) => (
          <ApprovalCard key={approval.id} approval={approval} service={service} onAnswered={onAnswered} />
        ))}
      </div>
    </>
  )
}

interface CardProps {
  service: Service
  approval: ApprovalView
  onAnswered(): void
}

function ApprovalCard({ service, approval, onAnswered }: CardProps) {
  const { id, tier, action, summary, client, expiresAt, args, state } = approval
  const [sending, setSending] = useState(false)
  const [error, setError] = useState<unknown>()
  const leftMs = new Date(expiresAt).getTime() - useNow()

  async function say(answer: Answer) {
    setSending(true)
    setError(undefined)
    try {
      await service.answer(id, answer)
      onAnswered()
    } catch (error) {
      setError(error)
      setSending(false)
    }
  }

  // A destructive call is asked about every time; no answer can hold longer.
  const offered = answers.filter(
    ({ answer }) => tier !== 'destructive' || answer === 'once' || answer === 'deny',
  )
  return (
    <article class="card approval" aria-label={`${action}: ${summary}`}>
      <p class="row">
        <span class={`tag ${tier}`}>{tier}</span>
        <span class="quiet">{tiers[tier]}</span>
        <span class="grow" />
        <span class="quiet">{leftMs > 0 ? `expires in ${duration(leftMs)}` : 'expired'}</span>
      </p>
      <p class="summary">{summary}</p>
      <dl class="arguments">
        <dt>asked by</dt>
        <dd>{client}</dd>
        <dt>action</dt>
        <dd>{action}</dd>
        {Object.entries(args).map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
          </>
        ))}
      </dl>
      {state === 'pending' ? (
        <div class="row answers">
          {offered.map(({ answer, label, hint, style }) => (
            <button
              key={answer}
              type="button"
              class={style}
              title={hint}
              aria-label={`${label}: ${hint}`}
              disabled={sending || leftMs <= 0}
              onClick={() => void say(answer)}
            >
              {label}
            </button>
          ))}
        </div>
      ) : (
        <p class={state === 'approved' ? 'good' : 'bad'}>
          {state === 'approved' ? 'allowed, not used yet' : 'denied'}
        </p>
      )}
      {error !== undefined && <ErrorNotice error={error} />}
    </article>
  )
}
