import type { Readable, Writable } from 'node:stream'
import { once } from 'node:events'
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { createMcpServer, mcpParts } from '../../bridge/mcp.ts'
import type { McpDoor } from '../../bridge/mcp-door.ts'
import type { Operation } from '../../bridge/operation.ts'
import { version } from '../version.ts'

export interface StdioOptions {
  operations: readonly Operation[]
  door: McpDoor
  stdin: Readable
  /** Carries the protocol and nothing else. */
  stdout: Writable
  /** Ends the server. */
  signal: AbortSignal
  onError: (error: Error) => void
}

/** Serves MCP on two streams until the client closes its end or the signal aborts. */
export async function serveOnStreams(options: StdioOptions): Promise<void> {
  const { operations, door, stdin, stdout, signal, onError } = options
  const parts = mcpParts(operations, version)
  const closed = Promise.race([once(stdin, 'end'), once(stdin, 'close')]).catch(() => undefined)
  const handle = serveStdio(() => createMcpServer(parts, door, 'agent'), {
    transport: new StdioServerTransport(stdin, stdout),
    onerror: onError,
  })
  const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  if (!signal.aborted) await Promise.race([closed, aborted])
  await handle.close()
}
