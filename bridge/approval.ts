import type { Role, Tier } from './operation.ts'
import type { CompactValue } from './redact.ts'

/** What a person may say to an approval. */
export const ANSWERS = ['once', 'session', 'always', 'deny'] as const
export type Answer = (typeof ANSWERS)[number]

/** What APPROVAL_NEEDED carries as `data.approval`. */
export interface ApprovalNotice {
  id: string
  tier: Tier
  /** Grouped tool and action, such as `canvas:save`. */
  action: string
  /** What would happen, for a person. */
  summary: string
  /** ISO 8601. */
  expiresAt: string
}

/** An open approval as the owner and hosts see it. */
export interface ApprovalView extends ApprovalNotice {
  state: 'pending' | 'approved' | 'denied'
  operation: string
  client: string
  createdAt: string
  /** The arguments, shortened and without secrets. */
  args: Record<string, CompactValue>
}

/** Who answers: `automatic` when no person was asked (a host's "yes to all" mode). */
export interface Answerer {
  role: Role
  id: string
  automatic?: boolean
}

/** The call an approval is for; an answer holds for exactly this. */
export interface ApprovalBinding {
  operation: string
  client: string
  /** A yes to a change is none to a loss: the tier may have risen since it was given. */
  tier: Tier
  /** Digest of the canonical arguments. */
  digest: string
}

export interface ApprovalRequest extends ApprovalBinding {
  /** The call that asked. */
  call: string
  session?: string | undefined
  action: string
  summary: string
  args: Record<string, CompactValue>
}

export type ApprovalEvent =
  | { type: 'approval.asked'; approval: ApprovalView }
  | { type: 'approval.answered'; approval: ApprovalView; answer: Answer; by: Answerer; call: string }
  | { type: 'approval.expired'; approval: ApprovalView }
