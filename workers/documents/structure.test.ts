import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filesOf, leafContext } from '../../test/leaf-context.ts'
import { line, PdfBuilder } from '../../test/pdf-builder.ts'
import { pdfText } from './pdf-text.ts'

interface Element {
  role: string
  /** Number of a marked content, or elements. */
  holds: number | Element[]
}

/** A tagged page (ISO 32000-1, 14.7): its content, and the elements of its structure. */
function tagged(content: string, elements: Element[], roleMap = ''): Buffer {
  const pdf = new PdfBuilder()
  const [tree, page, root] = [pdf.reserve(), pdf.reserve(), pdf.reserve()]
  const add = ({ role, holds }: Element, parent: number): number => {
    const own = pdf.reserve()
    const kids =
      typeof holds === 'number' ? `${holds}` : `[${holds.map((kid) => `${add(kid, own)} 0 R`).join(' ')}]`
    return pdf.add(`<</Type/StructElem/S/${role}/P ${parent} 0 R/Pg ${page} 0 R/K ${kids}>>`, own)
  }
  const kids = elements.map((element) => add(element, root))
  const owners: number[] = []
  const own = (element: Element, number: number): void => {
    if (typeof element.holds === 'number') owners[element.holds] = number
  }
  // Elements are numbered as they are added: each before its own.
  let next = root
  const number = (element: Element): void => {
    next += 1
    own(element, next)
    if (typeof element.holds !== 'number') element.holds.forEach(number)
  }
  elements.forEach(number)
  const parents = pdf.add(`<</Nums[0[${owners.map((owner) => `${owner} 0 R`).join(' ')}]]>>`)
  pdf.add(
    `<</Type/StructTreeRoot/K[${kids.map((kid) => `${kid} 0 R`).join(' ')}]/ParentTree ${parents} 0 R/RoleMap<<${roleMap}>>>>`,
    root,
  )
  const stream = pdf.addStream(content)
  const fonts = '/Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>>>'
  pdf.add(
    `<</Type/Page/Parent ${tree} 0 R/MediaBox[0 0 612 792]/Resources<<${fonts}>>/StructParents 0/Contents ${stream} 0 R>>`,
    page,
  )
  pdf.add(`<</Type/Pages/Count 1/Kids[${page} 0 R]>>`, tree)
  return pdf.build(
    pdf.add(`<</Type/Catalog/Pages ${tree} 0 R/MarkInfo<</Marked true>>/StructTreeRoot ${root} 0 R>>`),
  )
}

const marked = (number: number, text: string): string => `/P<</MCID ${number}>>BDC ${text} EMC\n`

async function blocks(bytes: Uint8Array) {
  const { digest, files } = filesOf(bytes)
  const input = { digest, pages: [1], maxChars: 1e6, maxPageChars: 1e6, blocks: true }
  const [page] = (await pdfText(input, leafContext({ files }))).pages
  return page?.blocks?.map(({ kind, text, level, label }) => [kind, text, level, label])
}

const lines = [
  line('A title in the size of the text', 50, 700),
  line('Its first paragraph is long enough for two', 50, 686),
  line('lines.', 50, 672),
  line('Another begins without a gap.', 50, 658),
  line('1. an item', 50, 630),
  line('a) an item of the item', 70, 616),
]
const content = lines.map((one, index) => marked(index, one)).join('')
const para = (...holds: number[]): Element => ({
  role: 'P',
  holds: holds.map((one) => ({ role: 'Span', holds: one })),
})
const item = (holds: Element[]): Element => ({ role: 'L', holds: [{ role: 'LI', holds }] })
const structure: Element[] = [
  { role: 'Kopf', holds: [{ role: 'Span', holds: 0 }] },
  para(1, 2),
  para(3),
  item([para(4), item([{ role: 'LBody', holds: 5 }])]),
]

test('headings, paragraphs and items are those of the tags, whatever they look like', async () => {
  assert.deepEqual(await blocks(tagged(content, structure, '/Kopf/H2')), [
    ['heading', 'A title in the size of the text', 2, undefined],
    ['paragraph', 'Its first paragraph is long enough for two lines.', undefined, undefined],
    ['paragraph', 'Another begins without a gap.', undefined, undefined],
    ['item', 'an item', undefined, '1.'],
    ['item', 'an item of the item', 1, 'a)'],
  ])
})

test('they are the same where the page is read glyph by glyph', async () => {
  // A span with properties of its own is what a replacement text stands in.
  const spanned = content.replace('(lines.)', '(li) Tj /Span<</Lang(en)>>BDC (nes.) Tj EMC')
  const found = await blocks(tagged(spanned.replace(' Tj EMC Tj ET', ' Tj EMC ET'), structure, '/Kopf/H2'))
  assert.deepEqual(found?.[0], ['heading', 'A title in the size of the text', 2, undefined])
  assert.deepEqual(found?.[1]?.[1], 'Its first paragraph is long enough for two lines.')
})

test('a page without tags, and one whose tags loop, go by their geometry', async () => {
  const plain = [
    [
      'paragraph',
      'A title in the size of the text Its first paragraph is long enough for two lines. Another begins without a gap.',
      undefined,
      undefined,
    ],
    ['item', 'an item', undefined, '1.'],
    ['item', 'an item of the item', undefined, 'a)'],
  ]
  assert.deepEqual(await blocks(tagged(content, [])), plain)
  const looping = tagged(content, structure)
    .toString('latin1')
    .replace(/(\/S\/Kopf\/P )\d+( 0 R\/Pg \d+ 0 R\/K \[)\d+/, '$13$24')
  assert.equal((await blocks(Buffer.from(looping, 'latin1')))?.length !== undefined, true)
})
