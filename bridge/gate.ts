import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ApprovalRules } from './approval-rules.ts'
import { summaryFor } from './approval-summary.ts'
import type { ApprovalEvent } from './approval.ts'
import { Approvals } from './approvals.ts'
import type { AuditEntry } from './audit-line.ts'
import type { AuditPage } from './audit-reader.ts'
import { AuditLog, type AuditState } from './audit.ts'
import { jsonDigest } from './canonical-json.ts'
import { Fault, fault } from './faults.ts'
import { answerEntry, callEntry } from './gate-audit.ts'
import type { Decision, GateCall, GateEvent, Outcome } from './gate-call.ts'
import type { Operation, Role, Tier } from './operation.ts'
import { PolicyFile, policyPaths, type PolicyState } from './policy-file.ts'
import { ProtectedPaths } from './protected-paths.ts'
import { compactArgs } from './redact.ts'
import { atLeast, tierOf } from './tiers.ts'

export type { Decision, GateCall, GateEvent, Outcome } from './gate-call.ts'
export type { Role } from './operation.ts'

export interface GateOptions {
  /** Talaria's state folder. */
  home: string
  /** The Hermes home, where there is one. */
  hermesHome?: string
  /** The user's home folder. */
  homeDir: string
  settings: { approvals: { expireMs: number }; audit: { maxBytes: number; keep: number } }
  /** Milliseconds since the epoch. */
  now?: () => number
  announce: (event: GateEvent) => void
  /** Further protected folders, such as the spool. */
  protect?: readonly string[]
}

const roleRank: Record<Role, number> = { agent: 0, host: 1, owner: 2 }

const allowed: Record<Tier, Decision> = {
  read: Object.freeze({ tier: 'read', decision: 'allowed' }),
  act: Object.freeze({ tier: 'act', decision: 'allowed' }),
  mutate: Object.freeze({ tier: 'mutate', decision: 'allowed' }),
  destructive: Object.freeze({ tier: 'destructive', decision: 'allowed' }),
}

/**
 * The gate every call passes, whatever door it came through: role, protected paths, tier and policy, approval; and
 * the audit log every call ends in.
 */
export class Gate {
  readonly approvals: Approvals
  readonly #options: GateOptions
  readonly #now: () => number
  readonly #policy: PolicyFile
  readonly #audit: AuditLog
  #protected: ProtectedPaths | undefined
  #protectedFor: readonly string[] | undefined

  /** The state folder must exist. Fault: UNAVAILABLE when the audit log cannot be opened. */
  constructor(options: GateOptions) {
    const { home, hermesHome, settings } = options
    this.#options = options
    this.#now = options.now ?? Date.now
    this.#policy = new PolicyFile(policyPaths(home, hermesHome), this.#now)
    const herald = hermesHome === undefined ? undefined : join(hermesHome, 'herald-os')
    const heraldFolder = herald !== undefined && existsSync(herald) ? herald : undefined
    this.#audit = new AuditLog({ ...settings.audit, home, heraldFolder, now: this.#now })
    this.approvals = new Approvals({
      expireMs: settings.approvals.expireMs,
      rules: new ApprovalRules(join(home, 'approval-rules.json')),
      now: this.#now,
      announce: (event) => this.#hearApproval(event),
    })
  }

  /**
   * Decides on a call. At once for a call without paths, else after looking at the file system; faults are thrown
   * either way. Faults: FORBIDDEN (role), PROTECTED_PATH, INVALID_INPUT (a path that is not absolute), POLICY_DENIED,
   * APPROVAL_NEEDED with `data.approval`, APPROVAL_DENIED, BUSY (too many open approvals), STORAGE_FULL or
   * UNAVAILABLE (a call that changes something while the audit log cannot be written).
   */
  authorize(call: GateCall): Decision | Promise<Decision> {
    const { role = 'agent', name } = call.operation
    if (roleRank[call.client.role] < roleRank[role]) {
      throw fault('FORBIDDEN', `${name} is for the ${role}; this token is the ${call.client.role}'s.`, {
        role,
      })
    }
    return call.paths.length === 0
      ? this.#decide(call)
      : this.#checkPaths(call).then(() => this.#decide(call))
  }

  /** Appends the call to the audit log. Never throws. */
  record(call: GateCall, decision: Decision | Fault, outcome: Outcome): void {
    // The line of a call that changes nothing can wait for the others of its turn.
    const makeEntry = (): AuditEntry => callEntry(call, decision, outcome)
    const isQuiet = !(decision instanceof Fault) && !atLeast(decision.tier, 'mutate')
    if (isQuiet) this.#audit.appendLate(makeEntry)
    else this.#audit.append(makeEntry())
  }

