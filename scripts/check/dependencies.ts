import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { Check, Problem } from './check.ts'
import { lineOf, lockedPackages, manifest, toolFolder } from './lock-file.ts'

const page = 'docs/dependencies.md'

/** Every dependency has a line in docs/dependencies.md that says what it saves and under what licence it is. */
export const dependencies: Check = {
  name: 'dependencies',
  rule: 'docs/dependencies.md has a line for every dependency, with its licence, and for nothing else.',
  run(root) {
    const wanted = new Map<string, { folder: string; licence: string | undefined }>()
    for (const folder of ['.', toolFolder]) {
      const licences = new Map(lockedPackages(root, folder).map(({ key, license = '' }) => [key, license]))
      const { dependencies: shipped, devDependencies } = manifest(root, folder)
      for (const name of Object.keys({ ...shipped, ...devDependencies })) {
        wanted.set(name, { folder, licence: licences.get(`node_modules/${name}`) })
      }
    }
    const text = existsSync(join(root, page)) ? readFileSync(join(root, page), 'utf8') : ''
    const problems: Problem[] = []
    const named = new Set<string>()
    for (const [index, line] of text.split('\n').entries()) {
      const [, name] = /^\|\s*`([^`]+)`\s*\|/.exec(line) ?? []
      if (name === undefined) continue
      named.add(name)
      const problem = (message: string) => problems.push({ file: page, line: index + 1, message })
      if (!wanted.has(name)) problem(`${name} is not in package.json any more; remove the line`)
      const licence = wanted.get(name)?.licence
      if (licence !== undefined && line.split('|')[2]?.trim() !== licence)
        problem(`${name} is under ${licence}`)
    }
    for (const [name, { folder }] of wanted) {
      if (named.has(name)) continue
      const file = posix.join(folder, 'package.json')
      const line = lineOf(root, file, `"${name}"`)
      problems.push({ file, line, message: `${name} has no line in ${page}` })
    }
    return problems
  },
}
