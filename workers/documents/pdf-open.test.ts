import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Fault, type FaultCode } from '../../bridge/faults.ts'
import { filesOf, leafContext } from '../../test/leaf-context.ts'
import { line, pdfOf } from '../../test/pdf-builder.ts'
import { root } from '../../test/root.ts'
import { pdfInfo } from './pdf-info.ts'

const fixture = (name: string): Buffer => readFileSync(join(root, 'test/fixtures/documents', name))

async function info(bytes: Uint8Array, password?: string) {
  const { digest, files } = filesOf(bytes)
  return await pdfInfo({ digest, password, maxUnfoldedBytes: 64 << 20 }, leafContext({ files }))
}

async function fails(bytes: Uint8Array, code: FaultCode, password?: string): Promise<void> {
  await assert.rejects(info(bytes, password), (error) => error instanceof Fault && error.code === code)
}

test('a sound PDF tells its pages', async () => {
  assert.deepEqual(await info(pdfOf([line('a', 50, 700), line('b', 50, 700)])), {
    pageCount: 2,
    encrypted: false,
    form: false,
    rescued: false,
    attachments: [],
  })
})

test('an empty file is EMPTY_FILE', () => fails(new Uint8Array(), 'EMPTY_FILE'))

test('other types are told by their bytes', async () => {
  await fails(Buffer.from('<!DOCTYPE html><html><body>404</body></html>'), 'TYPE_UNSUPPORTED')
  await fails(Buffer.from('PK\x03\x04 and so on', 'latin1'), 'TYPE_UNSUPPORTED')
  await fails(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), 'TYPE_UNSUPPORTED')
  await fails(Buffer.from('just some words'), 'TYPE_UNSUPPORTED')
})

test('a header with nothing behind it is DAMAGED', () => fails(Buffer.from('%PDF-1.7\n'), 'DAMAGED'))

test('a password is asked for, and a wrong one is told from none', async () => {
  const bytes = fixture('enc-user-rc4-128.pdf')
  await fails(bytes, 'ENCRYPTED')
  await fails(bytes, 'WRONG_PASSWORD', 'certainly not')
  await fails(bytes, 'WRONG_PASSWORD', 'nicht das richtige Paßwort')
})

test("an owner's password is not needed to read", async () => {
  const { encrypted, pageCount } = await info(fixture('enc-owner-only-aes256.pdf'))
  assert.deepEqual([encrypted, pageCount], [true, 1])
})

test('a password opens whatever spelling it was stored in', async () => {
  assert.equal((await info(fixture('issue6010_2.pdf'), 'æøå')).pageCount, 1)
  assert.equal((await info(fixture('issue6010_2.pdf'), 'æøa\u030a')).pageCount, 1)
  assert.equal((await info(fixture('saslprep-r6.pdf'), 'S\u00aaSL\u00adprep')).pageCount, 1)
})

test('bytes in shared memory are copied, not taken', async () => {
  const { digest, files } = filesOf(pdfOf([line('a', 50, 700)]))
  const ctx = leafContext({ files })
  const input = { digest, maxUnfoldedBytes: 64 << 20 }
  await pdfInfo(input, ctx)
  assert.equal((await pdfInfo(input, ctx)).pageCount, 1)
})

test('a form is told', async () => {
  const { form } = await info(readFileSync(join(root, 'samples/form.pdf')))
  assert.equal(form, true)
})

test('encryption of attachments alone asks for no password', async () => {
  assert.equal((await info(fixture('auth-event-ef-open.pdf'))).pageCount, 1)
})

test('pages trees that contain themselves end', async () => {
  assert.equal((await info(fixture('Pages-tree-refs.pdf'))).pageCount, 2)
})
