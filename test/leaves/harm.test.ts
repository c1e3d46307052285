import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { fault } from '../../bridge/faults.ts'
import { leaves } from '../../workers/leaves.ts'
import { leafContext } from '../leaf-context.ts'
import { allocate } from './allocate.ts'
import { crash } from './crash.ts'
import { runInChild } from './in-child.ts'
import { spin } from './spin.ts'
import { testLeaves } from './table.ts'

test('every leaf of both tables is where it says, and harm is not shipped', async () => {
  for (const [name, location] of Object.entries(testLeaves)) {
    const module = await import(location.url)
    assert.equal(typeof module[location.export], 'function', name)
    assert.equal(leaves[name], undefined)
  }
})

test('crash ends a child process by the signal asked for, and nothing else', async () => {
  for (const signal of ['SIGSEGV', 'SIGKILL'] as const) {
    const outcome = await runInChild(testLeaves['probe.crash'], { signal })
    assert.deepEqual(outcome, { answer: undefined, exitCode: null, signal })
  }
  const connected = process.connected
  if (!connected) await assert.rejects(async () => crash({ signal: 'SIGKILL' }, leafContext()), /child/)
})

test('allocate ends a thread by its heap limit', async () => {
  const code = `import(${JSON.stringify(testLeaves['probe.allocate']?.url)}).then((module) => module.${allocate.name}())`
  const worker = new Worker(code, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 32 } })
  const [error] = await once(worker, 'error')
  assert.equal(error.code, 'ERR_WORKER_OUT_OF_MEMORY')
})

test('spin hears a cancel when it looks for one', async () => {
  const cancelled = fault('CANCELLED', 'The caller left.')
  const ctx = leafContext({ signal: AbortSignal.abort(cancelled) })
  await assert.rejects(async () => spin({ checkpoints: true }, ctx), cancelled)
  const { rounds } = await spin({ forMs: 2 }, ctx)
  assert.ok(rounds > 0)
})
