import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Fault } from '../../../bridge/faults.ts'
import { partXml, relationsXml } from '../../../test/office-builder.ts'
import { zipOf } from '../../../test/zip-builder.ts'
import type { Content } from '../content.ts'
import { sectionText } from '../content-text.ts'
import { readXlsx } from './xlsx.ts'

const options = { maxUnfoldedBytes: 1e8, maxEntries: 100, maxDepth: 100, maxChars: 1e6 }

async function read(bytes: Uint8Array, own = {}): Promise<Content> {
  const memory = new Uint8Array(new SharedArrayBuffer(bytes.length))
  memory.set(bytes)
  return readXlsx(memory, { ...options, ...own }, { checkpoint: () => undefined })
}

interface Made {
  /** Inside of the first sheet. */
  sheet: string
  strings?: string
  styles?: string
  workbook?: string
  parts?: Record<string, string>
  relations?: string[]
}

function makeXlsx({
  sheet,
  strings = '',
  styles = '',
  workbook = '',
  parts = {},
  relations = [],
}: Made): Uint8Array {
  return zipOf({
    '_rels/.rels': relationsXml('w officeDocument xl/workbook.xml'),
    'xl/workbook.xml': partXml(
      'x:workbook',
      `${workbook}<x:sheets><x:sheet name="First" sheetId="1" r:id="s1"/></x:sheets>`,
    ),
    'xl/_rels/workbook.xml.rels': relationsXml(
      's1 worksheet worksheets/sheet1.xml',
      's sharedStrings sharedStrings.xml',
      't styles styles.xml',
      'p person persons/person.xml',
    ),
    'xl/sharedStrings.xml': partXml('x:sst', strings),
    'xl/styles.xml': partXml('x:styleSheet', styles),
    'xl/worksheets/sheet1.xml': partXml('x:worksheet', sheet),
    'xl/worksheets/_rels/sheet1.xml.rels': relationsXml(...relations),
    ...parts,
  })
}

const rowsOf = async (made: Made): Promise<string[][] | undefined> =>
  (await read(makeXlsx(made))).sections[0]?.blocks.find(({ kind }) => kind === 'table')?.rows

const data = (rows: string) => `<x:sheetData>${rows}</x:sheetData>`

test('cells of every type as they are shown', async () => {
  const strings =
    '<x:si><x:t>plain</x:t></x:si><x:si><x:r><x:t>ri</x:t></x:r><x:r><x:t>ch_x000D__x0041_</x:t></x:r><x:rPh><x:t>no</x:t></x:rPh></x:si>'
  const styles = `<x:numFmts><x:numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></x:numFmts>
    <x:cellXfs><x:xf numFmtId="0"/><x:xf numFmtId="4"/><x:xf numFmtId="164"/><x:xf numFmtId="10"/></x:cellXfs>`
  const sheet = data(
    `<x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c><x:c r="B1" t="s"><x:v>1</x:v></x:c><x:c r="C1" t="inlineStr"><x:is><x:r><x:t>in</x:t></x:r><x:t>line</x:t><x:rPh><x:t>no</x:t></x:rPh></x:is></x:c></x:row>
     <x:row r="2"><x:c r="A2" s="1"><x:v>1234.5</x:v></x:c><x:c r="B2" s="2"><x:v>43831</x:v></x:c><x:c r="C2" s="3"><x:v>0.125</x:v></x:c></x:row>
     <x:row r="3"><x:c r="A3" t="b"><x:v>1</x:v></x:c><x:c r="B3" t="e"><x:v>#DIV/0!</x:v></x:c><x:c r="C3" t="str"><x:f>A1&amp;"x"</x:f><x:v>plainx</x:v></x:c></x:row>
     <x:row r="4"><x:c r="A4"><x:f>NOW()</x:f></x:c><x:c r="B4" t="d"><x:v>2020-01-01</x:v></x:c><x:c r="C4" t="s"><x:v>99</x:v></x:c></x:row>`,
  )
  assert.deepEqual(await rowsOf({ sheet, strings, styles }), [
    ['plain', 'richA', 'inline'],
    ['1,234.50', '2020-01-01', '12.50%'],
    ['TRUE', '#DIV/0!', 'plainx'],
    ['', '1/1/2020'],
  ])
})

