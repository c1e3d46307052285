import { randomBytes } from 'node:crypto'
import {
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  inputRequired,
  inputResponse,
} from '@modelcontextprotocol/server'
import type { InputRequiredResult, McpServer, ServerContext } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { ANSWERS, ApprovalNotice, type Answer } from './approval.ts'
import { jsonDigest } from './canonical-json.ts'
import { fault, type Fault } from './faults.ts'
import type { McpDoor } from './mcp-door.ts'

/** What travels through the client with a question: which approval, and the call it is for. */
const Asked = z.strictObject({ approval: z.string(), call: z.string() })
type Asked = z.infer<typeof Asked>

const KEY = 'approval'

/**
 * Asks the person at the client for an approval. The question is an answer of its own, and the call is made again with
 * what the person said; the SDK does the same for clients before 2026-07-28 by asking over the connection. What the
 * client sends back counts only for the call it was asked for, and is sealed so that it cannot be changed.
 */
export class ApprovalQuestions {
  readonly #codec = createRequestStateCodec<Asked>({ key: randomBytes(32) })

  /** For the option `requestState` of the server. */
  get verify(): (state: string, ctx: ServerContext) => Promise<unknown> {
    return this.#codec.verify
  }

  /** The question of a fault APPROVAL_NEEDED; undefined when the fault does not say what it is about. */
  async ask(needed: Fault, call: unknown): Promise<InputRequiredResult | undefined> {
    const notice = ApprovalNotice.safeParse(needed.data['approval'])
    if (!notice.success) return undefined
    const { id, tier, action, summary } = notice.data
    const choices: Answer[] = tier === 'destructive' ? ['once', 'deny'] : [...ANSWERS]
    return inputRequired({
      inputRequests: {
        [KEY]: inputRequired.elicit({
          message: `Allow ${action} (${tier})? ${summary}`,
          requestedSchema: {
            type: 'object',
            properties: { answer: { type: 'string', title: 'Answer', enum: choices } },
            required: ['answer'],
          },
        }),
      },
      requestState: await this.#codec.mint({ approval: id, call: jsonDigest(call) }),
    })
  }

  /**
   * Passes on what the person said, if the request carries it, and gives the id to make the call with. Anything but a
   * plain yes is none. Faults: APPROVAL_DENIED; those of answering.
   */
  async answered(ctx: ServerContext, call: unknown, door: McpDoor): Promise<string | undefined> {
    const state = Asked.safeParse(ctx.mcpReq.requestState())
    if (!state.success || state.data.call !== jsonDigest(call)) return undefined
    const response = inputResponse(ctx.mcpReq.inputResponses, KEY)
    if (response.kind !== 'elicit' || response.action === 'cancel') return undefined
    const said = z.enum(ANSWERS).safeParse(response.content?.['answer'])
    const answer = response.action === 'accept' && said.success ? said.data : 'deny'
    await door.answer(state.data.approval, answer)
    if (answer === 'deny') throw fault('APPROVAL_DENIED', 'The person did not allow this call.')
    return state.data.approval
  }
}

/** What a client says it can do, with each request since 2026-07-28 and once per connection before. */
const Envelope = z.looseObject({
  [CLIENT_CAPABILITIES_META_KEY]: z.looseObject({ elicitation: z.looseObject({}).optional() }),
})

/** Whether the client can show a form to a person. An empty capability means that it can. */
export function canAsk(ctx: ServerContext, server: McpServer): boolean {
  const envelope = Envelope.safeParse(ctx.mcpReq.envelope)
  const capabilities = envelope.success
    ? envelope.data[CLIENT_CAPABILITIES_META_KEY]
    : server.server.getClientCapabilities()
  const elicitation = capabilities?.elicitation
  return elicitation !== undefined && ('form' in elicitation || !('url' in elicitation))
}
