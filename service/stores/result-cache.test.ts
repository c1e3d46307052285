import assert from 'node:assert/strict'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { BlobStore } from './blob-store.ts'
import { ResultCache, resultKey, type ResultCacheOptions } from './result-cache.ts'

const hour = 3_600_000

async function cacheFor(t: TestContext, options: Partial<ResultCacheOptions> = {}) {
  const home = await mkdtemp(join(tmpdir(), 'talaria-'))
  t.after(() => rm(home, { recursive: true, force: true }))
  const blobs = await BlobStore.open(join(home, 'blobs'), { maxBytes: 1e6, keepMs: hour })
  const folder = join(home, 'cache')
  const reopen = (): Promise<ResultCache> => ResultCache.open(folder, { blobs, keepMs: hour, ...options })
  return { cache: await reopen(), blobs, folder, reopen }
}

const key = (input: unknown): string => resultKey({ name: 'image.filter', version: 1 }, input)

test('a key depends on name, version and input, and not on the order of keys', () => {
  const read = { name: 'documents.read', version: 1 }
  const one = resultKey(read, { a: 1, b: { c: 2, d: 3 } })
  assert.equal(resultKey(read, { b: { d: 3, c: 2 }, a: 1 }), one)
  assert.match(one, /^[0-9a-f]{64}$/)
  const others = [
    resultKey({ ...read, version: 2 }, { a: 1, b: { c: 2, d: 3 } }),
    resultKey({ ...read, name: 'documents.render' }, { a: 1, b: { c: 2, d: 3 } }),
    resultKey(read, { a: 1, b: { c: 2, d: 4 } }),
    resultKey(read, { a: '1', b: { c: 2, d: 3 } }),
  ]
  assert.equal(new Set([one, ...others]).size, 5)
})

test('a result comes back equal, also after a restart; an unknown key is a miss', async (t) => {
  const { cache, blobs, reopen } = await cacheFor(t)
  const { digest } = await blobs.put(Buffer.from('picture'))
  const result = { output: { text: 'é\u2028', none: null, deep: [{ n: 1.5 }] }, blobs: [digest] }
  await cache.set(key(1), result)
  assert.deepEqual(await cache.get(key(1)), result)
  assert.deepEqual(await (await reopen()).get(key(1)), result)
  assert.equal(await cache.get(key(2)), undefined)
})

test('a result whose bytes are gone is a miss, and is removed', async (t) => {
  const { cache, blobs, folder } = await cacheFor(t)
  const { digest } = await blobs.put(Buffer.from('picture'))
  await cache.set(key(1), { output: 1, blobs: [digest] })
  await rm(join(folder, '../blobs', digest.slice(7, 9), digest.slice(7)))
  assert.equal(await cache.get(key(1)), undefined)
  assert.deepEqual(cache.usage, { bytes: 0, count: 0 })
})

test('a hit renews the bytes it names', async (t) => {
  const { cache, blobs } = await cacheFor(t)
  const { digest } = await blobs.put(Buffer.from('picture'))
  const before = (await blobs.stat(digest)).usedMs
  await cache.set(key(1), { output: 1, blobs: [digest] })
  while (Date.now() <= before) await new Promise((resolve) => setImmediate(resolve))
  await cache.get(key(1))
  assert.ok((await blobs.stat(digest)).usedMs > before)
})

test('a damaged result is a miss', async (t) => {
  const { cache, folder } = await cacheFor(t)
  for (const damage of [
    (text: string) => text.replace('right', 'wrong'),
    (text: string) => text.slice(0, -1),
    () => '',
    () => '{"output":1,"blobs":[]}',
  ]) {
    await cache.set(key(1), { output: 'right', blobs: [] })
    const file = join(folder, key(1).slice(0, 2), `${key(1)}.json`)
    await writeFile(file, damage(await readFile(file, 'utf8')))
    assert.equal(await cache.get(key(1)), undefined)
  }
})

test('its size is bounded: the least recently used go first, and what is too large is not kept', async (t) => {
  const { cache, folder, reopen } = await cacheFor(t, { maxBytes: 1000 })
  const set = (n: number): Promise<void> => cache.set(key(n), { output: 'x'.repeat(300), blobs: [] })
  await set(1)
  await set(2)
  await cache.get(key(1))
  await set(3)
  assert.notEqual(await cache.get(key(1)), undefined)
  assert.equal(await cache.get(key(2)), undefined)
  await cache.set(key(4), { output: 'x'.repeat(1000), blobs: [] })
  assert.equal(await cache.get(key(4)), undefined)
  assert.equal(cache.usage.count, 2)
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.json'))
  assert.equal(files.length, 2)
  assert.deepEqual((await reopen()).usage, cache.usage)
})

test('what was not used for its time is removed', async (t) => {
  let clock = Date.now()
  const { cache } = await cacheFor(t, { now: () => clock })
  await cache.set(key(1), { output: 1, blobs: [] })
  clock += 2 * hour
  await cache.sweep()
  assert.equal(cache.usage.count, 0)
})

test('leftovers of a crash are removed at the start', async (t) => {
  const { cache, folder, reopen } = await cacheFor(t)
  await cache.set(key(1), { output: 1, blobs: [] })
  const shard = join(folder, key(1).slice(0, 2))
  await writeFile(join(shard, '.tmp-crashed'), 'half')
  await reopen()
  assert.deepEqual(await readdir(shard), [`${key(1)}.json`])
})
