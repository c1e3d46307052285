import { chmodSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { parseDocument } from 'yaml'
import { fault } from './faults.ts'
import { TIERS, type Tier } from './operation.ts'
import { DEFAULT_MODES, isMode, isTier, type Mode, type Modes } from './tiers.ts'

/** Size of the largest policy file taken. */
const MAX_BYTES = 256 * 1024

export interface Policy {
  modes: Modes
  /** The user's own protected paths, `~/x`, `$NAME/x` or absolute; they extend the built-in list. */
  protectedPaths: readonly string[]
  /** What in the file was not understood and how it was taken, a sentence each. */
  warnings: readonly string[]
}

/** What holds without a policy file. */
const DEFAULT_POLICY: Policy = Object.freeze({
  modes: DEFAULT_MODES,
  protectedPaths: [],
  warnings: [],
})

type Members = Record<string, unknown>

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function modeOf(tier: Tier, written: unknown, warnings: string[]): Mode {
  const usual = DEFAULT_MODES[tier]
  if (written === undefined || written === null) return usual
  const mode = typeof written === 'string' ? written.trim().toLowerCase() : written
  if (!isMode(mode)) {
    warnings.push(`tiers.${tier}: expected allow, confirm or deny; "${usual}" is used.`)
    return usual
  }
  if (tier === 'destructive' && mode === 'allow') {
    warnings.push('tiers.destructive: cannot be set to allow; "confirm" is used.')
    return 'confirm'
  }
  return mode
}

function modesOf(written: unknown, warnings: string[]): Modes {
  if (written === undefined || written === null) return DEFAULT_MODES
  if (!isMembers(written)) {
    warnings.push('tiers: expected a mode for each tier, such as "mutate: confirm"; the defaults are used.')
    return DEFAULT_MODES
  }
  for (const name of Object.keys(written)) {
    if (!isTier(name)) warnings.push(`tiers.${name}: there is no such tier; it is ignored.`)
  }
  const entries = TIERS.map((tier) => [tier, modeOf(tier, written[tier], warnings)] as const)
  return Object.freeze({ ...DEFAULT_MODES, ...Object.fromEntries(entries) })
}

/** A list, or one text taken for a list of one: protecting more than was meant is the lesser mistake. */
function protectedPathsOf(written: unknown, warnings: string[]): string[] {
  if (written === undefined || written === null) return []
  const paths: string[] = []
  for (const entry of Array.isArray(written) ? written : [written]) {
    const path = typeof entry === 'string' ? entry.trim() : ''
    if (path === '' || path.includes('\0')) {
      warnings.push('protected_paths: expected paths such as ~/Documents/Taxes; an entry is ignored.')
    } else if (isAbsolute(path) || /^(?:~$|~\/|\$\w+(?:$|\/))/.test(path)) {
      paths.push(path)
    } else {
      warnings.push(`protected_paths: "${path}" is not absolute; it is taken from the home folder.`)
      paths.push(`~/${path}`)
    }
  }
  return paths
}

/**
 * Reads a policy. Unknown keys are ignored, values that mean nothing fall back to their default with a warning.
 * Fault: SYNTAX when the text is not YAML or not a map of settings.
 */
export function parsePolicy(text: string): Policy {
  const document = parseDocument(text, { logLevel: 'error' })
  const [error] = document.errors
  if (error !== undefined) {
    const line = error.linePos?.[0].line
    throw fault('SYNTAX', `The policy is not valid YAML${line === undefined ? '' : ` (line ${line})`}.`, {
      line,
    })
  }
  let root: unknown
  try {
    root = document.toJS({ maxAliasCount: 100 })
  } catch (cause) {
    throw fault('SYNTAX', 'The policy cannot be unfolded: too many aliases.', {}, cause)
  }
  if (root === null || root === undefined) return DEFAULT_POLICY
  if (!isMembers(root)) throw fault('SYNTAX', 'Expected a policy with "tiers" and "protected_paths".')
  const warnings: string[] = []
  return {
    modes: modesOf(root['tiers'], warnings),
    protectedPaths: protectedPathsOf(root['protected_paths'], warnings),
    warnings,
  }
}

export interface PolicyState {
  /** The file that holds, or would hold, the policy. */
  path: string
  /** Where the policy in force came from. */
  source: 'file' | 'last-good' | 'defaults'
  modes: Modes
  protectedPaths: readonly string[]
  /** What a person should look at; empty when all is well. */
  warnings: readonly string[]
}

interface Loaded {
  policy: Policy
  state: PolicyState
}

interface Found {
  path: string
  /** Changes whenever the file does. */
  stamp: string
  bytes: number
  mode: number
  modifiedMs: number
}

function find(path: string): Found | undefined {
  try {
    const { mtimeNs, ctimeNs, ino, size, mode, mtimeMs } = statSync(path, { bigint: true })
    const stamp = `${path}:${ino}:${size}:${mtimeNs}:${ctimeNs}`
    return { path, stamp, bytes: Number(size), mode: Number(mode), modifiedMs: Number(mtimeMs) }
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) {
      return undefined
    }
    return { path, stamp: `${path}:unreadable`, bytes: 0, mode: 0, modifiedMs: 0 }
  }
}

