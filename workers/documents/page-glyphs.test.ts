import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { filesOf, leafContext } from '../../test/leaf-context.ts'
import { addPages, line, PdfBuilder, pdfOf } from '../../test/pdf-builder.ts'
import { root } from '../../test/root.ts'
import { glyphWords } from './glyph-words.ts'
import { readGlyphs } from './page-glyphs.ts'
import { readItems } from './page-items.ts'
import { pageParts, pageText } from './page-text.ts'
import { openPdf } from './pdf-open.ts'
import { pdfText } from './pdf-text.ts'
import { loadPdfjs } from './pdfjs.ts'

/** The first page read both ways: as pdf.js joins its glyphs, and glyph by glyph. */
async function bothWays(bytes: Uint8Array): Promise<{ items: string; glyphs: string }> {
  const { digest, files } = filesOf(bytes)
  const ctx = leafContext({ files })
  const pdf = await openPdf({ digest }, ctx)
  try {
    const page = await pdf.document.getPage(1)
    const { placed } = await readItems(page, 1_000_000, ctx)
    const { shown: glyphs } = await readGlyphs(page, await loadPdfjs(), {}, ctx)
    return { items: pageText(pageParts(placed)), glyphs: pageText(pageParts(glyphWords(glyphs))) }
  } finally {
    await pdf.close()
  }
}

async function read(bytes: Uint8Array): Promise<string> {
  const { digest, files } = filesOf(bytes)
  const input = { digest, pages: [1], maxChars: 1_000_000, maxPageChars: 1_000_000 }
  return (await pdfText(input, leafContext({ files }))).pages[0]?.text ?? ''
}

describe('glyph by glyph a page reads as pdf.js reads it', () => {
  const fixtures = [
    'two-column.pdf',
    'table-grid.pdf',
    'table-borderless.pdf',
    'two-column-rot270.pdf',
    'transformed.pdf',
    'kerned-small.pdf',
    'order-words-shuffled-d.pdf',
    'order-glyphs-d.pdf',
    'receipt.pdf',
    'noembed-identity.pdf',
    'rotation.pdf',
    'vertical.pdf',
  ]
  for (const name of fixtures) {
    test(name, async () => {
      const { items, glyphs } = await bothWays(readFileSync(join(root, 'test/fixtures/documents', name)))
      assert.equal(glyphs.replace(/\s+/g, ' '), items.replace(/\s+/g, ' '))
    })
  }

  test('whatever operators place the text', async () => {
    const pdf = new PdfBuilder()
    const font = pdf.add('<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>')
    const form = pdf.addStream('q BT /F1 10 Tf 5 5 Td (in a form) Tj ET Q', {
      entries: `/Type/XObject/Subtype/Form/BBox[0 0 200 50]/Matrix[1 0 0 1 40 20]/Resources<</Font<</F1 ${font} 0 R>>>>`,
    })
    const content =
      'BT /F1 12 Tf 14 TL 50 700 Td (first) Tj T* (second line) Tj (third) \' 2 0.5 (fourth line) " ' +
      '0 Tw 0 Tc 0 -20 TD [(fi) -20 (fth) -600 (apart)] TJ T* 150 Tz (wide) Tj 100 Tz 5 Ts ( raised) Tj 0 Ts ET ' +
      'q 2 0 0 2 30 30 cm BT /F1 8 Tf 1 0 0 1 20 200 Tm (scaled) Tj ET Q ' +
      'BT /F1 -12 Tf -1 0 0 -1 300 500 Tm (negative) Tj ET /X Do'
    const entries = `/Resources<</Font<</F1 ${font} 0 R>>/XObject<</X ${form} 0 R>>>>`
    const { items, glyphs } = await bothWays(pdf.build(addPages(pdf, [{ content, entries }])))
    assert.match(items, /first\nsecond line\nthird\nfourth line/)
    assert.match(items, /in a form/)
    assert.equal(glyphs.replace(/\s+/g, ' '), items.replace(/\s+/g, ' '))
  })
})

test('a spaced-out heading is one word, the words of a line stay apart', async () => {
  const spaced = (gap: number): string => `BT /F1 20 Tf ${gap} Tc 50 700 Td (WIDE HEADING) Tj ET\n`
  for (const gap of [2, 4, 8]) {
    const text = await read(pdfOf([spaced(gap) + line('Plain words below it', 50, 660)]))
    assert.equal(text.split('\n')[0], 'WIDE HEADING')
  }
})

test('a row of single letters is not drawn together', async () => {
  const row = 'à À â Â ä Ä ç Ç é É'.split(' ').map((letter, at) => line(letter, 50 + 10 * at, 700))
  assert.equal(await read(pdfOf([row.join('')])), 'à À â Â ä Ä ç Ç é É')
})

test('a letter drawn into a gap left for it takes its place', async () => {
  const content = line('S', 134, 700, 10) + 'BT /F1 10 Tf 131 700 Td [(\\() -460 (\\))] TJ ET\n'
  assert.equal(await read(pdfOf([content])), '(S)')
})

test('a ticked dingbat is a tick, not a digit', async () => {
  const pdf = new PdfBuilder()
  const marks = pdf.add('<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>')
  const plain = pdf.add('<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>')
  const entries = `/Resources<</Font<</F1 ${plain} 0 R/F2 ${marks} 0 R>>>>`
  const content = line('4', 50, 700, 12, 'F2') + line('Shore power for 4 nights', 70, 700, 12)
  assert.equal(await read(pdf.build(addPages(pdf, [{ content, entries }]))), '✔ Shore power for 4 nights')
})
