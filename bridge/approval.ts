import { z } from 'zod'
import { TIERS, type Role, type Tier } from './operation.ts'
import { CompactArgs } from './redact.ts'

/** What a person may say to an approval. */
export const ANSWERS = ['once', 'session', 'always', 'deny'] as const
export type Answer = (typeof ANSWERS)[number]

/** Body of `POST /v1/approvals/<id>`. */
export const AnswerInput = z.strictObject({
  answer: z
    .enum(ANSWERS)
    .describe('session and always hold for later calls of the action; for destructive calls both mean once'),
  automatic: z
    .boolean()
    .default(false)
    .describe('Whether the host answered by itself, without asking a person'),
})
export type AnswerInput = z.infer<typeof AnswerInput>

/** What APPROVAL_NEEDED carries as `data.approval`. */
export const ApprovalNotice = z.strictObject({
  id: z.string(),
  tier: z.enum(TIERS),
  action: z.string().describe('Grouped tool and action, such as canvas:save'),
  summary: z.string().describe('What would happen, for a person'),
  expiresAt: z.string().describe('ISO 8601'),
})
export type ApprovalNotice = z.infer<typeof ApprovalNotice>

/** An open approval as the owner and hosts see it. */
export const ApprovalView = z.strictObject({
  ...ApprovalNotice.shape,
  state: z.enum(['pending', 'approved', 'denied']),
  operation: z.string(),
  client: z.string(),
  createdAt: z.string().describe('ISO 8601'),
  args: CompactArgs.describe('The arguments, shortened and without secrets'),
})
export type ApprovalView = z.infer<typeof ApprovalView>

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
  args: CompactArgs
}

export type ApprovalEvent =
  | { type: 'approval.asked'; approval: ApprovalView }
  | { type: 'approval.answered'; approval: ApprovalView; answer: Answer; by: Answerer; call: string }
  | { type: 'approval.expired'; approval: ApprovalView }
