import { peer } from './peers.ts'

export interface LoadResult {
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** Answers by status class. */
  ok: number
  failed: number
}

export interface LoadOptions {
  url: string
  connections: number
  seconds: number
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  /** Bodies sent in turn. */
  bodies?: string[]
}

interface AutocannonResult {
  requests: { average: number }
  latency: { p50: number; p99: number }
  '2xx': number
  non2xx: number
  errors: number
}

type Autocannon = (options: object) => Promise<AutocannonResult>

/** Loads a route with autocannon for some seconds. */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const { url, connections, seconds, method = 'GET', headers = {}, bodies } = options
  const { default: autocannon } = (await peer('autocannon')) as { default: Autocannon }
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    method,
    headers,
    ...(bodies && { requests: bodies.map((body) => ({ method, body })) }),
  })
  return {
    perSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    ok: result['2xx'],
    failed: result.non2xx + result.errors,
  }
}
