import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Check, Problem } from './check.ts'
import { lineOf, lockedPackages, manifest } from './lock-file.ts'

const page = 'docs/dependencies.md'

/** Every dependency has a line in docs/dependencies.md that says what it saves and under what licence it is. */
export const dependencies: Check = {
  name: 'dependencies',
  rule: 'docs/dependencies.md has a line for every dependency, with its licence, and for nothing else.',
  run(root) {
    const { dependencies: shipped, devDependencies } = manifest(root)
    const wanted = new Set(Object.keys({ ...shipped, ...devDependencies }))
    const licences = new Map(lockedPackages(root).map(({ path, license = '' }) => [path, license]))
    const text = existsSync(join(root, page)) ? readFileSync(join(root, page), 'utf8') : ''
    const problems: Problem[] = []
    const named = new Set<string>()
    for (const [index, line] of text.split('\n').entries()) {
      const [, name] = /^\|\s*`([^`]+)`\s*\|/.exec(line) ?? []
      if (name === undefined) continue
      named.add(name)
      const problem = (message: string) => problems.push({ file: page, line: index + 1, message })
      if (!wanted.has(name)) problem(`${name} is not in package.json any more; remove the line`)
      const licence = licences.get(`node_modules/${name}`)
      if (licence !== undefined && line.split('|')[2]?.trim() !== licence)
        problem(`${name} is under ${licence}`)
    }
    for (const name of wanted) {
      if (named.has(name)) continue
      const line = lineOf(root, 'package.json', `"${name}"`)
      problems.push({ file: 'package.json', line, message: `${name} has no line in ${page}` })
    }
    return problems
  },
}
