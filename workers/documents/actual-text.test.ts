import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addPages, PdfBuilder } from '../../test/pdf-builder.ts'
import { filesOf, leafContext } from '../../test/leaf-context.ts'
import { actualTexts } from './actual-text.ts'
import { pdfText } from './pdf-text.ts'
import { RawObjects } from './raw-objects.ts'

function pageWith(content: string): Buffer {
  const pdf = new PdfBuilder()
  return pdf.build(addPages(pdf, [content]))
}

/** Replacement texts of the only page, which is object 4 of such a file. */
const texts = (content: string) => actualTexts(new RawObjects(pageWith(content)), 4)

test('one entry for each marked content, in order', () => {
  const content =
    '/Artifact BMC EMC /Span <</MCID 0>> BDC EMC /Span <</ActualText (fi)>> BDC EMC /P /Named BDC EMC ' +
    '/Span <</Lang (de)/ActualText <FEFF00DF>>> BDC EMC'
  assert.deepEqual(texts(content), [undefined, undefined, 'fi', undefined, 'ß'])
})

test('strings, comments and inline pictures are not mistaken for operators', () => {
  const content =
    '(BDC \\) /ActualText \\( (BMC)) Tj % /Span BMC\n BI /W 1 /H 1 ID BMC EI /Span <</ActualText (a\\(b\\051\\\nc)>> BDC EMC'
  assert.deepEqual(texts(content), ['a(b)c'])
})

test('content without replacements costs nothing more', () => {
  assert.deepEqual(texts('/Span <</MCID 0>> BDC (x) Tj EMC'), [])
})

test('a cluster reads as its replacement, once', async () => {
  const content =
    'BT /F1 12 Tf 50 700 Td (of) Tj /Span <</ActualText (fi)>> BDC (\\001) Tj (\\002) Tj EMC (ce) Tj ET'
  const { digest, files } = filesOf(pageWith(content))
  const { pages } = await pdfText(
    { digest, pages: [1], maxChars: 100, maxPageChars: 1_000_000 },
    leafContext({ files }),
  )
  assert.equal(pages[0]?.text, 'office')
})
