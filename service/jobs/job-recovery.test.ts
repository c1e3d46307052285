import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Tier } from '../../bridge/operation.ts'
import { BlobStore } from '../stores/blob-store.ts'
import { JobStore, type JobRecord } from './job-store.ts'
import { Jobs } from './jobs.ts'

const owner = { id: 'owner', role: 'owner' } as const

/** What a crash may leave, and what must become of it. */
const cases: {
  name: string
  tier: Tier
  record: JobRecord | 'damaged'
  result?: unknown
  input?: 'kept' | 'lost'
  becomes: string
  runs: number
}[] = [
  { name: 'succeeded', tier: 'read', record: rec('succeeded'), result: 1, becomes: 'succeeded', runs: 0 },
  { name: 'cancelled', tier: 'act', record: rec('cancelled'), becomes: 'cancelled', runs: 0 },
  { name: 'queued, read', tier: 'read', record: rec('queued'), becomes: 'succeeded', runs: 1 },
  { name: 'queued, mutate', tier: 'mutate', record: rec('queued'), becomes: 'succeeded', runs: 1 },
  { name: 'running, read', tier: 'read', record: rec('running', 1), becomes: 'succeeded', runs: 1 },
  {
    name: 'running, read, second crash',
    tier: 'read',
    record: rec('running', 2),
    becomes: 'succeeded',
    runs: 1,
  },
  {
    name: 'running, read, third crash',
    tier: 'read',
    record: rec('running', 3),
    becomes: 'INTERRUPTED',
    runs: 0,
  },
  { name: 'running, act', tier: 'act', record: rec('running', 1), becomes: 'INTERRUPTED', runs: 0 },
  {
    name: 'running, destructive',
    tier: 'destructive',
    record: rec('running', 1),
    becomes: 'INTERRUPTED',
    runs: 0,
  },
  {
    name: 'running, act, with result',
    tier: 'act',
    record: rec('running', 1),
    result: 1,
    becomes: 'succeeded',
    runs: 0,
  },
  { name: 'unreadable, read', tier: 'read', record: 'damaged', becomes: 'succeeded', runs: 1 },
  { name: 'unreadable, act', tier: 'act', record: 'damaged', becomes: 'INTERRUPTED', runs: 0 },
  { name: 'input kept', tier: 'read', record: rec('queued'), input: 'kept', becomes: 'succeeded', runs: 1 },
  {
    name: 'input lost',
    tier: 'read',
    record: rec('running', 1),
    input: 'lost',
    becomes: 'NOT_FOUND',
    runs: 0,
  },
]

function rec(state: JobRecord['state'], attempts = 0): JobRecord {
  return { state, progress: 0.5, attempts, startedMs: 5, ...(state === 'succeeded' && { endedMs: 6 }) }
}

for (const { name, tier, record, result, input, becomes, runs } of cases) {
  test(`after a crash: ${name} becomes ${becomes}`, async (t) => {
    const home = await mkdtemp(join(tmpdir(), 'talaria-'))
    t.after(() => rm(home, { recursive: true, force: true }))
    const blobs = await BlobStore.open(join(home, 'blobs'), { maxBytes: 1e6, keepMs: 1e7 })
    const store = await JobStore.open(join(home, 'jobs'))
    const kept = (await blobs.put(Buffer.from('input'))).digest
    const id = randomUUID()
    const request = {
      id,
      operation: 'documents.read',
      input: 'x',
      caller: owner,
      tier,
      digest: 'd',
      blobs: input === undefined ? [] : [input === 'kept' ? kept : (`sha256:${'0'.repeat(64)}` as const)],
      createdMs: 1,
    }
    await store.create(request, record === 'damaged' ? rec('running', 1) : record)
    if (record === 'damaged') await writeFile(join(home, 'jobs', id, 'state.json'), '{"sta')
    if (result !== undefined) await store.saveResult(id, result)

    let ran = 0
    const execute = async (): Promise<number> => ++ran
    const jobs = new Jobs({ store, blobs, settings: { keepMs: 1e12, max: 10 }, execute })
    await jobs.recover()
    const view = await jobs.wait(id, owner, { waitMs: 10_000 })
    assert.equal(view.error?.code ?? view.state, becomes)
    assert.equal(ran, runs)
    if (becomes === 'succeeded') assert.equal(await jobs.result(id, owner), 1)
    const written = JSON.parse(await readFile(join(home, 'jobs', id, 'state.json'), 'utf8'))
    assert.equal(written.error?.code ?? written.state, becomes)
    assert.equal(jobs.stats.unfinished, 0)
    await jobs.drain(0)
  })
}