test('dates count from 1904 where the workbook says so', async () => {
  const styles = '<x:cellXfs><x:xf numFmtId="14"/></x:cellXfs>'
  const sheet = data('<x:row><x:c s="0"><x:v>1</x:v></x:c></x:row>')
  assert.deepEqual(await rowsOf({ sheet, styles, workbook: '<x:workbookPr date1904="1"/>' }), [['1/2/1904']])
})

test('empty margins are left out, gaps come as one, however far apart cells are', async () => {
  const cell = (at: string) => `<x:c r="${at}"><x:v>1</x:v></x:c>`
  const sheet = data(
    `<x:row r="3">${cell('C3')}${cell('D3')}</x:row><x:row r="4"/><x:row r="9">${cell('H9')}</x:row><x:row r="1048576">${cell('XFD1048576')}</x:row>`,
  )
  const started = process.memoryUsage().heapUsed
  assert.deepEqual(await rowsOf({ sheet }), [
    ['1', '1'],
    [],
    ['', '', '', '1'],
    [],
    ['', '', '', '', '', '1'],
  ])
  assert.ok(process.memoryUsage().heapUsed - started < 50e6)
})

test('cells on a diagonal do not unfold to their square', async () => {
  const letters = (n: number): string =>
    n === 0 ? '' : letters(Math.floor((n - 1) / 26)) + String.fromCharCode(65 + ((n - 1) % 26))
  const rows = Array.from(
    { length: 16_000 },
    (_, i) => `<x:row r="${i + 1}"><x:c r="${letters(i + 1)}${i + 1}"><x:v>1</x:v></x:c></x:row>`,
  )
  const { sections, truncated } = await read(makeXlsx({ sheet: data(rows.join('')) }))
  assert.equal(truncated, true)
  assert.ok((sections[0]?.blocks[0]?.rows?.flat().length ?? 0) <= 1_000_000)
})

test('sheets in the order of the workbook, hidden ones marked, charts on sheets of their own', async () => {
  const bytes = zipOf({
    'xl/workbook.xml': partXml(
      'x:workbook',
      '<x:sheets><x:sheet name="B" r:id="2"/><x:sheet name="A" state="veryHidden" r:id="1"/><x:sheet name="C" state="hidden" r:id="3"/></x:sheets>',
    ),
    'xl/_rels/workbook.xml.rels': relationsXml(
      '1 worksheet a.xml',
      '2 worksheet /xl/B.xml',
      '3 chartsheet c.xml',
    ),
    'xl/a.xml': partXml('x:worksheet', data('<x:row><x:c><x:v>1</x:v></x:c></x:row>')),
    'xl/b.xml': partXml('x:worksheet', data('<x:row><x:c><x:v>2</x:v></x:c></x:row>')),
    'xl/c.xml': partXml('x:chartsheet', '<x:drawing r:id="d"/>'),
    'xl/_rels/c.xml.rels': relationsXml('d drawing d.xml'),
    'xl/d.xml': partXml('xdr:wsDr', '<xdr:absoluteAnchor><c:chart r:id="c"/></xdr:absoluteAnchor>'),
    'xl/_rels/d.xml.rels': relationsXml('c chart chart.xml'),
    'xl/chart.xml': partXml(
      'c:chartSpace',
      '<c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:rich></c:tx></c:title></c:chart>',
    ),
  })
  const { sections } = await read(bytes)
  assert.deepEqual(
    sections.map((section) => [section.title, section.hidden, sectionText(section)]),
    [
      ['B', undefined, '[sheet: B]\n\n2'],
      ['A', true, '[hidden sheet: A]\n\n1'],
      ['C', true, '[hidden sheet: C]\n\n[chart: Sales]'],
    ],
  )
})

