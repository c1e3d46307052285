import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { fault } from '../bridge/faults.ts'
import type { Role } from '../bridge/operation.ts'
import type { Caller } from './calls.ts'
import type { Tokens } from './stores/tokens.ts'

interface ConsoleSession {
  digest: Buffer
  expiresAt: number
}

const SESSION_NAME = /^[A-Za-z0-9_.:-]{1,128}$/
const MAX_SESSIONS = 100

/** Who a request comes from: the tokens of the home, and the owner's console sessions. */
export class Callers {
  readonly #tokens: Tokens
  #consoles: ConsoleSession[] = []

  constructor(tokens: Tokens) {
    this.#tokens = tokens
  }

  /** Makes a token good for the owner's console until `expiresAt` (milliseconds since the epoch). */
  addConsole(token: string, expiresAt: number): void {
    this.#consoles = this.#consoles
      .filter((session) => session.expiresAt > Date.now())
      .slice(1 - MAX_SESSIONS)
    this.#consoles.push({ digest: sha256(token), expiresAt })
  }

  /**
   * The caller of a request, by its bearer token; a session named in `Talaria-Session` goes along.
   * Throws UNAUTHENTICATED.
   */
  identify(headers: IncomingHttpHeaders): Caller {
    const { authorization } = headers
    if (authorization === undefined || !/^bearer /i.test(authorization)) {
      throw fault(
        'UNAUTHENTICATED',
        'Send "Authorization: Bearer <token>"; the token is in agent.token in the state folder.',
      )
    }
    const token = authorization.slice(7).trim()
    const caller = this.#tokens.identify(token) ?? this.#console(token)
    if (caller === undefined) throw fault('UNAUTHENTICATED', 'The token is not one of this service.')
    const session = headers['talaria-session']
    return typeof session === 'string' && SESSION_NAME.test(session) ? { ...caller, session } : caller
  }

  #console(token: string): Caller | undefined {
    if (this.#consoles.length === 0) return undefined
    const digest = sha256(token)
    let found = false
    for (const session of this.#consoles) {
      if (timingSafeEqual(session.digest, digest) && session.expiresAt > Date.now()) found = true
    }
    return found ? { id: 'console', role: 'owner' } : undefined
  }
}

/** Throws FORBIDDEN unless the caller has one of the roles. */
export function requireRole(caller: Caller, ...roles: Role[]): void {
  if (roles.includes(caller.role)) return
  throw fault(
    'FORBIDDEN',
    `This needs the ${roles.join(' or ')} token; the call came with the ${caller.role} token.`,
  )
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
