import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService, type TestService } from '../service.ts'

interface Asked {
  code: string
  approval: { id: string; tier: string; action: string; summary: string; expiresAt: string }
}

async function ask(service: TestService, tier: string, text: string, approval?: string): Promise<Response> {
  return service.call(`/v1/test/${tier}`, { json: { text }, ...(approval && { headers: { approval } }) })
}

async function answer(
  service: TestService,
  id: string,
  said: string,
  token = service.owner,
): Promise<number> {
  return (await service.call(`/v1/approvals/${id}`, { token, json: { answer: said } })).status
}

test('read and act run at once, act is announced to the owner', async (t) => {
  const service = await startTestService(t)
  const abort = new AbortController()
  const events = await service.call('/v1/events', { token: service.owner, signal: abort.signal })
  assert.equal((await ask(service, 'read', 'x')).status, 200)
  assert.equal((await ask(service, 'act', 'x')).status, 200)
  let text = ''
  for await (const chunk of events.body!) {
    text += new TextDecoder().decode(chunk)
    if (text.includes('event: act')) break
  }
  assert.match(text, /"operation":"test\.act"/)
  assert.doesNotMatch(text, /"operation":"test\.read"/)
  abort.abort()
})

test('mutate answers 409, runs once after a yes, and the yes is used up', async (t) => {
  const service = await startTestService(t)
  const first = await ask(service, 'mutate', 'a')
  assert.equal(first.status, 409)
  const { code, approval } = (await first.json()) as Asked
  assert.equal(code, 'APPROVAL_NEEDED')
  assert.equal(approval.tier, 'mutate')
  assert.ok(Date.parse(approval.expiresAt) > Date.now())
  assert.equal((await ask(service, 'mutate', 'a', approval.id)).status, 409, 'not answered yet')
  assert.equal(
    await answer(service, approval.id, 'once', service.agent),
    403,
    'the agent cannot say yes to itself',
  )
  assert.equal(await answer(service, approval.id, 'once'), 200)
  assert.equal((await ask(service, 'mutate', 'b', approval.id)).status, 409, 'bound to the arguments')
  assert.equal((await ask(service, 'mutate', 'a', approval.id)).status, 200)
  assert.equal((await ask(service, 'mutate', 'a', approval.id)).status, 409, 'single use')
})

test('a no is a no', async (t) => {
  const service = await startTestService(t)
  const { approval } = (await (await ask(service, 'mutate', 'a')).json()) as Asked
  assert.equal(await answer(service, approval.id, 'deny'), 200)
  const refused = await ask(service, 'mutate', 'a', approval.id)
  assert.equal(refused.status, 403)
  assert.equal(((await refused.json()) as Asked).code, 'APPROVAL_DENIED')
})

test('always holds for mutate and never for destructive', async (t) => {
  const service = await startTestService(t)
  const mutate = ((await (await ask(service, 'mutate', 'a')).json()) as Asked).approval
  await answer(service, mutate.id, 'always')
  assert.equal((await ask(service, 'mutate', 'a', mutate.id)).status, 200)
  assert.equal((await ask(service, 'mutate', 'other')).status, 200)
  const destructive = ((await (await ask(service, 'destructive', 'a')).json()) as Asked).approval
  await answer(service, destructive.id, 'always')
  await ask(service, 'destructive', 'a', destructive.id)
  assert.equal((await ask(service, 'destructive', 'a')).status, 409)
})

test('an approval that nobody answers expires', async (t) => {
  const service = await startTestService(t, { 'approvals.expireMs': '200' })
  const { approval } = (await (await ask(service, 'mutate', 'a')).json()) as Asked
  await new Promise((resolve) => setTimeout(resolve, 300))
  assert.notEqual(await answer(service, approval.id, 'once'), 200)
  assert.equal((await ask(service, 'mutate', 'a', approval.id)).status, 409)
})

test('a job of the mutate tier asks before it is accepted', async (t) => {
  const service = await startTestService(t)
  const asked = await service.call('/v1/test/mutate', {
    json: { text: 'j' },
    headers: { prefer: 'respond-async' },
  })
  assert.equal(asked.status, 409)
  const { approval } = (await asked.json()) as Asked
  await answer(service, approval.id, 'once')
  const accepted = await service.call('/v1/test/mutate', {
    json: { text: 'j' },
    headers: { prefer: 'respond-async', approval: approval.id },
  })
  assert.equal(accepted.status, 202)
})

test('a change under an idempotency key is made once', async (t) => {
  const service = await startTestService(t)
  const { approval } = (await (await ask(service, 'mutate', 'k')).json()) as Asked
  await answer(service, approval.id, 'always')
  const call = async (): Promise<unknown> =>
    (
      await service.call('/v1/test/mutate', {
        json: { text: 'k' },
        headers: { 'idempotency-key': 'change-1' },
      })
    ).json()
  const first = await call()
  assert.deepEqual(await call(), first)
})

test('every call leaves a line in the audit log, secrets do not', async (t) => {
  const service = await startTestService(t)
  await ask(service, 'read', 'plain')
  await service.call('/v1/documents/read', { json: { path: '/nowhere.pdf', password: 'hunter2' } })
  await ask(service, 'mutate', 'asked')
  const log = await service.call('/v1/bridge/audit', { token: service.owner, json: { limit: 10 } })
  const text = await log.text()
  const { entries } = JSON.parse(text) as { entries: { tool: string; decision: string; ok: boolean }[] }
  assert.deepEqual(entries.map(({ tool }) => tool).slice(0, 3), ['test', 'system_documents', 'test'])
  assert.equal(entries[0]!.decision, 'blocked')
  assert.doesNotMatch(text, /hunter2/)
})
