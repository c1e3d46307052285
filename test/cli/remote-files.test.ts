import assert from 'node:assert/strict'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { read } from '../../bridge/operations/documents.ts'
import { Fault, createClient } from '../../clients/client.ts'
import { withStoredFiles } from '../../clients/cli/remote-files.ts'
import { root } from '../root.ts'
import { startTestService } from '../service.ts'
import { temporaryFolder } from './folders.ts'

const { signal } = new AbortController()

test('for another machine every file is stored there and keeps its name; what is stored already stays', async (t) => {
  const { url, home } = await startTestService(t)
  const client = createClient({ url, home, env: {} })
  const folder = temporaryFolder(t)
  const path = join(folder, 'mine.pdf')
  copyFileSync(join(root, 'samples/letter.pdf'), path)
  const blob = `sha256:${'a'.repeat(64)}`

  const several = await withStoredFiles(read, { sources: [{ path }, { blob }], pages: '1' }, client, signal)
  assert.ok(Array.isArray(several['sources']))
  const [stored, kept] = several['sources']
  assert.deepEqual([stored.name, kept, several['pages']], ['mine.pdf', { blob }, '1'])
  const { documents } = await client.documents.read({ source: stored })
  assert.deepEqual([documents[0]?.name, documents[0]?.path], ['mine.pdf', undefined])

  const single = await withStoredFiles(read, { path }, client, signal)
  assert.deepEqual(single, { source: stored })
  const untouched = { source: { blob } }
  assert.equal(await withStoredFiles(read, untouched, client, signal), untouched)
})

test('a file that cannot be sent is its fault', async (t) => {
  const { url, home } = await startTestService(t)
  const client = createClient({ url, home, env: {} })
  const folder = temporaryFolder(t)
  const code = (expected: string) => (error: unknown) => error instanceof Fault && error.code === expected
  await assert.rejects(withStoredFiles(read, { path: join(folder, 'no') }, client, signal), code('NOT_FOUND'))
  await assert.rejects(withStoredFiles(read, { path: folder }, client, signal), code('NOT_A_FILE'))
})
