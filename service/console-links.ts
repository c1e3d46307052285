import { randomBytes } from 'node:crypto'
import { fault } from '../bridge/faults.ts'
import type { Callers } from './callers.ts'

const LINK_MS = 10 * 60_000
const SESSION_MS = 12 * 3_600_000
const MAX_LINKS = 100

/** One-time links into the console: each opens one owner session, once, within ten minutes. */
export class ConsoleLinks {
  readonly #callers: Callers
  readonly #links = new Map<string, number>()

  constructor(callers: Callers) {
    this.#callers = callers
  }

  /** A fresh link. The code is in the fragment, which browsers do not send or log. */
  link(base: string): string {
    const code = randomBytes(24).toString('base64url')
    const now = Date.now()
    for (const [old, expiresAt] of this.#links) if (expiresAt < now) this.#links.delete(old)
    for (const old of [...this.#links.keys()].slice(0, 1 - MAX_LINKS)) this.#links.delete(old)
    this.#links.set(code, now + LINK_MS)
    return `${base}/console/#link=${code}`
  }

  /** Trades a link for an owner session token. Throws UNAUTHENTICATED when it was used or is too old. */
  signIn(code: string): { token: string; role: 'owner'; expiresAt: string } {
    const expiresAt = this.#links.get(code)
    this.#links.delete(code)
    if (expiresAt === undefined || expiresAt < Date.now()) {
      throw fault(
        'UNAUTHENTICATED',
        'This link was used before or is too old; "talaria open" prints another.',
      )
    }
    const token = randomBytes(32).toString('base64url')
    const until = Date.now() + SESSION_MS
    this.#callers.addConsole(token, until)
    return { token, role: 'owner', expiresAt: new Date(until).toISOString() }
  }
}
