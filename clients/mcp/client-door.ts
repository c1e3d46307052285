import { z } from 'zod'
import type { Answer } from '../../bridge/approval.ts'
import { Fault } from '../../bridge/faults.ts'
import type { McpCallOptions, McpDoor, McpTerms, McpOutcome } from '../../bridge/mcp-door.ts'
import type { Operation } from '../../bridge/operation.ts'
import { callRequest } from '../call-request.ts'
import type { Client } from '../client.ts'
import type { Answer as WholeAnswer } from '../transport.ts'
import { decode, parseAs, type Job } from '../wire.ts'

/** A service that was found, or started. */
export interface Found {
  client: Client
  url: string
}

const Terms = z.looseObject({
  mayAnswer: z.boolean(),
  maxChars: z.int().positive(),
  waitMs: z.int().positive(),
})

/**
 * The door of an MCP server that is a process of its own: the typed client. The service is looked for, and started if
 * need be, at the first call, and again when it has gone.
 */
export class ClientDoor implements McpDoor {
  readonly #find: () => Promise<Found>
  #found: Promise<Found> | undefined
  #terms: McpTerms | undefined
  #url = ''

  /** `find` looks for the service. */
  constructor(find: () => Promise<Found>) {
    this.#find = find
  }

  async terms(): Promise<McpTerms> {
    if (this.#terms !== undefined) return this.#terms
    const answer = await this.#withClient(({ transport }) =>
      transport.send({ method: 'GET', path: '/v1/mcp', idempotent: true }),
    )
    if (answer.fault) throw answer.fault
    return (this.#terms = parseAs(Terms, answer.body, 'the terms of MCP'))
  }

  async answer(id: string, answer: Answer): Promise<void> {
    await this.#withClient(({ approvals }) => approvals.answer(id, answer), false)
  }

  link(path: string): string {
    return this.#url + path
  }

  blob(digest: string, signal: AbortSignal): Promise<Uint8Array> {
    return this.#withClient(({ blobs }) => blobs.get(digest, { signal }))
  }

  async call(operation: Operation, input: unknown, options: McpCallOptions): Promise<McpOutcome> {
    const { signal, waitMs, approval } = options
    const request = {
      ...callRequest(operation, { input }, { signal, ...(approval !== undefined && { approval }) }),
      // Whoever started this process is who asks, whatever other tokens lie in the home.
      role: 'agent' as const,
    }
    const onProgress = heard(options)
    const outcome = await this.#withClient(
      ({ jobs, transport }) =>
        operation.limits.timeoutMs > waitMs || onProgress !== undefined
          ? jobs.within(request, { waitMs, ...(onProgress && { onProgress }) })
          : transport.send(request).then((answer) => ({ answer })),
      operation.tier.base === 'read' && operation.tier.rise === undefined,
    )
    return outcomeOf(outcome, operation.name)
  }

  async job(id: string, options: Omit<McpCallOptions, 'approval'>): Promise<McpOutcome> {
    const { signal, waitMs } = options
    const onProgress = heard(options)
    return this.#withClient(async ({ jobs }) => {
      const { operation } = await jobs.get(id, { signal })
      return outcomeOf(await jobs.ended(id, { signal, waitMs, ...(onProgress && { onProgress }) }), operation)
    })
  }

  /** Does work with the client; a service that has gone is looked for again, and what may be done twice is. */
  async #withClient<T>(work: (client: Client) => Promise<T>, repeatable = true): Promise<T> {
    for (let tried = 0; ; tried++) {
      const found = (this.#found ??= this.#find())
      try {
        const { client, url } = await found
        this.#url = url
        return await work(client)
      } catch (error) {
        if (!(error instanceof Fault && error.code === 'UNREACHABLE')) throw error
        if (this.#found === found) this.#found = this.#terms = undefined
        if (!repeatable || tried > 0) throw error
      }
    }
  }
}

function heard({ onProgress }: Pick<McpCallOptions, 'onProgress'>) {
  return onProgress && (({ fraction }: { fraction: number }) => onProgress(fraction))
}

function outcomeOf(outcome: { answer: WholeAnswer } | { job: Job }, operation: string): McpOutcome {
  if ('job' in outcome) return outcome
  const { answer } = outcome
  if (answer.fault) throw answer.fault
  return { operation, output: JSON.parse(decode(answer.body)) as unknown }
}
