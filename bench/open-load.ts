import { Agent, request } from 'node:http'

export interface Answered {
  status: number
  ms: number
  /** The header, in seconds. */
  retryAfter: string | undefined
  /** Milliseconds since the load began. */
  atMs: number
}

export interface OpenLoad {
  url: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  perSecond: number
  seconds: number
}

/** One request and how it was answered; status 0 when the connection failed. */
export function ask(
  options: Omit<OpenLoad, 'perSecond' | 'seconds'>,
  agent: Agent,
  atMs = 0,
): Promise<Answered> {
  const { url, method = 'POST', headers = {}, body } = options
  const started = performance.now()
  return new Promise((resolve) => {
    const end = (status: number, retryAfter?: string): void =>
      resolve({ status, ms: performance.now() - started, retryAfter, atMs })
    const sent = request(url, { method, headers, agent }, (response) => {
      response.resume()
      response.on('end', () => end(response.statusCode ?? 0, response.headers['retry-after']))
      response.on('error', () => end(0))
    })
    sent.on('error', () => end(0))
    sent.end(body)
  })
}

/**
 * Requests that come when they come, whatever became of those before them: an open load, as many callers make it. A
 * closed one would slow down with the server and hide what it does under overload.
 */
export async function openLoad(load: OpenLoad): Promise<Answered[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1000 })
  const started = performance.now()
  const answers: Promise<Answered>[] = []
  const total = load.perSecond * load.seconds
  while (answers.length < total) {
    const due = Math.min(total, Math.floor(((performance.now() - started) / 1000) * load.perSecond) + 1)
    while (answers.length < due) answers.push(ask(load, agent, performance.now() - started))
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  const all = await Promise.all(answers)
  agent.destroy()
  return all
}

/** A percentile of some numbers, by nearest rank. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN
}
