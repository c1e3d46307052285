import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { JobStore, type JobRecord, type JobRequest } from './job-store.ts'

const queued: JobRecord = { state: 'queued', progress: 0, attempts: 0 }

function request(over: Partial<JobRequest> = {}): JobRequest {
  return {
    id: randomUUID(),
    operation: 'documents.read',
    input: { sources: [{ blob: `sha256:${'a'.repeat(64)}` }] },
    caller: { id: 'agent', role: 'agent' },
    tier: 'read',
    digest: 'd',
    blobs: [`sha256:${'a'.repeat(64)}`],
    createdMs: 1000,
    ...over,
  }
}

async function storeFor(t: TestContext): Promise<{ store: JobStore; folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'talaria-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return { store: await JobStore.open(folder), folder }
}

test('a job is a private folder of JSON files that a scan finds, oldest first', async (t) => {
  const { store, folder } = await storeFor(t)
  const jobs = [3, 1, 2].map((createdMs) => request({ createdMs, idempotencyKey: `k${createdMs}` }))
  for (const job of jobs) await store.create(job, queued)
  const [late, early] = jobs
  assert.ok(late && early)
  await store.saveRecord(
    late.id,
    { ...queued, state: 'running', attempts: 1, startedMs: 5 },
    { durable: false },
  )
  await store.saveResult(late.id, { text: 'x' })
  assert.deepEqual((await readdir(join(folder, late.id))).sort(), [
    'request.json',
    'result.json',
    'state.json',
  ])
  assert.equal((await stat(join(folder, late.id))).mode & 0o777, 0o700)
  assert.equal((await stat(join(folder, late.id, 'request.json'))).mode & 0o777, 0o600)
  const found = await (await JobStore.open(folder)).scan()
  assert.deepEqual(
    found.jobs.map((job) => job.request),
    [...jobs].sort((a, b) => a.createdMs - b.createdMs),
  )
  assert.deepEqual(found.jobs[0]?.record, queued)
  assert.equal(found.jobs[0]?.resultMs, undefined)
  assert.equal(found.jobs[2]?.record?.state, 'running')
  assert.ok(found.jobs[2]?.resultMs)
  assert.deepEqual(await store.request(early.id), early)
  assert.deepEqual(await store.result(late.id), { text: 'x' })
})

test('writes to one state are kept in order, the last one stays', async (t) => {
  const { store, folder } = await storeFor(t)
  const job = request()
  await store.create(job, queued)
  await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      store.saveRecord(job.id, { ...queued, progress: i / 50 }, { durable: i % 7 === 0 }),
    ),
  )
  assert.equal((await store.scan()).jobs[0]?.record?.progress, 49 / 50)
  assert.deepEqual((await readdir(join(folder, job.id))).sort(), ['request.json', 'state.json'])
})

test('a job is removed as a whole, and a second time without a fault', async (t) => {
  const { store, folder } = await storeFor(t)
  const job = request()
  await store.create(job, queued)
  await store.remove(job.id)
  await store.remove(job.id)
  assert.deepEqual(await readdir(folder), [])
})

test('a job that cannot be put in its place leaves nothing, and what is there stays', async (t) => {
  const { store, folder } = await storeFor(t)
  const job = request()
  await store.create(job, queued)
  await assert.rejects(store.create({ ...job, operation: 'other' }, queued), { code: 'ENOTEMPTY' })
  assert.deepEqual(await readdir(folder), [job.id])
  assert.deepEqual(await store.request(job.id), job)
})

test('leftovers are swept, an unreadable state is unknown, and a strange folder is reported and left alone', async (t) => {
  const { store, folder } = await storeFor(t)
  const job = request()
  await store.create(job, queued)
  await writeFile(join(folder, job.id, 'state.json'), '{"state":"run')
  await writeFile(join(folder, job.id, '.tmp-crashed'), '{')
  await mkdir(join(folder, '.tmp-accepting'))
  await writeFile(join(folder, '.tmp-accepting/request.json'), '{')
  await mkdir(join(folder, 'strange'))
  const again = await JobStore.open(folder)
  const found = await again.scan()
  assert.deepEqual(found.damaged, ['strange'])
  assert.equal(found.jobs.length, 1)
  assert.equal(found.jobs[0]?.record, undefined)
  assert.deepEqual((await readdir(folder)).sort(), [job.id, 'strange'].sort())
  assert.deepEqual((await readdir(join(folder, job.id))).sort(), ['request.json', 'state.json'])
  await writeFile(join(folder, job.id, 'request.json'), '')
  await assert.rejects(again.request(job.id), { code: 'DAMAGED' })
  await assert.rejects(again.result(job.id), { code: 'DAMAGED' })
  assert.equal(await readFile(join(folder, job.id, 'request.json'), 'utf8'), '')
})
