import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { fault } from './faults.ts'
import { TIERS, type Tier } from './operation.ts'

/** Clients and sessions remembered at a time; the oldest is forgotten first. */
const MAX_SESSION_RULES = 1000
const MAX_LASTING_RULES = 10_000

const RuleSchema = z.strictObject({
  /** Whose calls it holds for. */
  client: z.string(),
  /** Grouped tool and action, such as `canvas:save`. */
  action: z.string(),
  /** The tier it was said to: an action that rises above it asks anew. */
  tier: z.enum(TIERS),
  /** When a person said it, ISO 8601. */
  at: z.string(),
})
export type ApprovalRule = z.infer<typeof RuleSchema>

/** What a rule is for. */
export interface RuleScope {
  client: string
  action: string
  tier: Tier
}

const RulesFile = z.object({ version: z.literal(1), rules: z.array(RuleSchema).max(MAX_LASTING_RULES) })

const keyOf = ({ client, action, tier }: RuleScope, ...session: readonly string[]) =>
  JSON.stringify([client, action, tier, ...session])

/**
 * Yeses that hold longer than one call: for a session in memory, always in a file of the state folder. A rule is for
 * one action of one client at one tier; none is for destructive calls. A file that cannot be read holds no rules:
 * then people are asked again.
 */
export class ApprovalRules {
  readonly #path: string
  readonly #session = new Set<string>()
  readonly #always = new Map<string, ApprovalRule>()

  constructor(path: string) {
    this.#path = path
    for (const rule of readRules(path)) this.#always.set(keyOf(rule), rule)
  }

  /** The rule that answers for a call, if there is one. */
  find(scope: RuleScope, session: string | undefined): 'session' | 'always' | undefined {
    if (scope.tier === 'destructive') return undefined
    if (this.#always.has(keyOf(scope))) return 'always'
    return this.#session.has(keyOf(scope, session ?? '')) ? 'session' : undefined
  }

  /** Remembers a yes until the service ends; without a session it holds for the calls that name none. */
  addForSession(scope: RuleScope, session: string | undefined): void {
    this.#session.add(keyOf(scope, session ?? ''))
    const [oldest] = this.#session
    if (this.#session.size > MAX_SESSION_RULES && oldest !== undefined) this.#session.delete(oldest)
  }

  /** Remembers a yes for good. Fault: STORAGE_FULL when the file cannot be written; then nothing is remembered. */
  addForGood(rule: ApprovalRule): void {
    if (this.#always.has(keyOf(rule)) || this.#always.size >= MAX_LASTING_RULES) return
    writeRules(this.#path, [...this.#always.values(), rule])
    this.#always.set(keyOf(rule), rule)
  }

  /** The lasting rules. */
  list(): ApprovalRule[] {
    return [...this.#always.values()]
  }

  /** Takes a lasting rule back; whether there was one. */
  forget(scope: RuleScope): boolean {
    const key = keyOf(scope)
    if (!this.#always.has(key)) return false
    writeRules(
      this.#path,
      [...this.#always].filter(([other]) => other !== key).map(([, rule]) => rule),
    )
    return this.#always.delete(key)
  }
}

function readRules(path: string): ApprovalRule[] {
  try {
    return RulesFile.parse(JSON.parse(readFileSync(path, 'utf8'))).rules
  } catch {
    return []
  }
}

function writeRules(path: string, rules: readonly ApprovalRule[]): void {
  const half = `${path}.${process.pid}`
  try {
    writeFileSync(half, `${JSON.stringify({ version: 1, rules }, null, 2)}\n`, { mode: 0o600 })
    renameSync(half, path)
  } catch (error) {
    rmSync(half, { force: true })
    throw fault('STORAGE_FULL', `The answer cannot be kept in ${path}; "once" needs no room.`, {}, error)
  }
}
