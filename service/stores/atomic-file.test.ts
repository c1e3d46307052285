import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { createAtomic, storageFault, sweepTemporary, writeAtomic } from './atomic-file.ts'
import { Fault } from '../../bridge/faults.ts'

async function folderFor(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'talaria-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('a replaced file is read whole, old or new, at every moment', async (t) => {
  const path = join(await folderFor(t), 'state.json')
  const contents = ['a'.repeat(3), 'b'.repeat(300_000), 'c'.repeat(70_000)]
  await writeAtomic(path, contents[0] ?? '')
  let writing = true
  const writer = (async () => {
    for (let i = 0; i < 60; i++)
      await writeAtomic(path, contents[i % 3] ?? '', { durability: i % 10 === 0 ? 'full' : 'no' })
    writing = false
  })()
  const seen = new Set<string>()
  while (writing) {
    const text = await readFile(path, 'utf8')
    assert.ok(contents.includes(text), `read ${text.length} characters of no written content`)
    seen.add(text)
  }
  await writer
  assert.ok(seen.size > 1)
})

test('files are private and nothing else is left in the folder', async (t) => {
  const folder = await folderFor(t)
  await writeAtomic(join(folder, 'one'), 'x')
  await createAtomic(join(folder, 'two'), new Uint8Array([1, 2]))
  assert.deepEqual((await readdir(folder)).sort(), ['one', 'two'])
  for (const name of ['one', 'two']) assert.equal((await stat(join(folder, name))).mode & 0o777, 0o600)
})

test('of many that create the same file exactly one does', async (t) => {
  const folder = await folderFor(t)
  const path = join(folder, 'name')
  const won = await Promise.all(Array.from({ length: 20 }, (_, i) => createAtomic(path, `content ${i}`)))
  assert.equal(won.filter(Boolean).length, 1)
  assert.equal(await readFile(path, 'utf8'), `content ${won.indexOf(true)}`)
  assert.deepEqual(await readdir(folder), ['name'])
})

test('a failed write leaves no temporary file', async (t) => {
  const folder = await folderFor(t)
  await mkdir(join(folder, 'taken/inside'), { recursive: true })
  await assert.rejects(writeAtomic(join(folder, 'taken'), 'x'), { code: 'EISDIR' })
  await assert.rejects(writeAtomic(join(folder, 'absent/file'), 'x'), { code: 'ENOENT' })
  assert.deepEqual(await readdir(folder), ['taken'])
})

test('sweeping removes leftovers but what is kept or young', async (t) => {
  const folder = await folderFor(t)
  for (const name of ['.tmp-old', '.tmp-young', '.tmp-kept', 'state.json'])
    await writeFile(join(folder, name), '')
  await mkdir(join(folder, '.tmp-folder'))
  await writeFile(join(folder, '.tmp-folder/request.json'), '')
  for (const name of ['.tmp-old', '.tmp-kept', '.tmp-folder']) await utimes(join(folder, name), 1000, 1000)
  const keep = new Set([join(folder, '.tmp-kept')])
  assert.equal(await sweepTemporary(folder, { keep, olderThanMs: 60_000 }), 2)
  assert.deepEqual((await readdir(folder)).sort(), ['.tmp-kept', '.tmp-young', 'state.json'])
  assert.equal(await sweepTemporary(folder), 2)
  assert.deepEqual(await readdir(folder), ['state.json'])
})

test('only errors of space become STORAGE_FULL', () => {
  for (const code of ['ENOSPC', 'EDQUOT', 'EFBIG']) {
    const made = storageFault(Object.assign(new Error(code), { code }), 'the job')
    assert.ok(made instanceof Fault && made.code === 'STORAGE_FULL' && made.retryable)
  }
  const other = Object.assign(new Error('x'), { code: 'EACCES' })
  assert.equal(storageFault(other, 'the job'), other)
})
