import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import type { Check, Problem } from './check.ts'
import { headingAnchors, markdownPages } from './markdown.ts'

const link = /\]\(<?([^)\s>]+)>?\)/g

/** Links between pages lead somewhere. */
export const docLinks: Check = {
  name: 'doc-links',
  rule: 'Every link to a file or heading of the project leads there.',
  run(root) {
    const problems: Problem[] = []
    for (const file of markdownPages(root)) {
      const lines = readFileSync(join(root, file), 'utf8').split('\n')
      for (const [index, line] of lines.entries()) {
        for (const [, address = ''] of line.replaceAll(/`[^`]*`/g, '').matchAll(link)) {
          if (/^[a-z]+:/.test(address)) continue
          const [path = '', anchor] = address.split('#')
          const target = path === '' ? file : posix.join(dirname(file), path)
          const problem = (message: string) => problems.push({ file, line: index + 1, message })
          if (!existsSync(join(root, target))) problem(`links to ${target}, which is not there`)
          else if (anchor !== undefined && statSync(join(root, target)).isFile()) {
            if (!headingAnchors(root, target).has(anchor))
              problem(`links to #${anchor}, which ${target} does not have`)
          }
        }
      }
    }
    return problems
  },
}
