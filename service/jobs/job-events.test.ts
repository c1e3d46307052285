import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JobView } from '../../bridge/job.ts'
import { JobEvents, type JobEvent } from './job-events.ts'

const view = (progress: number): JobView => ({
  id: 'j',
  operation: 'documents.read',
  state: 'running',
  position: 0,
  progress,
  etaMs: null,
  createdAt: '2026-08-01T00:00:00.000Z',
})

async function collect(events: AsyncIterable<JobEvent>, most = Infinity): Promise<string[]> {
  const seen: string[] = []
  for await (const { id, event, data } of events) {
    seen.push(`${id} ${event} ${data.progress}`)
    if (seen.length >= most) break
  }
  return seen
}

test('a new reader gets the present view, then what follows, and ends with the job', async () => {
  const events = new JobEvents('run')
  events.push('progress', view(0.1))
  const reading = collect(events.read(() => view(0.1)))
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(events.readers, 1)
  events.push('progress', view(0.2))
  events.push('state', view(1))
  events.close()
  events.push('progress', view(0.3))
  assert.deepEqual(await reading, ['run-1 state 0.1', 'run-2 progress 0.2', 'run-3 state 1'])
  assert.equal(events.readers, 0)
  assert.deepEqual(await collect(events.read(() => view(1))), ['run-3 state 1'])
  assert.deepEqual(await collect(events.read(() => view(1), { lastEventId: 'run-2' })), ['run-3 state 1'])
  assert.deepEqual(await collect(events.read(() => view(1), { lastEventId: 'run-1' })), ['run-3 state 1'])
  assert.deepEqual(await collect(events.read(() => view(1), { lastEventId: 'run-3' })), [])
})

test('a reader continues after its last event', async () => {
  const events = new JobEvents('run')
  for (let i = 1; i <= 5; i++) events.push('progress', view(i / 10))
  const rest = await collect(
    events.read(() => view(0.5), { lastEventId: 'run-3' }),
    2,
  )
  assert.deepEqual(rest, ['run-4 progress 0.4', 'run-5 progress 0.5'])
})

test('a reader that is too far behind, or of an earlier run, or confused, gets the present view', async () => {
  const events = new JobEvents('run', 3)
  for (let i = 1; i <= 9; i++) events.push('progress', view(i / 10))
  for (const lastEventId of ['run-5', 'old-8', 'run-10', 'run-', 'run-x', '', '-', 'run-1e3']) {
    assert.deepEqual(
      await collect(
        events.read(() => view(0.9), { lastEventId }),
        1,
      ),
      ['run-9 state 0.9'],
      lastEventId,
    )
  }
  assert.deepEqual(
    await collect(
      events.read(() => view(0.9), { lastEventId: 'run-6' }),
      3,
    ),
    ['run-7 progress 0.7', 'run-8 progress 0.8', 'run-9 progress 0.9'],
  )
})

test('a slow reader skips what is gone and costs no memory', async () => {
  const events = new JobEvents('run', 2)
  const slow = events.read(() => view(0.7))
  assert.equal((await slow.next()).value?.id, 'run-0')
  for (let i = 1; i <= 7; i++) events.push('progress', view(i / 10))
  assert.deepEqual((await slow.next()).value, { id: 'run-7', event: 'state', data: view(0.7) })
  await slow.return(undefined)
  assert.equal(events.readers, 0)
})

test('an abort ends reading quietly, also while nothing happens', async () => {
  const events = new JobEvents('run')
  const controller = new AbortController()
  const reading = collect(events.read(() => view(0), { signal: controller.signal }))
  await new Promise((resolve) => setImmediate(resolve))
  controller.abort()
  assert.deepEqual(await reading, ['run-0 state 0'])
  assert.equal(events.readers, 0)
})

test('many readers each see every event in order', async () => {
  const events = new JobEvents('run', 100)
  const readers = Array.from({ length: 20 }, () => collect(events.read(() => view(0))))
  await new Promise((resolve) => setImmediate(resolve))
  for (let i = 1; i <= 50; i++) {
    events.push('progress', view(i / 50))
    if (i % 7 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  events.close()
  for (const seen of await Promise.all(readers)) {
    assert.deepEqual(
      seen.map((line) => line.split(' ')[0]),
      Array.from({ length: 51 }, (_, i) => `run-${i}`),
    )
  }
})
