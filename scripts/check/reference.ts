import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Check, Problem } from './check.ts'
import { generatedPages } from './generated-pages.ts'

/** Pages written from code say what the code says. */
export const reference: Check = {
  name: 'reference',
  rule: 'Pages written from the declarations are fresh (npm run reference writes them).',
  run(root) {
    const pages = generatedPages()
    const problems: Problem[] = []
    for (const [file, text] of pages) {
      const there = existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : undefined
      if (there === text) continue
      const lines = text.split('\n')
      const line = (there?.split('\n') ?? []).findIndex((one, index) => one !== lines[index]) + 1
      const message = there === undefined ? 'is missing' : 'is stale from here on'
      problems.push({ file, ...(line > 0 && { line }), message: `${message}; run npm run reference` })
    }
    const folder = 'docs/reference'
    const left = existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : []
    for (const file of left.map((name) => `${folder}/${name}`)) {
      if (!pages.has(file)) problems.push({ file, message: 'belongs to no operation any more; remove it' })
    }
    return problems
  },
}
