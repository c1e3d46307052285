import { bodyOf, faultNotice, h, keyedList } from './elements.js'
import { duration, moment } from './words.js'

const under = new Set(['running', 'queued'])
/** Running first, then waiting, then what has ended. */
const rank = ({ state }) => (state === 'running' ? 0 : state === 'queued' ? 1 : 2)
const mostShown = 20

function stateWords({ state, position, progress = 0, etaMs, error }) {
  const eta = etaMs > 0 ? `, about ${duration(etaMs)} left` : ''
  if (state === 'queued') return `waiting${position > 0 ? `, number ${position} in line` : ''}${eta}`
  if (state === 'running') return `${Math.round(progress * 100)} %${eta}`
  return error === undefined ? '' : (error.detail ?? error.code)
}

function jobRow(service, { id, operation, client }, refresh) {
  const state = h('span.tag')
  const words = h('span')
  const when = h('span.quiet')
  const bar = h('progress', { max: 1, 'aria-label': `Progress of ${operation}` })
  const trouble = h('div')
  const cancel = h(
    'button',
    { type: 'button', 'aria-label': `Cancel ${operation}`, on: { click: stop } },
    'Cancel',
  )

  async function stop() {
    cancel.disabled = true
    try {
      await service.cancelJob(id)
      await refresh()
    } catch (error) {
      cancel.disabled = false
      trouble.replaceChildren(faultNotice(error))
    }
  }

  const element = h(
    'li.job',
    {},
    h('div.row', {}, state, h('code', {}, operation), words, h('span.space'), when, cancel),
    bar,
    trouble,
  )
  return {
    element,
    update(job) {
      state.textContent = job.state
      state.className = `tag ${job.state}`
      words.textContent = stateWords(job)
      const at = job.endedAt ?? job.startedAt ?? job.createdAt
      when.textContent = [client, at === undefined ? '' : moment(at)].filter(Boolean).join(' · ')
      cancel.hidden = !under.has(job.state)
      bar.hidden = !under.has(job.state)
      if (job.state === 'running') bar.value = job.progress ?? 0
      else bar.removeAttribute('value')
    },
  }
}

/** Recent jobs, newest first, with their progress and a way to stop them. */
export function jobsPanel(service) {
  const list = h('ul.stack.plain-list')
  const empty = h(
    'p.empty',
    {},
    'No jobs yet. Long work, such as reading every page of a large PDF, runs as a job.',
  )
  bodyOf('jobs').replaceChildren(empty, list)
  let jobs = []
  const show = keyedList(list, { keyOf: ({ id }) => id, make: (job) => jobRow(service, job, refresh) })

  async function refresh() {
    const all = await service.jobs()
    jobs = all.toSorted((a, b) => rank(a) - rank(b) || compare(b.createdAt, a.createdAt)).slice(0, mostShown)
    empty.hidden = jobs.length > 0
    show(jobs)
  }

  return { refresh, active: () => jobs.some(({ state }) => under.has(state)) }
}

const compare = (a = '', b = '') => (a < b ? -1 : a > b ? 1 : 0)
