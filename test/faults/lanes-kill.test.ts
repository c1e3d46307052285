import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Fault, fault } from '../../bridge/faults.ts'
import { seeded } from '../random.ts'
import {
  codeOf,
  eventually,
  faultOf,
  pause,
  repeats,
  seed,
  setUp,
  type LaneName,
  type Setup,
} from './lanes-setup.ts'

/**
 * Kills at random moments. After each the other calls in flight succeed, the caller of the dead one gets the right
 * fault, and the lane answers.
 */

/** Small calls in all lanes while something dies; resolves with how many were answered. */
async function others({ run }: Setup, stop: AbortSignal): Promise<number> {
  let answered = 0
  const client = async (lane: LaneName): Promise<void> => {
    while (!stop.aborted) {
      const { output } = await run('lane.noop', lane, answered)
      assert.equal(typeof output, 'number')
      answered += 1
      await pause(2)
    }
  }
  await Promise.all([client('quick'), client('heavy'), client('native')])
  return answered
}

/** Lets something die again and again among other calls, and checks what must hold each time. */
async function survive(
  t: { diagnostic(text: string): void },
  setup: Setup,
  lane: LaneName,
  kill: (pick: () => number) => Promise<void>,
): Promise<void> {
  t.diagnostic(`seed ${seed}, ${repeats} times`)
  const pick = seeded(seed)
  await setup.lanes.canaries(20_000)
  const stop = new AbortController()
  const answered = others(setup, stop.signal)
  try {
    for (let i = 0; i < repeats; i += 1) {
      await kill(pick)
      assert.equal((await setup.run('lane.noop', lane, i)).output, i)
    }
  } finally {
    stop.abort()
  }
  assert.ok((await answered) > repeats)
  const states = await setup.lanes.canaries(20_000)
  assert.deepEqual(states, { quick: { live: true }, heavy: { live: true }, native: { live: true } })
  await eventually('nothing runs any more', () =>
    setup.lanes.stats().every(({ running, waiting }) => running + waiting === 0),
  )
}

const settings = {
  quick: { workers: 2, queue: 100 },
  heavy: { workers: 2, queue: 100 },
  native: { workers: 2, queue: 100 },
  graceMs: 20,
  maxThreadHeapMB: 64,
}
const cores = { cores: 4 }

for (const how of ['SIGKILL', 'SIGSEGV', 'SIGABRT', 'exit']) {
  test(`native: a child that ends by ${how}`, async (t) => {
    const setup = setUp(t, settings, cores)
    await survive(t, setup, 'native', async () => {
      const lost = await faultOf(setup.run('lane.die', 'native', { how }))
      assert.equal(lost.code, 'WORKER_LOST')
      assert.equal(lost.data['how'], how === 'exit' ? 'exit status 3' : how)
    })
  })
}

test('native: a child killed from outside at a random moment, before or during its call', async (t) => {
  const setup = setUp(t, { ...settings, native: { workers: 1, queue: 100 } }, cores)
  t.diagnostic(`seed ${seed}, ${repeats} times`)
  const pick = seeded(seed)
  let lost = 0
  for (let i = 0; i < repeats; i += 1) {
    const pid = Number((await setup.run('lane.process', 'native')).output)
    const leaf = pick() < 0.5 ? 'lane.spin' : 'lane.deaf'
    // A child that dies before the leaf began costs nothing: the call goes to the next.
    const victim = setup.run(leaf, 'native', { ms: 100 }).then(
      () => 'ran elsewhere',
      (error: unknown) => (error instanceof Fault ? error.code : String(error)),
    )
    const others = [setup.run('lane.noop', 'native', i), setup.run('lane.noop', 'quick', i)]
    await pause(pick() * 60)
    process.kill(pid, pick() < 0.5 ? 'SIGKILL' : 'SIGSEGV')
    const outcome = await victim
    assert.ok(outcome === 'WORKER_LOST' || outcome === 'ran elsewhere', outcome)
    if (outcome === 'WORKER_LOST') lost += 1
    for (const { output } of await Promise.all(others)) assert.equal(output, i)
  }
  assert.ok(lost > 0, 'some were lost during their call')
  assert.equal((await setup.lanes.canaries(20_000)).native.live, true)
})

