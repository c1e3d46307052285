import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from '../root.ts'
import { startTestService, type TestService } from '../service.ts'

interface Job {
  id: string
  state: string
  progress: number
  position: number
}

const letter = join(root, 'samples/letter.pdf')

async function started(service: TestService, ms: number, headers: Record<string, string> = {}): Promise<Job> {
  const response = await service.call('/v1/test/sleep', {
    json: { ms },
    headers: { prefer: 'respond-async', ...headers },
  })
  assert.equal(response.status, 202)
  const job = (await response.json()) as Job
  assert.equal(response.headers.get('location'), `/v1/jobs/${job.id}`)
  return job
}

async function job(service: TestService, id: string, token?: string): Promise<Job> {
  return (await (await service.call(`/v1/jobs/${id}`, token ? { token } : {})).json()) as Job
}

test('a job reports progress and gives the very body the call would have given', async (t) => {
  const service = await startTestService(t)
  const direct = await service.call('/v1/documents/read', { json: { path: letter } })
  const response = await service.call('/v1/documents/read', {
    json: { path: letter },
    headers: { prefer: 'respond-async' },
  })
  const { id } = (await response.json()) as Job
  while ((await job(service, id)).state !== 'succeeded')
    await new Promise((resolve) => setTimeout(resolve, 10))
  const result = await service.call(`/v1/jobs/${id}/result`)
  assert.equal(await result.text(), await direct.text())
})

test('Prefer: wait answers with the result when there is time, and with a job that goes on when there is not', async (t) => {
  const service = await startTestService(t)
  const quick = await service.call('/v1/test/sleep', { json: { ms: 50 }, headers: { prefer: 'wait=5' } })
  assert.equal(quick.status, 200)
  assert.deepEqual(await quick.json(), { slept: 50 })
  const slow = await service.call('/v1/test/sleep', { json: { ms: 1500 }, headers: { prefer: 'wait=0.3' } })
  assert.equal(slow.status, 202)
  const { id } = (await slow.json()) as Job
  while ((await job(service, id)).state === 'running') await new Promise((resolve) => setTimeout(resolve, 20))
  assert.deepEqual(await (await service.call(`/v1/jobs/${id}/result`)).json(), { slept: 1500 })
})

test('a job is cancelled for real', async (t) => {
  const service = await startTestService(t)
  const { id } = await started(service, 60_000)
  const cancelled = (await (await service.call(`/v1/jobs/${id}`, { method: 'DELETE' })).json()) as Job
  assert.equal(cancelled.state, 'cancelled')
  assert.equal((await service.call(`/v1/jobs/${id}/result`)).status, 499)
})

test('the events of a job end with its final state and can be taken up again', async (t) => {
  const service = await startTestService(t)
  const { id } = await started(service, 600)
  const text = await (await service.call(`/v1/jobs/${id}/events`)).text()
  const ids = [...text.matchAll(/^id: (.+)$/gm)].map(([, found]) => found!)
  assert.match(text, /"state":"succeeded"/)
  assert.ok(ids.length >= 2)
  const rest = await (
    await service.call(`/v1/jobs/${id}/events`, { headers: { 'last-event-id': ids.at(-2)! } })
  ).text()
  assert.deepEqual(
    [...rest.matchAll(/^id: (.+)$/gm)].map(([, found]) => found),
    [ids.at(-1)],
  )
})

test('the same idempotency key is the same job; with another input it is refused', async (t) => {
  const service = await startTestService(t)
  const headers = { 'idempotency-key': 'once' }
  const first = await started(service, 10, headers)
  const second = await started(service, 10, headers)
  assert.equal(second.id, first.id)
  const other = await service.call('/v1/test/sleep', {
    json: { ms: 11 },
    headers: { prefer: 'respond-async', ...headers },
  })
  assert.equal(other.status, 422)
})

test("a job is its caller's and the owner's", async (t) => {
  const service = await startTestService(t)
  const { id } = await started(service, 10)
  const host = await service.service.callers.identify({ authorization: `Bearer ${service.owner}` })
  assert.equal(host.role, 'owner')
  assert.equal((await job(service, id, service.owner)).id, id)
  const made = await service.call('/v1/test/sleep', {
    json: { ms: 1 },
    token: service.owner,
    headers: { prefer: 'respond-async' },
  })
  const owners = (await made.json()) as Job
  assert.equal((await service.call(`/v1/jobs/${owners.id}`)).status, 404)
})

