import { stringify } from 'yaml'

/** What a host needs to know to reach Talaria. */
export interface HostConnection {
  /** Absolute path of Node. */
  command: string
  /** Absolute path of the command line, and its arguments. */
  args: string[]
  /** Address of `/mcp`. */
  url: string
  token: string | undefined
}

/** A host, and how its configuration is written. */
export interface HostTarget {
  /** Where the text belongs, for a person. */
  where: string
  /** Whether the text is of no use without a token. */
  needsToken?: boolean
  text(connection: HostConnection): string
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

function started({ command, args, token }: HostConnection) {
  return { command, args, ...(token !== undefined && { env: { TALARIA_TOKEN: token } }) }
}

function asked({ url, token }: HostConnection) {
  return { url, ...(token !== undefined && { headers: { Authorization: `Bearer ${token}` } }) }
}

/** The hosts whose configuration is known, and the two ways to reach Talaria for any other. */
export const hostTargets: Readonly<Record<string, HostTarget>> = {
  'claude-desktop': {
    where:
      'For claude_desktop_config.json (Settings, Developer, Edit Config); then start Claude Desktop anew.',
    text: (connection) => json({ mcpServers: { talaria: started(connection) } }),
  },
  vscode: {
    where: 'For .vscode/mcp.json in the folder, or the file that "MCP: Open User Configuration" opens.',
    text: (connection) => json({ servers: { talaria: { type: 'stdio', ...started(connection) } } }),
  },
  hermes: {
    where: 'For config.yaml in the home of Hermes.',
    text: (connection) => stringify({ mcp_servers: { talaria: { ...started(connection), timeout: 300 } } }),
  },
  stdio: {
    where: 'For a host that starts a command and speaks MCP on its standard input and output.',
    text: (connection) => json(started(connection)),
  },
  http: {
    where: 'For a host that speaks streamable HTTP.',
    needsToken: true,
    text: (connection) => json({ type: 'http', ...asked(connection) }),
  },
}
