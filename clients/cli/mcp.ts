import type { Operation } from '../../bridge/operation.ts'
import { ClientDoor } from '../mcp/client-door.ts'
import { connect, type Command } from './command.ts'
import { connectionOptions } from './operation-options.ts'
import { EXIT } from './usage.ts'

/** `talaria mcp`: MCP over standard input and output, for hosts that start a command. */
export function mcpCommand(operations: readonly Operation[]): Command {
  return {
    name: 'mcp',
    summary: 'Serve MCP on standard input and output',
    description:
      'For hosts that start a command, such as Claude Desktop or VS Code; "talaria connect" prints what to tell them. The ' +
      'tools go to the shared service, which is started when none runs. The token is that of --token-file, else ' +
      'TALARIA_TOKEN, else the agent token of the home.',
    options: connectionOptions.filter(({ name }) => name !== 'json'),
    examples: [
      { title: 'The configuration of a host that starts this', line: 'talaria connect stdio' },
      {
        title: 'For a service elsewhere',
        line: 'talaria mcp --url http://127.0.0.1:8790 --token-file ~/host.token',
      },
    ],
    async run(context) {
      const { terminal, signal } = context
      const door = new ClientDoor(() => connect(context))
      const { stdin, stdout } = terminal.streams
      // No other command needs it, and it takes a tenth of their time to load.
      const { serveOnStreams } = await import('../mcp/stdio.ts')
      await serveOnStreams({
        operations,
        door,
        stdin,
        stdout,
        signal,
        onError: (error) => terminal.note(`MCP: ${error.message}`),
      })
      return EXIT.ok
    },
  }
}
