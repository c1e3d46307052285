import assert from 'node:assert/strict'
import { test } from 'node:test'
import { digestOf, leafContext } from '../../test/leaf-context.ts'
import { addPages, line, PdfBuilder } from '../../test/pdf-builder.ts'
import { pdfInfo } from './pdf-info.ts'
import { pdfOutline } from './pdf-outline.ts'

/** A PDF of five pages whose catalog has these entries; its first objects are those given. */
function pdfWith(entries: string, objects: readonly string[] = []): Buffer {
  const pdf = new PdfBuilder()
  for (const object of objects) pdf.add(object)
  const pages = ['a', 'b', 'c', 'd', 'e'].map((text) => line(text, 72, 700))
  return pdf.build(addPages(pdf, pages, entries))
}

async function labels(entries: string): Promise<string[] | undefined> {
  const bytes = pdfWith(entries)
  const ctx = leafContext({ files: new Map([[digestOf(bytes), bytes]]) })
  const info = await pdfInfo({ digest: digestOf(bytes), maxUnfoldedBytes: 1_000_000 }, ctx)
  assert.equal(info.pageCount, 5)
  return info.labels
}

test('pages are labelled in Roman numerals, by letters, with a prefix, from any number', async () => {
  assert.deepEqual(await labels('/PageLabels<</Nums[0<</S/r>>2<</S/D>>4<</S/D/P(A-)/St 8>>]>>'), [
    'i',
    'ii',
    '1',
    '2',
    'A-8',
  ])
  assert.deepEqual(await labels('/PageLabels<</Nums[0<</S/r>>1<</S/D/St 2>>]>>'), ['i', '', '', '', ''])
  assert.deepEqual((await labels('/PageLabels<</Nums[0<</S/A/St 26>>3<</P(Index)>>4<<>>]>>')) ?? [], [
    'Z',
    'AA',
    'BB',
    'Index',
    '',
  ])
})

test('labels that say the number of their page are none', async () => {
  assert.equal(await labels('/PageLabels<</Nums[0<</S/D>>]>>'), undefined)
  assert.equal(await labels(''), undefined)
})

test('a damaged tree of labels, and labels made to be long, cost the document nothing', async () => {
  for (const tree of [
    '<</Nums[0<</S/Q>>]>>',
    '<</Nums[0 7]>>',
    '999 0 R',
    '(text)',
    '<</Nums[0<</S/R/St 2000000000>>]>>',
    `<</Nums[0<</S/D/P(${'long '.repeat(100)})>>]>>`,
  ]) {
    assert.equal((await labels(`/PageLabels ${tree}`))?.join(''), undefined, tree.slice(0, 40))
  }
})

test('items of an outline have the label of their page', async () => {
  const outline = ['<</First 2 0 R>>', '<</Title(Two)/Dest[1/Fit]>>']
  const bytes = pdfWith('/PageLabels<</Nums[0<</S/r>>]>>/Outlines 1 0 R', outline)
  const ctx = leafContext({ files: new Map([[digestOf(bytes), bytes]]) })
  const question = { digest: digestOf(bytes), maxUnfoldedBytes: 1_000_000, maxItems: 10 }
  const { items } = await pdfOutline(question, ctx)
  assert.deepEqual(
    items.map(({ title, page, label }) => [title, page, label]),
    [['Two', 2, 'ii']],
  )
})
