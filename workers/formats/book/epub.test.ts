import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatLimits, idle } from '../../../test/format-limits.ts'
import { zipOf } from '../../../test/zip-builder.ts'
import type { Section } from '../content.ts'
import { sectionText } from '../content-text.ts'
import { readEpub } from './epub.ts'

const page = (body: string): string =>
  `<?xml version="1.0"?><html><head><title/></head><body>${body}</body></html>`
const container = '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>'
const opf =
  '<package><metadata xmlns:dc="d"><dc:title>Book</dc:title><dc:creator>Ada</dc:creator></metadata><manifest>' +
  ['a', 'b', 'c', 'gone']
    .map((id) => `<item id="${id}" href="text%20s/${id}.xhtml" media-type="application/xhtml+xml"/>`)
    .join('') +
  '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/></manifest><spine>' +
  '<itemref idref="nav"/><itemref idref="c" linear="no"/><itemref idref="gone"/><itemref idref="b"/><itemref idref="a"/>' +
  '</spine></package>'
const nav =
  '<html xmlns:epub="http://www.idpf.org/2007/ops"><nav epub:type="toc"><ol><li><a href="text%20s/b.xhtml#x">One</a></li>' +
  '<li><a href="text%20s/a.xhtml">Two</a></li></ol></nav></html>'
const book = {
  mimetype: 'application/epub+zip',
  'META-INF/container.xml': container,
  'OPS/book.opf': opf,
  'OPS/nav.xhtml': nav,
  'OPS/text s/a.xhtml': page('<a id="p"/><p>second</p><aside epub:type="footnote"><p>1 Note</p></aside>'),
  'OPS/text s/b.xhtml': page('<p>first</p>'),
  'OPS/text s/c.xhtml': page('<p>aside</p>'),
}
const sectionsOf = async (bytes: Uint8Array): Promise<Section[]> =>
  (await readEpub(bytes, formatLimits, idle)).sections

describe('readEpub', () => {
  it('reads the spine in order, the rest at the end, titled by the table of contents', async () => {
    const sections = await sectionsOf(zipOf(book))
    assert.deepEqual(
      sections.map((section) => [section.title, sectionText(section)]),
      [
        ['Book', 'Book\n\nAuthors: Ada'],
        ['One', 'first'],
        ['Two', 'second\n\n[footnote 1: Note]'],
        [undefined, 'aside'],
      ],
    )
  })

  it('refuses protected books, but not obscured fonts', async () => {
    const encryption = (algorithm: string): string =>
      `<encryption><EncryptedData><EncryptionMethod Algorithm="${algorithm}"/></EncryptedData></encryption>`
    const withMethod = (algorithm: string): Uint8Array =>
      zipOf({ ...book, 'META-INF/encryption.xml': encryption(algorithm) })
    assert.equal((await sectionsOf(withMethod('http://www.idpf.org/2008/embedding'))).length, 4)
    assert.throws(
      () => readEpub(withMethod('http://www.w3.org/2001/04/xmlenc#aes128-cbc'), formatLimits, idle),
      {
        code: 'ENCRYPTED',
      },
    )
  })

  it('refuses an archive that is no book, and one without any document', () => {
    assert.throws(() => readEpub(zipOf({ a: 'b' }), formatLimits, idle), { code: 'DAMAGED' })
    const { 'OPS/text s/a.xhtml': _a, 'OPS/text s/b.xhtml': _b, 'OPS/text s/c.xhtml': _c, ...hollow } = book
    assert.throws(() => readEpub(zipOf(hollow), formatLimits, idle), { code: 'DAMAGED' })
  })

  it('stops at the most characters', async () => {
    const long = zipOf({ ...book, 'OPS/text s/b.xhtml': page('<p>abc</p>'.repeat(1000)) })
    const { truncated, sections } = await readEpub(long, { ...formatLimits, maxChars: 30 }, idle)
    assert.equal(truncated, true)
    assert.equal(sections.length, 2)
  })
})
