import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { MiB } from '../../bridge/operation.ts'
import { makePng, type PngRecipe } from '../png.ts'
import { seeded } from '../random.ts'
import { FILTER, Scene } from './scene.ts'

/** Runs a test with a file system of so many bytes, which is there until all that the test started has ended. */
function testOnTinyDisk(
  name: string,
  bytes: number,
  act: (t: TestContext, folder: string) => Promise<void>,
): void {
  test(name, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'talaria-tiny-'))
    try {
      const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=700`, 'tmpfs', folder])
      if (status !== 0) return t.skip('needs leave to mount a small tmpfs (Linux, root)')
      await t.test('there', (inner) => act(inner, folder))
    } finally {
      spawnSync('umount', ['--lazy', folder])
      rmSync(folder, { recursive: true, force: true })
    }
  })
}

/** A picture of noise, which no compression makes smaller. */
function noise(width: number, height: number): Uint8Array {
  const random = seeded(7)
  const sample: PngRecipe['sample'] = () => Math.floor(random() * 256)
  return makePng({ width, height, depth: 8, colourType: 2, sample })
}

const blur = { steps: [{ op: 'gaussianBlur', sigmaPx: 0.3 }] }
const free = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

testOnTinyDisk('a disk that fills up while a file is spooled', 256 * 1024, async (t, spool) => {
  const scene = await Scene.open(t, { 'lanes.spool': spool, 'cache.enabled': 'false' })
  const picture = noise(500, 400)
  assert.ok(picture.length > 400 * 1024)
  await scene.refused('STORAGE_FULL', FILTER, {
    json: { source: { path: scene.file('noise.png', picture) }, ...blur },
  })
  // One that fits on its way in, but whose result does not fit beside it.
  const half = noise(250, 230)
  assert.ok(half.length > 128 * 1024 && half.length < 256 * 1024)
  await scene.refused('STORAGE_FULL', FILTER, {
    json: { source: { path: scene.file('half.png', half) }, ...blur },
  })
  const small = await scene.ask(FILTER, {
    json: { source: { path: scene.file('small.png', noise(150, 150)) }, ...blur },
  })
  assert.equal(small.status, 200, JSON.stringify(small.body))
  await scene.nothingLeft()
  assert.ok(free(spool) > 200 * 1024)
})

test('a spool at its own limit', async (t) => {
  const scene = await Scene.open(t, { 'lanes.maxSpoolBytes': String(256 * 1024) })
  await scene.refused('STORAGE_FULL', FILTER, {
    json: { source: { path: scene.file('noise.png', noise(500, 400)) }, ...blur },
  })
})

testOnTinyDisk('a disk that fills up while a blob is stored, by every way', 2 * MiB, async (t, home) => {
  const scene = await Scene.open(t, { home })
  const big = Buffer.alloc(4 * MiB, 'x')
  const binary = { 'content-type': 'application/octet-stream' }
  const before = free(home)
  await scene.refused('STORAGE_FULL', '/v1/blobs', { method: 'PUT', body: big, headers: binary })
  const chunks = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < big.length; at += 100_000) controller.enqueue(big.subarray(at, at + 100_000))
      controller.close()
    },
  })
  await scene.refused('STORAGE_FULL', '/v1/blobs', { method: 'PUT', body: chunks, headers: binary })
  // The result of a call is stored for whoever comes to fetch it.
  await scene.refused('STORAGE_FULL', '/v1/test/echo', { body: big, headers: binary })
  // The input of a job must be on disk before it is accepted.
  await scene.refused('STORAGE_FULL', '/v1/test/echo', {
    body: big,
    headers: { ...binary, prefer: 'respond-async' },
  })
  const path = scene.file('big.bin', big)
  await scene.refused('STORAGE_FULL', '/v1/test/echo', {
    json: { source: { path } },
    headers: { prefer: 'respond-async' },
  })
  // Bytes that nobody stores are no concern of the disk.
  const sent = await scene.service.call('/v1/test/echo', {
    body: big,
    headers: { ...binary, accept: 'application/octet-stream' },
  })
  assert.ok(Buffer.from(await sent.arrayBuffer()).equals(big))
  await scene.unharmed()
  assert.ok(before - free(home) < 200 * 1024, `${before - free(home)} bytes are gone`)
  assert.deepEqual(readdirSync(join(home, 'jobs')), [])
})

testOnTinyDisk(
  'on a full disk what stores nothing goes on, and with room again the rest',
  2 * MiB,
  async (t, home) => {
    const scene = await Scene.open(t, { home })
    const filler = join(home, 'filler')
    mkdirSync(filler)
    for (let file = 0, size = MiB; size >= 1; file++) {
      try {
        writeFileSync(join(filler, String(file)), Buffer.alloc(size))
      } catch {
        size = Math.floor(size / 2)
      }
    }
    assert.equal(free(home), 0)
    for (let call = 0; call < 50; call++) {
      const { status, body } = await scene.ask('/v1/calc/eval', { json: { input: `${call} + 1` } })
      assert.equal(status, 200, JSON.stringify(body))
    }
    await scene.refused('STORAGE_FULL', '/v1/blobs', {
      method: 'PUT',
      body: Buffer.alloc(100_000, 'y'),
      headers: { 'content-type': 'text/plain' },
    })
    await scene.refused('STORAGE_FULL', '/v1/calc/eval', {
      json: { input: '1' },
      headers: { prefer: 'respond-async' },
    })
    rmSync(filler, { recursive: true })
    const put = await scene.service.call('/v1/blobs', { method: 'PUT', body: 'there is room' })
    assert.equal(put.status, 201)
    await scene.unharmed()
    // What happened meanwhile is in the log, once there was room for it.
    const audit = async (): Promise<string> => readFileSync(join(home, 'audit.jsonl'), 'utf8')
    for (let tries = 0; tries < 100 && !(await audit()).includes('49 + 1'); tries++) await scene.unharmed()
    const lines = (await audit()).trimEnd().split('\n')
    for (const text of lines) JSON.parse(text)
    assert.ok(lines.some((text) => text.includes('49 + 1')))
  },
)
