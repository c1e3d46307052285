import type { ApprovalEvent } from './approval.ts'
import type { FaultCode } from './faults.ts'
import type { Facts, Operation, Role, Tier } from './operation.ts'

/** Who calls. `id` is stable for a token; `session` names a conversation, where there is one. */
export interface Client {
  id: string
  role: Role
  session?: string
}

export interface GateCall {
  /** Id of this call, for the audit log. */
  id: string
  operation: Operation
  /** The input as the operation's schema gave it back. */
  input: unknown
  client: Client
  /** Every path the call names for which the whole call is to be refused. */
  paths: readonly string[]
  facts?: Facts
  /** Id of the approval the caller brings. */
  approval?: string
}

/** A yes of the gate. */
export interface Decision {
  tier: Tier
  /** allowed: the policy lets the tier run; approved: a person said yes. */
  decision: 'allowed' | 'approved'
  /** Id of the approval that was used up. */
  approval?: string
  /** The lasting yes that answered. */
  rule?: 'session' | 'always'
}

/** How a call ended. */
export interface Outcome {
  ok: boolean
  error?: FaultCode
  /** Milliseconds it took. */
  ms: number
}

/** What the owner hears of while it happens. */
export type GateEvent =
  | ApprovalEvent
  | { type: 'act'; at: string; call: string; operation: string; tier: Tier; client: string; summary: string }
