import { bodyOf, byId, h } from './elements.js'
import { count, duration, moment, several } from './words.js'

/** A dot with words beside it: colour alone tells nothing to some. */
const light = (live, words) => h('span', { className: `light ${live ? 'good' : 'bad'}` }, words)

function laneCard({ lane, running, waiting, completed, failed, refused, respawns, medianRunMs }, ready) {
  const state = ready?.lanes?.[lane]
  const figures = [
    ['running', count(running)],
    ['waiting', count(waiting)],
    ['done', count(completed)],
    ['median', completed > 0 ? duration(medianRunMs) : '–'],
  ]
  const odd = [
    failed > 0 && `${count(failed)} failed`,
    refused > 0 && `${count(refused)} refused`,
    respawns > 0 && `${several(respawns, 'worker')} replaced`,
  ].filter(Boolean)
  return h(
    'li.lane',
    {},
    h(
      'div.row',
      {},
      h('h3', {}, lane),
      h('span.space'),
      state === undefined ? undefined : light(state.live, state.live ? 'live' : 'down'),
    ),
    state?.live === false && state.detail !== undefined ? h('p.bad', {}, state.detail) : undefined,
    h(
      'dl.figures',
      {},
      figures.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))),
    ),
    odd.length > 0 ? h('p.quiet', {}, odd.join(' · ')) : undefined,
  )
}

function capability({ name, live, remedy }) {
  return h(
    'li',
    {},
    h('div.row', {}, h('code', {}, name), h('span.space'), light(live, live ? 'live' : 'not live')),
    remedy === undefined ? undefined : h('p.quiet', {}, remedy),
  )
}

const modeWords = { allow: 'runs at once', confirm: 'asks first', deny: 'is refused' }

function policyBody({ modes = {}, source, path, protectedPaths = [] }) {
  const origin =
    { file: 'From', 'last-good': 'Last good version of', defaults: 'Defaults; change them in' }[source] ??
    'From'
  return [
    h(
      'dl.modes',
      {},
      Object.entries(modes).map(([tier, mode]) =>
        h(
          'div',
          {},
          h('dt', {}, h('span', { className: `tag ${tier}` }, tier)),
          h('dd', {}, modeWords[mode] ?? mode),
        ),
      ),
    ),
    protectedPaths.length > 0
      ? h(
          'p.quiet',
          {},
          `${several(protectedPaths.length, 'path')} of yours protected besides the built-in ones`,
        )
      : undefined,
    path === undefined ? undefined : h('p.quiet', {}, `${origin} `, h('code.path', {}, path)),
  ].filter(Boolean)
}

/** What `/v1/status` tells: lanes, capabilities, policy with its warnings, version and age of the service. */
export function statusPanels(service) {
  let last = {}
  /** Redraws a card only when what it shows has changed, so that a selection in it stays. */
  const redraw = (card, data, draw) => {
    const text = JSON.stringify(data)
    if (last[card] === text) return
    last = { ...last, [card]: text }
    const parts = draw(data)
    const place = card === 'notices' ? byId('notices') : bodyOf(card)
    place.replaceChildren(...parts)
  }

  async function refresh() {
    const {
      version,
      startedAt,
      lanes = [],
      ready,
      policy = {},
      capabilities = [],
      audit,
    } = await service.status()
    byId('facts').textContent =
      `Version ${version} · running for ${duration(Date.now() - new Date(startedAt).getTime())}`
    byId('facts').title = `since ${moment(startedAt)}`
    redraw('lanes', { lanes, ready }, () => [
      h(
        'ul.plain-list.stack',
        {},
        lanes.map((lane) => laneCard(lane, ready)),
      ),
    ])
    redraw('capabilities', capabilities, () => [
      capabilities.length > 0
        ? h('ul.plain-list.stack', {}, capabilities.map(capability))
        : h('p.empty', {}, 'The service names no capabilities.'),
    ])
    redraw('policy', policy, policyBody)
    const warnings = [...(policy.warnings ?? [])]
    if (audit?.failure !== undefined)
      warnings.push(`The audit log cannot be written (${audit.failure}): ${audit.path}`)
    redraw('notices', warnings, (all) => all.map((text) => h('p.notice.warn', {}, text)))
    return lanes.reduce((sum, { completed, failed, refused }) => sum + completed + failed + refused, 0)
  }

  return { refresh }
}
