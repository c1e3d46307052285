import { JobStore } from '../jobs/job-store.ts'
import type { Settings } from '../settings.ts'
import { BlobStore } from './blob-store.ts'
import { Home } from './home.ts'
import { Idempotency } from './idempotency.ts'
import { ResultCache } from './result-cache.ts'

/** Everything a service keeps on disk. */
export interface Stores {
  home: Home
  blobs: BlobStore
  results: ResultCache
  idempotency: Idempotency
  jobs: JobStore
}

/** Opens the state folder of the settings and all stores in it. Faults: those of `Home.open`, above all LOCKED. */
export async function openStores(settings: Settings): Promise<Stores> {
  const home = await Home.open(settings.home)
  try {
    const { keepMs, maxBytes } = settings.blobs
    const blobs = await BlobStore.open(home.path('blobs'), { keepMs, maxBytes })
    return {
      home,
      blobs,
      results: await ResultCache.open(home.path('cache'), { blobs, keepMs }),
      idempotency: await Idempotency.open(home.path('idempotency'), { keepMs: settings.jobs.keepMs }),
      jobs: await JobStore.open(home.path('jobs')),
    }
  } catch (error) {
    await home.close()
    throw error
  }
}
