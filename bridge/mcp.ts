import { McpServer } from '@modelcontextprotocol/server'
import type {
  CallToolResult,
  InputRequiredResult,
  ServerContext,
  StandardSchemaWithJSON,
} from '@modelcontextprotocol/server'
import { ApprovalQuestions, canAsk } from './mcp-approval.ts'
import { Continuations } from './mcp-continuations.ts'
import type { McpCallOptions, McpDoor, McpTerms, McpOutcome } from './mcp-door.ts'
import type { JsonSchema } from './mcp-fields.ts'
import { Fault, fault } from './faults.ts'
import { blobBlocks, faultResult, jobResult, jsonResult } from './mcp-results.ts'
import { mcpTools, type McpTool } from './mcp-tools.ts'
import type { Operation, Role } from './operation.ts'

/** What all connections to one service have in common. */
export interface McpParts {
  operations: readonly Operation[]
  version: string
  continuations: Continuations
  questions: ApprovalQuestions
}

/** The parts of a service or of a process that serves MCP. */
export function mcpParts(operations: readonly Operation[], version: string): McpParts {
  return { operations, version, continuations: new Continuations(), questions: new ApprovalQuestions() }
}

/**
 * An MCP server with a tool for each group of operations, over whatever `door` leads to the service. One server is for
 * one connection, or for one request where the transport keeps none.
 */
export function createMcpServer(parts: McpParts, door: McpDoor, role: Role): McpServer {
  const { operations, version, questions } = parts
  const server = new McpServer(
    { name: 'talaria', title: 'Talaria', version },
    { requestState: { verify: questions.verify } },
  )
  for (const tool of mcpTools(operations, role)) {
    const { name, title, description, annotations, inputSchema, outputSchema } = tool
    server.registerTool(
      name,
      {
        title,
        description,
        annotations,
        inputSchema: listed(inputSchema),
        outputSchema: listed(outputSchema),
      },
      (args: unknown, ctx: ServerContext) => answer(tool, Object(args), ctx, { parts, door, server }),
    )
  }
  return server
}

/** A schema for the list of tools. What it refuses is left to the operation, whose faults are the same at every door. */
function listed(schema: JsonSchema): StandardSchemaWithJSON {
  const plain = (): Record<string, unknown> => ({ ...schema })
  return {
    '~standard': {
      version: 1,
      vendor: 'talaria',
      validate: (value) => ({ value }),
      jsonSchema: { input: plain, output: plain },
    },
  }
}

interface Connection {
  parts: McpParts
  door: McpDoor
  server: McpServer
}

async function answer(
  tool: McpTool,
  given: Record<string, unknown>,
  ctx: ServerContext,
  { parts, door, server }: Connection,
): Promise<CallToolResult | InputRequiredResult> {
  const { continuations, questions } = parts
  const args = withoutEmpty(given)
  let mayAnswer = false
  try {
    const terms = await door.terms()
    mayAnswer = terms.mayAnswer && canAsk(ctx, server)
    if (typeof args['continue'] === 'string') {
      return jsonResult(continuations.next(args['continue'], terms.maxChars))
    }
    const outcome = await perform(tool, args, ctx, { door, terms, questions })
    if ('job' in outcome) return jobResult(outcome.job)
    const blocks = await blobBlocks(outcome.output, door, ctx.mcpReq.signal)
    return jsonResult(continuations.first(outcome.output, terms.maxChars), blocks)
  } catch (error) {
    if (
      mayAnswer &&
      error instanceof Fault &&
      error.code === 'APPROVAL_NEEDED' &&
      args['approval'] === undefined
    ) {
      const question = await questions.ask(error, [tool.name, args])
      if (question !== undefined && !wasDismissed(ctx)) return question
    }
    return faultResult(error, { mayAnswer })
  }
}

/** Hosts fill arguments that are of no use with empty texts. */
function withoutEmpty(args: Record<string, unknown>): Record<string, unknown> {
  const optional = ['job', 'continue', 'approval']
  return Object.fromEntries(
    Object.entries(args).filter(([name, value]) => value !== '' || !optional.includes(name)),
  )
}

/** Whether a person has been asked already and closed the question: it is not put again. */
function wasDismissed(ctx: ServerContext): boolean {
  return ctx.mcpReq.inputResponses !== undefined
}

async function perform(
  tool: McpTool,
  args: Record<string, unknown>,
  ctx: ServerContext,
  { door, terms, questions }: { door: McpDoor; terms: McpTerms; questions: ApprovalQuestions },
): Promise<McpOutcome> {
  const onProgress = progressOf(ctx)
  const { signal } = ctx.mcpReq
  const options: McpCallOptions = { signal, waitMs: terms.waitMs, ...(onProgress && { onProgress }) }
  if (args['action'] === 'job') return followed(tool, args['job'], door, options)
  const { operation, input } = tool.read(args)
  const given = args['approval'] === undefined ? undefined : String(args['approval'])
  const approval = given ?? (await questions.answered(ctx, [tool.name, args], door))
  return door.call(operation, input, { ...options, ...(approval !== undefined && { approval }) })
}

/** The state or the result of a job of this tool. */
async function followed(
  tool: McpTool,
  id: unknown,
  door: McpDoor,
  options: McpCallOptions,
): Promise<McpOutcome> {
  if (typeof id !== 'string') {
    throw fault('INVALID_INPUT', 'job: expected the id that a call answered.', {
      issues: [{ field: 'job', message: 'expected the id that a call answered' }],
    })
  }
  const outcome = await door.job(id, options)
  const name = 'job' in outcome ? outcome.job.operation : outcome.operation
  if ([...tool.operations.values()].some((operation) => operation.name === name)) return outcome
  throw fault('NOT_FOUND', `${tool.name} has no such job; ask the tool whose call became it (${name}).`)
}

/** Sends progress to a client that wants it; the figure only ever rises, as the protocol demands. */
function progressOf(ctx: ServerContext): ((fraction: number) => void) | undefined {
  const progressToken = ctx.mcpReq._meta?.progressToken
  if (progressToken === undefined) return undefined
  let last = 0
  return (fraction) => {
    if (!(fraction > last) || ctx.mcpReq.signal.aborted) return
    last = fraction
    const params = { progressToken, progress: fraction, total: 1 }
    // A client that has gone hears nothing; the signal ends the call.
    ctx.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined)
  }
}
