import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { constants } from 'node:fs'
import { chmod, open, readFile, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { fault } from '../../bridge/faults.ts'
import { createAtomic, ensureFolder, errno, syncFolder, sweepTemporary, writeAtomic } from './atomic-file.ts'

/** What a token allows: agents ask, hosts may also relay a person's answer, the owner may approve and read the audit log. */
type Role = 'agent' | 'host' | 'owner'

/** Who calls: `id` is `agent`, `owner` or `host:<name>`. */
export interface Caller {
  id: string
  role: Role
}

/** A host that was issued a token; the token itself is not kept. */
const HostRecord = z.object({
  name: z.string(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  issuedAt: z.string(),
})

const tokenPattern = /^[A-Za-z0-9_-]{43}$/
const hostPattern = /^[a-z0-9][a-z0-9._-]{0,63}$/
const newToken = (): string => randomBytes(32).toString('base64url')
const digestOf = (token: string): Buffer => Buffer.from(hash('sha256', token, 'hex'), 'hex')

async function readOwnFile(path: string): Promise<string | undefined> {
  try {
    const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
    try {
      const stats = await handle.stat()
      const uid = process.getuid?.()
      if (!stats.isFile() || (uid !== undefined && stats.uid !== uid)) {
        throw fault('FORBIDDEN', `${path} is not a file of yours; remove it, and a new one is made.`)
      }
      if ((stats.mode & 0o077) !== 0) await handle.chmod(0o600)
      return (await handle.readFile('utf8')).trim()
    } finally {
      await handle.close()
    }
  } catch (error) {
    if (errno(error) === 'ENOENT') return undefined
    if (errno(error) === 'ELOOP') {
      throw fault('FORBIDDEN', `${path} is a symbolic link; remove it, and a file is made in its place.`)
    }
    throw error
  }
}

/** Reads a token, or makes it. One that is empty or cut short (a crash of the disk, an editor) is replaced. */
async function ensureToken(path: string): Promise<string> {
  for (;;) {
    const text = await readOwnFile(path)
    if (text !== undefined && tokenPattern.test(text)) return text
    const token = newToken()
    if (text !== undefined) {
      await writeAtomic(path, `${token}\n`)
      return token
    }
    if (await createAtomic(path, `${token}\n`)) return token
  }
}

/** The tokens of a home: `agent.token`, `owner.token`, and the digests of host tokens in `hosts/`. */
export class Tokens {
  readonly agent: string
  readonly owner: string
  readonly #folder: string
  readonly #callers: { caller: Caller; digest: Buffer; issuedAt?: string }[]
  #last: { bytes: Buffer; caller: Caller } | undefined

  private constructor(folder: string, agent: string, owner: string) {
    this.#folder = folder
    this.agent = agent
    this.owner = owner
    this.#callers = [
      { caller: { id: 'agent', role: 'agent' }, digest: digestOf(agent) },
      { caller: { id: 'owner', role: 'owner' }, digest: digestOf(owner) },
    ]
  }

  /**
   * Reads the tokens of a home, making what is missing: 32 random bytes each, base64url, files 0600.
   * Fault: FORBIDDEN when a token file is a link or belongs to somebody else.
   */
  static async open(home: string): Promise<Tokens> {
    const folder = join(home, 'hosts')
    await ensureFolder(folder)
    await chmod(folder, 0o700)
    await sweepTemporary(folder)
    const tokens = new Tokens(
      folder,
      await ensureToken(join(home, 'agent.token')),
      await ensureToken(join(home, 'owner.token')),
    )
    for (const name of (await readdir(folder)).sort()) {
      if (!name.endsWith('.json')) continue
      let record: z.infer<typeof HostRecord>
      try {
        record = HostRecord.parse(JSON.parse(await readFile(join(folder, name), 'utf8')))
      } catch {
        // A damaged record opens nothing; the host is connected again.
        continue
      }
      tokens.#add(record)
    }
    return tokens
  }

  #add(record: z.infer<typeof HostRecord>): void {
    this.#callers.push({
      caller: { id: `host:${record.name}`, role: 'host' },
      digest: Buffer.from(record.sha256, 'hex'),
      issuedAt: record.issuedAt,
    })
  }

  #forget(name: string): boolean {
    this.#last = undefined
    const at = this.#callers.findIndex(({ caller }) => caller.id === `host:${name}`)
    if (at !== -1) this.#callers.splice(at, 1)
    return at !== -1
  }

  /**
   * Who holds a token, or undefined. Takes the same time whichever token is right, and however much of it is; the
   * token that was right last is told without a digest.
   */
  identify(token: string): Caller | undefined {
    const bytes = Buffer.from(token)
    const last = this.#last
    if (last !== undefined && last.bytes.length === bytes.length && timingSafeEqual(last.bytes, bytes)) {
      return last.caller
    }
    const digest = digestOf(token)
    let found: Caller | undefined
    for (const known of this.#callers) {
      if (timingSafeEqual(known.digest, digest)) found = known.caller
    }
    if (found !== undefined) this.#last = { bytes, caller: found }
    return found
  }

  /**
   * Issues a token to a host (an MCP host, the Hermes gate) and returns it, the only time it can be seen. A host
   * that had one before loses the old one. Fault: INVALID_INPUT for a name that is not 1–64 of a-z 0-9 . _ -
   */
  async issueHostToken(name: string): Promise<string> {
    if (!hostPattern.test(name)) {
      throw fault(
        'INVALID_INPUT',
        `A host name has 1 to 64 of the characters a-z 0-9 . _ - and begins with a letter or digit; this one is ${JSON.stringify(name.slice(0, 80))}.`,
      )
    }
    const token = newToken()
    const record = { name, sha256: hash('sha256', token, 'hex'), issuedAt: new Date().toISOString() }
    await writeAtomic(join(this.#folder, `${name}.json`), JSON.stringify(record))
    this.#forget(name)
    this.#add(record)
    return token
  }

  /** The hosts that hold a token, by name. */
  listHosts(): { name: string; issuedAt: string }[] {
    return this.#callers
      .flatMap(({ caller, issuedAt }) =>
        issuedAt === undefined ? [] : [{ name: caller.id.slice('host:'.length), issuedAt }],
      )
      .sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  /** Takes a host's token back at once. Fault: NOT_FOUND when no host of that name has one. */
  async revokeHostToken(name: string): Promise<void> {
    if (!this.#forget(name))
      throw fault('NOT_FOUND', `No host is called ${JSON.stringify(name.slice(0, 80))}.`)
    await rm(join(this.#folder, `${name}.json`), { force: true })
    await syncFolder(this.#folder)
  }
}
