/** A call that failed, with the code and the reason that the service gave. */
export class ServiceError extends Error {
  constructor(status, problem = {}) {
    super(problem.detail ?? problem.title ?? `The service answered with status ${status}.`)
    this.status = status
    this.code = problem.code
    this.problem = problem
  }
}

/** The service cannot be reached: it was stopped, or the connection broke. */
export class Unreachable extends Error {
  constructor(cause) {
    super('The service cannot be reached. Is it running?', { cause })
  }
}

async function send(path, { token, ...options }) {
  const headers = { ...options.headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) }
  let response
  try {
    response = await fetch(path, {
      ...options,
      headers,
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
    })
  } catch (error) {
    if (error.name === 'AbortError') throw error
    throw new Unreachable(error)
  }
  if (response.ok) return response
  const problem = await response.json().catch(() => ({}))
  throw new ServiceError(response.status, problem)
}

/** Trades the code of a one-time link for an owner session. */
export async function signIn(link) {
  const response = await send('/v1/console/sessions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ link }),
  })
  return response.json()
}

/**
 * Splits a stream of server-sent events into `{id, type, data}`; comments only show that the connection lives.
 * Format: WHATWG HTML, "Server-sent events"; the service writes line feeds and one `data` line an event.
 */
async function* eventsIn(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const blocks = (rest + part.value).split('\n\n')
    rest = blocks.pop()
    for (const block of blocks) {
      const fields = Object.fromEntries(
        block.split('\n').map((line) => {
          const colon = line.indexOf(':')
          return [line.slice(0, colon), line.slice(colon + 1).trimStart()]
        }),
      )
      if (fields.data !== undefined)
        yield { id: fields.id, type: fields.event, data: JSON.parse(fields.data) }
    }
  }
}

/**
 * The service as one signed-in owner sees it. Every method rejects with ServiceError or Unreachable. `onCall` hears
 * of every operation that was called, whatever became of it: each left a line in the audit log.
 */
export class Service {
  #token
  #onCall

  constructor(token, { onCall }) {
    this.#token = token
    this.#onCall = onCall
  }

  async #json(method, path, { body, signal } = {}) {
    const response = await send(path, {
      token: this.#token,
      method,
      signal,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    return response.status === 204 ? undefined : response.json()
  }

  status = (signal) => this.#json('GET', '/v1/status', { signal })
  jobs = async () => (await this.#json('GET', '/v1/jobs')).jobs
  cancelJob = (id) => this.#json('DELETE', `/v1/jobs/${encodeURIComponent(id)}`)
  approvals = async () => (await this.#json('GET', '/v1/approvals')).approvals
  answer = (id, answer) => this.#json('POST', `/v1/approvals/${encodeURIComponent(id)}`, { body: { answer } })
  /** `{entries, next?}`, newest first. */
  audit = (page) => this.#json('POST', '/v1/bridge/audit', { body: page })

  /** Calls an operation by its name with a JSON input. */
  call(operation, input, signal) {
    const path = `/v1/${operation.replace('.', '/')}`
    return this.#json('POST', path, { body: input, signal }).finally(this.#onCall)
  }

  /** Stores a file on the service; its digest names it in later calls. */
  async store(file, signal) {
    const response = await send('/v1/blobs', {
      token: this.#token,
      method: 'PUT',
      headers: { 'content-type': file.type || 'application/octet-stream' },
      body: file,
      signal,
    })
    return (await response.json()).blob
  }

  /** The picture that an operation answers, as bytes. */
  async picture(operation, input, signal) {
    const response = await send(`/v1/${operation.replace('.', '/')}`, {
      token: this.#token,
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'image/png' },
      body: JSON.stringify(input),
      signal,
    }).finally(this.#onCall)
    return response.blob()
  }

  /**
   * What happens in the service from now on, or from the event `lastId` on, until the connection ends. Resolves when
   * the service listens, so that what is asked for afterwards misses nothing.
   */
  async events(lastId, signal) {
    const response = await send('/v1/events', {
      token: this.#token,
      headers: { accept: 'text/event-stream', ...(lastId !== undefined && { 'last-event-id': lastId }) },
      signal,
    })
    return eventsIn(response.body)
  }
}
