import type { ApprovalEvent } from './approval.ts'
import type { AuditEntry, AuditLine } from './audit-line.ts'
import { Fault, type FaultCode } from './faults.ts'
import type { Decision, GateCall, Outcome } from './gate-call.ts'
import type { Tier } from './operation.ts'
import { compactText } from './redact.ts'
import { tierOf } from './tiers.ts'

/** The line of the audit log for a call. */
export function callEntry(call: GateCall, decision: Decision | Fault, outcome: Outcome): AuditEntry {
  const { operation, id } = call
  const refused = decision instanceof Fault
  return {
    id,
    tool: operation.tool.name,
    tier: refused ? tierOrBase(call) : decision.tier,
    action: operation.tool.action ?? null,
    args: compactText(call.input),
    decision: refused ? decisionOf(decision.code) : decision.decision,
    ok: outcome.ok,
    error: outcome.error ?? (refused ? decision.code : null),
    ms: outcome.ms,
    approval: refused ? undefined : decision.approval,
  }
}

function tierOrBase({ operation, input, facts }: GateCall): Tier {
  try {
    return tierOf(operation, input, facts)
  } catch {
    // The input may be what was refused.
    return operation.tier.base
  }
}

function decisionOf(code: FaultCode): AuditLine['decision'] {
  switch (code) {
    case 'PROTECTED_PATH':
      return 'protected'
    case 'POLICY_DENIED':
      return 'policy_denied'
    case 'APPROVAL_NEEDED':
      return 'blocked'
    case 'APPROVAL_DENIED':
      return 'denied'
    default:
      return 'refused'
  }
}

/** The line of the audit log for an answer to an approval. */
export function answerEntry(event: Extract<ApprovalEvent, { type: 'approval.answered' }>): AuditEntry {
  const { approval, answer, by, call } = event
  return {
    id: call,
    tool: 'bridge',
    tier: approval.tier,
    action: 'approval',
    args: compactText({
      approval: approval.id,
      for: approval.action,
      answer,
      role: by.role,
      by: by.id,
      automatic: by.automatic === true,
    }),
    decision: answer === 'deny' ? 'denied' : 'approved',
    ok: true,
    error: null,
    ms: 0,
  }
}
