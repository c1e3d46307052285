import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Admission } from './admission.ts'

test('a process that keeps up admits calls', async (t) => {
  const admission = new Admission({ maxLoopDelayMs: 500, minFreeBytes: 0 })
  t.after(() => admission.close())
  await new Promise((resolve) => setTimeout(resolve, 250))
  assert.equal(admission.refusal(true), undefined)
})

test('an event loop that is held up refuses calls with Retry-After, and admits them again soon after', async (t) => {
  const admission = new Admission({ maxLoopDelayMs: 100, minFreeBytes: 0 })
  t.after(() => admission.close())
  await new Promise((resolve) => setTimeout(resolve, 150))
  for (const end = performance.now() + 400; performance.now() < end;);
  const refusal = admission.refusal(false)
  assert.equal(refusal?.code, 'BUSY')
  assert.equal(refusal?.data['retryAfterMs'], 1000)
  const limit = performance.now() + 5000
  while (admission.refusal(false) !== undefined && performance.now() < limit) {
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  assert.equal(admission.refusal(false), undefined)
})

test(
  'memory below the floor refuses only the work that needs memory',
  { skip: process.platform !== 'linux' },
  (t) => {
    const admission = new Admission({ maxLoopDelayMs: 500, minFreeBytes: Number.MAX_SAFE_INTEGER })
    t.after(() => admission.close())
    assert.equal(admission.refusal(true)?.data['reason'], 'memory')
    assert.equal(admission.refusal(false), undefined)
  },
)
