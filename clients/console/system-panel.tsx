import type { LaneStats, Status } from './service.ts'
import { count, duration, moment, several } from './words.ts'

/** Something that does not work, and what to do about it. */
interface Finding {
  what: string
  remedy: string
}

/** What a doctor would say: everything that does not work, each with its remedy. */
function findings({ ready, capabilities, policy, audit }: Status): Finding[] {
  const lanes = Object.entries(ready.lanes).flatMap(([lane, { live, detail }]) =>
    live ? [] : [{ what: `The lane ${lane} is down.`, remedy: detail ?? 'The log of the service says why.' }],
  )
  const parts = capabilities.flatMap(({ name, live, remedy }) =>
    live ? [] : [{ what: `${name} does not work.`, remedy: remedy ?? 'The log of the service says why.' }],
  )
  const warnings = (policy.warnings ?? []).map((warning) => ({
    what: 'The policy needs a look.',
    remedy: warning,
  }))
  const log =
    audit?.failure === undefined
      ? []
      : [{ what: `The audit log cannot be written: ${audit.failure}.`, remedy: `Look at ${audit.path}.` }]
  return [...lanes, ...parts, ...warnings, ...log]
}

/** Lanes, what works and what does not with its remedy, the policy in force. */
export function SystemPanel({ status }: { status: Status | undefined }) {
  if (status === undefined) return <p class="empty">Asking the service …</p>
  const troubles = findings(status)
  return (
    <div class="stack">
      <p class="quiet">
        Version {status.version} · running for{' '}
        <span title={`since ${moment(status.startedAt)}`}>
          {duration(Date.now() - new Date(status.startedAt).getTime())}
        </span>{' '}
        · <a href="/docs">all operations</a>
      </p>
      <section id="doctor" class="card" aria-labelledby="doctor-title">
        <h2 id="doctor-title">Doctor</h2>
        {troubles.length === 0 ? (
          <p>
            <Light live words="Every part works." />
          </p>
        ) : (
          <ul class="plain-list stack">
            {troubles.map(({ what, remedy }) => (
              <li key={`${what} ${remedy}`}>
                <Light live={false} words={what} />
                <p class="path">{remedy}</p>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section id="lanes" aria-labelledby="lanes-title">
        <h2 id="lanes-title">Lanes</h2>
        <ul class="plain-list grid">
          {status.lanes.map((lane) => (
            <LaneCard key={lane.lane} lane={lane} live={status.ready.lanes[lane.lane]?.live} />
          ))}
        </ul>
      </section>
      <div class="grid wide">
        <section id="capabilities" class="card" aria-labelledby="capabilities-title">
          <h2 id="capabilities-title">Capabilities</h2>
          <ul class="plain-list lines">
            {status.capabilities.map(({ name, live }) => (
              <li key={name} class="row">
                <code class="grow">{name}</code>
                <Light live={live} words={live ? 'live' : 'not live'} />
              </li>
            ))}
          </ul>
        </section>
        <PolicyCard policy={status.policy} />
      </div>
    </div>
  )
}

/** A dot with words beside it: colour alone tells nothing to some. */
function Light({ live, words }: { live: boolean; words: string }) {
  return <span class={`light ${live ? 'good' : 'bad'}`}>{words}</span>
}

function LaneCard({ lane, live }: { lane: LaneStats; live: boolean | undefined }) {
  const figures = [
    ['running', count(lane.running)],
    ['waiting', count(lane.waiting)],
    ['done', count(lane.completed)],
    ['median', lane.completed > 0 ? duration(lane.medianRunMs) : '–'],
  ] as const
  const odd = [
    lane.failed > 0 && `${count(lane.failed)} failed`,
    lane.refused > 0 && `${count(lane.refused)} refused`,
    lane.respawns > 0 && `${several(lane.respawns, 'worker')} replaced`,
  ].filter(Boolean)
  return (
    <li class="card lane">
      <p class="row">
        <strong class="grow">{lane.lane}</strong>
        {live !== undefined && <Light live={live} words={live ? 'live' : 'down'} />}
      </p>
      <dl class="figures">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {odd.length > 0 && <p class="quiet">{odd.join(' · ')}</p>}
    </li>
  )
}

const modeWords: Record<string, string> = { allow: 'runs at once', confirm: 'asks first', deny: 'is refused' }
const origins: Record<string, string> = {
  file: 'From',
  'last-good': 'Last good version of',
  defaults: 'Defaults; change them in',
}

function PolicyCard({ policy: { modes, source, path, protectedPaths = [] } }: { policy: Status['policy'] }) {
  return (
    <section id="policy" class="card" aria-labelledby="policy-title">
      <h2 id="policy-title">Policy</h2>
      <dl class="modes">
        {Object.entries(modes).map(([tier, mode]) => (
          <div key={tier} class="row">
            <dt class="grow">
              <span class={`tag ${tier}`}>{tier}</span>
            </dt>
            <dd>{modeWords[mode] ?? mode}</dd>
          </div>
        ))}
      </dl>
      {protectedPaths.length > 0 && (
        <p class="quiet">
          {several(protectedPaths.length, 'path')} of yours protected besides the built-in ones
        </p>
      )}
      {path !== undefined && (
        <p class="quiet path">
          {origins[source] ?? 'From'} <code>{path}</code>
        </p>
      )}
    </section>
  )
}
