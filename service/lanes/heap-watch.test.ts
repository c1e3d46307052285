import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test, type TestContext } from 'node:test'
import { Worker } from 'node:worker_threads'
import { HeapWatch } from './heap-watch.ts'

const MiB = 1024 * 1024

/** Starts a thread that runs `code` and then never yields. */
async function busyThread(t: TestContext, code: string): Promise<Worker> {
  const worker = new Worker(
    `${code}; require('node:worker_threads').parentPort.postMessage('busy'); for (;;);`,
    {
      eval: true,
      resourceLimits: { maxOldGenerationSizeMb: 1024 },
    },
  )
  t.after(() => worker.terminate())
  await once(worker, 'message')
  return worker
}

test('the heap of a thread that never yields is read, with its garbage and without', async (t) => {
  // Ids of threads and of their inspectors drift apart with every thread from before.
  const earlier = await busyThread(t, '')
  await earlier.terminate()
  const watch = new HeapWatch()
  t.after(() => watch.close())
  const keeping = await busyThread(
    t,
    'globalThis.kept = Array.from({ length: 100 }, () => new Array(1e5).fill(1.5))',
  )
  const dropping = await busyThread(t, 'for (let i = 0; i < 20; i += 1) new Array(1e6).fill(1.5)')
  const kept = (await watch.liveBytes(keeping.threadId)) ?? 0
  assert.ok(kept > 75 * MiB && kept < 120 * MiB, `${kept}`)
  const live = (await watch.liveBytes(dropping.threadId)) ?? Infinity
  assert.ok(live < 20 * MiB, `${live}`)
})

test('a thread that is gone, or goes while it is asked, has no heap', async (t) => {
  const watch = new HeapWatch()
  t.after(() => watch.close())
  assert.equal(await watch.usedBytes(999_999), undefined)
  const worker = await busyThread(t, '')
  const asked = watch.usedBytes(worker.threadId)
  await worker.terminate()
  const answer = await asked
  assert.ok(answer === undefined || answer > 0)
  assert.equal(await watch.usedBytes(worker.threadId), undefined)
})
