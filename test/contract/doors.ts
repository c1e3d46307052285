import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Fault } from '../../bridge/faults.ts'
import { joined } from '../../bridge/mcp-parts.ts'
import { familyAndVerb, kebabCase, type Operation } from '../../bridge/operation.ts'
import { createClient, type Client } from '../../clients/client.ts'
import { root } from '../root.ts'
import type { TestService } from '../service.ts'
import { isRecord } from './cases.ts'

/** What came through a door: the JSON of an output or of a problem, as it came. */
export interface Answer {
  status: number
  body: string
}

/** What a command line did. */
export interface Outcome {
  code: number
  stdout: string
  stderr: string
}

/** The ways into one service, each giving what came through it unchanged. */
export class Doors {
  readonly service: TestService
  readonly #folder: string
  readonly #clients = new Map<string, Client>()

  /** `folder` is for token files. */
  constructor(service: TestService, folder: string) {
    this.service = service
    this.#folder = folder
    for (const role of ['agent', 'owner'] as const) {
      writeFileSync(join(folder, `${role}.token`), service[role], { mode: 0o600 })
    }
  }

  token(operation: Operation): string {
    return operation.role === 'owner' ? this.service.owner : this.service.agent
  }

  /** `POST` of the input as JSON. */
  http(operation: Operation, input: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return this.service.call(routeOf(operation), { json: input, token: this.token(operation), headers })
  }

  /** As `http`, as a whole answer. */
  async answer(operation: Operation, input: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return whole(await this.http(operation, input, headers))
  }

  /** Handed over as a job; the answer of its result. */
  async job(operation: Operation, input: unknown): Promise<Answer> {
    const accepted = await this.http(operation, input, { prefer: 'respond-async' })
    if (accepted.status !== 202) return whole(accepted)
    const place = accepted.headers.get('location') ?? ''
    const token = this.token(operation)
    // The events of a job end with it.
    await (await this.service.call(`${place}/events`, { token })).text()
    return whole(await this.service.call(`${place}/result`, { token }))
  }

  /** All in one batch; the text as it came. */
  async batch(calls: readonly { operation: Operation; input: unknown }[]): Promise<string> {
    const response = await this.service.call('/v1/batch', {
      json: { calls: calls.map(({ operation, input }) => ({ operation: operation.name, input })) },
      token: this.service.owner,
    })
    assert.equal(response.status, 200)
    return response.text()
  }

  client(operation: Operation): Client {
    const token = this.token(operation)
    const client =
      this.#clients.get(token) ?? createClient({ url: this.service.url, token, retries: 0, env: {} })
    this.#clients.set(token, client)
    return client
  }

  /** The typed method: its output, or the fault it threw. */
  async method(operation: Operation, input: unknown): Promise<{ output: unknown } | { fault: Fault }> {
    const { family, verb } = familyAndVerb(operation.name)
    const methods: unknown = Reflect.get(this.client(operation), family)
    const method: unknown = Reflect.get(Object(methods), verb)
    assert.ok(typeof method === 'function', `client.${operation.name} is a method`)
    return outcome(() => method(input))
  }

  /** The official MCP client over HTTP, with the token that the operation needs. */
  async mcp(operation: Operation): Promise<McpClient> {
    const client = new McpClient({ name: 'contract', version: '1' }, { versionNegotiation: { mode: 'auto' } })
    const headers = { authorization: `Bearer ${this.token(operation)}` }
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${this.service.url}/mcp`), { requestInit: { headers } }),
    )
    // What is listed is what the client holds structured content against.
    await client.listTools()
    return client
  }

  /** The official MCP client over the standard streams of `talaria mcp`. */
  async mcpCommand(): Promise<McpClient> {
    const client = new McpClient({ name: 'contract', version: '1' })
    const file = join(this.#folder, 'agent.token')
    const args = [
      join(root, 'dist/clients/cli/main.js'),
      'mcp',
      '--url',
      this.service.url,
      '--token-file',
      file,
    ]
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args, env: { HOME: this.#folder } }),
    )
    await client.listTools()
    return client
  }

  /** The command of an operation with the whole input on standard input. */
  cli(operation: Operation, input: unknown): Promise<Outcome> {
    return this.command(operation, `--input - --json`, JSON.stringify(input))
  }

  /** A command line of an operation as a person types it, in the root of the project. */
  async command(operation: Operation, line: string, input: string | Uint8Array = ''): Promise<Outcome> {
    const file = join(this.#folder, operation.role === 'owner' ? 'owner.token' : 'agent.token')
    const words = operation.name.split('.').map(kebabCase).join(' ')
    const script = `exec "$NODE" "$CLI" ${words} ${line} --url "$URL" --token-file "$TOKEN_FILE"`
    const child = spawn('/bin/sh', ['-c', script], {
      cwd: root,
      env: {
        NODE: process.execPath,
        CLI: join(root, 'dist/clients/cli/main.js'),
        URL: this.service.url,
        TOKEN_FILE: file,
        HOME: this.#folder,
      },
    })
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
    const exited = once(child, 'close')
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
    const [code]: unknown[] = await exited
    return { code: Number(code), stdout, stderr }
  }
}

/** What a tool call answered, as HTTP would have: the parts of a long answer joined, the problem of an error. */
export async function throughTool(client: McpClient, operation: Operation, args: object): Promise<Answer> {
  const { name, action } = operation.tool
  let answer = await client.callTool({ name, arguments: { action, ...args } })
  const [block] = answer.content
  const text = block?.type === 'text' ? block.text : ''
  if (answer.isError === true) {
    const body = text.split('\n').at(-1) ?? ''
    const { code, detail, status }: Record<string, unknown> = JSON.parse(body)
    assert.ok(text.startsWith(`${String(code)}: ${String(detail)}\n`), text)
    return { status: Number(status), body }
  }
  assert.equal(text, JSON.stringify(answer.structuredContent))
  let whole: unknown
  for (let number = 1; ; number++) {
    const { part, ...head } = Object(answer.structuredContent)
    whole = number === 1 ? head : joined(whole, head, part.open)
    if (part?.continue === undefined) return { status: 200, body: JSON.stringify(whole) }
    answer = await client.callTool({ name, arguments: { action, continue: part.continue } })
  }
}

/** The arguments of a tool that say the same as an input, where a source is flat. */
export function flatArguments({ files }: Operation, input: Record<string, unknown>): Record<string, unknown> {
  const { one = '', many = '' } = files ?? {}
  const flat = Object.entries(input).flatMap(([name, value]): [string, unknown][] => {
    if (name === one && isRecord(value)) return Object.entries(value)
    if (name === many && Array.isArray(value)) {
      return [
        [
          name,
          value.map((source) =>
            isRecord(source) && !('name' in source) ? (source['path'] ?? source['blob']) : source,
          ),
        ],
      ]
    }
    return [[name, value]]
  })
  return Object.fromEntries(flat)
}

/** The route of an operation, as the design spells it. */
export function routeOf({ name }: Operation): string {
  return `/v1/${name.split('.').map(kebabCase).join('/')}`
}

export async function whole(response: Response): Promise<Answer> {
  return { status: response.status, body: await response.text() }
}

/** What a call through the client came to. */
export async function outcome(call: () => Promise<unknown>): Promise<{ output: unknown } | { fault: Fault }> {
  try {
    return { output: await call() }
  } catch (error) {
    if (error instanceof Fault) return { fault: error }
    throw error
  }
}
