import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { Fault } from '../../bridge/faults.ts'
import { listGuarded } from './guarded-folder.ts'

function folder(t: TestContext): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'talaria-folder-')))
  t.after(() => rmSync(path, { recursive: true }))
  mkdirSync(join(path, 'secret'))
  mkdirSync(join(path, 'b'))
  for (const name of ['c.pdf', 'a.txt', '.hidden']) writeFileSync(join(path, name), 'x')
  symlinkSync('/etc', join(path, 'link'))
  return path
}

const nothingProtected = () => Promise.resolve(undefined)

test('a folder lists files and folders by name; hidden entries, links and what is protected are left out', async (t) => {
  const path = folder(t)
  const isProtected = (one: string) => Promise.resolve(one.endsWith('/secret') ? one : undefined)
  assert.deepEqual(await listGuarded(path, { maxEntries: 10, isProtected }), {
    entries: [
      { name: 'a.txt', path: join(path, 'a.txt'), kind: 'file' },
      { name: 'b', path: join(path, 'b'), kind: 'folder' },
      { name: 'c.pdf', path: join(path, 'c.pdf'), kind: 'file' },
    ],
    more: false,
  })
})

test('no more entries are looked at than allowed', async (t) => {
  const listing = await listGuarded(folder(t), { maxEntries: 2, isProtected: nothingProtected })
  assert.equal(listing?.more, true)
  assert.ok((listing?.entries.length ?? 9) <= 2)
})

test('a file, a relative path and what is not there are no folders', async (t) => {
  const path = folder(t)
  for (const other of [join(path, 'c.pdf'), 'samples', join(path, 'none'), `${path}\0`]) {
    assert.equal(await listGuarded(other, { maxEntries: 10, isProtected: nothingProtected }), undefined)
  }
})

test('a protected folder is refused, also through a link to it', async (t) => {
  const path = folder(t)
  const link = join(path, 'to-secret')
  symlinkSync(join(path, 'secret'), link)
  const isProtected = (one: string) => Promise.resolve(one.endsWith('/secret') ? one : undefined)
  for (const named of [join(path, 'secret'), link]) {
    await assert.rejects(
      listGuarded(named, { maxEntries: 10, isProtected }),
      (error) => error instanceof Fault && error.code === 'PROTECTED_PATH',
    )
  }
})
