import { dirname, isAbsolute, resolve } from 'node:path'
import { fault } from './faults.ts'
import { identityOf, realPlace } from './real-place.ts'

/**
 * Folders and files nobody may read or change through Talaria, whatever the policy allows. `~`, `$HERMES_HOME`,
 * `$TALARIA_HOME`, `$XDG_DATA_HOME` and `$XDG_RUNTIME_DIR` stand for folders of this user. The same list on every
 * platform: what does not exist cannot be asked for.
 */
export const BUILTIN_PROTECTED: readonly string[] = [
  // Secrets
  '~/.ssh',
  '~/.gnupg',
  '~/Library/Keychains',
  '~/Library/Cookies',
  '~/.local/share/keyrings',
  '$XDG_DATA_HOME/keyrings',
  '$HERMES_HOME/.env',
  '$HERMES_HOME/auth.json',
  '$TALARIA_HOME',
  // Control sockets and the tokens that open them
  '$HERMES_HOME/herald-os/control.sock',
  '$HERMES_HOME/herald-os/control.json',
  '$HERMES_HOME/herald-os/observe',
  '$XDG_RUNTIME_DIR/herald-os',
  '$XDG_RUNTIME_DIR/talaria',
  // The system
  '/System',
  '/Library',
  '/usr',
  '/bin',
  '/sbin',
  '/etc',
  '/private/etc',
  '/var/db',
  '/private/var/db',
  '/boot',
  '/lib',
  '/lib64',
  '/var/lib',
  '/proc',
  '/sys',
]

/** Characters of the longest path Linux takes; macOS takes 1024. */
const MAX_PATH = 4096

export interface ProtectedPathsOptions {
  /** Talaria's state folder. */
  home: string
  hermesHome?: string | undefined
  /** The user's home folder. */
  homeDir: string
  /** Further roots, in the notation of the built-in list. */
  extra?: readonly string[]
  /** Whether names that differ in case name the same file; so it is on macOS. */
  caseless?: boolean
  /** How long the real places of the protected roots are believed before they are looked up again, in milliseconds. */
  believeMs?: number
  env?: Readonly<Record<string, string | undefined>>
}

/** Characters that HFS+ ignores in names, so that `.s\u200csh` names `.ssh` there. */
const ignorable = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g

/** Folds what a caseless file system may take for the same name; rather too much than too little. */
function foldCase(path: string): string {
  return path.replace(ignorable, '').normalize('NFD').toUpperCase().toLowerCase().normalize('NFD')
}

/** The path and each folder above it, up to `/`. */
function* upwards(path: string): Generator<string> {
  for (let at = path; ; at = dirname(at)) {
    yield at
    if (dirname(at) === at) return
  }
}

interface RealRoots {
  /** Folded real path -> the root as it was written. */
  places: Map<string, string>
  /** `dev:ino` of each root that exists, which sees through bind mounts and any file system's case rules. */
  identities: Map<string, string>
}

/**
 * Tells whether a path leads into a protected root. The path as named, its real path, and the identity (device and
 * inode) of every folder on the way are compared, segment by segment. A hard link to a file *inside* a protected
 * folder has an honest path of its own elsewhere and cannot be told apart; one to a protected *file* can.
 */
export class ProtectedPaths {
  /** Folded path -> the root as it was written. */
  readonly #named = new Map<string, string>()
  readonly #homeDir: string
  readonly #variables: Readonly<Record<string, string | undefined>>
  readonly #fold: (path: string) => string
  #real: Promise<RealRoots> | undefined
  #realAt = -Infinity
  readonly #believeMs: number

  constructor(options: ProtectedPathsOptions) {
    const env = options.env ?? process.env
    this.#believeMs = options.believeMs ?? 2000
    this.#homeDir = options.homeDir
    this.#variables = {
      HOME: options.homeDir,
      HERMES_HOME: options.hermesHome,
      TALARIA_HOME: options.home,
      XDG_DATA_HOME: env['XDG_DATA_HOME'],
      XDG_RUNTIME_DIR: env['XDG_RUNTIME_DIR'],
    }
    this.#fold = (options.caseless ?? process.platform === 'darwin') ? foldCase : (path) => path
    for (const root of [...BUILTIN_PROTECTED, ...(options.extra ?? [])]) {
      const path = this.expand(root)
      if (path !== undefined && !this.#named.has(this.#fold(path))) this.#named.set(this.#fold(path), root)
    }
  }

  /** An absolute, normalised path for `~/x`, `$NAME/x` or `/x`; undefined when it is none of these. */
  expand(text: string): string | undefined {
    const path = this.#absolute(text)
    return path === undefined ? undefined : resolve(path)
  }

  /** As `expand`, but `..` is left for the file system, which takes it after following links. */
  #absolute(text: string): string | undefined {
    if (text === '~' || text.startsWith('~/')) return this.#homeDir + text.slice(1)
    const [, name, rest] = /^\$(\w+)(\/.*|)$/s.exec(text) ?? []
    const path = name === undefined ? text : `${this.#variables[name] ?? ''}${rest}`
    if (name !== undefined && !this.#variables[name]) return undefined
    return isAbsolute(path) ? path : undefined
  }

  #rootAbove(path: string, roots: ReadonlyMap<string, string>): string | undefined {
    for (const at of upwards(this.#fold(path))) {
      const root = roots.get(at)
      if (root !== undefined) return root
    }
    return undefined
  }

  /**
   * The protected root a path leads into, as it is written in the list, or undefined. Looks at the file system but
   * opens nothing. Faults: INVALID_INPUT for a path that is not absolute or holds a NUL.
   */
  async rootOf(path: string): Promise<string | undefined> {
    const absolute = this.#absolute(path)
    if (absolute === undefined || path.includes('\0') || path.length > MAX_PATH) {
      throw fault(
        'INVALID_INPUT',
        `Expected an absolute path of at most ${MAX_PATH} characters without NUL, such as /home/ada/letter.pdf.`,
      )
    }
    const named = this.#rootAbove(resolve(absolute), this.#named)
    if (named !== undefined) return named
    const [place, real] = await Promise.all([realPlace(absolute), this.#realRoots()])
    return (
      this.#rootAbove(place, this.#named) ??
      this.#rootAbove(place, real.places) ??
      (await this.#rootByIdentity(place, real.identities))
    )
  }

  async #rootByIdentity(place: string, identities: ReadonlyMap<string, string>): Promise<string | undefined> {
    const found = await Promise.all([...upwards(place)].map((at) => identityOf(at)))
    for (const identity of found) {
      const root = identity === undefined ? undefined : identities.get(identity)
      if (root !== undefined) return root
    }
    return undefined
  }

  #realRoots(): Promise<RealRoots> {
    const now = performance.now()
    if (this.#real === undefined || now - this.#realAt > this.#believeMs) {
      this.#realAt = now
      this.#real = this.#findRealRoots()
    }
    return this.#real
  }

  async #findRealRoots(): Promise<RealRoots> {
    const found: RealRoots = { places: new Map(), identities: new Map() }
    await Promise.all(
      [...this.#named.values()].map(async (root) => {
        const path = this.expand(root)
        if (path === undefined) return
        const [place, identity] = await Promise.all([realPlace(path), identityOf(path)])
        found.places.set(this.#fold(place), root)
        if (identity !== undefined) found.identities.set(identity, root)
      }),
    )
    return found
  }
}
