import { problemLine, type Check } from './check.ts'
import { deadCode } from './dead-code.ts'
import { dependencies } from './dependencies.ts'
import { docLinks } from './doc-links.ts'
import { docExamples } from './doc-examples.ts'
import { fixtures } from './fixtures.ts'
import { format } from './format.ts'
import { imports } from './imports.ts'
import { licences } from './licences.ts'
import { lint } from './lint.ts'
import { pins } from './pins.ts'
import { reference } from './reference.ts'
import { singleCopies } from './single-copies.ts'

const checks: Check[] = [
  imports,
  pins,
  singleCopies,
  licences,
  dependencies,
  fixtures,
  docExamples,
  docLinks,
  reference,
  format,
  lint,
  deadCode,
]

/**
 * Runs the checks named, or all of them, on the project in `root`; prints a line for each and its problems.
 * Answers the exit status: 0 when every rule is kept, 1 when one is not, 2 when a name is unknown.
 */
export async function main(root: string, names: readonly string[]): Promise<number> {
  const unknown = names.filter((name) => !checks.some((check) => check.name === name))
  if (unknown.length > 0) {
    console.error(`No check is called ${unknown.join(', ')}. There are:`)
    for (const { name, rule } of checks) console.error(`  ${name.padEnd(14)} ${rule}`)
    return 2
  }
  let broken = 0
  for (const check of checks) {
    if (names.length > 0 && !names.includes(check.name)) continue
    const problems = await check.run(root)
    console.log(`${problems.length === 0 ? 'kept  ' : 'BROKEN'} ${check.name.padEnd(14)} ${check.rule}`)
    for (const problem of problems) console.log(`  ${problemLine(problem)}`)
    if (problems.length > 0) broken += 1
  }
  if (broken > 0) console.log(`${broken} of the rules above ${broken === 1 ? 'is' : 'are'} broken.`)
  return broken === 0 ? 0 : 1
}
