import { randomBytes } from 'node:crypto'
import type { ApprovalRules } from './approval-rules.ts'
import type {
  Answer,
  Answerer,
  ApprovalBinding,
  ApprovalEvent,
  ApprovalNotice,
  ApprovalRequest,
  ApprovalView,
} from './approval.ts'
import { fault } from './faults.ts'

/** Longest timer of Node. */
const MAX_TIMER_MS = 2 ** 31 - 1
/** Approvals open at a time, in all and of one client. */
const MAX_OPEN = 256
const MAX_OPEN_OF_CLIENT = 32

/** How a wait ended; `expired` also when the approval was used or the service stopped. */
export type WaitOutcome = 'approved' | 'denied' | 'expired'

interface Entry extends ApprovalRequest {
  id: string
  state: ApprovalView['state']
  createdAt: number
  expiresAt: number
  timer: NodeJS.Timeout
  waiters: Set<(outcome: WaitOutcome) => void>
}

export interface ApprovalsOptions {
  /** How long an approval may be answered and used, in milliseconds. */
  expireMs: number
  rules: ApprovalRules
  /** Milliseconds since the epoch. */
  now: () => number
  announce: (event: ApprovalEvent) => void
}

/**
 * The open questions to a person. Each is for one call (operation, client and arguments), can be used once, and dies
 * after `expireMs` or with the process: no answer is a no.
 */
export class Approvals {
  readonly rules: ApprovalRules
  readonly #open = new Map<string, Entry>()
  readonly #options: ApprovalsOptions

  constructor(options: ApprovalsOptions) {
    this.#options = options
    this.rules = options.rules
  }

