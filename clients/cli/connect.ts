import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { isThisMachine, readToken } from '../discovery.ts'
import type { Client } from '../client.ts'
import { parseAs } from '../wire.ts'
import { hostTargets, type HostConnection } from '../mcp/host-configuration.ts'
import { connect, type Command, type Context } from './command.ts'
import { connectionOptions } from './operation-options.ts'
import { EXIT, UsageError, suggestion } from './usage.ts'

/** The command line itself, as hosts start it: an absolute path, because they may have a PATH of their own. */
const program = fileURLToPath(new URL('./main.js', import.meta.url))

const Issued = z.looseObject({ token: z.string() })

/** `talaria connect`: what to tell an MCP host so that it finds Talaria. */
export const connectCommand: Command = {
  name: 'connect',
  summary: 'Print the configuration that connects an MCP host',
  description:
    'Prints text to paste and writes no file; where it belongs is said beside it. The host gets a token of its own, ' +
    'with which it may also pass on what a person says when a call needs a yes. The name of the token is that of the ' +
    'host unless --name says otherwise, and one of the same name issued before stops working.',
  positionals: Object.keys(hostTargets).join('|'),
  words: Object.keys(hostTargets),
  options: [
    { name: 'name', value: 'NAME', description: 'Name of the token, such as laptop-claude' },
    {
      name: 'agent',
      description: 'Issue no token: the host uses that of the agent and cannot pass on a yes',
    },
    ...connectionOptions.filter(({ name }) => name !== 'json'),
  ],
  examples: [
    { title: 'Claude Desktop', line: 'talaria connect claude-desktop' },
    { title: 'VS Code, for .vscode/mcp.json', line: 'talaria connect vscode' },
    { title: 'Hermes, for config.yaml', line: 'talaria connect hermes' },
    { title: 'Any host that speaks HTTP', line: 'talaria connect http --name my-host' },
  ],
  async run(context) {
    const { terminal, args } = context
    const [word = '', ...more] = args.positionals
    const target = Object.entries(hostTargets).find(([name]) => name === word)?.[1]
    if (target === undefined || more.length > 0) {
      const said = word === '' ? 'Expected a host.' : `There is no host "${args.positionals.join(' ')}".`
      throw new UsageError(said, suggestion(word, Object.keys(hostTargets)))
    }
    const { client, url, home } = await connect(context)
    const token = args.has('agent') ? undefined : await hostToken(args.text('name') ?? word, client, context)
    const named = args.text('url') ?? terminal.env['TALARIA_URL']
    const connection: HostConnection = {
      command: process.execPath,
      args: [program, 'mcp', ...(named ? ['--url', url] : ['--home', home])],
      url: `${url}/mcp`,
      token: token ?? (target.needsToken && isThisMachine(url) ? await readToken(home, 'agent') : undefined),
    }
    await terminal.write(target.text(connection))
    terminal.note(target.where)
    if (connection.token !== undefined) terminal.note('It holds a token: keep it to yourself.')
    return EXIT.ok
  },
}

/** Issues a token to a host; undefined, after saying so, when this caller may not. */
async function hostToken(
  name: string,
  client: Client,
  { terminal, signal }: Context,
): Promise<string | undefined> {
  const answer = await client.transport.send({
    method: 'POST',
    path: '/v1/hosts',
    role: 'owner',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
    idempotent: true,
    signal,
  })
  if (answer.fault?.code === 'FORBIDDEN' || answer.fault?.code === 'UNAUTHENTICATED') {
    terminal.note('No token of its own: only the owner can issue one. The host will use that of the agent.')
    return undefined
  }
  if (answer.fault) throw answer.fault
  return parseAs(Issued, answer.body, 'a token').token
}
