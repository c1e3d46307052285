import type { Answer } from '../bridge/approval.ts'
import { z } from 'zod'
import type { Transport } from './transport.ts'
import { Approval, parseAs } from './wire.ts'

interface Options {
  signal?: AbortSignal | undefined
}

const Approvals = z.looseObject({ approvals: z.array(Approval) })

/** Questions that wait for a person; only the owner, or a host that relays a person's answer, may speak here. */
export class ApprovalsClient {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Questions that are open. Faults: FORBIDDEN. */
  async list(options: Options = {}): Promise<Approval[]> {
    const answer = await this.#transport.send({
      method: 'GET',
      path: '/v1/approvals',
      role: 'owner',
      idempotent: true,
      ...options,
    })
    if (answer.fault) throw answer.fault
    return parseAs(Approvals, answer.body, 'a list of approvals').approvals
  }

  /** Gives a person's answer. Faults: FORBIDDEN, NOT_FOUND once it was answered or has expired. */
  async answer(id: string, answer: Answer, options: Options = {}): Promise<void> {
    const response = await this.#transport.send({
      method: 'POST',
      path: `/v1/approvals/${encodeURIComponent(id)}`,
      role: 'owner',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ answer }),
      idempotent: false,
      ...options,
    })
    if (response.fault) throw response.fault
  }
}
