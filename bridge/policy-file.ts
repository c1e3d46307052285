import { chmodSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fault } from './faults.ts'
import { DEFAULT_POLICY, parsePolicy, type Policy } from './policy.ts'
import type { Modes } from './tiers.ts'

/** Size of the largest policy file taken. */
const MAX_BYTES = 256 * 1024

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
