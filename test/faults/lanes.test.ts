import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { laneLeaf, laneLeaves } from '../leaves/lane-leaves.ts'
import { codeOf, eventually, faultOf, setUp, type LaneName } from './lanes-setup.ts'

const threads: LaneName[] = ['quick', 'heavy']
const wrongLeaves = { 'lane.noop': laneLeaf('count') }
const all: LaneName[] = [...threads, 'native']

for (const lane of all) {
  test(`${lane}: a leaf gets its input and its output comes back`, async (t) => {
    const { run, records } = setUp(t)
    const input = { text: 'é𝄞', list: [1, null, { deep: true }] }
    const { output, files } = await run('lane.noop', lane, input)
    assert.deepEqual(output, input)
    assert.equal(files.size, 0)
    assert.deepEqual(
      records.map(({ leaf, outcome }) => ({ leaf, lane, outcome })),
      [{ leaf: 'lane.noop', lane, outcome: 'ok' }],
    )
  })

  test(`${lane}: a fault of the leaf arrives with code, detail and data`, async (t) => {
    const { run, log, records } = setUp(t)
    const fault = await faultOf(run('lane.refuse', lane))
    assert.equal(fault.code, 'ENCRYPTED')
    assert.equal(fault.message, 'A password was expected; none came. Give one.')
    assert.deepEqual(fault.data, { page: 3 })
    assert.deepEqual(log, [])
    assert.equal(records[0]?.outcome, 'ENCRYPTED')
  })

  test(`${lane}: any other error is INTERNAL without its message, and its stack is in the log`, async (t) => {
    const { run, log } = setUp(t)
    const fault = await faultOf(run('lane.break', lane))
    assert.equal(fault.code, 'INTERNAL')
    assert.ok(!fault.message.includes('secret content'))
    const line = log.find(({ message }) => message === 'a leaf failed')
    assert.match(String(line?.fields['stack']), /RangeError: secret content[\s\S]*breakDown/)
    assert.equal(line?.fields['leaf'], 'lane.break')
  })

  test(`${lane}: code that cannot be loaded is UNAVAILABLE, with the reason in the log`, async (t) => {
    const { run, log } = setUp(t)
    assert.equal(await codeOf(run('lane.missing', lane)), 'UNAVAILABLE')
    assert.match(JSON.stringify(log), /lane-missing/)
    assert.equal((await run('lane.noop', lane, 1)).output, 1)
  })

  test(`${lane}: a rejection that nobody awaits fails no call and ends no worker`, async (t) => {
    const { lanes, run, log } = setUp(t)
    for (let i = 0; i < 3; i += 1) assert.equal((await run('lane.leak', lane)).output, 'ended')
    assert.equal(lanes.stats().find((stats) => stats.lane === lane)?.respawns, 0)
    await eventually('the reason is in the log', () => /nobody waits for this/.test(JSON.stringify(log)))
  })

  test(`${lane}: an output that is not plain data is INTERNAL, and the lane goes on`, async (t) => {
    const { run } = setUp(t)
    assert.equal(await codeOf(run('lane.function', lane)), 'INTERNAL')
    assert.equal((await run('lane.noop', lane, 1)).output, 1)
  })

  test(`${lane}: an input that is not plain data is INTERNAL, and the lane goes on`, async (t) => {
    const { run } = setUp(t)
    assert.equal(await codeOf(run('lane.noop', lane, { call: () => 1 })), 'INTERNAL')
    assert.equal((await run('lane.noop', lane, 1)).output, 1)
  })

  test(`${lane}: progress and finished items arrive in order`, async (t) => {
    const { run } = setUp(t)
    const heard: unknown[] = []
    await run(
      'lane.count',
      lane,
      {},
      { onProgress: (fraction, item) => heard.push([Math.round(fraction * 3), item]) },
    )
    assert.deepEqual(heard, [
      [1, { item: 1 }],
      [2, { item: 2 }],
      [3, { item: 3 }],
    ])
  })

  test(`${lane}: what libraries print goes to the log`, async (t) => {
    const { run, log } = setUp(t)
    await run('lane.print', lane, { lines: ['Warning: font', 'x'.repeat(10_000)] })
    const texts = (): string[] =>
      log.filter(({ message }) => message === 'worker output').map(({ fields }) => String(fields['text']))
    await eventually('two lines logged', () => texts().length >= 2)
    assert.equal(texts()[0], 'Warning: font')
    assert.ok(texts()[1]?.startsWith('xxx'))
    assert.ok((texts()[1]?.length ?? 0) <= 2000)
  })

  test(`${lane}: workers do not see the environment of the service`, async (t) => {
    process.env['TALARIA_TEST_SECRET'] = 'hunter2'
    t.after(() => delete process.env['TALARIA_TEST_SECRET'])
    const { run } = setUp(t)
    const { output } = await run('lane.environment', lane)
    assert.ok(Array.isArray(output))
    assert.ok(output.includes('PATH'))
    assert.ok(!output.includes('TALARIA_TEST_SECRET'))
  })

  test(`${lane}: files inside packages are found, and a missing package is named`, async (t) => {
    const { run } = setUp(t)
    const { output } = await run('lane.asset', lane, { package: 'zod', path: 'package.json' })
    assert.ok(String(output).endsWith('/node_modules/zod/package.json'))
    assert.ok(existsSync(String(output)))
    const { output: folder } = await run('lane.asset', lane, { package: 'zod', path: 'v4' })
    assert.ok(String(folder).endsWith('/zod/v4/'))
    const missing = await faultOf(run('lane.asset', lane, { package: 'no-such-package', path: 'x' }))
    assert.equal(missing.code, 'UNAVAILABLE')
    assert.match(missing.message, /no-such-package/)
  })
}

