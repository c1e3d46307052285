import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { startTestService, type TestService } from '../service.ts'

/** A request with headers that fetch does not let a caller set. */
function bare(service: TestService, path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    request(service.url + path, { headers }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
      .on('error', reject)
      .end()
  })
}

test('only the open routes answer without a token', async (t) => {
  const service = await startTestService(t)
  for (const path of ['/healthz', '/readyz', '/openapi.json', '/docs']) {
    assert.equal((await service.call(path, { token: null })).status, 200, path)
  }
  for (const path of [
    '/metrics',
    '/v1/status',
    '/v1/jobs',
    '/v1/events',
    '/v1/approvals',
    `/v1/blobs/sha256:${'0'.repeat(64)}`,
  ]) {
    const response = await service.call(path, { token: null })
    assert.equal(response.status, 401, path)
    assert.match(response.headers.get('content-type') ?? '', /^application\/problem\+json/)
    assert.match(response.headers.get('www-authenticate') ?? '', /^Bearer/)
    assert.equal(((await response.json()) as { code: string }).code, 'UNAUTHENTICATED')
  }
})

test('a wrong token, one too short and one that differs in the last character are refused alike', async (t) => {
  const service = await startTestService(t)
  const last = service.agent.endsWith('A') ? 'B' : 'A'
  for (const token of [
    'x',
    service.agent.slice(0, -1),
    service.agent.slice(0, -1) + last,
    `${service.agent}A`,
  ]) {
    assert.equal((await service.call('/v1/status', { token })).status, 401)
  }
  assert.equal((await service.call('/v1/status', { token: service.agent })).status, 200)
})

test('an agent token does not open owner routes', async (t) => {
  const service = await startTestService(t)
  for (const [path, method] of [
    ['/v1/events', 'GET'],
    ['/v1/approvals', 'GET'],
    ['/v1/console/links', 'POST'],
    ['/v1/bridge/audit', 'POST'],
  ] as const) {
    const response = await service.call(path, {
      method,
      json: {},
      ...(method === 'GET' && { json: undefined }),
    })
    assert.equal(response.status, 403, path)
    assert.equal(((await response.json()) as { code: string }).code, 'FORBIDDEN')
  }
})

test('a page elsewhere cannot call: unknown Host and foreign Origin are refused, on open routes too', async (t) => {
  const service = await startTestService(t)
  const authorization = `Bearer ${service.agent}`
  const { host } = new URL(service.url)
  assert.equal(await bare(service, '/healthz', { host: 'evil.example' }), 403)
  assert.equal(await bare(service, '/healthz', { host: `evil.example:${new URL(service.url).port}` }), 403)
  assert.equal(await bare(service, '/healthz', { host: '127.0.0.1.evil.example' }), 403)
  assert.equal(await bare(service, '/v1/status', { authorization, origin: 'https://evil.example' }), 403)
  assert.equal(await bare(service, '/v1/status', { authorization, origin: 'null' }), 403)
  assert.equal(await bare(service, '/v1/status', { authorization, origin: `http://${host}` }), 200)
  assert.equal(
    await bare(service, '/v1/status', { authorization, host: `localhost:${new URL(service.url).port}` }),
    200,
  )
})

test('a host name that the settings allow is taken', async (t) => {
  const service = await startTestService(t, { allowedHosts: 'box.lan,other.lan' })
  assert.equal(await bare(service, '/healthz', { host: 'box.lan:8790' }), 200)
  assert.equal(await bare(service, '/healthz', { host: 'third.lan' }), 403)
})

test('an unknown route and an unknown operation answer problem details', async (t) => {
  const service = await startTestService(t)
  for (const path of ['/v1/none/such', '/nothing', '/console/../package.json', '/console/%2e%2e/client.js']) {
    const response = await service.call(path)
    assert.equal(response.status, 404, path)
    assert.equal(((await response.json()) as { code: string }).code, 'NOT_FOUND')
  }
})

test('what is no fault is shown as INTERNAL without its message', async (t) => {
  const service = await startTestService(t)
  const response = await service.call('/v1/test/mistake', { json: {} })
  assert.equal(response.status, 500)
  const text = await response.text()
  assert.match(text, /"code":"INTERNAL"/)
  assert.doesNotMatch(text, /secret|TypeError|\.js/)
})

test('the rate limit answers 429 with the time to wait', async (t) => {
  const service = await startTestService(t, { 'http.ratePerSecond': '2' })
  const statuses: number[] = []
  for (let call = 0; call < 6; call++) {
    const response = await service.call('/v1/status')
    statuses.push(response.status)
    if (response.status === 429) assert.ok(Number(response.headers.get('retry-after')) >= 1)
  }
  assert.deepEqual(statuses.slice(0, 4), [200, 200, 200, 200])
  assert.ok(statuses.slice(4).includes(429))
})

test('the console opens through a link once', async (t) => {
  const service = await startTestService(t)
  const made = await service.call('/v1/console/links', { method: 'POST', token: service.owner })
  const { url } = (await made.json()) as { url: string }
  const link = new URLSearchParams(new URL(url).hash.slice(1)).get('link')
  const first = await service.call('/v1/console/sessions', { token: null, json: { link } })
  assert.equal(first.status, 200)
  const { token, role } = (await first.json()) as { token: string; role: string }
  assert.equal(role, 'owner')
  assert.equal((await service.call('/v1/approvals', { token })).status, 200)
  assert.equal((await service.call('/v1/console/sessions', { token: null, json: { link } })).status, 401)
  assert.equal(
    (await service.call('/v1/console/sessions', { token: null, json: { link: 'guess' } })).status,
    401,
  )
})

test('metrics and status count the calls', async (t) => {
  const service = await startTestService(t)
  await service.call('/v1/calc/eval', { json: { input: '1+1' } })
  await service.call('/v1/calc/eval', { json: { input: '1+' } })
  const metrics = await (await service.call('/metrics')).text()
  assert.match(metrics, /talaria_call_seconds_count\{operation="calc\.eval",code="OK"\} 1/)
  assert.match(metrics, /talaria_call_seconds_count\{operation="calc\.eval",code="SYNTAX"\} 1/)
  const status = (await (await service.call('/v1/status')).json()) as {
    version: string
    lanes: { lane: string }[]
  }
  assert.deepEqual(status.lanes.map(({ lane }) => lane).sort(), ['heavy', 'native', 'quick'])
})
