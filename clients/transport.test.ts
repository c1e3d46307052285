import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { test, type TestContext } from 'node:test'
import { Fault } from '../bridge/faults.ts'
import { answering, problem } from '../test/cli/answering.ts'
import { createTransport, type Transport, type WireRequest } from './transport.ts'

function to(url: string, retries = 2): Transport {
  const connection = { reach: async () => ({ url, token: 'secret' }), forget: () => {} }
  return createTransport(connection, fetch, retries)
}

const get: WireRequest = { method: 'GET', path: '/x', idempotent: true }
const isFault = (code: string) => (error: unknown) => error instanceof Fault && error.code === code

/** A port that nothing listens on: one that was free a moment ago. */
async function closedPort(t: TestContext): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  assert.ok(address !== null && typeof address === 'object')
  await new Promise((resolve) => server.close(resolve))
  t.diagnostic(`port ${address.port}`)
  return `http://127.0.0.1:${address.port}`
}

test('a retryable fault of an idempotent request is tried again after Retry-After', async (t) => {
  const times: number[] = []
  const { url, requests } = await answering(t, (_request, response, count) => {
    times.push(Date.now())
    if (count > 1) return response.end('done')
    response.setHeader('retry-after', '1')
    problem(response, 503, 'BUSY')
  })
  const answer = await to(url).send(get)
  assert.equal(new TextDecoder().decode(answer.body), 'done')
  assert.equal(requests.length, 2)
  const [first = 0, second = 0] = times
  assert.ok(second - first >= 1000, 'it waited as asked')
  assert.equal(requests[0]?.headers.authorization, 'Bearer secret')
})

test('tries are bounded, and the last fault is what the caller sees', async (t) => {
  const { url, requests } = await answering(t, (_request, response) =>
    problem(response, 503, 'BUSY', { retryAfterMs: 1 }),
  )
  const answer = await to(url, 3).send(get)
  assert.equal(answer.fault?.code, 'BUSY')
  assert.equal(requests.length, 4)
})

test('what is not idempotent is sent once', async (t) => {
  const { url, requests } = await answering(t, (_request, response) =>
    problem(response, 503, 'BUSY', { retryAfterMs: 1 }),
  )
  const answer = await to(url).send({ ...get, method: 'POST', idempotent: false })
  assert.equal(answer.fault?.code, 'BUSY')
  assert.equal(requests.length, 1)
})

test('a final fault is not tried again, and its extension members become data', async (t) => {
  const { url, requests } = await answering(t, (_request, response) =>
    problem(response, 422, 'ENCRYPTED', { page: 3, retryable: false, type: '/docs' }),
  )
  const { fault } = await to(url).send(get)
  assert.equal(fault?.code, 'ENCRYPTED')
  assert.equal(fault.message, 'This is ENCRYPTED.')
  assert.deepEqual(fault.data, { page: 3 })
  assert.equal(requests.length, 1)
})

test('a wait longer than the time left, or than a person would wait, ends the call at once', async (t) => {
  const { url, requests } = await answering(t, (_request, response) => {
    response.setHeader('retry-after', '3600')
    problem(response, 503, 'SHUTTING_DOWN')
  })
  const { fault } = await to(url).send(get)
  assert.equal(fault?.code, 'SHUTTING_DOWN')
  assert.equal(fault.data['retryAfterMs'], 3_600_000)
  await to(url).send({ ...get, timeoutMs: 5000 })
  assert.equal(requests.length, 2)
})

test('a code this client does not know, and an answer that is no problem at all, are INTERNAL with what came', async (t) => {
  const newer = await answering(t, (_request, response) => problem(response, 418, 'FROM_THE_FUTURE'))
  const unknown = (await to(newer.url).send(get)).fault
  assert.deepEqual([unknown?.code, unknown?.data['code']], ['INTERNAL', 'FROM_THE_FUTURE'])
  const other = await answering(t, (_request, response) =>
    response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>'),
  )
  const foreign = (await to(other.url).send(get)).fault
  assert.deepEqual([foreign?.code, foreign?.data['status']], ['INTERNAL', 502])
})

test('nobody listening is UNREACHABLE, after the tries', async (t) => {
  const url = await closedPort(t)
  await assert.rejects(to(url, 1).send(get), isFault('UNREACHABLE'))
})

test('a connection that breaks within the body is UNREACHABLE', async (t) => {
  const { url } = await answering(t, (_request, response) => {
    response.writeHead(200, { 'content-length': '10' })
    response.write('half', () => response.destroy())
  })
  await assert.rejects(to(url, 0).send(get), isFault('UNREACHABLE'))
})

test('aborting closes the connection and is CANCELLED; time running out is DEADLINE', async (t) => {
  const closed: Promise<unknown>[] = []
  const { url } = await answering(t, (_request, response) => {
    closed.push(once(response, 'close'))
    controller.abort()
  })
  const controller = new AbortController()
  await assert.rejects(to(url).send({ ...get, signal: controller.signal }), isFault('CANCELLED'))
  await assert.rejects(to(url).send({ ...get, timeoutMs: 50 }), isFault('DEADLINE'))
  assert.equal(closed.length, 2)
  await Promise.all(closed)
})

test('an aborted signal sends nothing', async (t) => {
  const { url, requests } = await answering(t, (_request, response) => response.end())
  await assert.rejects(to(url).send({ ...get, signal: AbortSignal.abort() }), isFault('CANCELLED'))
  assert.equal(requests.length, 0)
})

test('a redirect is not followed, so that the token stays here', async (t) => {
  const other = await answering(t, (_request, response) => response.end('caught'))
  const { url } = await answering(t, (_request, response) =>
    response.writeHead(307, { location: other.url }).end(),
  )
  await assert.rejects(to(url, 0).send(get), isFault('UNREACHABLE'))
  assert.equal(other.requests.length, 0)
})