test('a job reads what was at the path when it was accepted', async (t) => {
  const { writeFileSync } = await import('node:fs')
  const service = await startTestService(t)
  const { temporaryFolder } = await import('../service.ts')
  const path = join(temporaryFolder(t), 'note.bin')
  writeFileSync(path, 'before')
  const blocking = await started(service, 400)
  const response = await service.call('/v1/test/echo', {
    json: { source: { path } },
    headers: { prefer: 'respond-async' },
  })
  writeFileSync(path, 'after!')
  const { id } = (await response.json()) as Job
  while ((await job(service, id)).state !== 'succeeded')
    await new Promise((resolve) => setTimeout(resolve, 10))
  const { file } = (await (await service.call(`/v1/jobs/${id}/result`)).json()) as { file: { url: string } }
  assert.equal(await (await service.call(file.url)).text(), 'before')
  await service.call(`/v1/jobs/${blocking.id}`, { method: 'DELETE' })
})

test('pages come a line each as NDJSON, the rest on the last line', async (t) => {
  const service = await startTestService(t)
  const response = await service.call('/v1/documents/read', {
    json: { path: join(root, 'samples/report.pdf'), pages: 'all' },
    headers: { accept: 'application/x-ndjson' },
  })
  assert.match(response.headers.get('content-type') ?? '', /^application\/x-ndjson/)
  const lines = (await response.text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  const last = lines.at(-1) as { end?: { documents: { name: string }[] } }
  assert.equal(last.end?.documents[0]?.name, 'report.pdf')
  assert.ok(lines.length > 2)
  for (const line of lines.slice(0, -1)) assert.ok('page' in line)
  const missing = await service.call('/v1/documents/read', {
    json: { path: '/nowhere/none.pdf' },
    headers: { accept: 'application/x-ndjson' },
  })
  assert.equal(missing.status, 404)
  assert.match(missing.headers.get('content-type') ?? '', /^application\/problem\+json/)
})

test('a caller that leaves cancels its call', async (t) => {
  const service = await startTestService(t)
  const abort = new AbortController()
  const call = service.call('/v1/test/sleep', { json: { ms: 60_000 }, signal: abort.signal })
  await new Promise((resolve) => setTimeout(resolve, 150))
  abort.abort()
  await assert.rejects(call)
  for (;;) {
    const metrics = await (await service.call('/metrics')).text()
    if (/talaria_call_seconds_count\{operation="test\.sleep",code="CANCELLED"\} 1/.test(metrics)) break
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
})

test('a batch answers each call in order, faults among them', async (t) => {
  const service = await startTestService(t)
  const response = await service.call('/v1/batch', {
    json: {
      calls: [
        { operation: 'calc.eval', input: { input: '1+1' } },
        { operation: 'calc.eval', input: { input: '1/0' } },
        { operation: 'no.such', input: {} },
        { operation: 'test.mutate', input: {} },
        { operation: 'calc.eval', input: { input: '2^10' } },
      ],
    },
  })
  const { results } = (await response.json()) as {
    results: { status: number; output?: { result: string } }[]
  }
  assert.deepEqual(
    results.map(({ status }) => status),
    [200, 422, 404, 409, 200],
  )
  assert.equal(results[4]!.output!.result, '1024')
})

test('a file that takes too long among several fails alone; by itself it has the time of the call', async (t) => {
  const service = await startTestService(t, { 'documents.maxLeafMs': '1', 'cache.enabled': 'false' })
  const sources = [{ path: letter }, { path: join(root, 'samples/report.pdf') }]
  const several = await service.call('/v1/documents/read', { json: { sources } })
  assert.equal(several.status, 200)
  const { documents } = (await several.json()) as { documents: { error?: { code: string } }[] }
  assert.deepEqual(
    documents.map(({ error }) => error?.code),
    ['DEADLINE', 'DEADLINE'],
  )
  assert.equal((await service.call('/v1/documents/read', { json: { path: letter } })).status, 200)
})
