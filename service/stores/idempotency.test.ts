import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { fault } from '../../bridge/faults.ts'
import { Idempotency, type IdempotencyOptions, type KeyedCall } from './idempotency.ts'

const day = 86_400_000

async function storeFor(t: TestContext, options: Partial<IdempotencyOptions> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'talaria-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const reopen = (): Promise<Idempotency> => Idempotency.open(folder, { keepMs: day, ...options })
  return { store: await reopen(), folder, reopen }
}

/** A call under the key `k` that counts how often it is performed. */
function counted(
  perform: () => unknown,
  over: Partial<KeyedCall> = {},
): { call: KeyedCall; times: () => number } {
  let times = 0
  const call: KeyedCall = {
    client: 'agent',
    key: 'k',
    request: 'digest',
    repeat: 'unsafe',
    perform: async () => {
      times++
      return perform()
    },
    ...over,
  }
  return { call, times: () => times }
}

test('a repeated call hears the first result, also after a restart, and does nothing', async (t) => {
  const { store, reopen } = await storeFor(t)
  const { call, times } = counted(() => ({ made: [1, null] }))
  assert.deepEqual(await store.run(call), { result: { made: [1, null] }, replayed: false })
  assert.deepEqual(await store.run(call), { result: { made: [1, null] }, replayed: true })
  assert.deepEqual(await (await reopen()).run(call), { result: { made: [1, null] }, replayed: true })
  assert.equal(times(), 1)
})

test('the same key with another request is refused; other clients have keys of their own', async (t) => {
  const { store, reopen } = await storeFor(t)
  const { call } = counted(() => 1)
  await store.run(call)
  for (const at of [store, await reopen()]) {
    await assert.rejects(at.run({ ...call, request: 'other' }), { code: 'IDEMPOTENCY_MISMATCH' })
  }
  const other = counted(() => 2, { client: 'host:x', request: 'other' })
  assert.deepEqual(await store.run(other.call), { result: 2, replayed: false })
})

test('calls at the same time wait for the first, and one may stop waiting', async (t) => {
  const { store } = await storeFor(t)
  let open: (value: string) => void = () => undefined
  const gate = new Promise<string>((resolve) => (open = resolve))
  const { call, times } = counted(() => gate)
  const controller = new AbortController()
  const first = store.run(call)
  const others = [store.run(call), store.run(call)]
  const leaves = store.run({ ...call, signal: controller.signal })
  await assert.rejects(store.run({ ...call, request: 'other' }), { code: 'IDEMPOTENCY_MISMATCH' })
  controller.abort(fault('CANCELLED', 'The caller left.'))
  await assert.rejects(leaves, { code: 'CANCELLED' })
  open('done')
  assert.deepEqual(await first, { result: 'done', replayed: false })
  assert.deepEqual(
    await Promise.all(others),
    [1, 2].map(() => ({ result: 'done', replayed: true })),
  )
  assert.equal(times(), 1)
})

test('a fault after which nothing was done is forgotten, and the waiting call tries itself', async (t) => {
  const { store, folder } = await storeFor(t)
  const faults = [fault('BUSY', 'full'), fault('APPROVAL_NEEDED', 'ask'), undefined]
  const { call, times } = counted(() => {
    const next = faults.shift()
    if (next !== undefined) throw next
    return 'done'
  })
  const outcomes = await Promise.allSettled([store.run(call), store.run(call), store.run(call)])
  assert.deepEqual(
    outcomes.map((o) => (o.status === 'fulfilled' ? o.value : o.reason.code)),
    ['BUSY', 'APPROVAL_NEEDED', { result: 'done', replayed: false }],
  )
  assert.equal(times(), 3)
  assert.equal((await readdir(folder)).length, 1)
})

test('a fault that leaves an unsafe call uncertain is kept; a harmless call is done again', async (t) => {
  const { store, reopen } = await storeFor(t)
  const unsafe = counted(() => {
    throw fault('WORKER_LOST', 'It died.', { pid: 7 })
  })
  for (const at of [() => store, () => store, reopen]) {
    const call = (await at()).run(unsafe.call)
    await assert.rejects(call, { code: 'WORKER_LOST', message: 'It died.', data: { pid: 7 } })
  }
  assert.equal(unsafe.times(), 1)
  const mistake = counted(
    () => {
      throw new TypeError('secret content')
    },
    { key: 'm' },
  )
  await assert.rejects(store.run(mistake.call), { message: 'secret content' })
  await assert.rejects(store.run(mistake.call), { code: 'INTERNAL', message: /log has the details/ })
  const harmless = counted(
    () => {
      throw fault('WORKER_LOST', 'It died.')
    },
    { key: 'h', repeat: 'harmless' },
  )
  for (let i = 0; i < 3; i++) await assert.rejects(store.run(harmless.call), { code: 'WORKER_LOST' })
  assert.equal(harmless.times(), 3)
})

test('after a crash in the middle an unsafe call says so, and a harmless one is done again', async (t) => {
  const { store, reopen } = await storeFor(t)
  const never = counted(() => new Promise(() => undefined))
  void store.run(never.call)
  while (never.times() === 0) await new Promise((resolve) => setImmediate(resolve))
  const again = await reopen()
  const { call, times } = counted(() => 'again')
  await assert.rejects(again.run(call), { code: 'INTERRUPTED' })
  assert.equal(times(), 0)
  assert.deepEqual(await again.run({ ...call, repeat: 'harmless' }), { result: 'again', replayed: false })
  assert.deepEqual(await again.run(call), { result: 'again', replayed: true })
})

test('keys are forgotten after their time, and there are only so many', async (t) => {
  let clock = Date.now()
  const { store, folder } = await storeFor(t, { now: () => clock, maxKeys: 2 })
  const { call, times } = counted(() => times())
  await store.run(call)
  clock += day / 2
  await store.run({ ...call, key: 'k2' })
  await assert.rejects(store.run({ ...call, key: 'k3' }), { code: 'BUSY' })
  clock += day / 2 + 1
  await store.sweep()
  assert.equal((await readdir(folder)).length, 1)
  await store.run({ ...call, key: 'k3' })
  assert.deepEqual(await store.run({ ...call, key: 'k2' }), { result: 2, replayed: true })
})

test('bad keys are refused', async (t) => {
  const { store } = await storeFor(t)
  for (const key of ['', 'a b', 'ä', 'x'.repeat(256), 'a\n']) {
    await assert.rejects(store.run(counted(() => 1, { key }).call), { code: 'INVALID_INPUT' })
  }
  await store.run(counted(() => 1, { key: 'x'.repeat(255) }).call)
})

test('damaged records and leftovers are removed at the start', async (t) => {
  const { folder, reopen } = await storeFor(t)
  await writeFile(join(folder, `${'0'.repeat(64)}.json`), '{"client":')
  await writeFile(join(folder, '.tmp-crashed'), '')
  await reopen()
  assert.deepEqual(await readdir(folder), [])
})
