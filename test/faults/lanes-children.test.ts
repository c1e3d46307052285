import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { collectGarbage } from '../../workers/host/garbage.ts'
import { codeOf, eventually, faultOf, pause, setUp } from './lanes-setup.ts'

const MiB = 1024 * 1024

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const pidOf = async ({ run }: ReturnType<typeof setUp>): Promise<number> =>
  Number((await run('lane.process', 'native')).output)

test('a child is kept for the next call, and replaced after its share of leaves', async (t) => {
  const setup = setUp(t, { native: { workers: 1, queue: 10 }, recycleAfter: 3 })
  const pids: number[] = []
  for (let i = 0; i < 20; i += 1) {
    pids.push(await pidOf(setup))
    await pause(20)
  }
  const [first] = pids
  assert.ok(first !== undefined && first !== process.pid)
  assert.equal(pids[1], first)
  assert.equal(pids[2], first)
  assert.ok(new Set(pids).size >= 2)
  await eventually('the first child is gone', () => !isAlive(first))
})

for (const lane of ['quick', 'heavy', 'native'] as const) {
  test(`${lane}: what a call was given is let go when it is answered, though its worker lives on`, async (t) => {
    const { run } = setUp(t)
    const ask = async (i: number): Promise<WeakRef<Uint8Array>> => {
      const bytes = new Uint8Array(new SharedArrayBuffer(MiB))
      await run('lane.noop', lane, i, { files: new Map([[`sha256:${String(i).padStart(64, '0')}`, bytes]]) })
      return new WeakRef(bytes)
    }
    const given = [await ask(0), await ask(1), await ask(2)]
    await eventually('nothing holds the bytes', () => {
      collectGarbage()
      return given.every((bytes) => bytes.deref() === undefined)
    })
  })
}

test(
  'a child that grew past its limit is replaced during the call',
  { skip: process.platform !== 'linux' },
  async (t) => {
    const setup = setUp(t, { native: { workers: 1, queue: 10 }, maxChildBytes: 200 * MiB })
    const before = await pidOf(setup)
    const lost = await faultOf(setup.run('lane.grow', 'native', { megabytes: 400 }))
    assert.equal(lost.code, 'WORKER_LOST')
    assert.equal(lost.data['reason'], 'memory')
    assert.notEqual(await pidOf(setup), before)
  },
)

test('a child that is larger than its limit after a call is replaced before the next', async (t) => {
  const setup = setUp(t, { native: { workers: 1, queue: 10 }, maxChildBytes: 10 * MiB })
  const first = await pidOf(setup)
  assert.notEqual(await pidOf(setup), first)
  await eventually('the first child is gone', () => !isAlive(first))
})

test('an idle child ends after a while, and the next call starts another', async (t) => {
  const setup = setUp(t, { native: { workers: 1, queue: 10 }, idleMs: 100 })
  const first = await pidOf(setup)
  await eventually('the idle child is gone', () => !isAlive(first))
  assert.notEqual(await pidOf(setup), first)
})

test('children that cannot start make calls fail soon, the lane not live, and are not started in a rush', async (t) => {
  const setup = setUp(t, { native: { workers: 1, queue: 50 } })
  // Where the system cannot start the program at all: a PATH or permission does not matter, the binary does.
  const real = process.execPath
  Object.defineProperty(process, 'execPath', {
    value: '/nonexistent/node',
    configurable: true,
    writable: true,
  })
  t.after(() =>
    Object.defineProperty(process, 'execPath', { value: real, configurable: true, writable: true }),
  )
  const codes = await Promise.all(Array.from({ length: 20 }, () => codeOf(setup.run('lane.noop', 'native'))))
  assert.deepEqual(new Set(codes), new Set(['WORKER_LOST']))
  const { native } = await setup.lanes.canaries(5000)
  assert.equal(native.live, false)
  assert.match(native.detail ?? '', /fail to start/)
  const starts = setup.log.filter(({ message }) => message === 'a worker process could not start').length
  assert.ok(starts <= 4, `${starts} starts`)
  const refused = await faultOf(setup.run('lane.noop', 'native'))
  assert.ok(Number(refused.data['retryAfterMs']) > 0)

  Object.defineProperty(process, 'execPath', { value: real, configurable: true, writable: true })
  await eventually('the lane is back', async () => (await setup.lanes.canaries(5000)).native.live)
})

test('closing leaves no child behind', async (t) => {
  const setup = setUp(t, { native: { workers: 2, queue: 10 } })
  const pid = await pidOf(setup)
  const call = codeOf(setup.run('lane.spin', 'native', { ms: 20_000 }))
  await pause(50)
  await setup.lanes.close(0)
  assert.equal(await call, 'SHUTTING_DOWN')
  assert.ok(!isAlive(pid))
})

for (const leaf of ['lane.sleep', 'lane.spin', 'idle']) {
  test(`the death of the service takes its child along (${leaf})`, async () => {
    const service = fork(new URL('./lanes-orphan.js', import.meta.url), [leaf], { execArgv: [] })
    const [pid] = await once(service, 'message')
    assert.equal(typeof pid, 'number')
    assert.ok(isAlive(pid))
    service.kill('SIGKILL')
    await once(service, 'exit')
    await eventually('the child is gone', () => !isAlive(pid))
  })
}

test('signals to the whole group leave the children to finish', async (t) => {
  const setup = setUp(t, { native: { workers: 1, queue: 10 } })
  const pid = await pidOf(setup)
  const call = setup.run('lane.deaf', 'native', { ms: 200 })
  await pause(50)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(pid, signal)
  assert.equal((await call).output, 'deaf')
})
