/** Uses every store in a folder where no file of a mebibyte can be written; ends with status 0 when all went right. */
import assert from 'node:assert/strict'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { MiB } from '../../bridge/operation.ts'
import { Fault } from '../../bridge/faults.ts'
import { writeAtomic } from '../../service/stores/atomic-file.ts'
import { BlobStore } from '../../service/stores/blob-store.ts'
import { Idempotency } from '../../service/stores/idempotency.ts'
import { ResultCache } from '../../service/stores/result-cache.ts'
import { JobStore } from '../../service/jobs/job-store.ts'
import { Jobs } from '../../service/jobs/jobs.ts'

const folder = process.argv[2] ?? ''
const big = Buffer.alloc(MiB, 'x')
const day = 86_400_000
const caller = { id: 'agent', role: 'agent' } as const
const full = (error: unknown): boolean =>
  error instanceof Fault && error.code === 'STORAGE_FULL' && error.status === 507

async function nothingUnfinished(): Promise<void> {
  const names = await readdir(folder, { recursive: true })
  assert.deepEqual(
    names.filter((name) => name.includes('.tmp-')),
    [],
  )
}

const blobs = await BlobStore.open(join(folder, 'blobs'), { maxBytes: 100 * MiB, keepMs: day })
async function* pieces(): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < big.length; at += 10_000) yield big.subarray(at, at + 10_000)
}
for (const durable of [false, true]) {
  await assert.rejects(blobs.put(big, { durable }), full)
  await assert.rejects(blobs.put(pieces(), { durable }), full)
}
assert.deepEqual(blobs.usage, { bytes: 0, count: 0, pinnedBytes: 0 })
await nothingUnfinished()
const small = await blobs.put(big.subarray(0, 10_000), { durable: true })
assert.equal((await blobs.read(small.digest)).length, 10_000)

const document = join(folder, 'document.json')
await writeAtomic(document, 'old')
await assert.rejects(writeAtomic(document, big), full)
assert.equal(await readFile(document, 'utf8'), 'old')
await nothingUnfinished()

const jobs = new Jobs({
  store: await JobStore.open(join(folder, 'jobs')),
  blobs,
  settings: { keepMs: day, max: 2 },
  execute: async (request) => {
    await delay(50)
    return request.operation === 'test.big' ? big.toString('latin1') : 'small'
  },
})
const ask = (operation: string, input: unknown) => ({ operation, input, caller, tier: 'read' }) as const
for (let i = 0; i < 3; i++) {
  const keyed = { ...ask('test.small', big.toString('latin1')), idempotencyKey: 'k' }
  await assert.rejects(jobs.submit(keyed), full)
  await assert.rejects(jobs.run(keyed, { waitMs: 10_000 }), full)
}
assert.deepEqual(await readdir(join(folder, 'jobs')), [])
assert.equal(jobs.stats.unfinished, 0)
assert.deepEqual(
  await jobs.run(ask('test.small', big.toString('latin1')), { waitMs: 1 }),
  { output: 'small' },
  'a call that cannot become a job stays a call',
)
const { id } = await jobs.submit(ask('test.big', 'x'))
const ended = await jobs.wait(id, caller, { waitMs: 10_000 })
assert.equal(ended.error?.code, 'STORAGE_FULL')
assert.equal(JSON.parse(await readFile(join(folder, 'jobs', id, 'state.json'), 'utf8')).state, 'failed')
await nothingUnfinished()
await jobs.drain(0)

const cache = await ResultCache.open(join(folder, 'cache'), { blobs, keepMs: day })
await cache.set('a'.repeat(64), { output: big.toString('latin1'), blobs: [] })
assert.equal(await cache.get('a'.repeat(64)), undefined)

const idempotency = await Idempotency.open(join(folder, 'idempotency'), { keepMs: day })
let done = 0
const call = {
  client: 'agent',
  key: 'k',
  request: 'r',
  repeat: 'unsafe',
  perform: async () => {
    done++
    return big.toString('latin1')
  },
} as const
assert.equal((await idempotency.run(call)).replayed, false)
await assert.rejects(idempotency.run(call), { code: 'INTERRUPTED' })
assert.equal(done, 1)
await nothingUnfinished()
