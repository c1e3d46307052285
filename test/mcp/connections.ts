import type { TestContext } from 'node:test'
import { Client, StreamableHTTPClientTransport, type CallToolResult } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { TestService } from '../service.ts'
import { commandWithTestOperations } from './with-test-operations.ts'

/** The ways to speak with the tools: two transports, each before and since the revision of 2026-07-28. */
export const WAYS = (['http', 'stdio'] as const).flatMap((transport) =>
  (['legacy', 'modern'] as const).map((era) => ({ transport, era, title: `${transport}, ${era}` })),
)
export type Way = (typeof WAYS)[number]

export interface ConnectOptions {
  token?: string
  /** What a person says when asked; without it the client cannot ask. */
  person?: (message: string) => { action: 'accept' | 'decline' | 'cancel'; content?: Record<string, string> }
  /** Another program for stdio than the command line with the operations of the tests. */
  script?: string
}

/** The official client, connected; it closes with the test. */
export async function connectTo(
  t: TestContext,
  service: Pick<TestService, 'url' | 'agent'>,
  { transport, era }: Way,
  { token = service.agent, person, script = commandWithTestOperations }: ConnectOptions = {},
): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1' },
    {
      versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: '2026-07-28' } },
      capabilities: person === undefined ? {} : { elicitation: { form: {} } },
    },
  )
  if (person !== undefined)
    client.setRequestHandler('elicitation/create', ({ params }) => person(params.message))
  await client.connect(
    transport === 'http'
      ? new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), {
          requestInit: { headers: { authorization: `Bearer ${token}` } },
        })
      : new StdioClientTransport({
          command: process.execPath,
          args: [script, 'mcp', '--url', service.url],
          // Nothing of ours is inherited: hosts hand over a minimal environment.
          env: { PATH: '/usr/bin', HOME: '/nowhere', TALARIA_TOKEN: token },
        }),
  )
  t.after(() => client.close())
  return client
}

export type ToolAnswer = CallToolResult

/** Calls a tool. */
export function callTool(
  client: Client,
  name: string,
  args: Record<string, unknown>,
  options: Parameters<Client['callTool']>[1] = {},
): Promise<ToolAnswer> {
  return client.callTool({ name, arguments: args }, options)
}

/** The first block, which is the text of every answer. */
export function textOf({ content: [first] }: ToolAnswer): string {
  return first?.type === 'text' ? first.text : ''
}

/** The problem details of an answer that is an error: its last line. */
export function problemText(answer: ToolAnswer): string {
  return textOf(answer).split('\n').at(-1) ?? ''
}
