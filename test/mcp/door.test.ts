import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { parse as parseYaml } from 'yaml'
import { captured } from '../cli/captured.ts'
import { Holding } from '../cli/hold.ts'
import { program, serviceHome, serviceRecord, talaria } from '../cli/talaria.ts'
import { startTestService } from '../service.ts'
import { callTool, connectTo, textOf, WAYS } from './connections.ts'

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
}
const accept = { accept: 'application/json, text/event-stream' }

test('/mcp is behind the token, Host and Origin like every route', async (t) => {
  const service = await startTestService(t)
  const status = async (token: string | null, headers: Record<string, string> = {}) =>
    (await service.call('/mcp', { token, json: initialize, headers: { ...accept, ...headers } })).status
  assert.equal(await status(service.agent), 200)
  assert.equal(await status(null), 401)
  assert.equal(await status('nonsense'), 401)
  assert.equal(await status(service.agent, { origin: 'https://elsewhere.example' }), 403)
  assert.equal(
    (await service.call('/mcp', { headers: accept })).status,
    405,
    'no stream of earlier revisions',
  )
  const huge = await service.call('/mcp', {
    json: { ...initialize, id: 'x'.repeat(2 ** 20) },
    headers: accept,
  })
  assert.equal(huge.status, 413)
  assert.equal(
    (await service.call('/mcp', { body: '{', headers: { ...accept, 'content-type': 'application/json' } }))
      .status,
    400,
  )
})

test('/mcp counts as a call for the rate limit', async (t) => {
  const service = await startTestService(t, { 'http.ratePerSecond': '2' })
  const statuses: number[] = []
  for (let count = 0; count < 8; count++) {
    statuses.push((await service.call('/mcp', { json: initialize, headers: accept })).status)
  }
  assert.ok(statuses.includes(429), String(statuses))
})

test('a service that stops lets a call through MCP end, and takes no more', async (t) => {
  const hold = new Holding()
  const service = await startTestService(t, {}, hold.extension)
  const client = await connectTo(t, service, { transport: 'http', era: 'modern', title: '' })
  const answer = callTool(client, 'test', { action: 'wait', text: 'last' })
  await hold.begun
  service.service.stopTaking()
  const refused = await service.call('/mcp', { json: initialize, headers: accept })
  assert.equal(refused.status, 503)
  hold.letGo()
  assert.equal(textOf(await answer), '{"text":"last"}')
})

test('every call through MCP leaves a line in the audit log', async (t) => {
  const service = await startTestService(t)
  for (const way of WAYS) {
    const client = await connectTo(t, service, way)
    await callTool(client, 'calc', { input: '1+1' })
  }
  const log = await service.call('/v1/bridge/audit', { token: service.owner, json: {} })
  const { entries } = (await log.json()) as { entries: { tool: string }[] }
  assert.equal(entries.filter(({ tool }) => tool === 'calc').length, WAYS.length)
})

test('talaria mcp starts the shared service, with next to no environment, and says nothing but the protocol', async (t) => {
  const home = serviceHome(t)
  const child = spawn(process.execPath, [program, 'mcp', '--home', home], {
    cwd: '/',
    env: { TALARIA_PORT: '0' },
    stdio: 'pipe',
  })
  const output = text(child.stdout)
  const errors = text(child.stderr)
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const answers = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => chunk.toString().includes('"id":2') && resolve())
  })
  send(initialize)
  send({ method: 'notifications/initialized' })
  send({ id: 2, method: 'tools/call', params: { name: 'calc', arguments: { input: '6*7' } } })
  await answers
  child.stdin.end()
  const [code] = await once(child, 'exit')
  assert.equal(code, 0, await errors)
  const lines = (await output)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual(
    lines.map(({ jsonrpc, id }) => [jsonrpc, id]),
    [
      ['2.0', 1],
      ['2.0', 2],
    ],
  )
  assert.equal(lines[1].result.structuredContent.result, '42')
  assert.equal(await errors, '')
  assert.ok(serviceRecord(home).pid > 0, 'the service outlives the host')
})

