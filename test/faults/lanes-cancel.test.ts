import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fault } from '../../bridge/faults.ts'
import { codeOf, eventually, faultOf, pause, setUp, type LaneName } from './lanes-setup.ts'

const lanes: LaneName[] = ['quick', 'heavy', 'native']
const graceMs = 150

for (const lane of lanes) {
  const one = { [lane]: { workers: 1, queue: 10 }, graceMs }
  const respawns = (setup: ReturnType<typeof setUp>): number =>
    setup.lanes.stats().find((stats) => stats.lane === lane)?.respawns ?? -1

  test(`${lane}: a call cancelled before it is queued never runs`, async (t) => {
    const { run, records } = setUp(t, one)
    const signal = AbortSignal.abort(fault('CANCELLED', 'The client is gone.'))
    const reason = await faultOf(run('lane.noop', lane, 1, { signal }))
    assert.equal(reason, signal.reason)
    assert.equal(records[0]?.runMs, 0)
  })

  test(`${lane}: a call cancelled while it waits leaves the queue at once`, async (t) => {
    const setup = setUp(t, one)
    const running = setup.run('lane.deaf', lane, { ms: 300 })
    const controller = new AbortController()
    const waiting = setup.run('lane.noop', lane, 1, { signal: controller.signal })
    const behind = setup.run('lane.noop', lane, 2)
    await pause(30)
    controller.abort(fault('CANCELLED', 'The client is gone.'))
    assert.equal(await codeOf(waiting), 'CANCELLED')
    assert.equal(setup.lanes.stats().find((stats) => stats.lane === lane)?.waiting, 1)
    assert.equal((await running).output, 'deaf')
    assert.equal((await behind).output, 2)
    assert.equal(respawns(setup), 0)
  })

  test(`${lane}: a leaf that waits hears its signal and keeps its worker`, async (t) => {
    const setup = setUp(t, one)
    await setup.run('lane.noop', lane)
    const controller = new AbortController()
    const call = setup.run('lane.sleep', lane, { ms: 20_000 }, { signal: controller.signal })
    await pause(50)
    controller.abort(fault('CANCELLED', 'The client is gone.'))
    assert.equal(await codeOf(call), 'CANCELLED')
    assert.equal((await setup.run('lane.noop', lane, 'next')).output, 'next')
    assert.equal(respawns(setup), 0)
  })

  test(`${lane}: a leaf that hears nothing is killed after the grace, and the lane goes on`, async (t) => {
    const setup = setUp(t, one)
    await setup.run('lane.noop', lane)
    const controller = new AbortController()
    const call = setup.run('lane.spin', lane, { ms: 20_000 }, { signal: controller.signal })
    const next = setup.run('lane.noop', lane, 'next')
    await pause(50)
    controller.abort(fault('CANCELLED', 'The client is gone.'))
    assert.equal(await codeOf(call), 'CANCELLED')
    assert.equal((await next).output, 'next')
    assert.equal(respawns(setup), 1)
  })

  test(`${lane}: the deadline ends a call that waits and one that runs`, async (t) => {
    const setup = setUp(t, one)
    await setup.run('lane.noop', lane)
    const deadline = Date.now() + 100
    const running = codeOf(setup.run('lane.spin', lane, { ms: 20_000 }, { deadline }))
    const waiting = codeOf(setup.run('lane.noop', lane, 1, { deadline }))
    assert.equal(await running, 'DEADLINE')
    assert.equal(await waiting, 'DEADLINE')
    assert.ok(
      Date.now() - deadline < 1000,
      'answered about when it was due, not when the leaf would have ended',
    )
    assert.equal((await setup.run('lane.noop', lane, 'next')).output, 'next')
  })

  test(`${lane}: a call cancelled while its worker starts leaves the worker for the next`, async (t) => {
    const setup = setUp(t, { ...one, graceMs: 10_000 })
    const controller = new AbortController()
    const call = setup.run('lane.noop', lane, 1, { signal: controller.signal })
    setTimeout(() => controller.abort(fault('CANCELLED', 'The client is gone.')), 1)
    assert.equal(await codeOf(call), 'CANCELLED')
    assert.equal((await setup.run('lane.noop', lane, 'next')).output, 'next')
    assert.equal(respawns(setup), 0)
  })

  test(`${lane}: closing lets running leaves end, refuses waiting ones, and takes no more`, async (t) => {
    const setup = setUp(t, one)
    await setup.run('lane.noop', lane)
    const running = setup.run('lane.deaf', lane, { ms: 200 })
    const waiting = codeOf(setup.run('lane.noop', lane, 1))
    const closed = setup.lanes.close(5000)
    assert.equal(await waiting, 'SHUTTING_DOWN')
    assert.equal(await codeOf(setup.run('lane.noop', lane, 1)), 'SHUTTING_DOWN')
    assert.equal((await running).output, 'deaf')
    await closed
  })

  test(`${lane}: closing ends leaves that take longer than allowed`, async (t) => {
    const setup = setUp(t, one)
    await setup.run('lane.noop', lane)
    const heard = codeOf(setup.run('lane.spin', lane, { ms: 20_000 }))
    const started = Date.now()
    await setup.lanes.close(50)
    assert.equal(await heard, 'SHUTTING_DOWN')
    assert.ok(Date.now() - started < 10_000)
  })
}

