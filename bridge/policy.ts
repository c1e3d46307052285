import { isAbsolute } from 'node:path'
import { parseDocument } from 'yaml'
import { fault } from './faults.ts'
import { TIERS, type Tier } from './operation.ts'
import { DEFAULT_MODES, isMode, isTier, type Mode, type Modes } from './tiers.ts'

export interface Policy {
  modes: Modes
  /** The user's own protected paths, `~/x`, `$NAME/x` or absolute; they extend the built-in list. */
  protectedPaths: readonly string[]
  /** What in the file was not understood and how it was taken, a sentence each. */
  warnings: readonly string[]
}

/** What holds without a policy file. */
export const DEFAULT_POLICY: Policy = Object.freeze({
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