test('a leaf that is not in the table is INTERNAL at once', async (t) => {
  const { run } = setUp(t)
  assert.equal(await codeOf(run('lane.unheard-of', 'quick')), 'INTERNAL')
})

test('short leaves that are handed over together are each answered for themselves', async (t) => {
  const { run, lanes } = setUp(t, { quick: { workers: 1, queue: 1000 } })
  for (let i = 0; i < 20; i += 1) {
    await run('lane.noop', 'quick', i)
    await codeOf(run('lane.refuse', 'quick'))
  }
  const calls = Array.from({ length: 500 }, (_, i) =>
    i % 7 === 3
      ? codeOf(run('lane.refuse', 'quick'))
      : run('lane.noop', 'quick', i).then(({ output }) => output),
  )
  assert.deepEqual(
    await Promise.all(calls),
    calls.map((_, i) => (i % 7 === 3 ? 'ENCRYPTED' : i)),
  )
  assert.equal(lanes.stats().find(({ lane }) => lane === 'quick')?.running, 0)
})

test('the canaries of idle lanes answer, and a wrong answer shows', async (t) => {
  const { lanes } = setUp(t)
  assert.deepEqual(await lanes.canaries(10_000), {
    quick: { live: true },
    heavy: { live: true },
    native: { live: true },
  })
  const wrong = setUp(t, {}, { leaves: { ...laneLeaves, ...wrongLeaves } })
  const states = await wrong.lanes.canaries(10_000)
  assert.equal(states.quick.live, false)
  assert.match(states.native.detail ?? '', /wrong answer/)
})

test('a lane that is full of work is live', async (t) => {
  const { lanes, run } = setUp(t, { heavy: { workers: 1, queue: 4 } })
  const signal = AbortSignal.timeout(5000)
  const long = codeOf(run('lane.sleep', 'heavy', { ms: 5000 }, { signal }))
  const { heavy } = await lanes.canaries(300)
  assert.equal(heavy.live, true)
  assert.match(heavy.detail ?? '', /Busy/)
  await lanes.close(0)
  assert.equal(await long, 'SHUTTING_DOWN')
})

test(
  'heavy threads and processes step back for the rest',
  { skip: process.platform !== 'linux' },
  async (t) => {
    const { run } = setUp(t)
    const nice = async (lane: LaneName): Promise<number> => Number((await run('lane.priority', lane)).output)
    const quick = await nice('quick')
    assert.ok((await nice('heavy')) > quick || quick === 19)
    assert.ok((await nice('native')) > quick || quick === 19)
  },
)
