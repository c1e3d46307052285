import { approvalsPanel } from './approvals.js'
import { auditPanel } from './audit.js'
import { byId } from './elements.js'
import { jobsPanel } from './jobs.js'
import { Service, ServiceError, signIn } from './service.js'
import { linkCodeOf, session, takeLinkCode } from './session.js'
import { statusPanels } from './status.js'
import { tabs } from './tabs.js'
import { tryBlur } from './try-blur.js'
import { tryCalc } from './try-calc.js'
import { tryDocuments } from './try-documents.js'

const pollMs = 2500
const longestRetryMs = 15_000

/** Shows the way in, with the reason why the console is not open. */
function showSignIn(message = '') {
  byId('console').hidden = true
  byId('links').hidden = true
  byId('connection').hidden = true
  byId('sign-in').hidden = false
  byId('sign-in-message').textContent = message
  byId('facts').textContent = ''
  document.title = 'Talaria'
}

function showConnection(state, text) {
  const pill = byId('connection')
  pill.hidden = false
  pill.className = `pill ${state}`
  if (pill.textContent !== text) pill.textContent = text
}

/** Ends after `ms`, or early when the signal aborts. */
function pause(ms, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done)
  })
}

/** Fills the page for one session, and keeps it fresh until `end` is called. */
function openConsole(token) {
  const over = new AbortController()
  const { signal } = over
  const service = new Service(token, { onCall: () => refreshSoon.audit() })
  byId('sign-in').hidden = true
  byId('console').hidden = false
  byId('links').hidden = false

  const end = (message) => {
    over.abort()
    session.end()
    showSignIn(message)
  }
  /** Runs a refresh; what it rejects with shows as the state of the connection. */
  const guard = async (work) => {
    try {
      await work()
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof ServiceError && error.status === 401)
        end('The session has ended. Open the console with a new link.')
      else
        showConnection('bad', error instanceof ServiceError ? error.message : 'Not connected; trying again')
    }
  }

  const status = statusPanels(service)
  const jobs = jobsPanel(service)
  const approvals = approvalsPanel(service, signal)
  const audit = auditPanel(service)
  tryDocuments(byId('try-documents'), service)
  tryCalc(byId('try-calc'), service)
  tryBlur(byId('try-blur'), service)

  /** Refreshes at most once per 300 ms, however fast events come. */
  const soon = (refresh) => {
    let waiting = false
    return () => {
      if (waiting) return
      waiting = true
      setTimeout(() => {
        waiting = false
        if (!signal.aborted) guard(refresh)
      }, 300)
    }
  }
  const refreshSoon = {
    job: soon(jobs.refresh),
    approval: soon(approvals.refresh),
    audit: soon(audit.refresh),
  }
  const all = () => Promise.all([jobs.refresh(), approvals.refresh(), audit.refresh(), status.refresh()])

  /** Whether events come in; then one failed refresh among others does not count as a lost connection. */
  let watching = false
  async function watch() {
    let lastId
    let retryMs = 500
    while (!signal.aborted) {
      await guard(async () => {
        const events = await service.events(lastId, signal)
        await all()
        watching = true
        showConnection('good', 'Connected')
        for await (const { id, type } of events) {
          retryMs = 500
          lastId = id
          refreshSoon[type?.split('.')[0]]?.()
          refreshSoon.audit()
        }
      })
      watching = false
      if (signal.aborted) return
      showConnection('bad', 'Not connected; trying again')
      await pause(retryMs, signal)
      retryMs = Math.min(longestRetryMs, retryMs * 2)
    }
  }

  async function poll() {
    let lastEnded
    while (!signal.aborted) {
      await pause(pollMs, signal)
      // A tab in the background asks for nothing; events still come.
      if (document.visibilityState !== 'visible' || signal.aborted) continue
      await guard(async () => {
        const ended = await status.refresh()
        if (ended !== lastEnded) refreshSoon.audit()
        lastEnded = ended
        if (jobs.active()) await jobs.refresh()
        if (watching) showConnection('good', 'Connected')
      })
    }
  }

  void watch()
  void poll()
  return { end, close: () => over.abort() }
}

let open

async function enter(code) {
  try {
    const { token } = await signIn(code)
    open?.close()
    session.keep(token)
    open = openConsole(token)
    byId('main').focus()
  } catch (error) {
    showSignIn(error.message)
  }
}

byId('sign-in-form').addEventListener('submit', (event) => {
  event.preventDefault()
  const field = byId('sign-in-link')
  const code = linkCodeOf(field.value)
  field.value = ''
  if (code === undefined) showSignIn('That is not a console link; it ends in #link= and a code.')
  else void enter(code)
})
byId('sign-out').addEventListener('click', () => open?.end('You are signed out.'))
// A second link opened in the same tab changes the fragment only, without loading the page again.
addEventListener('hashchange', () => {
  const code = takeLinkCode()
  if (code !== undefined) void enter(code)
})
tabs(byId('try'))

const code = takeLinkCode()
const kept = session.read()
if (code !== undefined) void enter(code)
else if (kept !== undefined) open = openConsole(kept)
else showSignIn()
