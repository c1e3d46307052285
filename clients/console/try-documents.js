import { dropZone } from './drop.js'
import { faultNotice, h } from './elements.js'
import { bytes, count, several } from './words.js'

const pagesAtOnce = 10

function pageCard({ number, text, from, truncated }) {
  const words = text.trim() === '' ? 0 : text.trim().split(/\s+/).length
  return h(
    'article.page',
    { 'aria-label': `Page ${number}` },
    h(
      'p.row.quiet',
      {},
      h('strong', {}, `Page ${number}`),
      h('span.space'),
      words > 0 ? several(words, 'word') : '',
    ),
    from === 'none' || text === ''
      ? h('p.empty', {}, 'This page has no text of its own.')
      : h('pre.text', {}, text, truncated ? ' …' : ''),
  )
}

/** Drop a PDF, read its text page by page. */
export function tryDocuments(panel, service) {
  const facts = h('p')
  const pages = h('div.pages')
  const trouble = h('div')
  const more = h('button', { type: 'button', hidden: true, on: { click: readOn } })
  const password = h('input', { type: 'password', id: 'pdf-password', autocomplete: 'off' })
  const locked = h(
    'form.row',
    { hidden: true, on: { submit: unlock } },
    h('label', { for: 'pdf-password' }, 'Password'),
    password,
    h('button.primary', { type: 'submit' }, 'Unlock'),
  )
  const { zone } = dropZone({
    label: 'Drop a PDF here, or choose one',
    accept: 'application/pdf,.pdf',
    onFile: open,
  })
  panel.replaceChildren(zone, facts, locked, trouble, pages, more)

  let running = new AbortController()
  let source
  let pageCount
  let next = 1

  function begin(busy) {
    running.abort()
    running = new AbortController()
    panel.setAttribute('aria-busy', 'true')
    facts.textContent = busy
    trouble.replaceChildren()
    return running.signal
  }

  async function attempt(signal, work) {
    try {
      await work()
    } catch (error) {
      if (signal.aborted) return
      facts.textContent = ''
      locked.hidden = error.code !== 'ENCRYPTED' && error.code !== 'WRONG_PASSWORD'
      trouble.replaceChildren(faultNotice(error))
      if (!locked.hidden) password.focus()
    } finally {
      if (!signal.aborted) panel.removeAttribute('aria-busy')
    }
  }

  async function open(file) {
    const signal = begin(`Sending ${bytes(file.size)} …`)
    pages.replaceChildren()
    more.hidden = true
    locked.hidden = true
    password.value = ''
    await attempt(signal, async () => {
      source = { blob: await service.store(file, signal), name: file.name }
      await read(1, signal)
    })
  }

  async function read(from, signal) {
    facts.textContent = 'Reading …'
    // How many pages there are is known from the first answer on.
    const last = Math.min(pageCount, from + pagesAtOnce - 1)
    const range = from === 1 ? { maxPages: pagesAtOnce } : { pages: `${from}-${last}` }
    const secret = password.value === '' ? {} : { password: password.value }
    const { documents } = await service.call('documents.read', { source, ...range, ...secret }, signal)
    const [document] = documents
    pageCount = document.pageCount
    locked.hidden = true
    facts.textContent = `${document.name}: ${several(document.pageCount, 'page')}, ${bytes(document.bytes)}, ${document.mediaType}`
    pages.append(...document.pages.map(pageCard))
    next = (document.pages.at(-1)?.number ?? 0) + 1
    more.hidden = next > document.pageCount
    more.textContent = `Show pages ${count(next)} to ${count(Math.min(document.pageCount, next + pagesAtOnce - 1))}`
  }

  function readOn() {
    const signal = begin('')
    void attempt(signal, () => read(next, signal))
  }

  function unlock(event) {
    event.preventDefault()
    const signal = begin('')
    void attempt(signal, () => read(1, signal))
  }
}
