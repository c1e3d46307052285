import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeOf, faultOf, pause, setUp } from './lanes-setup.ts'

test('a full queue refuses with BUSY and when to come again', async (t) => {
  const { run, lanes } = setUp(t, { heavy: { workers: 1, queue: 2 } })
  await run('lane.deaf', 'heavy', { ms: 40 })
  lanes.admit('heavy')
  const running = run('lane.deaf', 'heavy', { ms: 200 })
  lanes.admit('heavy')
  const waiting = [run('lane.noop', 'heavy', 1), run('lane.noop', 'heavy', 2)]
  const refused = await faultOf(run('lane.noop', 'heavy', 3))
  assert.equal(refused.code, 'BUSY')
  // Two wait, one worker, a leaf takes some 40 ms: 80 ms.
  const retryAfterMs = Number(refused.data['retryAfterMs'])
  assert.ok(retryAfterMs >= 70 && retryAfterMs < 300, `retryAfterMs ${retryAfterMs}`)
  assert.throws(() => lanes.admit('heavy'), { code: 'BUSY' })
  lanes.admit('quick')
  lanes.admit('inline')
  await Promise.all([running, ...waiting])
  lanes.admit('heavy')
  assert.equal(lanes.stats().find(({ lane }) => lane === 'heavy')?.refused, 2)
})

test('batch calls leave room in the queue for interactive ones', async (t) => {
  const { run } = setUp(t, { heavy: { workers: 1, queue: 4 } })
  const running = run('lane.deaf', 'heavy', { ms: 200 })
  const batch = [1, 2, 3].map((n) => run('lane.noop', 'heavy', n, { priority: 'batch' }))
  assert.equal(await codeOf(run('lane.noop', 'heavy', 4, { priority: 'batch' })), 'BUSY')
  const interactive = run('lane.noop', 'heavy', 5)
  await Promise.all([running, ...batch, interactive])
})

test('a call that has run leaves before may wait past the bound', async (t) => {
  const { run } = setUp(t, { heavy: { workers: 1, queue: 1 } })
  const running = run('lane.deaf', 'heavy', { ms: 200 })
  const waiting = [run('lane.noop', 'heavy', 1)]
  for (let i = 0; i < 3; i += 1) waiting.push(run('lane.noop', 'heavy', i, { continuing: true }))
  assert.equal(await codeOf(run('lane.noop', 'heavy', 9, { continuing: true })), 'BUSY')
  await Promise.all([running, ...waiting])
})

test('interactive calls overtake batch calls, and clients take turns', async (t) => {
  const { run } = setUp(t, { heavy: { workers: 1, queue: 100 } })
  await run('lane.noop', 'heavy')
  const order: string[] = []
  const queue = (name: string, client: string, priority: 'interactive' | 'batch'): Promise<unknown> =>
    run('lane.noop', 'heavy', name, { client, priority }).then(({ output }) => order.push(String(output)))
  const running = run('lane.deaf', 'heavy', { ms: 100 })
  await Promise.all([
    running,
    queue('batch', 'a', 'batch'),
    queue('a1', 'a', 'interactive'),
    queue('a2', 'a', 'interactive'),
    queue('a3', 'a', 'interactive'),
    queue('b1', 'b', 'interactive'),
    queue('c1', 'c', 'interactive'),
  ])
  assert.deepEqual(order, ['a1', 'b1', 'c1', 'a2', 'a3', 'batch'])
})

test('heavy and native together run no more leaves than there are cores', async (t) => {
  const { run, lanes } = setUp(
    t,
    { heavy: { workers: 2, queue: 10 }, native: { workers: 2, queue: 10 } },
    { cores: 2 },
  )
  const calls = Array.from({ length: 4 }, () => [
    run('lane.deaf', 'heavy', { ms: 60 }),
    run('lane.deaf', 'native', { ms: 60 }),
  ]).flat()
  let most = 0
  let done = false
  const watch = (async () => {
    while (!done) {
      const running = lanes.stats().reduce((sum, lane) => sum + (lane.lane === 'quick' ? 0 : lane.running), 0)
      most = Math.max(most, running)
      await pause(2)
    }
  })()
  await Promise.all(calls)
  done = true
  await watch
  assert.equal(most, 2)
})

test('quick calls do not wait for heavy ones', async (t) => {
  const { run } = setUp(t, { heavy: { workers: 2, queue: 10 } })
  await run('lane.noop', 'quick')
  let heavyDone = false
  const heavy = Promise.all([1, 2, 3].map(() => run('lane.deaf', 'heavy', { ms: 400 }))).then(
    () => (heavyDone = true),
  )
  await pause(20)
  assert.equal((await run('lane.noop', 'quick', 'now')).output, 'now')
  assert.equal(heavyDone, false)
  await heavy
})

test('a waiting call hears its place and the time until its turn', async (t) => {
  const { run } = setUp(t, { heavy: { workers: 1, queue: 10 } })
  await run('lane.deaf', 'heavy', { ms: 50 })
  const heard: Array<[number, number]> = []
  const calls = [1, 2].map(() => run('lane.deaf', 'heavy', { ms: 50 }))
  calls.push(
    run('lane.deaf', 'heavy', { ms: 50 }, { onQueue: (position, etaMs) => heard.push([position, etaMs]) }),
  )
  await Promise.all(calls)
  assert.deepEqual(
    heard.map(([position]) => position),
    [2, 1, 0],
  )
  const [first] = heard
  assert.ok(first !== undefined && first[1] >= 90 && first[1] <= 400, `eta ${first?.[1]}`)
  assert.deepEqual(heard.at(-1), [0, 0])
})