test('links, headings of tables, headers and footers, text boxes, notes and threads', async () => {
  const author = 'Ada'
  const made: Made = {
    sheet:
      data('<x:row r="2"><x:c r="A2" t="str"><x:v>site</x:v></x:c><x:c r="B2"><x:v>5</x:v></x:c></x:row>') +
      '<x:hyperlinks><x:hyperlink ref="A2:A3" r:id="l"/></x:hyperlinks>' +
      '<x:headerFooter><x:oddHeader>&amp;L&amp;"Arial,Bold"&amp;12Left&amp;C&amp;K01+000&amp;A&amp;&amp;&amp;RPage &amp;P</x:oddHeader><x:oddFooter>Foot</x:oddFooter></x:headerFooter>',
    relations: [
      'l hyperlink !https://a.example/',
      't table table.xml',
      'c comments comments.xml',
      'h threadedComment threads.xml',
      'd drawing drawing.xml',
    ],
    parts: {
      'xl/worksheets/table.xml': partXml('x:table ref="A2:B9"', ''),
      'xl/worksheets/drawing.xml': partXml(
        'xdr:wsDr',
        '<xdr:oneCellAnchor><xdr:sp><xdr:nvSpPr><xdr:cNvPr descr="alt"/></xdr:nvSpPr><xdr:txBody><a:p><a:r><a:t>box</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:oneCellAnchor>',
      ),
      'xl/worksheets/comments.xml': partXml(
        'x:comments',
        `<x:authors><x:author>${author}</x:author><x:author>tc={1}</x:author></x:authors><x:commentList><x:comment ref="B2" authorId="0"><x:text><x:r><x:t>${author}:</x:t></x:r><x:r><x:t>\nnote</x:t></x:r></x:text></x:comment><x:comment ref="A2" authorId="1"><x:text><x:t>[Threaded comment]</x:t></x:text></x:comment></x:commentList>`,
      ),
      'xl/worksheets/threads.xml': partXml(
        'x:ThreadedComments',
        '<x:threadedComment ref="A2" personId="{p}"><x:text>thread</x:text></x:threadedComment>',
      ),
      'xl/persons/person.xml': partXml('x:personList', '<x:person displayName="Bob" id="{p}"/>'),
    },
  }
  const { sections } = await read(makeXlsx(made))
  const [section = { blocks: [] }] = sections
  assert.equal(
    sectionText(section),
    '[sheet: First]\n\n[header: Left\tFirst&\tPage]\n\nsite\t5\n\n[alt text: alt]\n\n[text box: box]\n\n[comment by Bob: A2: thread]\n\n[comment by Ada: B2: note]\n\n[footer: Foot]',
  )
  const table = section.blocks.find(({ kind }) => kind === 'table')
  assert.deepEqual([table?.headed, table?.links], [true, [{ start: 0, end: 4, url: 'https://a.example/' }]])
})

test('without relationships parts are found by their usual names; what is damaged costs itself', async () => {
  const bytes = zipOf({
    'xl/workbook.xml': partXml(
      'x:workbook',
      '<x:sheets><x:sheet name="A" r:id="1"/><x:sheet name="B" r:id="2"/></x:sheets>',
    ),
    'xl/sharedStrings.xml': partXml('x:sst', '<x:si><x:t>found</x:t></x:si>'),
    'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row><c t="s"><v>0</v></c></row><row><c><v>1',
    'xl/worksheets/sheet2.xml': 'junk',
  })
  const { sections } = await read(bytes)
  assert.deepEqual(sections.map(sectionText), ['[sheet: A]\n\nfound', '[sheet: B]'])
  await assert.rejects(
    read(zipOf({ 'xl/workbook.xml': '<x' })),
    (error) => error instanceof Fault && error.code === 'DAMAGED',
  )
})

test('a string that many cells share counts each time, and reading stops', async () => {
  const strings = `<x:si><x:t>${'long '.repeat(6000)}</x:t></x:si>`
  const sheet = data(`<x:row>${'<x:c t="s"><x:v>0</x:v></x:c>'.repeat(100_000)}</x:row>`)
  const { sections, truncated } = await read(makeXlsx({ sheet, strings }))
  assert.equal(truncated, true)
  assert.ok(sectionText(sections[0] ?? { blocks: [] }).length <= 1e6)
})
