import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { fault } from '../bridge/faults.ts'
import type { Role } from '../bridge/gate.ts'
import type { Caller } from './calls.ts'

interface Known {
  digest: Buffer
  caller: { id: string; role: Role }
  expiresAt: number
}

const SESSION = /^[A-Za-z0-9_.:-]{1,128}$/

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** Who holds which token. Tokens are kept as digests only and compared in constant time. */
export class Callers {
  #known: Known[] = []

  /** Makes a token good for a caller until `expiresAt` (milliseconds since the epoch). */
  add(token: string, caller: { id: string; role: Role }, expiresAt = Infinity): void {
    this.#known.push({ digest: sha256(token), caller, expiresAt })
  }

  /** Forgets every token whose caller `leaves` says so, and those that have expired. */
  remove(leaves: (caller: { id: string; role: Role }) => boolean): void {
    this.#known = this.#known.filter((known) => !leaves(known.caller) && known.expiresAt > Date.now())
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
    const digest = sha256(authorization.slice(7).trim())
    let found: Known | undefined
    for (const known of this.#known) {
      if (timingSafeEqual(known.digest, digest) && known.expiresAt > Date.now()) found = known
    }
    if (found === undefined) throw fault('UNAUTHENTICATED', 'The token is not one of this service.')
    const session = headers['talaria-session']
    return typeof session === 'string' && SESSION.test(session) ? { ...found.caller, session } : found.caller
  }
}

/** Throws FORBIDDEN unless the caller has one of the roles. */
export function requireRole(caller: Caller, ...roles: Role[]): void {
  if (roles.includes(caller.role)) return
  throw fault('FORBIDDEN', `This needs the ${roles.join(' or ')} token; the call came with the ${caller.role} token.`)
}
