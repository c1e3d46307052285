import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { codeOf, eventually, faultOf, setUp, type LaneName, type Setup } from './lanes-setup.ts'

const KiB = 1024
const MiB = 1024 * KiB
const lanes: LaneName[] = ['quick', 'heavy', 'native']

const digestOf = (bytes: Uint8Array): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`

/** Bytes that are not the same anywhere, in memory of the wanted kind. */
function sample(size: number, memory: 'shared' | 'own' | 'part'): Uint8Array {
  const buffer =
    memory === 'shared' ? new SharedArrayBuffer(size) : new ArrayBuffer(memory === 'part' ? size + 99 : size)
  const bytes = new Uint8Array(buffer, memory === 'part' ? 50 : 0, size)
  for (let i = 0; i < size; i += 1) bytes[i] = (i * 31 + (i >> 8)) & 255
  return bytes
}

async function thereAndBack({ run }: Setup, lane: LaneName, parts: Uint8Array[]): Promise<void> {
  const files = new Map(parts.map((bytes) => [digestOf(bytes), bytes]))
  const { output, files: back } = await run('lane.echo', lane, { digests: [...files.keys()] }, { files })
  assert.deepEqual(output, [...files.keys()])
  assert.equal(back.size, files.size)
  for (const [digest, bytes] of files) {
    const returned = back.get(digest)
    assert.ok(returned)
    assert.equal(Buffer.compare(returned, bytes), 0)
    assert.equal(digestOf(returned), digest)
  }
}

/** A folder that goes with the test, after what was done to it is undone. */
function emptyFolder(t: TestContext, undo: (folder: string) => unknown = () => undefined): string {
  const folder = mkdtempSync(join(tmpdir(), 'talaria-test-'))
  t.after(() => {
    undo(folder)
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

/** Everything in the spool folder, without the folder that belongs to the process. */
const spooled = (folder: string): string[] =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((path) => path.includes('/'))

for (const lane of lanes) {
  for (const memory of ['shared', 'own', 'part'] as const) {
    test(`${lane}: bytes in ${memory} memory go there and back unchanged, small and large`, async (t) => {
      const setup = setUp(t)
      const sizes = [0, 1, 64 * KiB - 1, 64 * KiB, 64 * KiB + 1, 10 * MiB]
      const parts = sizes.map((size) => sample(size, memory))
      const before = parts.map(digestOf)
      await thereAndBack(setup, lane, parts)
      assert.deepEqual(parts.map(digestOf), before, 'the caller keeps its bytes')
    })
  }

  test(`${lane}: bytes a leaf makes arrive, whatever their size`, async (t) => {
    const { run } = setUp(t)
    const sizes = [5, 64 * KiB, 3 * MiB, 70_001]
    const { output, files } = await run('lane.write', lane, { sizes, factor: 7 })
    assert.ok(Array.isArray(output))
    assert.deepEqual(
      output.map((digest) => files.get(String(digest))?.byteLength),
      sizes,
    )
    for (const [digest, bytes] of files) assert.equal(digestOf(bytes), digest)
  })

  test(`${lane}: bytes of one leaf can be given to the next, more than once`, async (t) => {
    const setup = setUp(t)
    const { files } = await setup.run('lane.write', lane, { sizes: [MiB, 100], factor: 3 })
    for (const next of lanes) await thereAndBack(setup, next, [...files.values()])
  })
}

test('large bytes reach a thread by reference, not by copy', async (t) => {
  const { run } = setUp(t)
  const bytes = sample(MiB, 'shared')
  const digest = digestOf(bytes)
  const { files } = await run(
    'lane.echo',
    'heavy',
    { digests: [digest] },
    { files: new Map([[digest, bytes]]) },
  )
  const back = files.get(digest)
  assert.ok(back)
  // What is written here shows there: it is the same memory.
  bytes[12_345] = 99
  assert.equal(back[12_345], 99)
  bytes[12_345] = 98
  assert.equal(back[12_345], 98)
})

test('the spool is empty after success, a fault, a cancel and a crash', async (t) => {
  const folder = emptyFolder(t)
  const setup = setUp(t, { spool: folder })
  const bytes = sample(MiB, 'shared')
  const files = new Map([[digestOf(bytes), bytes]])
  await thereAndBack(setup, 'native', [bytes])
  assert.equal(await codeOf(setup.run('lane.refuse', 'native', {}, { files })), 'ENCRYPTED')
  const signal = AbortSignal.timeout(100)
  assert.equal(await codeOf(setup.run('lane.sleep', 'native', { ms: 5000 }, { files, signal })), 'CANCELLED')
  assert.equal(await codeOf(setup.run('lane.die', 'native', { how: 'SIGKILL' }, { files })), 'WORKER_LOST')
  await eventually('the spool is empty', () => spooled(folder).length === 0)
  await setup.lanes.close(1000)
  assert.deepEqual(readdirSync(folder), [])
})

test('more bytes than the spool takes are STORAGE_FULL, both ways, with nothing left behind', async (t) => {
  const folder = emptyFolder(t)
  const setup = setUp(t, { spool: folder, maxSpoolBytes: MiB })
  const bytes = sample(MiB + 1, 'shared')
  const files = new Map([[digestOf(bytes), bytes]])
  const into = await faultOf(setup.run('lane.noop', 'native', 1, { files }))
  assert.equal(into.code, 'STORAGE_FULL')
  assert.equal(into.data['bytes'], MiB + 1)
  assert.equal(
    await codeOf(setup.run('lane.write', 'native', { sizes: [MiB + 1], factor: 1 })),
    'STORAGE_FULL',
  )
  assert.deepEqual(spooled(folder), [])
  await thereAndBack(setup, 'native', [sample(MiB / 2, 'shared')])
})

test('a disk that fills up in mid-spool is STORAGE_FULL, both ways, with nothing left behind', async (t) => {
  let mounted = false
  const folder = emptyFolder(t, (path) => mounted && execFileSync('umount', [path]))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' })
    mounted = true
  } catch {
    t.skip('mounting a small file system needs root')
    return
  }
  const setup = setUp(t, { spool: folder })
  const bytes = sample(4 * MiB, 'shared')
  const files = new Map([[digestOf(bytes), bytes]])
  assert.equal(await codeOf(setup.run('lane.noop', 'native', 1, { files })), 'STORAGE_FULL')
  assert.deepEqual(spooled(folder), [])
  assert.equal(
    await codeOf(setup.run('lane.write', 'native', { sizes: [4 * MiB], factor: 1 })),
    'STORAGE_FULL',
  )
  assert.deepEqual(spooled(folder), [])
  await thereAndBack(setup, 'native', [sample(200 * KiB, 'shared')])
  await setup.lanes.close(1000)
})
