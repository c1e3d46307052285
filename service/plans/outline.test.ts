import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { OutlineInput, OutlineOutput, type OutlineItem } from '../../bridge/operations/documents-outline.ts'
import { digestOf } from '../../test/leaf-context.ts'
import { line, pdfOf } from '../../test/pdf-builder.ts'
import { planContext } from '../../test/plan-context.ts'
import { root } from '../../test/root.ts'
import { outlinePlan } from './outline.ts'

async function outline(bytes: Uint8Array, changes: object = {}) {
  const input = OutlineInput.parse({ source: { blob: digestOf(bytes) }, ...changes })
  return OutlineOutput.parse(await outlinePlan(input, planContext({ blobs: [bytes] })))
}

const shape = (items: readonly OutlineItem[]): unknown[] =>
  items.map(({ title, page, items: inner }) => [title, page, ...shape(inner)])

/** Pages of small print under a large line. */
const chapters = ['Alpha', 'Beta', 'Gamma'].map((title) =>
  [
    line(title, 72, 720, 24, 'F2'),
    ...Array.from({ length: 12 }, (_, i) => line('Plain words of the text that go on.', 72, 660 - 14 * i)),
  ].join(''),
)

test('a PDF without bookmarks is outlined by its headings, as far as it was looked at', async () => {
  const whole = await outline(pdfOf(chapters))
  assert.equal(whole.from, 'headings')
  assert.deepEqual(shape(whole.items), [
    ['Alpha', 1],
    ['Beta', 2],
    ['Gamma', 3],
  ])
  assert.equal(whole.nextPage, undefined)
  const part = await outline(pdfOf(chapters), { maxPages: 2 })
  assert.deepEqual([part.items.length, part.nextPage, part.pageCount], [2, 3, 3])
})

test('a PDF with bookmarks is outlined by them', async () => {
  const [head = '', tail = ''] = pdfOf(chapters).toString('latin1').split('/Type/Catalog')
  // Without a table of objects they are looked for.
  const objects = '90 0 obj\n<</First 91 0 R>>\nendobj\n91 0 obj\n<</Title(Mark)/Dest[1/Fit]>>\nendobj\n'
  const file = `${head}/Type/Catalog/Outlines 90 0 R${tail.slice(0, tail.indexOf('xref'))}${objects}`
  const root = /(\d+) 0 obj\n<<$/.exec(head)?.[1] ?? ''
  const bytes = Buffer.from(`${file}trailer\n<</Root ${root} 0 R>>\n%%EOF\n`, 'latin1')
  assert.deepEqual(await outline(bytes), {
    pageCount: 3,
    from: 'bookmarks',
    items: [{ title: 'Mark', page: 2, items: [] }],
  })
})

test('headings of Markdown and web pages nest by level', async () => {
  const expected = [
    ['One', 1, ['Inner', 1]],
    ['Two', 1],
  ]
  const text = Buffer.from('# One\n\ntext\n\n## Inner\n\ntext\n\n# Two\n\ntext\n')
  const markdown = await outline(text, {
    source: { blob: digestOf(text), name: 'notes.md' },
  })
  assert.deepEqual([markdown.from, shape(markdown.items)], ['headings', expected])
  const html = '<!doctype html><html><body><h1>One</h1><p>a<h2>Inner</h2><p>b<h1>Two</h1></body></html>'
  assert.deepEqual(shape((await outline(Buffer.from(html))).items), expected)
})

test('what has no headings has no outline, and bad input is refused', async () => {
  const plain = await outline(Buffer.from('only some words\n'))
  assert.deepEqual([plain.from, plain.items], ['none', []])
  const damaged = Buffer.from('%PDF-1.7\nnothing here')
  await assert.rejects(outline(damaged), { code: 'DAMAGED' })
  assert.equal(OutlineInput.safeParse({}).success, false)
  assert.equal(OutlineInput.safeParse({ path: 'a', source: { path: 'a' } }).success, false)
  await assert.rejects(
    async () =>
      outlinePlan(
        OutlineInput.parse({ path: join(root, 'test/fixtures/documents/enc-user-rc4-128.pdf') }),
        planContext(),
      ),
    { code: 'ENCRYPTED' },
  )
})
