import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Check, Problem } from './check.ts'
import { expressionIsMet, licencesInText } from './licence-text.ts'
import { everyLockedPackage, lineOf, type LockedPackage } from './lock-file.ts'

/** Licences of packages that need no further look. */
const allowed = new Set([
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MPL-2.0',
  'BlueOak-1.0.0',
  '0BSD',
  'CC0-1.0',
  'Unlicense',
  'Unicode-3.0',
  'Python-2.0',
  'OFL-1.1',
  'CC-BY-4.0',
])

/** What a person has looked at, because no program can tell. GPL and AGPL have no place here. */
export interface Review {
  /** `name@version`, so that a new version is looked at again. */
  package: string
  /** The file in question; left out where the package states no licence in a form that is known. */
  file?: string
  licence: string
  /** LGPL only: the separate .wasm files under it, which a user may replace. */
  wasm?: string[]
  /** How it was found out. */
  because: string
}

const reviews: Review[] = []

const Manifest = z.object({
  license: z.union([z.string(), z.object({ type: z.string() })]).optional(),
  licenses: z.array(z.object({ type: z.string() })).optional(),
})

/** The licence that a package states for itself, as an SPDX expression where it is one. */
function stated(root: string, entry: LockedPackage): string {
  const file = join(root, entry.path, 'package.json')
  // Packages for other platforms are in the lock file only, which repeats their field.
  if (!existsSync(file)) return entry.license ?? ''
  const { license, licenses } = Manifest.parse(JSON.parse(readFileSync(file, 'utf8')))
  if (typeof license === 'string') return license
  return license?.type ?? licenses?.map(({ type }) => type).join(' OR ') ?? ''
}

/** Licence files anywhere in a package, but not in packages installed inside it. */
function licenceFiles(root: string, entry: LockedPackage): string[] {
  const folder = join(root, entry.path)
  if (!existsSync(folder)) return []
  const found: string[] = []
  const walk = (inner: string) => {
    for (const item of readdirSync(join(folder, inner), { withFileTypes: true })) {
      const path = inner === '' ? item.name : `${inner}/${item.name}`
      if (item.isDirectory()) {
        if (item.name !== 'node_modules') walk(path)
      } else if (
        /^(licen[sc]e|copying|notice)([-_.].*)?$/i.test(item.name) &&
        !/\.(m?[jt]s|json)$/.test(item.name)
      ) {
        found.push(path)
      }
    }
  }
  walk('')
  return found.sort()
}

function fileProblem(path: string, file: string, text: string): string | undefined {
  const licences = licencesInText(text)
  if (licences.some((licence) => /GPL/.test(licence)))
    return `${path}/${file} is the text of ${licences.join(', ')}`
  // A notice credits others; it need not hold a licence.
  if (licences.length > 0 || /notice/i.test(file)) return undefined
  return `${path}/${file} is no licence text that is known; read it and add what you find to the reviews`
}

/** A review settles a question only with a licence the project may carry. */
function isAcceptable({ licence, wasm = [] }: Review): boolean {
  if (licence.startsWith('LGPL')) return wasm.length > 0 && wasm.every((file) => file.endsWith('.wasm'))
  return allowed.has(licence)
}

/**
 * Problems with the licence field and every licence file of every package in the lock files of `root`; `known` are
 * the reviews that settle what no program can tell.
 */
export function licenceProblems(root: string, known: readonly Review[]): Problem[] {
  const problems: Problem[] = []
  const unused = new Set(known)
  for (const entry of everyLockedPackage(root)) {
    const id = `${entry.name}@${entry.version}`
    const settled = (file?: string): boolean => {
      const review = known.find((one) => one.package === id && one.file === file)
      if (review === undefined) return false
      unused.delete(review)
      return isAcceptable(review)
    }
    const problem = (message: string) => {
      const file = entry.lockFile
      problems.push({ file, line: lineOf(root, file, `"${entry.key}"`), message: `${id}: ${message}` })
    }
    const licence = stated(root, entry)
    if (!expressionIsMet(licence, allowed) && !settled()) {
      problem(licence === '' ? 'states no licence' : `is under "${licence}", which is not on the list`)
    }
    for (const file of licenceFiles(root, entry)) {
      const message = fileProblem(entry.path, file, readFileSync(join(root, entry.path, file), 'utf8'))
      if (message !== undefined && !settled(file)) problem(message)
    }
  }
  for (const { package: id } of unused) {
    problems.push({
      file: 'scripts/check/licences.ts',
      message: `reviews ${id}, which is not installed any more`,
    })
  }
  return problems
}

/** Every package is under a licence that lets the project be MIT. */
export const licences: Check = {
  name: 'licences',
  rule: 'Every package is under a licence of the list; GPL and AGPL never, LGPL only as a .wasm of its own.',
  run: (root) => licenceProblems(root, reviews),
}