  /** The protected root a path leads into, or undefined. Fault: INVALID_INPUT for a path that is not absolute. */
  protectedRoot(path: string): Promise<string | undefined> {
    return this.#protectedPaths(this.#policy.refresh().protectedPaths).rootOf(path)
  }

  /** The policy in force, where it came from and what is wrong with it. */
  policyState(): PolicyState {
    return this.#policy.state()
  }

  /** Whether the audit log is being kept. */
  auditState(): AuditState {
    return this.#audit.state()
  }

  /** The newest entries of the audit log, or those before an earlier page. Faults: INVALID_INPUT, NOT_FOUND. */
  readAudit(page: { limit: number; before?: string | undefined }): Promise<AuditPage> {
    return this.#audit.read(page)
  }

  /** Ends open approvals, writes and syncs the audit log, closes files. */
  async close(): Promise<void> {
    this.approvals.close()
    await this.#audit.close()
  }

  async #checkPaths(call: GateCall): Promise<void> {
    const roots = await Promise.all(call.paths.map((path) => this.protectedRoot(path)))
    const root = roots.find((found) => found !== undefined)
    if (root !== undefined) {
      throw fault('PROTECTED_PATH', `The path leads into ${root}, which nobody may read or change here.`, {
        root,
      })
    }
  }

  #decide(call: GateCall): Decision {
    const tier = tierOf(call.operation, call.input, call.facts)
    const changes = atLeast(tier, 'mutate')
    const policy = tier === 'read' ? this.#policy.current() : this.#policy.refresh()
    const mode = policy.modes[tier]
    if (mode === 'deny') {
      throw fault('POLICY_DENIED', `The policy denies calls of the tier ${tier}; the owner can change it.`, {
        tier,
      })
    }
    if (changes) this.#demandAudit()
    const decision = mode === 'allow' ? allowed[tier] : this.#approved(call, tier)
    if (tier === 'act') this.#announceAct(call)
    return decision
  }

  /** Nothing is changed while what was changed could not be written down. */
  #demandAudit(): void {
    const { failure, path } = this.#audit.state()
    if (failure === undefined) return
    const full = failure === 'ENOSPC' || failure === 'EDQUOT'
    throw fault(
      full ? 'STORAGE_FULL' : 'UNAVAILABLE',
      `Nothing is changed while the audit log ${path} cannot be written (${failure}).`,
    )
  }

  #approved(call: GateCall, tier: Tier): Decision {
    const { operation, client, input } = call
    const action = actionOf(operation)
    const rule = this.approvals.rules.find({ client: client.id, tier, action }, client.session)
    if (rule !== undefined) return { tier, decision: 'approved', rule }
    const binding = { operation: operation.name, client: client.id, tier, digest: jsonDigest(input) }
    const state = call.approval === undefined ? 'none' : this.approvals.use(call.approval, binding)
    if (call.approval !== undefined && state === 'approved') {
      return { tier, decision: 'approved', approval: call.approval }
    }
    if (state === 'denied') throw fault('APPROVAL_DENIED', 'A person said no to this call.', { action })
    const args = compactArgs(input)
    const approval = this.approvals.ask({
      ...binding,
      call: call.id,
      session: client.session,
      action,
      summary: summaryFor(operation, args),
      args,
    })
    throw fault('APPROVAL_NEEDED', `${why[state]} ${remedy}`, { approval })
  }

  #announceAct(call: GateCall): void {
    this.#options.announce({
      type: 'act',
      at: new Date(this.#now()).toISOString(),
      call: call.id,
      operation: call.operation.name,
      tier: 'act',
      client: call.client.id,
      summary: summaryFor(call.operation, compactArgs(call.input)),
    })
  }

  #hearApproval(event: ApprovalEvent): void {
    if (event.type === 'approval.answered') this.#audit.append(answerEntry(event))
    this.#options.announce(event)
  }

  #protectedPaths(extra: readonly string[]): ProtectedPaths {
    if (this.#protected === undefined || this.#protectedFor !== extra) {
      const { home, hermesHome, homeDir, protect = [] } = this.#options
      this.#protected = new ProtectedPaths({ home, hermesHome, homeDir, extra: [...protect, ...extra] })
      this.#protectedFor = extra
    }
    return this.#protected
  }
}

const remedy = 'Let the owner or a host answer it, then repeat the same call with "Approval: <id>".'

const why: Record<'none' | 'pending' | 'unknown' | 'approved', string> = {
  none: 'A person must say yes to this call first.',
  pending: 'Nobody has answered yet.',
  unknown: 'The approval given expired, was used, or is for another call; a new one is open.',
  approved: 'A person must say yes to this call first.',
}

/** The name a lasting yes goes by: grouped tool and action. */
function actionOf({ tool, name }: Pick<Operation, 'tool' | 'name'>): string {
  return `${tool.name}:${tool.action ?? name}`
}
