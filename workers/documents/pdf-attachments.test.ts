import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { digestOf, leafContext } from '../../test/leaf-context.ts'
import { pdfInfo } from './pdf-info.ts'

/** A PDF of one empty page with files in it, each a packed stream. */
function withFiles(files: readonly Uint8Array[]): Buffer {
  const names = files.map((_, i) => `(f${String(i).padStart(3, '0')}) ${4 + 2 * i} 0 R`).join(' ')
  const objects: (string | Buffer)[] = [
    `<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles<</Names[${names}]>>>>>>`,
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]>>',
    ...files.flatMap((file, i) => {
      const packed = deflateSync(file)
      const head = `<</Length ${packed.length}/Filter/FlateDecode>>\nstream\n`
      return [
        `<</Type/Filespec/F(f${i}.xml)/EF<</F ${5 + 2 * i} 0 R>>>>`,
        Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream')]),
      ]
    }),
  ]
  const parts = objects.flatMap((object, i) => [`${i + 1} 0 obj\n`, object, '\nendobj\n'])
  return Buffer.concat(
    ['%PDF-1.7\n', ...parts, 'trailer\n<</Root 1 0 R>>\n%%EOF\n'].map((part) => Buffer.from(part)),
  )
}

async function attachments(bytes: Buffer, maxUnfoldedBytes: number) {
  const ctx = leafContext({ files: new Map([[digestOf(bytes), bytes]]) })
  const info = await pdfInfo({ digest: digestOf(bytes), maxUnfoldedBytes }, ctx)
  assert.equal(info.pageCount, 1)
  return info.attachments.map(({ name, mediaType, bytes: length, digest }) => {
    return {
      name,
      mediaType,
      length,
      text: Buffer.from(ctx.written.get(digest) ?? [])
        .toString()
        .slice(0, 20),
    }
  })
}

test('files attached to a PDF are offered with their bytes', async () => {
  assert.deepEqual(await attachments(withFiles([Buffer.from('<a/>')]), 1_000_000), [
    { name: 'f0.xml', mediaType: 'application/xml', length: 4, text: '<a/>' },
  ])
})

test('where they would unfold to too much together none is, and the pages are read', async () => {
  const files = Array.from({ length: 5 }, () => Buffer.alloc(300_000))
  assert.equal((await attachments(withFiles(files), 2_000_000)).length, 5)
  assert.deepEqual(await attachments(withFiles(files), 1_000_000), [])
})