for (const lane of ['quick', 'heavy'] as const) {
  test(`${lane}: a leaf that never yields hears of a cancel at its next checkpoint, and keeps its thread`, async (t) => {
    const setup = setUp(t, { [lane]: { workers: 1, queue: 10 }, graceMs: 10_000 })
    await setup.run('lane.noop', lane)
    const controller = new AbortController()
    const call = setup.run('lane.step', lane, { ms: 20_000 }, { signal: controller.signal })
    await pause(50)
    controller.abort(fault('CANCELLED', 'The client is gone.'))
    assert.equal(await codeOf(call), 'CANCELLED')
    assert.equal((await setup.run('lane.noop', lane, 'next')).output, 'next')
    assert.equal(setup.lanes.stats().find((stats) => stats.lane === lane)?.respawns, 0)
  })
}

test('quick: killing one call of those handed over together lets the others run', async (t) => {
  const setup = setUp(t, { quick: { workers: 1, queue: 100 }, graceMs: 50 })
  // Known to be short, so that it is handed over together with others; then it is not.
  for (let i = 0; i < 30; i += 1) await setup.run('lane.spin', 'quick', { ms: 0 })
  const controller = new AbortController()
  const first = setup.run('lane.spin', 'quick', { ms: 1 })
  const before = Array.from({ length: 5 }, (_, i) => setup.run('lane.spin', 'quick', { ms: 0, i }))
  const stuck = codeOf(setup.run('lane.spin', 'quick', { ms: 20_000 }, { signal: controller.signal }))
  const after = Array.from({ length: 10 }, (_, i) => setup.run('lane.spin', 'quick', { ms: 0, i }))
  await pause(100)
  controller.abort(fault('CANCELLED', 'The client is gone.'))
  assert.equal(await stuck, 'CANCELLED')
  for (const each of [first, ...before, ...after]) assert.equal((await each).output, 'spun')
  await eventually('nothing runs', () => setup.lanes.stats().every(({ running }) => running === 0))
})

test('quick: a slow call does not hold up those handed over with it while another thread is free', async (t) => {
  const setup = setUp(t, { quick: { workers: 2, queue: 100 } })
  for (let i = 0; i < 30; i += 1) await setup.run('lane.spin', 'quick', { ms: 0 })
  await Promise.all([
    setup.run('lane.deaf', 'quick', { ms: 20 }),
    setup.run('lane.deaf', 'quick', { ms: 20 }),
  ])
  const order: string[] = []
  // Both threads are taken; what follows is handed over together when the first comes free.
  const blockers = [setup.run('lane.deaf', 'quick', { ms: 60 }), setup.run('lane.deaf', 'quick', { ms: 20 })]
  const slow = setup.run('lane.spin', 'quick', { ms: 1500 }).then(() => order.push('slow'))
  const rest = Array.from({ length: 6 }, () =>
    setup.run('lane.spin', 'quick', { ms: 0 }).then(() => order.push('short')),
  )
  await Promise.all([...blockers, slow, ...rest])
  assert.equal(order.at(-1), 'slow')
})

test('quick: a call that was given back is answered although its first batch ends before it', async (t) => {
  const setup = setUp(t, { quick: { workers: 2, queue: 100 } })
  for (let i = 0; i < 30; i += 1) await setup.run('lane.spin', 'quick', { ms: 0 })
  await Promise.all([1, 2].map(() => setup.run('lane.deaf', 'quick', { ms: 20 })))
  const blockers = [60, 20].map((ms) => setup.run('lane.deaf', 'quick', { ms }))
  // Handed over together; the second goes to the other thread, where it ends after the first has.
  const pair = [200, 600].map((ms) =>
    setup.run('lane.spin', 'quick', { ms }, { deadline: Date.now() + 5000 }),
  )
  for (const { output } of await Promise.all(pair)) assert.equal(output, 'spun')
  await Promise.all(blockers)
})
