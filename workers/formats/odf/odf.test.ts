import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Fault } from '../../../bridge/faults.ts'
import { formatLimits, idle } from '../../../test/format-limits.ts'
import { zipOf } from '../../../test/zip-builder.ts'
import type { Content, FormatReader } from '../content.ts'
import { sectionText } from '../content-text.ts'
import { readOdp } from './odp.ts'
import { readOds } from './ods.ts'
import { readOdt } from './odt.ts'

const names = 'office text table style draw presentation svg'
  .split(' ')
  .map(
    (name) =>
      `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name === 'draw' ? 'drawing' : name}:1.0"`,
  )
  .join(' ')
const spaces = `${names} xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/"`
const documentOf = (body: string, styles = ''): string =>
  `<office:document-content ${spaces}><office:automatic-styles>${styles}</office:automatic-styles>` +
  `<office:body>${body}</office:body></office:document-content>`
const fileOf = (body: string, styles = '', more: Record<string, string> = {}): Uint8Array =>
  zipOf({ mimetype: 'x', 'content.xml': documentOf(body, styles), ...more })
const text = (body: string, styles?: string): string =>
  textOf(readOdt, `<office:text>${body}</office:text>`, styles)
const read = (reader: FormatReader, bytes: Uint8Array): Content => {
  const content = reader(bytes, formatLimits, idle)
  if (content instanceof Promise) throw new Error('The reader is not synchronous')
  return content
}
const textOf = (reader: FormatReader, body: string, styles?: string): string =>
  read(reader, fileOf(body, styles)).sections.map(sectionText).join('\n---\n')

describe('readOdt', () => {
  it('reads headings, paragraphs, blanks, tabs and breaks', () => {
    assert.equal(
      text(
        '<text:h text:outline-level="2">A <text:span>head</text:span></text:h>' +
          '<text:p> one\n  two<text:s text:c="3"/>x<text:tab/>y<text:line-break/>z </text:p>',
      ),
      'A head\n\none two   x\ty\nz',
    )
  })

  it('numbers lists by their style', () => {
    const styles =
      '<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1" ' +
      'style:num-suffix=")" text:start-value="3"/><text:list-level-style-bullet text:level="2"/></text:list-style>'
    const inner = '<text:list><text:list-item><text:p>b</text:p></text:list-item></text:list>'
    const list =
      `<text:list text:style-name="L"><text:list-item><text:p>a</text:p>${inner}</text:list-item>` +
      '<text:list-item><text:p>c</text:p></text:list-item></text:list>'
    assert.equal(text(list, styles), '3) a\n  • b\n4) c')
  })

  it('marks notes, comments, deletions, text boxes and alternative texts', () => {
    const changes =
      '<text:tracked-changes><text:changed-region text:id="c1"><text:deletion><office:change-info>' +
      '<dc:creator>Ada</dc:creator></office:change-info><text:p>gone</text:p></text:deletion></text:changed-region>' +
      '</text:tracked-changes>'
    const body =
      '<text:p>a<text:change text:change-id="c1"/><text:note text:note-class="footnote"><text:note-citation>1' +
      '</text:note-citation><text:note-body><text:p>fn</text:p></text:note-body></text:note> b' +
      '<office:annotation><dc:creator>Bob</dc:creator><dc:date>2020</dc:date><text:p>why?</text:p></office:annotation>' +
      '<draw:frame><draw:text-box><text:p>box</text:p></draw:text-box><svg:title>A cat</svg:title></draw:frame></text:p>'
    assert.equal(
      text(changes + body),
      'a[1] b\n\n[deleted by Ada: gone]\n\n[footnote 1: fn]\n\n[comment by Bob: why?]\n\n[text box: box]\n\n[alt text: A cat]',
    )
  })

  it('keeps links, and tables with repeated cells', () => {
    const { sections } = read(
      readOdt,
      fileOf(
        '<office:text><text:p>see <text:a xlink:href="https://a.example/">this</text:a></text:p><table:table>' +
          '<table:table-header-rows><table:table-row><table:table-cell table:number-columns-repeated="2"><text:p>h' +
          '</text:p></table:table-cell></table:table-row></table:table-header-rows><table:table-row>' +
          '<table:table-cell/><table:table-cell><text:p>1</text:p><text:p>2</text:p></table:table-cell>' +
          '</table:table-row></table:table></office:text>',
      ),
    )
    const [link, table] = sections[0]!.blocks
    assert.deepEqual(link!.links, [{ start: 4, end: 8, url: 'https://a.example/' }])
    assert.deepEqual(
      [table!.rows, table!.headed],
      [
        [
          ['h', 'h'],
          ['', '1\n2'],
        ],
        true,
      ],
    )
  })

  it('reads headers, footers and charts from the other parts', () => {
    const styles =
      `<office:document-styles ${spaces}><office:master-styles><style:master-page><style:header><text:p>top</text:p>` +
      '</style:header><style:footer><text:p>end</text:p></style:footer></style:master-page></office:master-styles>' +
      '</office:document-styles>'
    const chart =
      '<c:chart xmlns:c="urn:oasis:names:tc:opendocument:xmlns:chart:1.0" xmlns:text="t" xmlns:table="u"><c:title>' +
      '<text:p>Sales</text:p></c:title><table:table><table:table-row><table:table-cell><text:p>7</text:p>' +
      '</table:table-cell></table:table-row></table:table></c:chart>'
    const bytes = fileOf(
      '<office:text><text:p>x<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame></text:p></office:text>',
      '',
      { 'styles.xml': styles, 'Object 1/content.xml': chart },
    )
    assert.equal(
      read(readOdt, bytes).sections.map(sectionText).join(),
      '[header: top]\n\n[footer: end]\n\nx\n\n[chart: Sales\n7]',
    )
  })

  it('reads flat XML', () => {
    const flat = Buffer.from(documentOf('<office:text><text:p>flat</text:p></office:text>'))
    assert.equal(sectionText(read(readOdt, flat).sections[0]!), 'flat')
  })

  it('refuses what is encrypted or holds no text', () => {
    const manifest = '<m:manifest xmlns:m="m"><m:encryption-data/></m:manifest>'
    const encrypted = fileOf('', '', { 'META-INF/manifest.xml': manifest })
    assert.throws(() => read(readOdt, encrypted), { code: 'ENCRYPTED' })
    assert.throws(() => read(readOdt, zipOf({ mimetype: 'x' })), { code: 'DAMAGED' })
  })

  it('stops at the most characters', () => {
    const bytes = fileOf(`<office:text>${'<text:p>abc</text:p>'.repeat(1000)}</office:text>`)
    const content = readOdt(bytes, { ...formatLimits, maxChars: 300 }, idle)
    assert.ok(!(content instanceof Promise))
    assert.equal(content.truncated, true)
    assert.ok(content.sections[0]!.blocks.length < 110)
  })
})

