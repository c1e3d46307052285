import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filesOf, leafContext } from '../../test/leaf-context.ts'
import { line, PdfBuilder, pdfOf } from '../../test/pdf-builder.ts'
import { pdfText } from './pdf-text.ts'
import { rebuildPdf } from './pdf-rescue.ts'

const sound = pdfOf([line('first page', 50, 700), line('second page', 50, 700)])

async function texts(bytes: Uint8Array, pages = [1, 2]): Promise<string[]> {
  const { digest, files } = filesOf(bytes)
  const result = await pdfText(
    { digest, pages, maxChars: 1000, maxPageChars: 1_000_000 },
    leafContext({ files }),
  )
  return result.pages.map((page) => page.text)
}

const cutBefore = (bytes: Buffer, keyword: string): Buffer => bytes.subarray(0, bytes.lastIndexOf(keyword))

test('junk before the header is skipped', async () => {
  assert.deepEqual(await texts(Buffer.concat([Buffer.alloc(700, 'x'), sound])), ['first page', 'second page'])
})

test('a wrong startxref is survived', async () => {
  const wrong = Buffer.from(sound.toString('latin1').replace(/startxref\n\d+/, 'startxref\n7'), 'latin1')
  assert.deepEqual(await texts(wrong), ['first page', 'second page'])
})

test('a file cut before its cross-reference table is read whole', async () => {
  assert.deepEqual(await texts(cutBefore(sound, 'xref\n0')), ['first page', 'second page'])
})

test('a lost catalog is made anew over the page tree', async () => {
  assert.deepEqual(await texts(cutBefore(sound, '7 0 obj')), ['first page', 'second page'])
})

test('pages without a tree are gathered', async () => {
  const text = sound
    .toString('latin1')
    .replace('/Type/Pages', '/Type/Gone!')
    .replace('/Type/Catalog', '/Type/Gone!!!')
  assert.deepEqual(await texts(cutBefore(Buffer.from(text, 'latin1'), 'xref\n0')), [
    'first page',
    'second page',
  ])
})

test('objects in object streams are found when the cross-reference stream is lost', async () => {
  const pdf = new PdfBuilder()
  const content = pdf.addStream(line('packed page', 50, 700))
  const bodies = [
    '<</Type/Catalog/Pages 11 0 R>>',
    '<</Type/Pages/Count 1/Kids[12 0 R]>>',
    `<</Type/Page/Parent 11 0 R/MediaBox[0 0 612 792]/Contents ${content} 0 R/Resources<</Font<</F1 13 0 R>>>>>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  let offset = 0
  const index = bodies.map((body, at) => {
    const entry = `${10 + at} ${offset}`
    offset += body.length + 1
    return entry
  })
  const head = `${index.join(' ')} `
  pdf.addStream(head + bodies.join(' '), {
    entries: `/Type/ObjStm/N ${bodies.length}/First ${head.length}`,
    deflate: true,
  })
  assert.deepEqual(await texts(cutBefore(pdf.build(1), 'xref\n0'), [1]), ['packed page'])
})

test('nothing is made of a file without pages', () => {
  assert.equal(rebuildPdf(Buffer.from('%PDF-1.7\n1 0 obj\n<</Type/Font>>\nendobj\n')), undefined)
  assert.equal(rebuildPdf(Buffer.from('no objects at all')), undefined)
})

test('damage between an object and its dictionary is cut out', async () => {
  const text = sound.toString('latin1').replace(/(\d+ 0 obj)\n(<<\/Type\/(?:Catalog|Pages))/g, '$1\x0e$2')
  assert.ok(text.includes('obj\x0e<</Type/Catalog'))
  assert.deepEqual(await texts(Buffer.from(text, 'latin1')), ['first page', 'second page'])
})
