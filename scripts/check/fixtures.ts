import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Check, Problem } from './check.ts'

const maxBytes = 8 * 1024 * 1024

/** Folders of data that others made, each with the page that says where its contents come from. */
const places = [
  { folder: 'test/fixtures', page: 'test/fixtures/LICENCES.md' },
  { folder: 'samples', page: 'samples/LICENCES.md' },
]

/** Test data is small and says where it comes from. */
export const fixtures: Check = {
  name: 'fixtures',
  rule: 'Every entry of test/fixtures and samples has its source and licence; the project stays below 8 MB.',
  run(root) {
    const problems: Problem[] = []
    for (const { folder, page } of places) {
      if (!existsSync(join(root, folder))) continue
      const text = existsSync(join(root, page)) ? readFileSync(join(root, page), 'utf8') : ''
      for (const entry of readdirSync(join(root, folder))) {
        if (entry.endsWith('.md') || text.includes(entry)) continue
        problems.push({
          file: page,
          message: `does not say where ${folder}/${entry} comes from and under what licence`,
        })
      }
    }
    const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
      .split('\0')
      .filter(Boolean)
    const sizes = tracked
      .filter((file) => existsSync(join(root, file)))
      .map((file) => ({ file, bytes: statSync(join(root, file)).size }))
    const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
    if (total > maxBytes) {
      const [largest] = sizes.sort((a, b) => b.bytes - a.bytes)
      problems.push({
        file: largest?.file ?? '.',
        message: `the project has ${total} bytes; at most ${maxBytes} are allowed, and this file is the largest`,
      })
    }
    return problems
  },
}
