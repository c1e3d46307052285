import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { MiB } from '../../bridge/operation.ts'
import { repeats, seeded } from '../random.ts'
import { root } from '../root.ts'
import type { CallInit } from '../service.ts'
import { READ, Scene } from './scene.ts'

const seed = Number(process.env['TALARIA_SEED'] ?? 20_260_801)

test('callers that leave at any moment leave nothing behind', async (t) => {
  const scene = await Scene.open(t)
  const { service } = scene
  const bytes = randomBytes(8 * MiB)
  const path = scene.file('large.bin', bytes)
  const put = await service.call('/v1/blobs', { method: 'PUT', body: bytes })
  const { blob } = Object(await put.json())
  const binary = { 'content-type': 'application/octet-stream' }
  const ways: (() => [route: string, init: CallInit])[] = [
    () => ['/v1/test/echo', { json: { source: { path } } }],
    () => ['/v1/test/echo', { json: { source: { blob } } }],
    () => ['/v1/test/echo', { body: bytes, headers: binary }],
    () => ['/v1/test/echo', { body: bytes, headers: { ...binary, accept: 'application/octet-stream' } }],
    () => ['/v1/test/echo', { json: { source: { path } }, headers: { prefer: 'wait=10' } }],
    () => ['/v1/blobs', { method: 'PUT', body: randomBytes(MiB), headers: binary }],
    () => [READ, { json: report, headers: { accept: 'application/x-ndjson' } }],
    () => ['/v1/batch', { json: { calls: [{ operation: 'test.echo', input: { source: { blob } } }] } }],
  ]
  const report = { path: join(root, 'samples/report.pdf'), pages: 'all' }
  const random = seeded(seed)
  t.diagnostic(`seed ${seed}`)
  let left = 0
  for (let round = 0; round < repeats(80, 2400); round++) {
    const [route, init] = ways[round % ways.length]!()
    const leaving = new AbortController()
    const call = service.call(route, { ...init, signal: leaving.signal }).then(
      (response) => response.arrayBuffer(),
      () => (left += 1),
    )
    await sleep(random() * 40)
    leaving.abort()
    await call.catch(() => (left += 1))
  }
  assert.ok(left > 0, 'some were there to the end')
  // What a call still does when its caller is gone ends soon, and holds nothing.
  await scene.unharmed()
})
