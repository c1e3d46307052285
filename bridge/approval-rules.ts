import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { z } from 'zod'

/** Clients and sessions remembered at a time; the oldest is forgotten first. */
const MAX_SESSION_RULES = 1000
const MAX_LASTING_RULES = 10_000

const RuleSchema = z.strictObject({
  /** Grouped tool and action, such as `canvas:save`. */
  action: z.string(),
  /** Whose calls it holds for. */
  client: z.string(),
  /** When a person said it, ISO 8601. */
  at: z.string(),
})
export type ApprovalRule = z.infer<typeof RuleSchema>

const RulesFile = z.object({ version: z.literal(1), rules: z.array(RuleSchema).max(MAX_LASTING_RULES) })

const key = (...parts: readonly string[]) => JSON.stringify(parts)

/**
 * Yeses that hold longer than one call: for a session in memory, always in a file of the state folder. A rule is for
 * one action of one client. A file that cannot be read holds no rules: then people are asked again.
 */
export class ApprovalRules {
  readonly #path: string
  readonly #session = new Set<string>()
  readonly #always = new Map<string, ApprovalRule>()

  constructor(path: string) {
    this.#path = path
    for (const rule of readRules(path)) this.#always.set(key(rule.client, rule.action), rule)
  }

  /** The rule that answers for a call, if there is one. */
  find(client: string, session: string | undefined, action: string): 'session' | 'always' | undefined {
    if (this.#always.has(key(client, action))) return 'always'
    return this.#session.has(key(client, session ?? '', action)) ? 'session' : undefined
  }

  /** Remembers a yes until the service ends; without a session it holds for the calls that name none. */
  addForSession(client: string, session: string | undefined, action: string): void {
    this.#session.add(key(client, session ?? '', action))
    const [oldest] = this.#session
    if (this.#session.size > MAX_SESSION_RULES && oldest !== undefined) this.#session.delete(oldest)
  }

  /** Remembers a yes for good. Throws what writing the file throws; then nothing is remembered. */
  addForGood(rule: ApprovalRule): void {
    const id = key(rule.client, rule.action)
    if (this.#always.has(id) || this.#always.size >= MAX_LASTING_RULES) return
    writeRules(this.#path, [...this.#always.values(), rule])
    this.#always.set(id, rule)
  }

  /** The lasting rules. */
  list(): ApprovalRule[] {
    return [...this.#always.values()]
  }

  /** Takes a lasting rule back; whether there was one. */
  forget(client: string, action: string): boolean {
    const id = key(client, action)
    if (!this.#always.has(id)) return false
    writeRules(
      this.#path,
      [...this.#always].filter(([other]) => other !== id).map(([, rule]) => rule),
    )
    return this.#always.delete(id)
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
  writeFileSync(half, `${JSON.stringify({ version: 1, rules }, null, 2)}\n`, { mode: 0o600 })
  renameSync(half, path)
}
