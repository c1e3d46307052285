/** What the crash test's child does and its parent checks: the same stores, jobs and effects on one home. */
import { createHash } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { BlobStore } from '../../service/stores/blob-store.ts'
import { Home } from '../../service/stores/home.ts'
import { Idempotency } from '../../service/stores/idempotency.ts'
import { ResultCache } from '../../service/stores/result-cache.ts'
import type { Execute } from '../../service/jobs/job-runner.ts'
import { JobStore } from '../../service/jobs/job-store.ts'
import { Jobs } from '../../service/jobs/jobs.ts'

const day = 86_400_000

/** Random numbers in [0, 1) that are the same for the same seed: mulberry32. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The bytes called `name`: 1 to about 200,000 of them, always the same. */
export function contentOf(name: string): Buffer {
  const seed = createHash('sha256').update(name).digest()
  const size = 1 + (seed.readUInt32LE(0) % (seed[4] === undefined || seed[4] < 200 ? 5000 : 200_000))
  return Buffer.alloc(size, seed)
}

/** Opens everything there is on a home. Jobs of the act tier leave one line in `effects` each time they are done. */
export async function openState(folder: string) {
  const home = await Home.open(folder)
  const blobs = await BlobStore.open(home.path('blobs'), { maxBytes: 2 ** 30, keepMs: day })
  const execute: Execute = async (request, ctx) => {
    const { name } = request.input as { name: string }
    if (request.tier !== 'read') appendFileSync(home.path('effects'), `${request.id}\n`)
    for (const digest of request.blobs) await blobs.read(digest, { signal: ctx.signal })
    for (let i = 1; i <= 4; i++) {
      await delay(4, undefined, { signal: ctx.signal })
      ctx.progress(i / 5)
    }
    return { name, blob: (await blobs.put(contentOf(`${name} done`))).digest }
  }
  const jobs = new Jobs({
    store: await JobStore.open(home.path('jobs')),
    blobs,
    settings: { keepMs: day, max: 1000 },
    concurrency: 4,
    execute,
  })
  const idempotency = await Idempotency.open(home.path('idempotency'), { keepMs: day })
  const cache = await ResultCache.open(home.path('cache'), { blobs, keepMs: day })
  return { home, blobs, jobs, idempotency, cache }
}