  /**
   * Opens an approval for a call, or finds the one that is open for it already. Fault: BUSY when too many are open.
   */
  ask(request: ApprovalRequest): ApprovalNotice {
    const open = this.#live()
    const same = open.find((entry) => entry.state !== 'denied' && isFor(entry, request))
    if (same !== undefined) return notice(same)
    const ofClient = open.filter((entry) => entry.client === request.client)
    if (open.length >= MAX_OPEN || ofClient.length >= MAX_OPEN_OF_CLIENT) {
      const next = Math.min(...open.map((entry) => entry.expiresAt)) - this.#options.now()
      throw fault('BUSY', `${open.length} approvals wait for an answer; answer those first.`, {
        retryAfterMs: next,
      })
    }
    const id = `ap_${randomBytes(16).toString('base64url')}`
    const createdAt = this.#options.now()
    const { expireMs } = this.#options
    const timer = setTimeout(() => this.#expire(id), Math.min(expireMs, MAX_TIMER_MS))
    timer.unref()
    const entry: Entry = {
      ...request,
      id,
      state: 'pending',
      createdAt,
      expiresAt: createdAt + expireMs,
      timer,
      waiters: new Set(),
    }
    this.#open.set(id, entry)
    this.#options.announce({ type: 'approval.asked', approval: view(entry) })
    return notice(entry)
  }

  /**
   * Uses an approval for a call. `approved` and `denied` end it; `pending` leaves it; `unknown` covers what never was,
   * expired, was used, or belongs to another call.
   */
  use(id: string, binding: ApprovalBinding): ApprovalView['state'] | 'unknown' {
    const entry = this.#find(id)
    if (entry === undefined || !isFor(entry, binding)) return 'unknown'
    if (entry.state !== 'pending') this.#remove(entry, entry.state)
    return entry.state
  }

  /** The open approvals, oldest first. */
  list(): ApprovalView[] {
    return this.#live().map(view)
  }

  /** One open approval. Fault: NOT_FOUND. */
  get(id: string): ApprovalView {
    return view(this.#require(id))
  }

  /**
   * Answers an approval. Nothing destructive is allowed beyond the one call, and neither is anything by an automatic
   * yes: there `session` and `always` count as `once`. A yes may be taken back with `deny` until it is used. Returns
   * the answer that counts. Faults: FORBIDDEN for agents, NOT_FOUND, STALE_REVISION when it was answered before,
   * STORAGE_FULL when a lasting yes cannot be kept.
   */
  answer(id: string, answer: Answer, by: Answerer): { approval: ApprovalView; answer: Answer } {
    if (by.role === 'agent') {
      throw fault(
        'FORBIDDEN',
        'An agent cannot answer its own approvals; the owner, or a host for a person, does.',
      )
    }
    const entry = this.#require(id)
    if (entry.state === 'denied' || (entry.state === 'approved' && answer !== 'deny')) {
      throw fault('STALE_REVISION', `This approval was answered before: it is ${entry.state}.`, {
        state: entry.state,
      })
    }
    const lasting = answer !== 'deny' && entry.tier !== 'destructive' && by.automatic !== true
    const counts = answer === 'deny' || lasting ? answer : 'once'
    const { client, session, tier, action } = entry
    if (counts === 'session') this.rules.addForSession({ client, tier, action }, session)
    if (counts === 'always') {
      this.rules.addForGood({ client, tier, action, at: new Date(this.#options.now()).toISOString() })
    }
    entry.state = counts === 'deny' ? 'denied' : 'approved'
    for (const tell of entry.waiters) tell(entry.state)
    entry.waiters.clear()
    const approval = view(entry)
    this.#options.announce({ type: 'approval.answered', approval, answer: counts, by, call: entry.call })
    return { approval, answer: counts }
  }

  /** Waits until an approval is answered or expires. Rejects with the signal's reason. Fault: NOT_FOUND. */
  async wait(id: string, signal: AbortSignal): Promise<WaitOutcome> {
    signal.throwIfAborted()
    const entry = this.#require(id)
    if (entry.state !== 'pending') return entry.state
    let stop = () => {}
    try {
      return await new Promise<WaitOutcome>((resolve, reject) => {
        const abort = () => reject(signal.reason)
        signal.addEventListener('abort', abort, { once: true })
        entry.waiters.add(resolve)
        stop = () => {
          signal.removeEventListener('abort', abort)
          entry.waiters.delete(resolve)
        }
      })
    } finally {
      stop()
    }
  }

  /** Ends every open approval; those who wait hear `expired`. */
  close(): void {
    for (const entry of this.#open.values()) this.#remove(entry, 'expired')
  }

  #find(id: string): Entry | undefined {
    const entry = this.#open.get(id)
    if (entry === undefined || entry.expiresAt > this.#options.now()) return entry
    this.#expire(id)
    return undefined
  }

  #require(id: string): Entry {
    const entry = this.#find(id)
    if (entry !== undefined) return entry
    throw fault(
      'NOT_FOUND',
      'There is no such approval: it expired, was used, or never was. Repeat the call to ask anew.',
    )
  }

  #live(): Entry[] {
    return [...this.#open.keys()].map((id) => this.#find(id)).filter((entry) => entry !== undefined)
  }

  #expire(id: string): void {
    const entry = this.#open.get(id)
    if (entry === undefined) return
    this.#remove(entry, 'expired')
    this.#options.announce({ type: 'approval.expired', approval: view(entry) })
  }

  #remove(entry: Entry, outcome: WaitOutcome): void {
    clearTimeout(entry.timer)
    this.#open.delete(entry.id)
    for (const tell of entry.waiters) tell(outcome)
    entry.waiters.clear()
  }
}

function isFor(entry: ApprovalBinding, call: ApprovalBinding): boolean {
  return (
    entry.operation === call.operation &&
    entry.client === call.client &&
    entry.tier === call.tier &&
    entry.digest === call.digest
  )
}

function notice({ id, tier, action, summary, expiresAt }: Entry): ApprovalNotice {
  return { id, tier, action, summary, expiresAt: new Date(expiresAt).toISOString() }
}

function view(entry: Entry): ApprovalView {
  const { state, operation, client, createdAt, args } = entry
  return { ...notice(entry), state, operation, client, createdAt: new Date(createdAt).toISOString(), args }
}
