import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService, type TestService } from '../service.ts'
import { callTool, connectTo, textOf, WAYS, type ConnectOptions } from './connections.ts'

/** A token of a host, which may pass on what a person says. */
async function hostToken(service: TestService): Promise<string> {
  const issued = await service.call('/v1/hosts', { token: service.owner, json: { name: 'test-host' } })
  return ((await issued.json()) as { token: string }).token
}

const saying =
  (answer: string, questions: string[] = []): ConnectOptions['person'] =>
  (message) => {
    questions.push(message)
    return { action: 'accept', content: { answer } }
  }

async function pending(service: TestService): Promise<number> {
  const list = await service.call('/v1/approvals', { token: service.owner })
  return ((await list.json()) as { approvals: unknown[] }).approvals.length
}

/** Every way but the one on which a server cannot ask: stateless HTTP of the earlier revisions. */
const ASKING = WAYS.filter(({ transport, era }) => transport === 'stdio' || era === 'modern')

for (const way of ASKING) {
  test(`${way.title}: a person is asked, and the call runs once after a yes`, async (t) => {
    const service = await startTestService(t)
    const questions: string[] = []
    const client = await connectTo(t, service, way, {
      token: await hostToken(service),
      person: saying('once', questions),
    })
    const first = await callTool(client, 'test', { action: 'mutate', text: 'a' })
    assert.match(textOf(first), /^\{"text":"a","runs":\d+\}$/)
    assert.match(questions[0] ?? '', /^Allow test:mutate \(mutate\)\? An operation of the tests\. text: /)
    await callTool(client, 'test', { action: 'mutate', text: 'a' })
    assert.equal(questions.length, 2, 'once is once')
  })

  test(`${way.title}: a no, a closed question and nonsense are no yes`, async (t) => {
    const service = await startTestService(t)
    const token = await hostToken(service)
    const call = { action: 'destructive', text: 'b' }
    for (const [person, code] of [
      [saying('deny'), 'APPROVAL_DENIED'],
      [saying('of course'), 'APPROVAL_DENIED'],
      [() => ({ action: 'accept' as const, content: {} }), 'APPROVAL_DENIED'],
      [() => ({ action: 'decline' as const }), 'APPROVAL_DENIED'],
      [() => ({ action: 'cancel' as const }), 'APPROVAL_NEEDED'],
    ] as const) {
      const client = await connectTo(t, service, way, { token, person })
      const answer = await callTool(client, 'test', call)
      assert.equal(answer.isError, true)
      assert.ok(textOf(answer).startsWith(`${code}: `), textOf(answer))
    }
  })
}

for (const way of WAYS) {
  test(`${way.title}: a client that cannot ask is told where the answer can be given, and repeats the call with it`, async (t) => {
    const service = await startTestService(t)
    const client = await connectTo(t, service, way, { token: await hostToken(service) })
    const refused = await callTool(client, 'test', { action: 'mutate', text: 'c' })
    assert.equal(refused.isError, true)
    const id = /^APPROVAL_NEEDED: [^]*\nRemedy: .*"talaria approvals answer (\S+)"/.exec(textOf(refused))?.[1]
    assert.ok(id, textOf(refused))
    const answered = await service.call(`/v1/approvals/${id}`, {
      token: service.owner,
      json: { answer: 'once' },
    })
    assert.equal(answered.status, 200)
    const done = await callTool(client, 'test', { action: 'mutate', text: 'c', approval: id })
    assert.match(textOf(done), /^\{"text":"c","runs":\d+\}$/)
  })

  test(`${way.title}: an agent's client is never asked, because an agent cannot say yes to itself`, async (t) => {
    const service = await startTestService(t)
    let asked = 0
    const person = () => {
      asked++
      return { action: 'accept' as const, content: { answer: 'always' } }
    }
    const client = await connectTo(t, service, way, { person })
    const answer = await callTool(client, 'test', { action: 'mutate', text: 'd' })
    assert.equal(answer.isError, true)
    assert.match(textOf(answer), /^APPROVAL_NEEDED: /)
    assert.equal(await pending(service), 1)
    assert.equal(asked, 0)
  })
}

test('an answer that was given to one call is none to another', async (t) => {
  const service = await startTestService(t)
  const token = await hostToken(service)
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
  }
  const post = async (text: string, more: object = {}) => {
    const params = { name: 'test', arguments: { action: 'mutate', text }, _meta: meta, ...more }
    const response = await service.call('/mcp', {
      token,
      headers: {
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': 'test',
      },
      json: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    })
    return (await response.json()) as {
      result?: { requestState?: string; isError?: boolean }
      error?: { code: number }
    }
  }
  const { result } = await post('e')
  const requestState = result?.requestState
  assert.ok(requestState)
  const inputResponses = { approval: { action: 'accept', content: { answer: 'once' } } }
  const other = await post('f', { requestState, inputResponses })
  assert.equal(other.result?.isError, true)
  const forged = await post('e', { requestState: `${requestState.slice(0, -2)}xx`, inputResponses })
  assert.equal(forged.error?.code, -32602)
  const right = await post('e', { requestState, inputResponses })
  assert.equal(right.result?.isError, undefined)
})
