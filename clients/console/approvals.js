import { bodyOf, byId, faultNotice, h, keyedList } from './elements.js'
import { duration, several } from './words.js'

const answers = [
  { answer: 'once', label: 'Once', hint: 'Allow this one call', style: 'primary' },
  { answer: 'session', label: 'Session', hint: 'Allow this action until the service stops', style: '' },
  { answer: 'always', label: 'Always', hint: 'Allow this action from now on', style: '' },
  { answer: 'deny', label: 'No', hint: 'Refuse this call', style: 'danger' },
]

/** What the call would be given, as a list of names and values. */
function argumentList(args = {}) {
  const entries = Object.entries(args)
  if (entries.length === 0) return undefined
  return h(
    'dl.arguments',
    {},
    entries.map(([name, value]) => [
      h('dt', {}, name),
      h('dd', {}, typeof value === 'string' ? value : JSON.stringify(value)),
    ]),
  )
}

function approvalCard(service, approval, onAnswered) {
  const { id, tier, action, summary, client, expiresAt, args } = approval
  const left = h('span.quiet')
  const trouble = h('div')
  const buttons = h(
    'div.row.answers',
    {},
    answers
      // A destructive call is asked about every time; no answer can hold longer.
      .filter(({ answer }) => tier !== 'destructive' || answer === 'once' || answer === 'deny')
      .map(({ answer, label, hint, style }) =>
        h(
          'button',
          {
            type: 'button',
            className: style,
            title: hint,
            'aria-label': `${label}: ${hint}`,
            on: { click: () => say(answer) },
          },
          label,
        ),
      ),
  )

  async function say(answer) {
    for (const button of buttons.children) button.disabled = true
    try {
      await service.answer(id, answer)
      onAnswered()
    } catch (error) {
      trouble.replaceChildren(faultNotice(error))
      for (const button of buttons.children) button.disabled = false
    }
  }

  const element = h(
    'article.approval',
    { 'aria-label': `${action}: ${summary}` },
    h(
      'p.row',
      {},
      h('span', { className: `tag ${tier}` }, tier),
      h('code', {}, action),
      h('span.quiet', {}, `asked by ${client}`),
      left,
    ),
    h('p.summary', {}, summary),
    argumentList(args),
    buttons,
    trouble,
  )
  const update = ({ state }) => {
    const answered = state !== undefined && state !== 'pending'
    buttons.hidden = answered
    const ms = new Date(expiresAt).getTime() - Date.now()
    if (answered) left.textContent = state === 'approved' ? 'allowed, not used yet' : state
    else left.textContent = ms > 0 ? `expires in ${duration(ms)}` : 'expired'
  }
  return { element, update }
}

/** Calls that wait for a person's yes, with what will happen. */
export function approvalsPanel(service, signal) {
  const list = h('div.stack')
  const empty = h(
    'p.empty',
    {},
    'Nothing waits for an answer. Calls that change something will ask here first.',
  )
  bodyOf('approvals').replaceChildren(empty, list)
  const card = byId('approvals')
  let known = new Set()
  let shown = []

  const show = keyedList(list, {
    keyOf: ({ id }) => id,
    make: (approval) => approvalCard(service, approval, () => void refresh()),
  })

  async function refresh() {
    shown = await service.approvals()
    const pending = shown.filter(({ state }) => state === undefined || state === 'pending')
    empty.hidden = shown.length > 0
    card.classList.toggle('urgent', pending.length > 0)
    document.title = pending.length > 0 ? `(${pending.length}) Talaria` : 'Talaria'
    const fresh = pending.filter(({ id }) => !known.has(id))
    if (fresh.length > 0)
      byId('announcer').textContent = `${several(fresh.length, 'call')} waiting for your answer.`
    known = new Set(pending.map(({ id }) => id))
    show(shown)
  }

  // The time left is shown in words, so that it must move by itself.
  const beat = setInterval(() => show(shown), 1000)
  signal.addEventListener('abort', () => clearInterval(beat))
  return { refresh }
}
