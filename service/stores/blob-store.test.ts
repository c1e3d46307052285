import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, readdir, rm, stat, symlink, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import fc from 'fast-check'
import { Fault, fault } from '../../bridge/faults.ts'
import type { Digest } from '../../bridge/sources.ts'
import { BlobStore } from './blob-store.ts'
import type { BlobStoreOptions } from './blob-shelf.ts'

const hour = 3_600_000

async function storeFor(
  t: TestContext,
  options: Partial<BlobStoreOptions> = {},
): Promise<{ store: BlobStore; folder: string; reopen: () => Promise<BlobStore> }> {
  const folder = await mkdtemp(join(tmpdir(), 'talaria-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const reopen = (): Promise<BlobStore> => BlobStore.open(folder, { maxBytes: 1e9, keepMs: hour, ...options })
  return { store: await reopen(), folder, reopen }
}

const digestOf = (bytes: Uint8Array): Digest => `sha256:${createHash('sha256').update(bytes).digest('hex')}`
const fileOf = (folder: string, digest: string): string => join(folder, digest.slice(7, 9), digest.slice(7))
const unfinished = (folder: string): Promise<string[]> => readdir(join(folder, 'tmp'))

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

test('bytes come back as they were put, whole or in pieces, whatever their size', async (t) => {
  const { store, folder } = await storeFor(t)
  // SHA-256 of the empty text and of "abc": FIPS 180-4, and the examples NIST publishes with it.
  const empty = 'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
  const abc = 'sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
  assert.deepEqual(await store.put(new Uint8Array()), { digest: empty, bytes: 0 })
  assert.deepEqual(await store.put(Buffer.from('abc')), { digest: abc, bytes: 3 })
  for (const size of [1, 65_535, 65_536, 65_537, 262_143, 262_144, 262_145, 3_000_001]) {
    const bytes = randomBytes(size)
    const whole = await store.put(bytes)
    assert.deepEqual(whole, { digest: digestOf(bytes), bytes: size })
    assert.deepEqual(await store.put(inPieces(bytes, 100_003)), whole)
    const back = await store.read(whole.digest)
    assert.ok(Buffer.from(back).equals(bytes))
    assert.equal(back.buffer instanceof SharedArrayBuffer, size > 65_536, `${size} bytes`)
    assert.ok((await buffer(await store.stream(whole.digest))).equals(bytes))
  }
  assert.equal((await stat(fileOf(folder, abc))).mode & 0o777, 0o600)
  assert.deepEqual(await unfinished(folder), [])
})

test('bytes in shared memory can be put', async (t) => {
  const { store } = await storeFor(t)
  const bytes = new Uint8Array(new SharedArrayBuffer(300_000)).fill(7)
  const { digest } = await store.put(bytes)
  assert.deepEqual(await store.read(digest), bytes)
})

test('a range is what slice would give', async (t) => {
  const { store } = await storeFor(t)
  const bytes = randomBytes(1000)
  const { digest } = await store.put(bytes)
  await fc.assert(
    fc.asyncProperty(fc.nat(1000), fc.nat(1000), async (a, b) => {
      const [start, end] = [Math.min(a, b), Math.max(a, b)]
      assert.ok((await buffer(await store.stream(digest, { start, end }))).equals(bytes.subarray(start, end)))
    }),
    { numRuns: 50 },
  )
  assert.equal((await buffer(await store.stream(digest, { start: 990 }))).length, 10)
  for (const range of [{ start: 1001 }, { start: 5, end: 4 }, { start: -1 }, { end: 1001 }, { start: 0.5 }]) {
    await assert.rejects(store.stream(digest, range), { code: 'INVALID_INPUT' })
  }
})

test('absent bytes and wrong names have their faults', async (t) => {
  const { store } = await storeFor(t)
  const absent: Digest = `sha256:${'0'.repeat(64)}`
  for (const call of [
    store.stat(absent),
    store.read(absent),
    store.stream(absent),
    store.persist([absent]),
  ]) {
    await assert.rejects(call, { code: 'NOT_FOUND' })
  }
  assert.throws(() => store.pin([absent]), { code: 'NOT_FOUND' })
  assert.equal(store.has(absent), false)
  await store.touch(absent)
  for (const bad of ['sha256:../../../etc/passwd', `sha256:${'A'.repeat(64)}`, 'md5:00', '']) {
    await assert.rejects(store.read(bad), { code: 'INVALID_INPUT' })
  }
})

test('the media type is kept, also across a restart, and the last one given stays', async (t) => {
  const { store, reopen } = await storeFor(t)
  const { digest } = await store.put(Buffer.from('%PDF'), { mediaType: 'application/pdf' })
  const { digest: plain } = await store.put(Buffer.from('?'))
  await store.put(Buffer.from('!'), { mediaType: 'not a type\r\nX-Evil: 1' })
  assert.equal((await store.stat(digest)).mediaType, 'application/pdf')
  assert.equal((await (await reopen()).stat(digest)).mediaType, 'application/pdf')
  assert.equal((await store.stat(plain)).mediaType, 'application/octet-stream')
  await store.put(Buffer.from('%PDF'))
  assert.equal((await store.stat(digest)).mediaType, 'application/pdf')
  await store.put(Buffer.from('%PDF'), { mediaType: 'text/plain; charset=utf-8' })
  assert.equal((await (await reopen()).stat(digest)).mediaType, 'text/plain; charset=utf-8')
  const evil = digestOf(Buffer.from('!'))
  assert.equal((await store.stat(evil)).mediaType, 'application/octet-stream')
})

test('everything is found again after a restart', async (t) => {
  const { store, reopen } = await storeFor(t)
  const all = await Promise.all(Array.from({ length: 30 }, (_, i) => store.put(Buffer.from(`blob ${i}`))))
  const again = await reopen()
  assert.deepEqual(again.usage, store.usage)
  for (const [i, { digest }] of all.entries()) {
    assert.equal(Buffer.from(await again.read(digest)).toString(), `blob ${i}`)
  }
})

for (const [how, damage] of [
  ['changed in one bit', async (file: string) => flip(file, 100_000)],
  ['cut short', (file: string) => truncate(file, 99_999)],
  ['longer', async (file: string) => writeFile(file, 'x', { flag: 'a' })],
  ['removed', (file: string) => rm(file)],
  [
    'replaced by a link',
    async (file: string) => {
      await rm(file)
      await symlink('/etc/passwd', file)
    },
  ],
] as const) {
  test(`bytes whose file was ${how} are not found by any reader, and can be put again`, async (t) => {
    const { store, folder, reopen } = await storeFor(t)
    const bytes = randomBytes(200_000)
    for (const reader of ['read', 'stream'] as const) {
      for (const by of [store, await reopen()]) {
        const { digest } = await by.put(bytes)
        await damage(fileOf(folder, digest))
        await assert.rejects(by[reader](digest), { code: 'NOT_FOUND' })
        assert.equal(by.has(digest), false)
        await by.put(bytes)
        assert.ok(Buffer.from(await by.read(digest)).equals(bytes))
      }
    }
  })
}

async function flip(file: string, at: number): Promise<void> {
  const content = await readFile(file)
  content[at] = (content[at] ?? 0) ^ 1
  await writeFile(file, content)
}

test('damage that keeps size and time is found by read, and by the first stream after a restart', async (t) => {
  const { store, folder, reopen } = await storeFor(t)
  const bytes = randomBytes(100)
  for (const find of [
    (digest: Digest) => store.read(digest),
    async (digest: Digest) => (await reopen()).stream(digest),
  ]) {
    const { digest } = await store.put(bytes)
    const file = fileOf(folder, digest)
    const { atime, mtime } = await stat(file)
    await flip(file, 50)
    await utimes(file, atime, mtime)
    await assert.rejects(find(digest), { code: 'NOT_FOUND', message: /damaged/ })
    await rm(file, { force: true })
  }
})

test('putting bytes again replaces a damaged file', async (t) => {
  const { store, folder } = await storeFor(t)
  const bytes = randomBytes(500)
  const { digest } = await store.put(bytes)
  await flip(fileOf(folder, digest), 3)
  await store.put(bytes)
  assert.ok(Buffer.from(await store.read(digest)).equals(bytes))
})

test('a digest that was only believed is checked when the bytes are read', async (t) => {
  const { store } = await storeFor(t)
  const wrong: Digest = `sha256:${'1'.repeat(64)}`
  await store.put(Buffer.from('x'), { knownDigest: wrong })
  await assert.rejects(store.stream(wrong), { code: 'NOT_FOUND' })
  const right = digestOf(Buffer.from('y'))
  await store.put(Buffer.from('y'), { knownDigest: right })
  assert.equal((await store.read(right)).length, 1)
})

test('the least recently used go first when the size is reached', async (t) => {
  let clock = Date.now()
  const { store, reopen } = await storeFor(t, { maxBytes: 1000, now: () => clock })
  const put = async (name: string): Promise<Digest> => {
    clock += 10_000
    return (await store.put(Buffer.from(name.repeat(400)))).digest
  }
  const a = await put('a')
  const b = await put('b')
  clock += 200_000
  await store.touch(a)
  const c = await put('c')
  assert.deepEqual(
    [a, b, c].map((digest) => store.has(digest)),
    [true, false, true],
  )
  assert.equal(store.usage.bytes, 800)
  // The order of use survives a restart.
  const again = await reopen()
  await again.put(Buffer.from('d'.repeat(400)))
  assert.deepEqual(
    [a, c].map((digest) => again.has(digest)),
    [false, true],
  )
})

test('the number of blobs is bounded, too', async (t) => {
  const { store } = await storeFor(t, { maxCount: 5 })
  for (let i = 0; i < 20; i++) await store.put(Buffer.from(`${i}`))
  assert.equal(store.usage.count, 5)
})

test('what running work holds is neither evicted nor expired, until it is released', async (t) => {
  let clock = Date.now()
  const { store, folder } = await storeFor(t, { maxBytes: 1000, keepMs: hour, now: () => clock })
  const { digest } = await store.put(Buffer.alloc(600, 'a'))
  const release = store.pin([digest])
  const second = store.pin([digest, digest])
  clock += 2 * hour
  assert.equal((await store.sweep()).expired, 0)
  await assert.rejects(store.put(Buffer.alloc(500, 'b')), {
    code: 'STORAGE_FULL',
    data: { maxBytes: 1000, pinnedBytes: 600 },
  })
  await assert.rejects(store.put(inPieces(Buffer.alloc(500, 'b'), 50)), { code: 'STORAGE_FULL' })
  assert.deepEqual(await unfinished(folder), [])
  await store.put(Buffer.alloc(400, 'c'))
  release()
  release()
  assert.equal((await store.sweep()).expired, 0, 'the second holder still holds')
  second()
  assert.equal((await store.sweep()).expired, 1)
  assert.equal(store.has(digest), false)
})

test('bytes can be pinned at the moment they are stored', async (t) => {
  const { store } = await storeFor(t, { maxBytes: 1000 })
  const releases: (() => void)[] = []
  const onStored = (digest: Digest): void => void releases.push(store.pin([digest]))
  const { digest } = await store.put(Buffer.alloc(600, 'a'), { onStored })
  await store.put(Buffer.alloc(600, 'a'), { onStored })
  await assert.rejects(store.put(Buffer.alloc(600, 'b')), { code: 'STORAGE_FULL' })
  releases[0]?.()
  await assert.rejects(store.put(Buffer.alloc(600, 'b')), { code: 'STORAGE_FULL' })
  releases[1]?.()
  await store.put(Buffer.alloc(600, 'b'))
  assert.equal(store.has(digest), false)
})

test('what was not used for its time expires, on disk as well; use renews it', async (t) => {
  let clock = Date.now()
  const { store, folder, reopen } = await storeFor(t, { keepMs: hour, now: () => clock })
  const { digest: used } = await store.put(Buffer.from('used'), { mediaType: 'text/plain' })
  const { digest: unused } = await store.put(Buffer.from('unused'), { mediaType: 'text/plain' })
  clock += 0.9 * hour
  await store.read(used)
  clock += 0.5 * hour
  const again = await reopen()
  assert.ok(again.has(unused), 'nothing expires before jobs could pin their inputs')
  assert.deepEqual(await again.sweep(), { expired: 1, evicted: 0, unfinished: 0 })
  assert.deepEqual([again.has(used), again.has(unused)], [true, false])
  assert.deepEqual(await readdir(join(folder, unused.slice(7, 9))), [])
})

test('a limit ends the writing at the first byte over it, and leaves nothing', async (t) => {
  const { store, folder } = await storeFor(t)
  let taken = 0
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (;;) {
      taken += 1000
      yield Buffer.alloc(1000)
    }
  }
  await assert.rejects(store.put(endless(), { maxBytes: 10_500 }), {
    code: 'TOO_LARGE',
    data: { maxBytes: 10_500 },
  })
  assert.equal(taken, 11_000)
  await assert.rejects(store.put(Buffer.alloc(11), { maxBytes: 10 }), { code: 'TOO_LARGE' })
  const { digest } = await store.put(Buffer.alloc(10), { maxBytes: 10 })
  await assert.rejects(store.read(digest, { maxBytes: 9 }), { code: 'TOO_LARGE' })
  assert.equal((await store.read(digest, { maxBytes: 10 })).length, 10)
  assert.deepEqual(await unfinished(folder), [])
  assert.equal(store.usage.count, 1)
})

test('an abort ends a put whose source hangs, with its reason, and leaves nothing', async (t) => {
  const { store, folder } = await storeFor(t)
  const controller = new AbortController()
  async function* hangs(): AsyncGenerator<Uint8Array> {
    yield Buffer.alloc(1000)
    setTimeout(() => controller.abort(fault('CANCELLED', 'The caller left.')), 10)
    await new Promise(() => undefined)
  }
  await assert.rejects(store.put(hangs(), { signal: controller.signal }), { code: 'CANCELLED' })
  await assert.rejects(store.put(Buffer.alloc(9), { signal: controller.signal }), { code: 'CANCELLED' })
  assert.deepEqual(await unfinished(folder), [])
})

test('a source that fails passes its error on and leaves nothing', async (t) => {
  const { store, folder } = await storeFor(t)
  async function* fails(): AsyncGenerator<Uint8Array> {
    yield Buffer.alloc(1000)
    throw new Error('the line was cut')
  }
  await assert.rejects(store.put(fails()), /the line was cut/)
  assert.deepEqual(await unfinished(folder), [])
})

test('a writer stores what it was given, once', async (t) => {
  const { store, folder } = await storeFor(t)
  const writer = await store.writer({ mediaType: 'text/plain' })
  await writer.write(Buffer.from('ab'))
  await writer.write(Buffer.from('c'))
  assert.equal((await store.sweep()).unfinished, 0, 'a sweep leaves files at work alone')
  const { digest, bytes } = await writer.commit()
  assert.equal(digest, digestOf(Buffer.from('abc')))
  assert.equal(bytes, 3)
  await assert.rejects(writer.write(Buffer.from('d')), /ended/)
  await writer.abort()
  assert.ok(store.has(digest))
  const given = await store.writer()
  await given.write(Buffer.from('zzz'))
  await given.abort()
  assert.deepEqual(await unfinished(folder), [])
  assert.equal(store.has(digestOf(Buffer.from('zzz'))), false)
})

test('what a crash left half-written is removed at the next start and by a sweep', async (t) => {
  const { store, folder, reopen } = await storeFor(t)
  const { digest } = await store.put(Buffer.from('kept'))
  await writeFile(join(folder, 'tmp/.tmp-crashed'), 'half')
  await writeFile(`${fileOf(folder, digest).slice(0, -64)}${'f'.repeat(64)}.type`, 'text/plain')
  await writeFile(`${fileOf(folder, digest).slice(0, -64)}.tmp-type`, 'text')
  await reopen()
  assert.deepEqual(await unfinished(folder), [])
  assert.deepEqual(await readdir(join(folder, digest.slice(7, 9))), [digest.slice(7)])
  await writeFile(join(folder, 'tmp/.tmp-later'), 'half')
  assert.equal((await store.sweep()).unfinished, 1)
})

test('many writers and readers of few digests in a store that is too small never see wrong bytes', async (t) => {
  const { store, folder } = await storeFor(t, { maxBytes: 20_000 })
  let right = 0
  const contents = Array.from({ length: 8 }, (_, i) => Buffer.alloc(4000 + i, `${i}`))
  await Promise.all(
    Array.from({ length: 12 }, async (_, who) => {
      for (let i = 0; i < 40; i++) {
        const bytes = contents[(who * 7 + i * 3) % 8] ?? Buffer.alloc(0)
        try {
          if ((who + i) % 3 > 0) await store.put((who + i) % 2 === 0 ? bytes : inPieces(bytes, 1500))
          assert.ok(Buffer.from(await store.read(digestOf(bytes))).equals(bytes))
          right++
        } catch (error) {
          // Evicted by another writer, or all room taken by what others are writing.
          assert.ok(
            error instanceof Fault && ['NOT_FOUND', 'STORAGE_FULL'].includes(error.code),
            String(error),
          )
        }
      }
    }),
  )
  assert.ok(right > 0 && store.usage.bytes <= 20_000)
  assert.deepEqual(await unfinished(folder), [])
  const onDisk = new Set((await readdir(folder, { recursive: true })).filter((name) => name.length > 60))
  assert.equal(onDisk.size, store.usage.count, 'the index and the disk agree')
})

test('persisted bytes need no second flush, and absent ones are a fault', async (t) => {
  const { store } = await storeFor(t)
  const { digest } = await store.put(Buffer.from('x'))
  const { digest: durable } = await store.put(Buffer.from('y'), { durable: true })
  await store.persist([digest, durable])
  await store.persist([digest])
})
