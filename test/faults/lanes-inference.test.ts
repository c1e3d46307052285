import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fault } from '../../bridge/faults.ts'
import { leaves } from '../../workers/leaves.ts'
import { laneLeaves } from '../leaves/lane-leaves.ts'
import { seeded } from '../random.ts'
import { codeOf, pause, repeats, seed, setUp } from './lanes-setup.ts'

test('native: an inference aborted at a random moment takes only its child', async (t) => {
  const { lanes, run } = setUp(
    t,
    { native: { workers: 1, queue: 100 }, graceMs: 1 },
    { leaves: { ...laneLeaves, ...leaves } },
  )
  t.diagnostic(`seed ${seed}, ${repeats} times`)
  const pick = seeded(seed)
  for (let i = 0; i < repeats; i += 1) {
    // A small one first, so that the runtime is loaded and the long one is under way when it is aborted.
    await run('probe.infer', 'native', { rounds: 1, size: 64 })
    const controller = new AbortController()
    const long = codeOf(run('probe.infer', 'native', { rounds: 100_000 }, { signal: controller.signal }))
    await pause(20 + pick() * 200)
    controller.abort(fault('CANCELLED', 'The test cancels.'))
    assert.equal(await long, 'CANCELLED')
    assert.equal((await run('lane.noop', 'quick', i)).output, i)
  }
  assert.equal((await lanes.canaries(20_000)).native.live, true)
})
