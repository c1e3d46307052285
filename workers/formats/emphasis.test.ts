import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { limits, tagless } from '../../test/format-reading.ts'
import { root } from '../../test/root.ts'
import { sectionMarkdown } from './content-markdown.ts'
import type { FormatReader } from './content.ts'
import { readDoc } from './legacy/doc.ts'
import { rtfReader } from './legacy/rtf.ts'
import { readOdt } from './odf/odt.ts'
import { readDocx } from './office/docx.ts'
import { readRst } from './text/rst.ts'

const checkpoint = (): void => undefined
const markdownOf = async (reader: FormatReader, bytes: Uint8Array): Promise<string> => {
  const { sections } = await reader(bytes, limits, { checkpoint })
  return sections.map(sectionMarkdown).join('\n')
}

/** One page, written by LibreOffice in each of its formats: directly, by styles of text, by a style of the paragraph. */
const readers: Record<string, FormatReader> = {
  odt: readOdt,
  rtf: rtfReader(tagless),
  doc: readDoc,
  docx: readDocx,
}
for (const [ending, reader] of Object.entries(readers)) {
  test(`bold and italic of one document, as .${ending}`, async () => {
    const markdown = await markdownOf(
      reader,
      readFileSync(`${root}/test/fixtures/formats/emphasis.${ending}`),
    )
    // Where a blank lies between the two, it may be of either.
    assert.equal(
      markdown.replace('bold and** ***both***', 'bold and *both***'),
      [
        '# A bold title',
        'Plain, **bold**, *italic*, **bold and *both***, par**tly** and back.',
        '**A whole paragraph in bold,** one part excepted.',
        '* An item with *stress*\n* **Strong** item',
        'A [link with **weight**](https://example.org/).',
      ].join('\n\n'),
    )
  })
}

test('bold and italic of reStructuredText', async () => {
  const text = Buffer.from('A **strong** and an *italic* word, ``**none**``.\n')
  assert.equal(await markdownOf(readRst, text), 'A **strong** and an *italic* word, \\*\\*none\\*\\*.')
})
