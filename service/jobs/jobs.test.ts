import assert from 'node:assert/strict'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { Fault, fault } from '../../bridge/faults.ts'
import { JobView } from '../../bridge/job.ts'
import { BlobStore } from '../stores/blob-store.ts'
import type { Caller } from '../stores/tokens.ts'
import type { JobContext } from './job-runner.ts'
import { JobStore, type JobRequest } from './job-store.ts'
import { Jobs, type JobsOptions } from './jobs.ts'
import type { NewJob } from './new-job.ts'

const agent: Caller = { id: 'agent', role: 'agent' }
const host: Caller = { id: 'host:hermes', role: 'host' }
const owner: Caller = { id: 'owner', role: 'owner' }

/** Work that a test steers: it begins, and goes on when the test says how it ends. */
class Work {
  readonly begun: string[] = []
  readonly #running = new Map<
    string,
    { ctx: JobContext; end: (output: unknown) => void; fail: (error: unknown) => void }
  >()
  #arrived: () => void = () => undefined

  readonly execute = (request: JobRequest, ctx: JobContext): Promise<unknown> => {
    const name = String(request.input)
    this.begun.push(name)
    return new Promise((end, fail) => {
      this.#running.set(name, { ctx, end, fail })
      ctx.signal.addEventListener('abort', () => name.startsWith('deaf') || fail(ctx.signal.reason))
      this.#arrived()
    })
  }

