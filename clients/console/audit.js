import { bodyOf, faultNotice, h, keyedList } from './elements.js'
import { duration, moment } from './words.js'

const pageSize = 50
const refusals = new Set(['denied', 'blocked', 'protected', 'policy_denied', 'refused'])

/** A line that showing this very panel has left. */
const isOwnRead = ({ tool, action }) => tool === 'bridge' && action === 'audit'

/** What the gate decided, as a person says it. */
const decisions = {
  allowed: 'allowed',
  approved: 'approved',
  denied: 'denied',
  blocked: 'waiting for a yes',
  protected: 'protected path',
  policy_denied: 'denied by policy',
  refused: 'refused',
}

function auditRow({ ts, tool, action, tier, args, decision, ok, error, ms }) {
  const given = Object.keys(args ?? {}).length > 0 ? JSON.stringify(args, null, 2) : ''
  const outcome = ok ? h('span.good', {}, 'done') : h('span.bad', {}, error ?? 'failed')
  const name = h('code', {}, action === null || action === undefined ? tool : `${tool} ${action}`)
  const element = h(
    'tr',
    {},
    h('td', {}, h('time', { dateTime: ts }, moment(ts))),
    h('td', {}, given === '' ? name : h('details', {}, h('summary', {}, name), h('pre', {}, given))),
    h('td', {}, h('span', { className: `tag ${tier}` }, tier)),
    h('td', { className: refusals.has(decision) ? 'bad' : '' }, decisions[decision] ?? decision),
    h('td', {}, outcome),
    h('td.number', {}, ms > 0 ? duration(ms) : '–'),
  )
  return { element }
}

/**
 * The audit log: the newest calls, and older ones on demand. Reading it is a call too and leaves a line, so it is
 * read when something happened, not by the clock.
 */
export function auditPanel(service) {
  const rows = h('tbody')
  const head = ['When', 'Call', 'Tier', 'Decision', 'Outcome', 'Took'].map((title) =>
    h('th', { scope: 'col' }, title),
  )
  const table = h(
    'div.scroll',
    { tabIndex: 0, role: 'region', 'aria-label': 'Audit log' },
    h('table', {}, h('thead', {}, h('tr', {}, head)), rows),
  )
  const empty = h(
    'p.empty',
    {},
    'Nothing has been called yet. Every call will leave a line here, and in audit.jsonl.',
  )
  const trouble = h('div')
  const again = h('button.chip', { type: 'button', on: { click: () => void ask(refresh) } }, 'Refresh')
  const ownReads = h('input', { type: 'checkbox', on: { change: draw } })
  const controls = h(
    'div.row',
    {},
    again,
    h('span.space'),
    h('label.quiet', {}, ownReads, 'Show reads of this log'),
  )
  const more = h(
    'button',
    { type: 'button', hidden: true, on: { click: () => void ask(older) } },
    'Show older calls',
  )
  bodyOf('audit').replaceChildren(controls, empty, table, trouble, more)

  /** Newest first, by what makes a line itself: its place in the chain. */
  let lines = []
  let next
  const keyOf = ({ prev, ts, id }) => `${prev} ${ts} ${id}`
  const show = keyedList(rows, { keyOf, make: auditRow })

  function draw() {
    const shown = ownReads.checked ? lines : lines.filter((line) => !isOwnRead(line))
    empty.hidden = shown.length > 0
    table.hidden = shown.length === 0
    more.hidden = next === undefined
    show(shown)
  }

  async function refresh() {
    const page = await service.audit({ limit: pageSize })
    const known = new Set(lines.map(keyOf))
    const fresh = page.entries.filter((line) => !known.has(keyOf(line)))
    // More than a page of new lines leaves a gap; then the list starts over.
    if (fresh.length === page.entries.length) {
      lines = page.entries
      next = page.next
    } else lines = [...fresh, ...lines]
    trouble.replaceChildren()
    draw()
  }

  async function older() {
    const page = await service.audit({ limit: pageSize, before: next })
    lines = [...lines, ...page.entries]
    next = page.next
    draw()
  }

  /** Does what a button asks for; what goes wrong shows beside it. */
  async function ask(work) {
    again.disabled = true
    more.disabled = true
    try {
      await work()
    } catch (error) {
      trouble.replaceChildren(faultNotice(error))
    } finally {
      again.disabled = false
      more.disabled = false
    }
  }

  return { refresh }
}
