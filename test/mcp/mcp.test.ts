import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { joined } from '../../bridge/mcp-parts.ts'
import { Holding } from '../cli/hold.ts'
import { root } from '../root.ts'
import { startTestService, type TestService } from '../service.ts'
import { callTool, connectTo, problemText, textOf, WAYS, type ToolAnswer } from './connections.ts'

const report = join(root, 'samples/report.pdf')

async function httpText(service: TestService, path: string, json: unknown): Promise<string> {
  return (await service.call(path, { json })).text()
}

function member(answer: ToolAnswer, name: string): Record<string, unknown> {
  return Object(Object(answer.structuredContent)[name])
}

for (const way of WAYS) {
  test(`${way.title}: tools are listed, and every one says all four of its effects`, async (t) => {
    const service = await startTestService(t)
    const client = await connectTo(t, service, way)
    const { tools } = await client.listTools()
    assert.deepEqual(
      tools.map(({ name }) => name),
      ['calc', 'system_documents', 'image', 'bridge', 'test'],
    )
    for (const { name, title, description, annotations, inputSchema, outputSchema } of tools) {
      assert.ok(title && description, name)
      const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const
      for (const hint of hints) assert.equal(typeof annotations?.[hint], 'boolean', `${name} ${hint}`)
      for (const [field, schema] of Object.entries(inputSchema.properties ?? {})) {
        assert.equal(typeof Reflect.get(Object(schema), 'type'), 'string', `${name}.${field} has one type`)
      }
      assert.equal(outputSchema?.['type'], 'object')
    }
    const hintsOf = (name: string) => tools.find((tool) => tool.name === name)?.annotations
    assert.equal(hintsOf('calc')?.readOnlyHint, true)
    assert.deepEqual(hintsOf('test'), {
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: false,
    })
  })

  test(`${way.title}: an answer is the JSON of HTTP, as text and as structured content`, async (t) => {
    const service = await startTestService(t)
    const client = await connectTo(t, service, way)
    await client.listTools()
    const answer = await callTool(client, 'calc', { input: '0.1 + 0.2' })
    assert.equal(textOf(answer), await httpText(service, '/v1/calc/eval', { input: '0.1 + 0.2' }))
    assert.equal(JSON.stringify(answer.structuredContent), textOf(answer))
    const read = await callTool(client, 'system_documents', { action: 'read', path: report, pages: '2' })
    assert.equal(textOf(read), await httpText(service, '/v1/documents/read', { path: report, pages: '2' }))
  })

  test(`${way.title}: a fault is one text that begins with its code and ends with its problem details`, async (t) => {
    const service = await startTestService(t)
    const client = await connectTo(t, service, way)
    for (const [args, route, input] of [
      [{ action: 'eval', input: '1/0' }, 'calc/eval', { input: '1/0' }],
      [{ input: 7 }, 'calc/eval', { input: 7 }],
      [{ input: '1', angle: 'grad' }, 'calc/eval', { input: '1', angle: 'grad' }],
    ] as const) {
      const answer = await callTool(client, 'calc', args)
      assert.equal(answer.isError, true)
      assert.equal(answer.content.length, 1)
      const expected = await httpText(service, `/v1/${route}`, input)
      assert.equal(problemText(answer), expected)
      const { code, detail } = JSON.parse(expected)
      assert.ok(textOf(answer).startsWith(`${code}: ${detail}\n`))
      assert.match(textOf(answer), /^Retry: not unchanged\.$/m)
    }
    const unknown = await callTool(client, 'system_documents', { action: 'reed', path: report })
    assert.match(
      textOf(unknown),
      /^INVALID_INPUT: action: expected one of read, outline, render, searchable, places, recognize; "reed" came\.\n/,
    )
  })

  test(`${way.title}: progress rises, and only who asked for it hears it`, async (t) => {
    const service = await startTestService(t)
    const client = await connectTo(t, service, way)
    const heard: number[] = []
    const args = { action: 'sleep', ms: 2500 }
    const answer = await callTool(client, 'test', args, {
      onprogress: ({ progress }) => heard.push(progress),
    })
    assert.equal(textOf(answer), '{"slept":2500}')
    assert.ok(heard.length > 1, String(heard))
    assert.deepEqual(
      heard,
      [...new Set(heard)].sort((a, b) => a - b),
    )
    assert.ok(heard.every((progress) => progress > 0 && progress <= 1))
  })

  test(`${way.title}: a call that takes long becomes a job, which the tool follows to its result`, async (t) => {
    const hold = new Holding()
    const service = await startTestService(t, { 'mcp.waitMs': '300' }, hold.extension)
    const client = await connectTo(t, service, way)
    await client.listTools()
    const answer = await callTool(client, 'test', { action: 'wait', text: 'long' })
    const { id, state, progress } = member(answer, 'job')
    assert.deepEqual([state, progress], ['running', 0])
    assert.equal(JSON.stringify(answer.structuredContent), textOf(answer))
    const still = await callTool(client, 'test', { action: 'job', job: id })
    assert.equal(member(still, 'job')['state'], 'running')
    const other = await callTool(client, 'system_documents', { action: 'job', job: id })
    assert.match(textOf(other), /^NOT_FOUND: /)
    hold.letGo()
    assert.equal(textOf(await callTool(client, 'test', { action: 'job', job: id })), '{"text":"long"}')
    const none = await callTool(client, 'test', { action: 'job', job: 'none' })
    assert.match(textOf(none), /^NOT_FOUND: /)
    assert.match(textOf(await callTool(client, 'test', { action: 'job' })), /^INVALID_INPUT: job: /)
  })

  test(`${way.title}: the parts of a long answer join to exactly the JSON of HTTP`, async (t) => {
    const service = await startTestService(t, { 'mcp.maxChars': '1000' })
    const client = await connectTo(t, service, way)
    await client.listTools()
    const expected = await httpText(service, '/v1/documents/read', { path: report, pages: 'all' })
    let answer = await callTool(client, 'system_documents', { action: 'read', path: report, pages: 'all' })
    let whole: unknown
    let count = 0
    for (;;) {
      count++
      assert.ok(textOf(answer).length <= 1000)
      assert.equal(JSON.stringify(answer.structuredContent), textOf(answer))
      const { part, ...head } = Object(answer.structuredContent)
      assert.equal(part.number, count)
      whole = count === 1 ? head : joined(whole, head, part.open)
      if (part.continue === undefined) break
      answer = await callTool(client, 'system_documents', { action: 'read', continue: part.continue })
    }
    assert.ok(count > 2)
    assert.equal(JSON.stringify(whole), expected)
    const lost = await callTool(client, 'system_documents', { action: 'read', continue: 'nonsense' })
    assert.match(textOf(lost), /^NOT_FOUND: /)
  })

  test(`${way.title}: a picture comes as an image when it is small, and its bytes are those of HTTP`, async (t) => {
    const service = await startTestService(t)
    const client = await connectTo(t, service, way)
    await client.listTools()
    const path = join(root, 'test/fixtures/image/codec/gray-alpha.png')
    const answer = await callTool(client, 'image', { path, steps: [{ op: 'gaussianBlur', sigmaPx: 1 }] })
    const image = answer.content[1]
    assert.ok(image?.type === 'image', textOf(answer))
    const stored = await service.call(String(member(answer, 'picture')['url']))
    assert.ok(Buffer.from(await stored.arrayBuffer()).equals(Buffer.from(image.data, 'base64')))
    const { blob } = (await (
      await service.call('/v1/blobs', { method: 'PUT', body: new Uint8Array([1, 2, 3]) })
    ).json()) as { blob: string }
    const echoed = await callTool(client, 'test', { action: 'echo', blob })
    assert.deepEqual(echoed.content[1], {
      type: 'resource_link',
      uri: `${service.url}/v1/blobs/${blob}`,
      name: blob,
      mimeType: 'application/octet-stream',
      size: 3,
    })
  })
}