test('talaria mcp finds the service again after it was stopped', async (t) => {
  const home = serviceHome(t)
  const client = new Client({ name: 'test', version: '1' })
  const env = { HOME: '/nowhere', TALARIA_PORT: '0' }
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [program, 'mcp', '--home', home], env }),
  )
  t.after(() => client.close())
  assert.match(textOf(await callTool(client, 'calc', { input: '1+1' })), /"result":"2"/)
  const { pid } = serviceRecord(home)
  assert.equal((await talaria(['stop'], { home })).code, 0)
  assert.match(textOf(await callTool(client, 'calc', { input: '1+2' })), /"result":"3"/)
  assert.notEqual(serviceRecord(home).pid, pid)
})

test('talaria connect prints what a host needs, and the host gets in with it', async (t) => {
  const service = await startTestService(t)
  const env = { TALARIA_HOME: service.home }
  const http = await captured(['connect', 'http', '--name', 'my-host'], { env })
  assert.equal(http.code, 0, http.stderr)
  const { url, headers } = JSON.parse(http.stdout)
  const over = new Client({ name: 'test', version: '1' })
  await over.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  t.after(() => over.close())
  assert.match(textOf(await callTool(over, 'calc', { input: '2*3' })), /"result":"6"/)

  const claude = await captured(['connect', 'claude-desktop'], { env })
  const vscode = await captured(['connect', 'vscode'], { env })
  const hermes = await captured(['connect', 'hermes'], { env })
  const stdio = await captured(['connect', 'stdio'], { env })
  const entries = [
    JSON.parse(claude.stdout).mcpServers.talaria,
    JSON.parse(vscode.stdout).servers.talaria,
    parseYaml(hermes.stdout).mcp_servers.talaria,
    JSON.parse(stdio.stdout),
  ]
  for (const { command, args, env: given } of entries) {
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(new StdioClientTransport({ command, args, env: given, cwd: '/' }))
    assert.match(textOf(await callTool(client, 'calc', { input: '2*3' })), /"result":"6"/)
    await client.close()
  }
  const { hosts } = (await (await service.call('/v1/hosts', { token: service.owner })).json()) as {
    hosts: { name: string }[]
  }
  assert.deepEqual(
    hosts.map(({ name }) => name),
    ['claude-desktop', 'hermes', 'my-host', 'stdio', 'vscode'],
  )
})

test('talaria connect without a token of the owner prints a configuration without a token, and says so', async (t) => {
  const service = await startTestService(t)
  const env = { TALARIA_HOME: service.home, TALARIA_TOKEN: service.agent }
  const { code, stdout, stderr } = await captured(['connect', 'stdio'], { env })
  assert.equal(code, 0)
  assert.equal(JSON.parse(stdout).env, undefined)
  assert.match(stderr, /only the owner can issue one/)
  const none = await captured(['connect', 'stdio', '--agent'], { env: { TALARIA_HOME: service.home } })
  assert.equal(JSON.parse(none.stdout).env, undefined)
  const wrong = await captured(['connect', 'vscod'], { env })
  assert.equal(wrong.code, 2)
  assert.match(wrong.stderr, /Did you mean vscode\?/)
  const help = await captured(['connect', '--help'], { env })
  assert.match(help.stdout, /talaria connect claude-desktop/)
})

test('tokens of hosts are issued and taken back by the owner alone', async (t) => {
  const service = await startTestService(t)
  for (const [method, path] of [
    ['GET', '/v1/hosts'],
    ['POST', '/v1/hosts'],
    ['DELETE', '/v1/hosts/x'],
  ] as const) {
    const json = method === 'POST' ? { name: 'x' } : undefined
    assert.equal((await service.call(path, { method, json })).status, 403, `${method} ${path}`)
  }
  const owner = { token: service.owner }
  assert.equal((await service.call('/v1/hosts', { ...owner, json: { name: 'No Name' } })).status, 400)
  const { token } = (await (await service.call('/v1/hosts', { ...owner, json: { name: 'x' } })).json()) as {
    token: string
  }
  assert.equal((await service.call('/v1/approvals', { token })).status, 200)
  assert.equal((await service.call('/v1/hosts/x', { ...owner, method: 'DELETE' })).status, 204)
  assert.equal((await service.call('/v1/approvals', { token })).status, 401)
  assert.equal((await service.call('/v1/hosts/x', { ...owner, method: 'DELETE' })).status, 404)
})
