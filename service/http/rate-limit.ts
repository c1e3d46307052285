import { fault } from '../../bridge/faults.ts'

/**
 * A token bucket for each client: `perSecond` calls a second on average, bursts of two seconds' worth. Zero is no
 * limit. The returned function throws RATE_LIMITED with the time until the next call is free.
 */
export function makeRateLimit(perSecond: number, now: () => number = Date.now): (client: string) => void {
  if (perSecond === 0) return () => {}
  const capacity = perSecond * 2
  const buckets = new Map<string, { tokens: number; at: number }>()
  return (client) => {
    const at = now()
    const bucket = buckets.get(client) ?? { tokens: capacity, at }
    buckets.set(client, bucket)
    bucket.tokens = Math.min(capacity, bucket.tokens + ((at - bucket.at) / 1000) * perSecond)
    bucket.at = at
    if (bucket.tokens < 1) {
      const retryAfterMs = Math.ceil(((1 - bucket.tokens) / perSecond) * 1000)
      throw fault('RATE_LIMITED', `At most ${perSecond} calls a second are taken from one client.`, {
        retryAfterMs,
      })
    }
    bucket.tokens -= 1
  }
}