  /** Waits until the work called so has begun. */
  async of(name: string) {
    for (;;) {
      const found = this.#running.get(name)
      if (found !== undefined) return found
      await new Promise<void>((resolve) => (this.#arrived = resolve))
    }
  }

  async end(name: string, output: unknown = `${name} done`): Promise<void> {
    const { end } = await this.of(name)
    this.#running.delete(name)
    end(output)
  }

  async fail(name: string, error: unknown): Promise<void> {
    const { fail } = await this.of(name)
    this.#running.delete(name)
    fail(error)
  }
}

async function setup(t: TestContext, over: Partial<JobsOptions> = {}) {
  const home = await mkdtemp(join(tmpdir(), 'talaria-'))
  t.after(() => rm(home, { recursive: true, force: true }))
  const blobs = await BlobStore.open(join(home, 'blobs'), { maxBytes: 1e6, keepMs: 1e7 })
  const folder = join(home, 'jobs')
  const open = async (execute: JobsOptions['execute']): Promise<Jobs> => {
    const jobs = new Jobs({
      store: await JobStore.open(folder),
      blobs,
      settings: { keepMs: 60_000, max: 100 },
      concurrency: 2,
      abandonMs: 200,
      ...over,
      execute,
    })
    t.after(() => jobs.drain(0))
    return jobs
  }
  const work = new Work()
  return { jobs: await open(work.execute), work, blobs, folder, open }
}

const asked = (input: unknown, over: Partial<NewJob> = {}): NewJob => ({
  operation: 'documents.read',
  input,
  caller: agent,
  tier: 'read',
  ...over,
})

const onDisk = async (folder: string, id: string, file: string): Promise<Record<string, unknown>> =>
  JSON.parse(await readFile(join(folder, id, file), 'utf8'))

const ended = (jobs: Jobs, id: string): Promise<JobView> => jobs.wait(id, owner, { waitMs: 10_000 })

test('an accepted job is on disk when submit resolves, runs, and gives its result', async (t) => {
  const { jobs, work, folder } = await setup(t)
  const accepted = await jobs.submit(asked('a'))
  assert.deepEqual((await onDisk(folder, accepted.id, 'request.json'))['input'], 'a')
  assert.ok(await onDisk(folder, accepted.id, 'state.json'))
  assert.equal(accepted.state, 'queued')
  await assert.rejects(jobs.result(accepted.id, agent), { code: 'UNFINISHED' })
  const { ctx } = await work.of('a')
  ctx.progress(0.25)
  const running = jobs.get(accepted.id, agent)
  assert.equal(running.state, 'running')
  assert.equal(running.progress, 0.25)
  assert.ok(running.startedAt && running.endedAt === undefined)
  await work.end('a', { text: 'x' })
  const done = await ended(jobs, accepted.id)
  assert.deepEqual(
    { ...done, createdAt: '', startedAt: '', endedAt: '' },
    {
      id: accepted.id,
      operation: 'documents.read',
      state: 'succeeded',
      position: 0,
      progress: 1,
      etaMs: 0,
      createdAt: '',
      startedAt: '',
      endedAt: '',
    },
  )
  JobView.parse(done)
  assert.deepEqual(await jobs.result(accepted.id, agent), { text: 'x' })
  assert.equal((await onDisk(folder, accepted.id, 'state.json'))['state'], 'succeeded')
  assert.deepEqual(await onDisk(folder, accepted.id, 'result.json'), { output: { text: 'x' } })
})

test('only its caller and the owner see a job', async (t) => {
  const { jobs, work } = await setup(t)
  const { id } = await jobs.submit(asked('a'))
  const theirs = await jobs.submit(asked('b', { caller: host }))
  for (const stranger of [host, { id: 'host:other', role: 'host' } as const]) {
    for (const look of [
      async () => jobs.get(id, stranger),
      async () => jobs.events(id, stranger),
      () => jobs.result(id, stranger),
      () => jobs.cancel(id, stranger),
      () => jobs.wait(id, stranger, { waitMs: 0 }),
    ]) {
      await assert.rejects(look, { code: 'NOT_FOUND' })
    }
  }
  assert.throws(() => jobs.get('../../etc', owner), { code: 'NOT_FOUND' })
  assert.deepEqual(
    jobs.list(agent).map((job) => job.id),
    [id],
  )
  assert.deepEqual(
    jobs.list(owner).map((job) => job.id),
    [theirs.id, id],
  )
  assert.deepEqual(
    jobs.list(owner, { limit: 1 }).map((job) => job.id),
    [theirs.id],
  )
  assert.equal(jobs.get(id, owner).id, id)
  await work.end('a')
  await ended(jobs, id)
  assert.equal(await jobs.result(id, owner), 'a done')
})

test('only so many run at once; the others wait in turn, and know their place', async (t) => {
  const { jobs, work } = await setup(t)
  const ids: Record<string, string> = {}
  for (const [name, caller] of [
    ['a1', agent],
    ['a2', agent],
    ['a3', agent],
    ['a4', agent],
    ['h1', host],
  ] as const) {
    ids[name] = (await jobs.submit(asked(name, { caller }))).id
  }
  const place = (name: string): number => jobs.get(ids[name] ?? '', owner).position
  await work.of('a2')
  assert.deepEqual(['a1', 'a2', 'a3', 'h1', 'a4'].map(place), [0, 0, 1, 2, 3])
  assert.deepEqual(jobs.stats, { queued: 3, running: 2, unfinished: 5, kept: 5 })
  await work.end('a1')
  await work.of('a3')
  await ended(jobs, ids['a1'] ?? '')
  assert.deepEqual(['a3', 'h1', 'a4'].map(place), [0, 1, 2])
  assert.ok((jobs.get(ids['a4'] ?? '', owner).etaMs ?? -1) >= 0, 'one has ended, so there is an estimate')
  await work.end('a2')
  await work.of('h1')
  for (const name of ['a3', 'a4', 'h1']) await work.end(name)
  await ended(jobs, ids['a4'] ?? '')
  assert.deepEqual(work.begun, ['a1', 'a2', 'a3', 'h1', 'a4'])
})

test('a job that waits in its lane shows as queued, with the place there', async (t) => {
  const { jobs, work } = await setup(t)
  const { id } = await jobs.submit(asked('a'))
  const { ctx } = await work.of('a')
  ctx.queue(7, 3000)
  await delay(80)
  assert.equal(jobs.get(id, agent).state, 'queued')
  assert.equal(jobs.get(id, agent).position, 7)
  ctx.queue(0, 0)
  assert.equal(jobs.get(id, agent).state, 'running')
  assert.equal(jobs.get(id, agent).position, 0)
})

test('a job that reports nothing shows as running soon', async (t) => {
  const { jobs, work } = await setup(t)
  const { id } = await jobs.submit(asked('a'))
  await work.of('a')
  while (jobs.get(id, agent).state !== 'running') await delay(5)
})

test('a failure is kept with its code; a mistake hides its message and is reported', async (t) => {
  const reported: unknown[] = []
  const { jobs, work, folder } = await setup(t, { onError: (error) => reported.push(error) })
  const bad = await jobs.submit(asked('bad'))
  await work.fail('bad', fault('ENCRYPTED', 'Page 3 needs a password.', { page: 3 }))
  const view = await ended(jobs, bad.id)
  assert.equal(view.state, 'failed')
  assert.deepEqual(view.error, { code: 'ENCRYPTED', detail: 'Page 3 needs a password.', retryable: false })
  await assert.rejects(jobs.result(bad.id, agent), { code: 'ENCRYPTED', data: { page: 3 } })
  assert.equal((await onDisk(folder, bad.id, 'state.json'))['state'], 'failed')

  const mistake = await jobs.submit(asked('mistake'))
  const error = new TypeError('with content')
  await work.fail('mistake', error)
  assert.equal((await ended(jobs, mistake.id)).error?.code, 'INTERNAL')
  assert.ok(!(await readFile(join(folder, mistake.id, 'state.json'), 'utf8')).includes('with content'))

  const unwritable = await jobs.submit(asked('unwritable'))
  await work.end('unwritable', { huge: 10n })
  assert.equal((await ended(jobs, unwritable.id)).error?.code, 'INTERNAL')
  assert.equal(reported[0], error)
  assert.match(String(reported[1]), /BigInt/)
})

test('cancel stops what waits and what runs, and leaves what has ended', async (t) => {
  const { jobs, work, folder } = await setup(t, { concurrency: 1 })
  const running = await jobs.submit(asked('running'))
  const waiting = await jobs.submit(asked('waiting'))
  const { ctx } = await work.of('running')
  assert.equal((await jobs.cancel(waiting.id, agent)).state, 'cancelled')
  assert.equal((await jobs.cancel(running.id, owner)).state, 'cancelled')
  assert.ok(ctx.signal.reason instanceof Fault && ctx.signal.reason.code === 'CANCELLED')
  for (const { id } of [running, waiting]) {
    assert.equal((await onDisk(folder, id, 'state.json'))['state'], 'cancelled')
    await assert.rejects(jobs.result(id, agent), { code: 'CANCELLED' })
  }
  assert.deepEqual(work.begun, ['running'])
  const done = await jobs.submit(asked('done'))
  await work.end('done')
  await ended(jobs, done.id)
  assert.equal((await jobs.cancel(done.id, agent)).state, 'succeeded')
})

test('work that ends well although it was cancelled is not thrown away', async (t) => {
  const { jobs, work } = await setup(t)
  const { id } = await jobs.submit(asked('deaf'))
  await work.of('deaf')
  const cancelling = jobs.cancel(id, agent)
  await work.end('deaf', 42)
  assert.equal((await cancelling).state, 'succeeded')
  assert.equal(await jobs.result(id, agent), 42)
})

test('work that does not hear its signal is written off, and its place is free again', async (t) => {
  const { jobs, work } = await setup(t, { concurrency: 1 })
  const { id } = await jobs.submit(asked('deaf'))
  const next = await jobs.submit(asked('next'))
  await work.of('deaf')
  assert.equal((await jobs.cancel(id, agent)).state, 'cancelled')
  await work.end('deaf')
  await work.end('next')
  assert.equal((await ended(jobs, next.id)).state, 'succeeded')
  assert.equal(jobs.get(id, agent).state, 'cancelled')
})

test('too many unfinished jobs are refused', async (t) => {
  const { jobs, work, folder } = await setup(t, { concurrency: 3, settings: { keepMs: 1000, max: 3 } })
  const all = await Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map((name) => jobs.submit(asked(name))))
  assert.equal(all.filter(({ status }) => status === 'fulfilled').length, 3)
  await assert.rejects(jobs.submit(asked('f')), { code: 'BUSY', data: { retryAfterMs: 1000 } })
  await assert.rejects(jobs.run(asked('g'), { waitMs: 0 }), { code: 'BUSY' })
  assert.equal((await readdir(folder)).length, 3)
  await work.end('a')
  while (jobs.stats.unfinished === 3) await delay(1)
  await jobs.submit(asked('h'))
})

test('an accepted job that finds its lane full waits and tries again, if that does no harm', async (t) => {
  const { jobs, work } = await setup(t)
  const busy = fault('BUSY', 'The lane is full.', { retryAfterMs: 5 })
  const { id } = await jobs.submit(asked('a'))
  await work.fail('a', busy)
  while (jobs.stats.queued === 0) await delay(1)
  assert.equal(jobs.get(id, agent).state, 'queued')
  assert.equal(jobs.get(id, agent).position, 1)
  await work.end('a')
  assert.equal((await ended(jobs, id)).state, 'succeeded')
  assert.deepEqual(work.begun, ['a', 'a'])
  const act = await jobs.submit(asked('act', { tier: 'act' }))
  await work.fail('act', busy)
  assert.equal((await ended(jobs, act.id)).error?.code, 'BUSY')
})

test('a job that waits to try again can be cancelled', async (t) => {
  const { jobs, work } = await setup(t)
  const { id } = await jobs.submit(asked('a'))
  await work.fail('a', fault('BUSY', 'The lane is full.', { retryAfterMs: 5000 }))
  while (jobs.stats.queued === 0) await delay(1)
  assert.equal((await jobs.cancel(id, agent)).state, 'cancelled')
  assert.deepEqual(jobs.stats, { queued: 0, running: 0, unfinished: 0, kept: 1 })
})

test('the inputs of a job must be stored, and are held until it has ended', async (t) => {
  const { jobs, work, blobs } = await setup(t, { concurrency: 1 })
  const { digest } = await blobs.put(Buffer.alloc(900_000))
  const absent = { sources: [{ blob: `sha256:${'0'.repeat(64)}` }] }
  await assert.rejects(jobs.submit(asked(absent)), { code: 'NOT_FOUND' })
  assert.equal(jobs.stats.unfinished, 0)
  await jobs.submit(asked('first'))
  const input = { sources: [{ blob: digest, name: 'a.pdf' }] }
  const { id } = await jobs.submit(asked(input))
  await assert.rejects(blobs.put(Buffer.alloc(200_000)), { code: 'STORAGE_FULL' })
  await work.end('first')
  await work.end(String(input))
  await ended(jobs, id)
  await blobs.put(Buffer.alloc(200_000))
  assert.equal(blobs.has(digest), false)
})

test('the same key gives the same job, at the same time, later, and after a restart', async (t) => {
  const { jobs, work, folder, open } = await setup(t)
  const keyed = asked('a', { idempotencyKey: 'k' })
  const [one, two] = await Promise.all([jobs.submit(keyed), jobs.submit(keyed)])
  assert.equal(one.id, two.id)
  assert.notEqual((await jobs.submit(asked('a', { idempotencyKey: 'other' }))).id, one.id)
  assert.notEqual((await jobs.submit({ ...keyed, caller: host })).id, one.id)
  await assert.rejects(jobs.submit({ ...keyed, input: 'b' }), { code: 'IDEMPOTENCY_MISMATCH' })
  await assert.rejects(jobs.submit({ ...keyed, operation: 'ocr.recognize' }), {
    code: 'IDEMPOTENCY_MISMATCH',
  })
  await assert.rejects(jobs.submit({ ...keyed, idempotencyKey: 'not ascii é' }), { code: 'INVALID_INPUT' })
  await work.end('a')
  assert.equal((await jobs.submit(keyed)).id, one.id)
  assert.equal((await readdir(folder)).length, 3)
  await jobs.drain(0)
  const again = await open(new Work().execute)
  await again.recover()
  assert.equal((await again.submit(keyed)).id, one.id)
  await assert.rejects(again.submit({ ...keyed, input: 'b' }), { code: 'IDEMPOTENCY_MISMATCH' })
})

test('events tell the whole life of a job, and can be continued', async (t) => {
  const { jobs, work } = await setup(t, { concurrency: 1 })
  const first = await jobs.submit(asked('first'))
  const { id } = await jobs.submit(asked('a'))
  const seen: { id: string; event: string; data: JobView }[] = []
  const reading = (async () => {
    for await (const event of jobs.events(id, agent)) seen.push(event)
  })()
  await work.end('first')
  await ended(jobs, first.id)
  const { ctx } = await work.of('a')
  ctx.progress(0.5)
  await delay(1)
  ctx.progress(0.75)
  await delay(150)
  await work.end('a')
  await reading
  const states = seen.filter(({ event }) => event === 'state').map(({ data }) => data.state)
  assert.deepEqual([...new Set(states)], ['queued', 'running', 'succeeded'])
  assert.deepEqual(
    seen.filter(({ event }) => event === 'progress').map(({ data }) => data.progress),
    [0.5, 0.75],
  )
  assert.equal(seen.at(-1)?.data.state, 'succeeded')
  const rest: string[] = []
  for await (const event of jobs.events(id, agent, { lastEventId: seen.at(-2)?.id })) rest.push(event.id)
  assert.deepEqual(rest, [seen.at(-1)?.id])
})

test('progress never goes back, and ten thousand reports make few events and few writes', async (t) => {
  const { jobs, work, folder } = await setup(t)
  const { id } = await jobs.submit(asked('a'))
  const seen: number[] = []
  const reading = (async () => {
    for await (const { data } of jobs.events(id, agent)) seen.push(data.progress)
  })()
  const { ctx } = await work.of('a')
  for (let i = 0; i < 10_000; i++) {
    ctx.progress((i % 1000) / 1000)
    if (i % 100 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  for (const nonsense of [NaN, -1, Infinity]) ctx.progress(nonsense)
  assert.equal(jobs.get(id, agent).progress, 1)
  await work.end('a')
  await reading
  assert.ok(seen.length < 50, `${seen.length} events`)
  assert.deepEqual(
    seen,
    seen.toSorted((a, b) => a - b),
  )
  ctx.progress(0.1)
  ctx.queue(3, 1)
  await delay(600)
  assert.equal(jobs.get(id, agent).state, 'succeeded')
  assert.equal((await onDisk(folder, id, 'state.json'))['state'], 'succeeded', 'no late write')
})

test('waiting ends with the job, after its time, or with the signal', async (t) => {
  const { jobs, work } = await setup(t)
  const { id } = await jobs.submit(asked('a'))
  assert.ok(['queued', 'running'].includes((await jobs.wait(id, agent, { waitMs: 1 })).state))
  const controller = new AbortController()
  const waits = jobs.wait(id, agent, { waitMs: 60_000, signal: controller.signal })
  controller.abort(fault('CANCELLED', 'The caller left.'))
  await assert.rejects(waits, { code: 'CANCELLED' })
  const long = jobs.wait(id, agent, { waitMs: Infinity })
  await work.end('a')
  assert.equal((await long).state, 'succeeded')
})

test('a call that ends in time never touches the disk', async (t) => {
  const { jobs, work, folder } = await setup(t)
  const good = jobs.run(asked('good'), { waitMs: 60_000 })
  await work.end('good', { n: 1 })
  assert.deepEqual(await good, { output: { n: 1 } })
  const bad = jobs.run(asked('bad'), { waitMs: 60_000 })
  await work.fail('bad', fault('DAMAGED', 'No header.'))
  await assert.rejects(bad, { code: 'DAMAGED' })
  assert.deepEqual(await readdir(folder), [])
  assert.deepEqual(jobs.list(owner), [])
  assert.equal(jobs.stats.unfinished, 0)
})

test('a call that takes longer becomes a job and is not begun anew', async (t) => {
  const { jobs, work, blobs, folder } = await setup(t)
  const { digest } = await blobs.put(Buffer.from('input'))
  const input = { source: { blob: digest } }
  const controller = new AbortController()
  const outcome = await jobs.run(asked(input), { waitMs: 20, signal: controller.signal })
  assert.ok('job' in outcome)
  const { id } = outcome.job
  assert.deepEqual((await onDisk(folder, id, 'request.json'))['input'], input)
  assert.equal((await onDisk(folder, id, 'state.json'))['state'], 'running')
  controller.abort(fault('CANCELLED', 'The caller left, with its answer.'))
  await work.end(String(input), 'late')
  assert.equal((await ended(jobs, id)).state, 'succeeded')
  assert.equal(await jobs.result(id, agent), 'late')
  assert.equal(work.begun.length, 1)
})

test('when the caller leaves before it is a job, the work is cancelled', async (t) => {
  const { jobs, work, folder } = await setup(t)
  const controller = new AbortController()
  const call = jobs.run(asked('a'), { waitMs: 60_000, signal: controller.signal })
  const { ctx } = await work.of('a')
  controller.abort(fault('CANCELLED', 'The caller left.'))
  await assert.rejects(call, { code: 'CANCELLED' })
  assert.equal(ctx.signal.aborted, true)
  while (jobs.stats.unfinished > 0) await delay(1)
  assert.deepEqual(await readdir(folder), [])
})

test('a call under a key is a job from the start: its outcome is kept, and calls share the work', async (t) => {
  const { jobs, work, folder, open } = await setup(t, { concurrency: 1 })
  await jobs.submit(asked('ahead'))
  const keyed = asked('a', { idempotencyKey: 'k', tier: 'mutate' })
  const controller = new AbortController()
  const leaves = jobs.run(keyed, { waitMs: 60_000, signal: controller.signal })
  const stays = jobs.run(keyed, { waitMs: 60_000 })
  const { ctx } = await work.of('a')
  assert.equal((await readdir(folder)).length, 2, 'on disk before it begins, and past the queue')
  controller.abort(fault('CANCELLED', 'The caller left.'))
  await assert.rejects(leaves, { code: 'CANCELLED' })
  assert.equal(ctx.signal.aborted, false)
  const { id } = await jobs.submit(keyed)
  await work.end('a', 7)
  assert.deepEqual(await stays, { output: 7 })
  assert.deepEqual(await jobs.run(keyed, { waitMs: 0 }), { output: 7 })
  assert.equal((await ended(jobs, id)).state, 'succeeded')
  const failing = asked('b', { idempotencyKey: 'b' })
  const failed = jobs.run(failing, { waitMs: 60_000 })
  await work.fail('b', fault('DAMAGED', 'No header.'))
  await assert.rejects(failed, { code: 'DAMAGED' })
  await assert.rejects(jobs.run(failing, { waitMs: 0 }), { code: 'DAMAGED' })
  assert.deepEqual(work.begun, ['ahead', 'a', 'b'])
  await jobs.drain(0)
  const again = await open(new Work().execute)
  await again.recover()
  assert.deepEqual(await again.run(keyed, { waitMs: 0 }), { output: 7 })
  await assert.rejects(again.run({ ...keyed, input: 'c' }, { waitMs: 0 }), { code: 'IDEMPOTENCY_MISMATCH' })
})

test('whenever a call ends around its time, its caller hears the output or of a job that has it', async (t) => {
  const { open, folder } = await setup(t, { concurrency: 50, settings: { keepMs: 1000, max: 1000 } })
  const runner = await open(async (request) => {
    // The last of a dozen takes far longer than its caller waits, however slow the disk is.
    await delay(request.input === 11 ? 400 : Number(request.input))
    return request.input
  })
  const heard = { output: 0, job: 0 }
  await Promise.all(
    Array.from({ length: 120 }, async (_, i) => {
      const outcome = await runner.run(asked(i % 12), { waitMs: 5 })
      if ('output' in outcome) {
        assert.equal(outcome.output, i % 12)
        heard.output++
      } else {
        await ended(runner, outcome.job.id)
        assert.equal(await runner.result(outcome.job.id, agent), i % 12)
        heard.job++
      }
    }),
  )
  assert.ok(heard.output > 0 && heard.job > 0, JSON.stringify(heard))
  assert.equal(runner.stats.unfinished, 0)
  assert.equal((await readdir(folder)).length, runner.stats.kept)
})

test('finished jobs are kept for their time, and only so many', async (t) => {
  let clock = 1_000_000
  const { jobs, work, folder } = await setup(t, { now: () => clock, maxFinished: 2 })
  const ids: string[] = []
  for (const name of ['a', 'b', 'c', 'open']) {
    ids.push((await jobs.submit(asked(name, { idempotencyKey: name }))).id)
    if (name !== 'open') await work.end(name)
    if (name !== 'open') await ended(jobs, ids.at(-1) ?? '')
    clock += 1000
  }
  assert.equal(await jobs.sweep(), 1)
  assert.throws(() => jobs.get(ids[0] ?? '', agent), { code: 'NOT_FOUND' })
  assert.equal(jobs.get(ids[1] ?? '', agent).state, 'succeeded')
  clock += 60_000
  assert.equal(await jobs.sweep(), 2)
  assert.deepEqual(await readdir(folder), [ids[3]])
  assert.notEqual(
    (await jobs.submit(asked('a', { idempotencyKey: 'a' }))).id,
    ids[0],
    'its key is free again',
  )
})

test('every change of state is told, with its caller', async (t) => {
  const told: string[] = []
  const { jobs, work } = await setup(t, {
    onChange: (job, caller) => {
      told.push(`${job.operation} ${job.state} ${caller.id}`)
      throw new Error('a listener that fails harms nobody')
    },
  })
  const { id } = await jobs.submit(asked('a', { caller: host }))
  const { ctx } = await work.of('a')
  ctx.progress(0.1)
  await work.end('a')
  await ended(jobs, id)
  assert.deepEqual(told, [
    'documents.read queued host:hermes',
    'documents.read running host:hermes',
    'documents.read succeeded host:hermes',
  ])
})

test('drain: what ends in its time has ended, the rest is where the next run finds it', async (t) => {
  const { jobs, work, folder, open } = await setup(t, { concurrency: 3 })
  const submit = async (name: string, tier: NewJob['tier']): Promise<string> =>
    (await jobs.submit(asked(name, { tier }))).id
  const quick = await submit('quick', 'mutate')
  const slow = await submit('slow', 'read')
  const acting = await submit('acting', 'act')
  const waiting = await submit('waiting', 'act')
  for (const name of ['quick', 'slow', 'acting']) await work.of(name)
  const call = jobs.run(asked('call'), { waitMs: 60_000 })
  await work.of('call')
  const events: string[] = []
  const reading = (async () => {
    for await (const { data } of jobs.events(waiting, agent)) events.push(data.state)
  })()
  const waits = jobs.wait(waiting, agent, { waitMs: 60_000 })
  const draining = jobs.drain(300)
  await assert.rejects(jobs.submit(asked('late')), { code: 'SHUTTING_DOWN' })
  await work.end('quick')
  await assert.rejects(call, { code: 'SHUTTING_DOWN' })
  await draining
  await reading
  assert.equal((await waits).state, 'queued')
  assert.ok(events.every((state) => state === 'queued'))
  const state = async (id: string): Promise<unknown> => (await onDisk(folder, id, 'state.json'))['state']
  assert.deepEqual(await Promise.all([quick, slow, acting, waiting].map(state)), [
    'succeeded',
    'queued',
    'failed',
    'queued',
  ])
  assert.equal(jobs.get(acting, agent).error?.code, 'INTERRUPTED')

  const next = new Work()
  const again = await open(next.execute)
  const { queued, interrupted, finished } = await again.recover()
  assert.deepEqual({ queued, interrupted, finished }, { queued: 2, interrupted: 1, finished: 1 })
  await next.end('slow')
  await next.end('waiting')
  for (const id of [slow, waiting]) assert.equal((await ended(again, id)).state, 'succeeded')
  assert.equal(await again.result(quick, agent), 'quick done')
})
