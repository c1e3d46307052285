import { useEffect, useMemo, useState } from 'preact/hooks'
import { ActivityPanel } from './activity-panel.tsx'
import { Announcer } from './announcer.tsx'
import { ApprovalsPanel } from './approvals-panel.tsx'
import { AuditPanel } from './audit-panel.tsx'
import icon from './icon.svg'
import { useLive, type Live } from './live.ts'
import { ReadPanel } from './read-panel.tsx'
import { Service } from './service.ts'
import { SystemPanel } from './system-panel.tsx'
import { Tabs } from './tabs.tsx'
import { several } from './words.ts'

const connections: Record<Live['connection'], { tone: string; words: string }> = {
  connecting: { tone: '', words: 'Connecting' },
  connected: { tone: 'good', words: 'Connected' },
  lost: { tone: 'bad', words: 'Not connected; trying again' },
}

/** Everything a signed-in owner sees. */
export function Console({ token, onEnd }: { token: string; onEnd(why: string): void }) {
  const service = useMemo(() => new Service(token), [token])
  const live = useLive(service, () => onEnd('The session has ended. Open the console with a new link.'))
  const [tab, setTab] = useState('read')
  const [news, setNews] = useState('')
  const pending = live.approvals.filter(({ state }) => state === 'pending').length
  const running = live.jobs.filter(({ state }) => state === 'running' || state === 'queued').length
  const warnings = [...(live.status?.policy.warnings ?? [])]
  const failure = live.status?.audit?.failure
  if (failure !== undefined) warnings.push(`The audit log cannot be written: ${failure}`)

  useEffect(() => {
    document.title = pending > 0 ? `(${pending}) Talaria` : 'Talaria'
    if (pending > 0) setNews(`${several(pending, 'call')} waiting for your answer.`)
  }, [pending])

  const { tone, words } = connections[live.connection]
  const panels = [
    {
      id: 'read',
      title: 'Read',
      panel: <ReadPanel service={service} onNews={setNews} onFiles={() => setTab('read')} />,
    },
    {
      id: 'activity',
      title: 'Activity',
      badge: running,
      panel: <ActivityPanel service={service} live={live} />,
    },
    {
      id: 'approvals',
      title: 'Approvals',
      badge: pending,
      panel: <ApprovalsPanel service={service} approvals={live.approvals} onAnswered={live.refresh} />,
    },
    {
      id: 'audit',
      title: 'Audit',
      panel: <AuditPanel service={service} calls={live.calls} shown={tab === 'audit'} />,
    },
    { id: 'system', title: 'System', panel: <SystemPanel status={live.status} /> },
  ]

  return (
    <>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <header class="top">
        <h1 class="brand">
          <img src={icon} alt="" width="32" height="32" />
          <span>Talaria</span>
        </h1>
        <p id="connection" class={`pill ${tone}`} role="status">
          {words}
        </p>
        <button type="button" id="sign-out" class="plain" onClick={() => onEnd('You are signed out.')}>
          Sign out
        </button>
      </header>
      <Announcer news={news} />
      <main id="main" tabIndex={-1}>
        {warnings.length > 0 && tab !== 'system' && (
          <div id="notices" class="notice warn">
            <div class="grow">
              {warnings.map((text) => (
                <p key={text}>{text}</p>
              ))}
            </div>
            <button type="button" onClick={() => setTab('system')}>
              Details
            </button>
          </div>
        )}
        {pending > 0 && tab !== 'approvals' && (
          <p id="waiting" class="notice warn">
            <span>{several(pending, 'call')} waiting for your answer.</span>
            <button type="button" onClick={() => setTab('approvals')}>
              Look
            </button>
          </p>
        )}
        <Tabs label="Console" panels={panels} chosen={tab} onChoose={setTab} />
      </main>
    </>
  )
}
