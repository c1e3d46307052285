import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

test('when a file cannot be written to its end, every store says STORAGE_FULL and leaves nothing', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'talaria-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const child = fileURLToPath(new URL('./storage-full-child.js', import.meta.url))
  // The limit on file sizes (100 to 200 KiB) fails in the middle of a write, as a full disk does, and needs no mount.
  const limited = 'ulimit -f 200; exec "$0" "$@"'
  await promisify(execFile)('/bin/sh', ['-c', limited, process.execPath, child, folder]).catch(
    (error: Error & { stderr?: string }) => assert.fail(error.stderr ?? error.message),
  )
})
