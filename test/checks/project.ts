import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'

/** A small project of the files given (path → text) in a temporary folder, removed when the test ends. */
export function project(t: TestContext, files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'talaria-check-'))
  t.after(() => rmSync(root, { recursive: true, force: true }))
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  return root
}

/** A lock file of the packages given, as npm writes it: path → entry. */
export function lockFile(packages: Record<string, object>): string {
  return JSON.stringify({ name: 'x', lockfileVersion: 3, packages: { '': {}, ...packages } }, null, 2)
}
