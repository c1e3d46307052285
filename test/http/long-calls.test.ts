import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { z } from 'zod'
import { Fault } from '../../bridge/faults.ts'
import { operation } from '../../bridge/operation.ts'
import { createClient } from '../../clients/client.ts'
import type { Plan } from '../../service/plan.ts'
import { testLeaves } from '../leaves/table.ts'
import { startTestService, type TestService } from '../service.ts'

const USUAL_MS = 300

/** Works `ms` by itself or, where asked, in one leaf; a call may take 300 ms, watched half a minute. */
const long = operation({
  name: 'test.long',
  tool: { name: 'test', action: 'long' },
  summary: 'Takes its time.',
  tier: { base: 'read' },
  lane: 'quick',
  input: z.strictObject({ ms: z.int(), inLeaf: z.boolean().default(false) }),
  output: z.strictObject({ done: z.literal(true) }),
  streams: { rest: (output) => output },
  limits: { timeoutMs: USUAL_MS, longTimeoutMs: 30_000, maxInputBytes: 1024 },
  deterministic: true,
  volatile: [],
  cache: 'none',
  version: 1,
  faults: [],
  examples: [],
})

const plan: Plan<{ ms: number; inLeaf: boolean }> = async ({ ms, inLeaf }, ctx) => {
  if (inLeaf) await ctx.leaf('probe.spin', { forMs: ms, checkpoints: true }, { lane: 'quick' })
  else await new Promise((resolve) => setTimeout(resolve, ms))
  return { done: true }
}

const serviceOf = (t: TestContext): Promise<TestService> =>
  startTestService(t, {}, { operations: [long], plans: { 'test.long': plan }, leaves: testLeaves })

const clientOf = ({ url, agent }: TestService) => createClient({ url, token: agent })

/** Runs it as a job to its end, and gives its result or its fault. */
async function asJob(service: TestService, input: object, headers: Record<string, string> = {}) {
  const accepted = await service.call('/v1/test/long', {
    json: input,
    headers: { prefer: 'respond-async', ...headers },
  })
  assert.equal(accepted.status, 202)
  const { id } = await accepted.json()
  await clientOf(service).jobs.wait(id)
  return await (await service.call(`/v1/jobs/${id}/result`)).json()
}

test('what a call has no time for, a job has, and a call answered line by line', async (t) => {
  const service = await serviceOf(t)
  const input = { ms: 3 * USUAL_MS }
  const call = await service.call('/v1/test/long', { json: input })
  assert.equal((await call.json()).code, 'DEADLINE')
  assert.deepEqual(await asJob(service, input), { done: true })
  const lines = await service.call('/v1/test/long', {
    json: input,
    headers: { accept: 'application/x-ndjson' },
  })
  assert.deepEqual(await lines.json(), { end: { done: true } })
})

test('one leaf of a job has no more time than a call', async (t) => {
  const service = await serviceOf(t)
  assert.equal((await asJob(service, { ms: 30_000, inLeaf: true })).code, 'DEADLINE')
})

test('a job keeps to the time that was asked for', async (t) => {
  const service = await serviceOf(t)
  const failed = await asJob(service, { ms: 20_000 }, { 'talaria-timeout-ms': '500' })
  assert.equal(failed.code, 'DEADLINE')
  assert.match(failed.detail, /500 ms/)
})

test('more time than a call has is refused for a call, and taken for a job', async (t) => {
  const service = await serviceOf(t)
  const headers = { 'talaria-timeout-ms': '2000' }
  const refused = await (await service.call('/v1/test/long', { json: { ms: 1 }, headers })).json()
  assert.equal(refused.code, 'INVALID_INPUT')
  assert.match(refused.detail, /expected 1 to 300 for test\.long, 30000 as a job or line by line/)
  assert.deepEqual(await asJob(service, { ms: 2 * USUAL_MS }, headers), { done: true })
  const beyond = await service.call('/v1/test/long', {
    json: { ms: 1 },
    headers: { prefer: 'respond-async', 'talaria-timeout-ms': '30001' },
  })
  assert.equal(beyond.status, 400)
})

test('the client follows a call as a job where more time is asked for', async (t) => {
  const client = clientOf(await serviceOf(t))
  const answered = await client.answer(long, { input: { ms: 5 * USUAL_MS } }, { timeoutMs: 20_000 })
  assert.equal(answered.fault, undefined)
  const late = client.answer(long, { input: { ms: 25_000 } }, { timeoutMs: 400, onProgress: () => {} })
  assert.equal((await late).fault?.code, 'DEADLINE')
  await assert.rejects(
    client.answer(long, { input: { ms: 1 } }, { timeoutMs: 30_001 }),
    (error) => error instanceof Fault && error.code === 'INVALID_INPUT',
  )
})