/**
 * The policy in force, read again whenever its file changes. A file that does not parse leaves the last good policy
 * in force, of which a copy is kept beside it for the next start; without one the defaults hold.
 */
export class PolicyFile {
  readonly #paths: readonly [string, ...string[]]
  readonly #now: () => number
  #loaded: Loaded
  #stamp = ''
  #checkedAt = -Infinity

  /** `paths`: where the policy may be; the first that exists holds. `now`: milliseconds since the epoch. */
  constructor(paths: readonly [string, ...string[]], now: () => number = Date.now) {
    this.#paths = paths
    this.#now = now
    this.#loaded = this.#defaults([])
    this.refresh()
  }

  /** The policy; a change of its file is heard within 50 ms. About 0.1 µs. */
  current(): Policy {
    const sinceMs = this.#now() - this.#checkedAt
    if (sinceMs >= 50 || sinceMs < 0) this.refresh()
    return this.#loaded.policy
  }

  /** The policy after looking at its file. */
  refresh(): Policy {
    this.#checkedAt = this.#now()
    const found = this.#paths.map(find).filter((file) => file !== undefined)
    const stamp = found.map((file) => file.stamp).join('|')
    if (stamp === this.#stamp) return this.#loaded.policy
    const [file] = found
    // An editor that truncates before it writes shows an empty file for a moment; that is no new policy.
    const beingWritten = file?.bytes === 0 && this.#stamp !== '' && Date.now() - file.modifiedMs < 1000
    if (beingWritten && this.#loaded.state.source !== 'defaults') return this.#loaded.policy
    this.#stamp = stamp
    this.#loaded = file === undefined ? this.#defaults([]) : this.#load(file, found.slice(1))
    return this.#loaded.policy
  }

  /** Where the policy came from and what is wrong with it, for `doctor` and the console. */
  state(): PolicyState {
    this.refresh()
    return this.#loaded.state
  }

  #defaults(warnings: readonly string[], path = this.#paths[0]): Loaded {
    return this.#from(DEFAULT_POLICY, 'defaults', path, warnings)
  }

  #from(policy: Policy, source: PolicyState['source'], path: string, warnings: readonly string[]): Loaded {
    const { modes, protectedPaths } = policy
    return {
      policy,
      state: { path, source, modes, protectedPaths, warnings: [...warnings, ...policy.warnings] },
    }
  }

  #load(file: Found, others: readonly Found[]): Loaded {
    const warnings = others.map((other) => `${other.path} is not used: ${file.path} holds the policy.`)
    if ((file.mode & 0o022) !== 0) warnings.push(`${file.path} can be changed by other users; chmod 600 it.`)
    try {
      if (file.bytes > MAX_BYTES) throw fault('TOO_LARGE', `The policy is larger than ${MAX_BYTES} bytes.`)
      const text = readFileSync(file.path, 'utf8')
      const policy = parsePolicy(text)
      keepCopy(file.path, text, warnings)
      return this.#from(policy, 'file', file.path, warnings)
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      return this.#lastGood(file.path, [...warnings, `${file.path}: ${why}`])
    }
  }

  #lastGood(path: string, warnings: readonly string[]): Loaded {
    const { policy, state } = this.#loaded
    if (state.path === path && state.source !== 'defaults') {
      return this.#from(policy, 'last-good', path, [...warnings, 'The last good policy holds.'])
    }
    try {
      const kept = parsePolicy(readFileSync(lastGoodPath(path), 'utf8'))
      return this.#from(kept, 'last-good', path, [...warnings, 'The last good policy holds.'])
    } catch {
      return this.#defaults([...warnings, 'There is no earlier policy; the defaults hold.'], path)
    }
  }
}

/** Where the copy of the last policy that parsed is kept. */
export function lastGoodPath(path: string): string {
  return `${path}.last-good`
}

function keepCopy(path: string, text: string, warnings: string[]): void {
  const copy = lastGoodPath(path)
  try {
    if (readIfThere(copy) === text) return
    const half = `${copy}.${process.pid}`
    writeFileSync(half, text, { mode: 0o600 })
    chmodSync(half, 0o600)
    renameSync(half, copy)
  } catch (error) {
    warnings.push(
      `No copy of the policy could be kept at ${copy}: ${error instanceof Error ? error.message : error}`,
    )
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/**
 * Where the policy may be, in order: a Hermes home's `herald-os/permissions.yaml`, then `permissions.yaml` in
 * Talaria's own state folder.
 */
export function policyPaths(home: string, hermesHome: string | undefined): readonly [string, ...string[]] {
  const own = join(home, 'permissions.yaml')
  return hermesHome === undefined ? [own] : [join(hermesHome, 'herald-os', 'permissions.yaml'), own]
}
