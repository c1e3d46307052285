import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'

/** A temporary folder, by its real path, that goes away with the test. */
export function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'talaria-cli-'))
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}
