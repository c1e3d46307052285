import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { RenderOutput } from '../../bridge/operations/documents-render.ts'
import { root } from '../root.ts'
import { startTestService } from '../service.ts'
import { makeTiff } from '../tiff.ts'

test('pages come as pictures', async (t) => {
  const service = await startTestService(t)
  const path = join(root, 'samples/report.pdf')
  const isPng = (bytes: ArrayBuffer) =>
    Buffer.from(bytes).subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n'

  await t.test('each at an address of its own', async () => {
    const json = { path, pages: '1-3', dpi: 36 }
    const response = await service.call('/v1/documents/render', { json, headers: { accept: 'image/png' } })
    // Several pictures are no one answer, whatever `Accept` names.
    const { pages } = (await response.json()) as RenderOutput
    assert.equal(pages.length, 3)
    for (const { picture } of pages) {
      const bytes = await (await service.call(picture?.url ?? '')).arrayBuffer()
      assert.equal(bytes.byteLength, picture?.bytes)
      assert.ok(isPng(bytes))
    }
  })

  await t.test('a single one as the answer itself, where Accept names its type', async () => {
    const json = { path, dpi: 36 }
    const response = await service.call('/v1/documents/render', { json, headers: { accept: 'image/png' } })
    assert.equal(response.headers.get('content-type'), 'image/png')
    assert.ok(isPng(await response.arrayBuffer()))
  })

  await t.test('of a job too', async () => {
    const json = { path, pages: '2', dpi: 36 }
    const headers = { prefer: 'wait=60' }
    const response = await service.call('/v1/documents/render', { json, headers })
    const { pages } = (await response.json()) as RenderOutput
    const url = pages[0]?.picture?.url ?? ''
    assert.ok(isPng(await (await service.call(url)).arrayBuffer()))
  })

  await t.test('of a locked file with its password', async () => {
    const locked = join(root, 'test/fixtures/documents/enc-user-rc4-128.pdf')
    const outcome = async (input: object) => {
      const response = await service.call('/v1/documents/render', {
        json: { path: locked, dpi: 36, ...input },
      })
      return response.ok ? 'drawn' : ((await response.json()) as { code: string }).code
    }
    assert.equal(await outcome({}), 'ENCRYPTED')
    assert.equal(await outcome({ password: 'no' }), 'WRONG_PASSWORD')
    assert.equal(await outcome({ password: 'open-me' }), 'drawn')
    // What was drawn for one who knows the password is not given to one who does not.
    assert.equal(await outcome({}), 'ENCRYPTED')
  })

  await t.test('of a TIFF, whose directory stands behind its pixels', async () => {
    const page = { width: 200, height: 100, fields: { 258: [8], 262: [1] }, blocks: [new Uint8Array(20_000)] }
    const response = await service.call('/v1/documents/render?pages=all', {
      body: new Uint8Array(makeTiff([page, page])),
      headers: { 'content-type': 'application/octet-stream' },
    })
    const { pages, pageCount } = (await response.json()) as RenderOutput
    assert.equal(pageCount, 2)
    assert.deepEqual(
      pages.map(({ number, width, height }) => [number, width, height]),
      [
        [1, 200, 100],
        [2, 200, 100],
      ],
    )
  })

  await t.test('what is none says why', async () => {
    const body = readFileSync(join(root, 'README.md'))
    const headers = { 'content-type': 'application/pdf' }
    const response = await service.call('/v1/documents/render', { body, headers })
    assert.equal(response.status, 415)
  })
})