describe('readOds', () => {
  const row = (cells: string, times = 1): string =>
    `<table:table-row table:number-rows-repeated="${times}">${cells}</table:table-row>`
  const cell = (value: string, attributes = ''): string =>
    `<table:table-cell ${attributes}>${value && `<text:p>${value}</text:p>`}</table:table-cell>`

  it('reads sheets with what is displayed, hidden ones marked', () => {
    const styles =
      '<style:style style:name="h" style:family="table"><style:table-properties table:display="false"/></style:style>'
    const body =
      `<office:spreadsheet><table:table table:name="One">${row(cell('1,50 €', 'office:value="1.5"'))}` +
      `${row(cell('', 'office:value="2"'))}</table:table>` +
      `<table:table table:name="Two" table:style-name="h">${row(cell('x'))}</table:table></office:spreadsheet>`
    assert.deepEqual(read(readOds, fileOf(body, styles)).sections, [
      { title: 'One', sheet: true, blocks: [{ kind: 'table', text: '', rows: [['1,50 €'], ['2']] }] },
      { title: 'Two', sheet: true, hidden: true, blocks: [{ kind: 'table', text: '', rows: [['x']] }] },
    ])
  })

  it('does not blow up on repeated rows and columns', () => {
    const blank = cell('', 'table:number-columns-repeated="16384"')
    const body =
      `<office:spreadsheet><table:table>${row(cell('a') + blank)}${row(blank, 1_000_000)}${row(cell('b'))}` +
      `${row(cell('c', 'table:number-columns-repeated="1000000"'), 1_000_000)}</table:table></office:spreadsheet>`
    const content = readOds(fileOf(body), { ...formatLimits, maxChars: 5000 }, idle)
    assert.ok(!(content instanceof Promise))
    const { rows } = content.sections[0]!.blocks[0]!
    assert.deepEqual(rows!.slice(0, 3), [['a'], [], ['b']])
    assert.ok(rows!.flat().length <= 10_000)
    assert.equal(content.truncated, true)
  })

  it('keeps comments of cells', () => {
    const note = '<office:annotation><dc:creator>Ada</dc:creator><text:p>sure?</text:p></office:annotation>'
    const table = `<table:table>${row(`<table:table-cell>${note}<text:p>7</text:p></table:table-cell>`)}</table:table>`
    assert.equal(
      textOf(readOds, `<office:spreadsheet>${table}</office:spreadsheet>`),
      '7\n\n[comment by Ada: sure?]',
    )
  })
})

describe('readOdp', () => {
  it('reads slides with titles, notes and hidden ones', () => {
    const styles =
      '<style:style style:name="dp"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>'
    const frame = (text: string, role: string): string =>
      `<draw:frame presentation:class="${role}"><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame>`
    const body =
      `<office:presentation><draw:page draw:name="p1">${frame('Plan', 'title')}${frame('first', 'outline')}` +
      `<presentation:notes>${frame('say hello', 'notes')}${frame('9', 'page-number')}</presentation:notes></draw:page>` +
      '<draw:page draw:name="p2" draw:style-name="dp"><draw:custom-shape><text:p>shape</text:p></draw:custom-shape>' +
      '</draw:page></office:presentation>'
    assert.deepEqual(read(readOdp, fileOf(body, styles)).sections, [
      {
        title: 'Plan',
        blocks: [
          { kind: 'heading', text: 'Plan', level: 1 },
          { kind: 'paragraph', text: 'first' },
          { kind: 'speaker notes', text: 'say hello' },
        ],
      },
      { title: 'p2', hidden: true, blocks: [{ kind: 'paragraph', text: 'shape' }] },
    ])
  })
})

describe('OpenDocument readers', () => {
  it('answer or throw faults on damaged files', () => {
    const good = fileOf('<office:text><text:p>text</text:p></office:text>')
    let seed = 7
    const next = (below: number): number => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
      return (seed >>> 8) % below
    }
    for (let i = 0; i < 300; i += 1) {
      const bytes = Buffer.from(i % 2 === 0 ? good : good.subarray(0, next(good.length)))
      for (let n = 0; n < 4 && bytes.length > 0; n += 1) bytes[next(bytes.length)] = next(256)
      for (const reader of [readOdt, readOds, readOdp]) {
        try {
          read(reader, bytes)
        } catch (error) {
          assert.ok(error instanceof Fault, String(error))
          assert.match(error.code, /^(DAMAGED|ENCRYPTED|ARCHIVE_BOMB|TOO_DEEP)$/)
        }
      }
    }
  })
})
