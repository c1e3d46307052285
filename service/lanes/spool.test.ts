import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { Fault } from '../../bridge/faults.ts'
import { Spool } from './spool.ts'

const never = new AbortController().signal

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'talaria-test-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('files are private, hold the bytes, and are gone when the call ends', async (t) => {
  const base = await makeFolder(t)
  const spool = new Spool(base, 1000)
  const lease = spool.lease(1)
  const path = await lease.put(new Uint8Array([1, 2, 3]), never)
  assert.deepEqual([...(await readFile(path))], [1, 2, 3])
  assert.equal((await stat(path)).mode & 0o777, 0o600)
  assert.equal((await stat(dirname(path))).mode & 0o777, 0o700)
  assert.equal((await stat(dirname(dirname(path)))).mode & 0o777, 0o700)
  assert.equal(spool.usedBytes, 3)
  await lease.end()
  assert.equal(spool.usedBytes, 0)
  await spool.close()
  assert.deepEqual(await readdir(base), [])
})

test('shared memory is written and read back', async (t) => {
  const spool = new Spool(await makeFolder(t), 1_000_000)
  t.after(() => spool.close())
  const bytes = new Uint8Array(new SharedArrayBuffer(300_000)).map((_, i) => i % 251)
  const lease = spool.lease(1)
  const path = await lease.put(bytes, never)
  const back = await lease.get({ path, bytes: bytes.byteLength })
  await assert.rejects(lease.get({ path: '/etc/hostname', bytes: 1 }), /not its own/)
  assert.ok(back.buffer instanceof SharedArrayBuffer)
  assert.deepEqual(Buffer.from(back), Buffer.from(bytes))
  await lease.end()
})

test('what does not fit is STORAGE_FULL, and fits again when another call has ended', async (t) => {
  const spool = new Spool(await makeFolder(t), 100)
  t.after(() => spool.close())
  const first = spool.lease(1)
  const second = spool.lease(2)
  await first.put(new Uint8Array(80), never)
  await assert.rejects(
    second.put(new Uint8Array(21), never),
    (error) => error instanceof Fault && error.code === 'STORAGE_FULL',
  )
  assert.equal(await second.grant(21), undefined)
  assert.ok(await second.grant(20))
  await first.end()
  await second.put(new Uint8Array(80), never)
  await second.end()
  assert.equal(spool.usedBytes, 0)
})

test('an aborted signal stops writing with its reason', async (t) => {
  const spool = new Spool(await makeFolder(t), 100_000_000)
  t.after(() => spool.close())
  const lease = spool.lease(1)
  const reason = new Error('enough')
  await assert.rejects(lease.put(new Uint8Array(1_000_000), AbortSignal.abort(reason)), reason)
  await lease.end()
  assert.equal(spool.usedBytes, 0)
})

test('folders of services that are gone are removed, those of running ones and strange ones are kept', async (t) => {
  const base = await makeFolder(t)
  // Ids above the largest the kernel gives out (4194304 on 64-bit Linux).
  const stale = join(base, 'talaria-spool-5000000-abcdef')
  const alive = join(base, `talaria-spool-${process.pid}-abcdef`)
  const strange = join(base, 'talaria-spool-backup')
  for (const folder of [stale, alive, strange]) {
    await mkdir(folder)
    await writeFile(join(folder, 'in-0'), 'left behind')
  }
  const spool = new Spool(base, 1000)
  const lease = spool.lease(1)
  await lease.put(new Uint8Array(1), never)
  await lease.end()
  await spool.close()
  assert.deepEqual((await readdir(base)).sort(), [
    `talaria-spool-${process.pid}-abcdef`,
    'talaria-spool-backup',
  ])
})