for (const lane of ['quick', 'heavy'] as const) {
  test(`${lane}: a thread that is killed while it starts`, async (t) => {
    const pick = seeded(seed)
    for (let i = 0; i < repeats; i += 1) {
      const { lanes, run } = setUp(t, { ...settings, graceMs: 1 }, cores)
      const controller = new AbortController()
      const starting = codeOf(run('lane.deaf', lane, { ms: 1000 }, { signal: controller.signal }))
      await pause(pick() * 80)
      controller.abort(fault('CANCELLED', 'The test cancels.'))
      assert.equal(await starting, 'CANCELLED')
      await lanes.close(0)
    }
  })

  test(`${lane}: a leaf that takes all heap`, async (t) => {
    const setup = setUp(t, settings, cores)
    const shapes = ['objects', 'arrays', 'strings', 'map', 'piece']
    await survive(t, setup, lane, async (pick) => {
      const shape = shapes[Math.floor(pick() * shapes.length)]
      const lost = await faultOf(setup.run('lane.hoard', lane, { shape }))
      assert.equal(lost.code, 'WORKER_LOST')
      assert.equal(lost.data['reason'], 'memory')
      assert.match(lost.message, /64 MB/)
    })
  })

  test(`${lane}: a leaf that leaves its thread`, async (t) => {
    const setup = setUp(t, settings, cores)
    await survive(t, setup, lane, async () => {
      assert.equal(await codeOf(setup.run('lane.die', lane, { how: 'exit' })), 'WORKER_LOST')
    })
  })
}

for (const lane of ['quick', 'heavy', 'native'] as const) {
  test(`${lane}: a leaf that leaves something behind which throws when nothing runs`, async (t) => {
    const setup = setUp(t, settings, cores)
    for (let i = 0; i < 5; i += 1) {
      assert.equal((await setup.run('lane.stray', lane)).output, 'ended')
      await pause(60)
      assert.equal((await setup.run('lane.noop', lane, i)).output, i)
    }
    assert.match(JSON.stringify(setup.log), /left behind|worker/)
  })

  test(`${lane}: a leaf that never yields, cancelled at a random moment`, async (t) => {
    const setup = setUp(t, settings, cores)
    await survive(t, setup, lane, async (pick) => {
      const controller = new AbortController()
      const leaf =
        ['lane.spin', 'lane.deaf', 'lane.step', 'lane.sleep'][Math.floor(pick() * 4)] ?? 'lane.spin'
      const call = setup.run(leaf, lane, { ms: 60_000 }, { signal: controller.signal })
      await pause(pick() * 60)
      controller.abort(fault('CANCELLED', 'The client is gone.'))
      assert.equal(await codeOf(call), 'CANCELLED')
    })
  })
}

test('quick: every call is answered once when some of those handed over together are slow, fail, die or are cancelled', async (t) => {
  const setup = setUp(t, { ...settings, quick: { workers: 2, queue: 1000 } })
  t.diagnostic(`seed ${seed}`)
  const pick = seeded(seed)
  for (let i = 0; i < 30; i += 1) await setup.run('lane.spin', 'quick', { ms: 0 })
  const outcomes = new Map<string, number>()
  const one = async (): Promise<void> => {
    const kind = pick()
    const controller = new AbortController()
    const timer = kind < 0.02 ? setTimeout(() => controller.abort(), pick() * 30) : undefined
    const ms = kind < 0.02 ? 60_000 : kind < 0.06 ? pick() * 40 : 0
    const leaf = kind > 0.99 ? 'lane.refuse' : kind > 0.985 ? 'lane.die' : 'lane.spin'
    const outcome = await setup.run(leaf, 'quick', { ms, how: 'exit' }, { signal: controller.signal }).then(
      ({ output }) => String(output),
      (error: unknown) => (error instanceof Fault ? error.code : String(error)),
    )
    clearTimeout(timer)
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  }
  const client = async (): Promise<void> => {
    for (let i = 0; i < repeats * 2; i += 1) await one()
  }
  await Promise.all(Array.from({ length: 24 }, client))
  assert.deepEqual([...outcomes.keys()].sort(), ['CANCELLED', 'ENCRYPTED', 'WORKER_LOST', 'spun'])
  assert.equal(
    [...outcomes.values()].reduce((sum, n) => sum + n),
    24 * repeats * 2,
  )
  await eventually('nothing runs any more', () =>
    setup.lanes.stats().every(({ running, waiting }) => running + waiting === 0),
  )
})
