import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { digestOf, leafContext } from '../../test/leaf-context.ts'
import { addPages, line, PdfBuilder } from '../../test/pdf-builder.ts'
import { root } from '../../test/root.ts'
import { pdfOutline, type PdfOutlineItem } from './pdf-outline.ts'

async function outlineOf(bytes: Uint8Array, changes: { maxItems?: number; password?: string } = {}) {
  const ctx = leafContext({ files: new Map([[digestOf(bytes), bytes]]) })
  return pdfOutline({ digest: digestOf(bytes), maxUnfoldedBytes: 1_000_000, maxItems: 100, ...changes }, ctx)
}

/**
 * A PDF of three pages and an outline. `items` writes the objects of its items, which are numbered from `first`; page
 * n is object 2n + 3, after the outline, the tree, the fonts and streams.
 */
function withOutline(items: (first: number, pages: number[]) => string[], catalog = ''): Buffer {
  const pdf = new PdfBuilder()
  const outlines = pdf.reserve()
  // Objects of `addPages` follow: tree, fonts, then a stream and a page three times, then the catalog.
  const pages = [outlines + 4, outlines + 6, outlines + 8]
  const drawn = ['one', 'two', 'three'].map((text) => line(text, 72, 700))
  const catalogNumber = addPages(pdf, drawn, `/Outlines ${outlines} 0 R${catalog}`)
  const first = catalogNumber + 1
  pdf.add(`<</Type/Outlines/First ${first} 0 R>>`, outlines)
  for (const item of items(first, pages)) pdf.add(item)
  return pdf.build(catalogNumber)
}

const nested = (levels: number): Buffer =>
  withOutline((n) =>
    Array.from({ length: levels }, (_, i) => `<</Title(T${i})/Dest[0/Fit]/First ${n + i + 1} 0 R>>`),
  )

/** Each item as its title, page and what is below it. */
const shape = (items: readonly PdfOutlineItem[]): unknown[] =>
  items.map(({ title, page, items: inner }) => [title, page, ...shape(inner)])

test('explicit, named and numbered destinations become pages; items below items stay there', async () => {
  const bytes = withOutline(
    (n, [one = 0, two = 0]) => [
      `<</Title(Intro)/Dest[${one} 0 R/Fit]/First ${n + 1} 0 R/Next ${n + 2} 0 R>>`,
      `<</Title(\\376\\377\\000A\\000\\040\\373\\001)/A<</S/GoTo/D(second)>>>>`,
      `<</Title(Last)/Dest[2/Fit]/Next ${n + 3} 0 R>>`,
      `<</Title(Named)/Dest/second/Next ${n + 4} 0 R>>`,
      `<</Title(Web)/A<</S/URI/URI(https://example.org/a)>>>>`,
      `[${two} 0 R/Fit]`,
    ],
    '/Dests<</second[6 0 R/Fit]>>/Names<</Dests<</Names[(second)[7 0 R/Fit]]>>>>',
  )
  const { pageCount, items, truncated } = await outlineOf(bytes)
  assert.deepEqual(shape(items), [
    ['Intro', 1, ['A fi', 2]],
    ['Last', 3],
    ['Named', 2],
    ['Web', undefined],
  ])
  assert.equal(items[3]?.url, 'https://example.org/a')
  assert.deepEqual([pageCount, truncated], [3, false])
})

test('a broken destination leaves the page out', async () => {
  const bytes = withOutline((n) => [
    `<</Title(No such name)/Dest(gone)/Next ${n + 1} 0 R>>`,
    `<</Title(No such object)/Dest[999 0 R/Fit]/Next ${n + 2} 0 R>>`,
    `<</Title(No page)/Dest[1 0 R/Fit]/Next ${n + 3} 0 R>>`,
    `<</Title(Beyond)/Dest[17/Fit]/Next ${n + 4} 0 R>>`,
    '<</Title(Nowhere)>>',
  ])
  const { items } = await outlineOf(bytes)
  assert.equal(items.length, 5)
  assert.deepEqual(
    items.filter(({ page }) => page !== undefined),
    [],
  )
})

test('a loop of items ends', async () => {
  const bytes = withOutline((n) => [
    `<</Title(A)/Dest[0/Fit]/First ${n} 0 R/Next ${n + 1} 0 R>>`,
    `<</Title(B)/Dest[1/Fit]/First ${n} 0 R/Next ${n} 0 R>>`,
  ])
  assert.deepEqual(shape((await outlineOf(bytes)).items), [
    ['A', 1],
    ['B', 2],
  ])
})

test('too many items and levels are cut, and the answer says so', async () => {
  const long = withOutline((n) =>
    Array.from({ length: 200 }, (_, i) => `<</Title(T${i})/Dest[0/Fit]/Next ${n + i + 1} 0 R>>`),
  )
  const cut = await outlineOf(long)
  assert.deepEqual([cut.items.length, cut.items.at(-1)?.title, cut.truncated], [100, 'T99', true])

  const deep = await outlineOf(nested(50))
  let depth = 0
  for (let inner = deep.items; inner.length > 0; inner = inner[0]?.items ?? []) depth += 1
  assert.deepEqual([depth, deep.truncated], [32, true])
})

test('an outline of thousands of levels is none', async () => {
  assert.equal((await outlineOf(nested(499))).items.length, 1)
  assert.deepEqual(await outlineOf(nested(20_000)), { pageCount: 3, items: [], truncated: false })
})

test('an encrypted file needs its password', async () => {
  const bytes = readFileSync(join(root, 'test/fixtures/documents/enc-user-rc4-128.pdf'))
  await assert.rejects(outlineOf(bytes), { code: 'ENCRYPTED' })
  await assert.rejects(outlineOf(bytes, { password: 'wrong' }), { code: 'WRONG_PASSWORD' })
  assert.deepEqual((await outlineOf(bytes, { password: 'open-me' })).items, [])
})
