import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Fault } from '../../../bridge/faults.ts'
import { makeDocx, paragraph, partXml, relationsXml, run } from '../../../test/office-builder.ts'
import { zipOf } from '../../../test/zip-builder.ts'
import type { Block, Content } from '../content.ts'
import { sectionText } from '../content-text.ts'
import { readDocx } from './docx.ts'

const options = { maxUnfoldedBytes: 1e7, maxEntries: 100, maxDepth: 100, maxChars: 1e6 }
const failsWith = (code: string) => (error: unknown) => error instanceof Fault && error.code === code

async function read(bytes: Uint8Array, own = {}): Promise<Content> {
  const memory = new Uint8Array(new SharedArrayBuffer(bytes.length))
  memory.set(bytes)
  return readDocx(memory, { ...options, ...own }, { checkpoint: () => undefined })
}

async function blocks(...made: Parameters<typeof makeDocx>): Promise<Block[]> {
  return (await read(makeDocx(...made))).sections[0]?.blocks ?? []
}

const text = async (...made: Parameters<typeof makeDocx>): Promise<string> =>
  sectionText({ blocks: await blocks(...made) })

const styles = partXml(
  'w:styles',
  `<w:style w:type="paragraph" w:styleId="berschrift2"><w:name w:val="heading 2"/></w:style>
  <w:style w:type="paragraph" w:styleId="Own"><w:name w:val="Own"/><w:basedOn w:val="berschrift2"/></w:style>
  <w:style w:type="paragraph" w:styleId="Loop"><w:name w:val="Loop"/><w:basedOn w:val="Loop"/></w:style>
  <w:style w:type="character" w:styleId="Secret"><w:name w:val="Secret"/><w:rPr><w:vanish/></w:rPr></w:style>
  <w:style w:type="paragraph" w:styleId="Listed"><w:name w:val="Listed"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>`,
)
const styled = (style: string) => `<w:pStyle w:val="${style}"/>`

test('headings: by the name of the style, by those it is based on, by outline level', async () => {
  const body =
    paragraph(run('A'), styled('berschrift2')) +
    paragraph(run('B'), styled('Own')) +
    paragraph(run('C'), '<w:outlineLvl w:val="7"/>') +
    paragraph(run('D'), `${styled('Own')}<w:outlineLvl w:val="9"/>`) +
    paragraph(run('E'), styled('Loop'))
  assert.deepEqual(await blocks(body, { 'styles.xml': styles }, ['s styles styles.xml']), [
    { kind: 'heading', text: 'A', level: 2 },
    { kind: 'heading', text: 'B', level: 2 },
    { kind: 'heading', text: 'C', level: 6 },
    { kind: 'paragraph', text: 'D' },
    { kind: 'paragraph', text: 'E' },
  ])
})

const numbering = partXml(
  'w:numbering',
  `<w:abstractNum w:abstractNumId="0">
    <w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="upperRoman"/><w:lvlText w:val="%1."/></w:lvl>
    <w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1.%2)"/><w:isLgl/></w:lvl>
    <w:lvl w:ilvl="2"><w:numFmt w:val="bullet"/><w:lvlText w:val="&#xF0A7;"/><w:rPr><w:rFonts w:ascii="Wingdings"/></w:rPr></w:lvl>
  </w:abstractNum>
  <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>
  <w:num w:numId="2"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num>`,
)
const listed = (list: number, level: number) =>
  `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`

test('lists have the markers that are shown, counted over levels and started anew', async () => {
  const body = [
    [1, 0],
    [1, 1],
    [1, 1],
    [1, 2],
    [1, 0],
    [1, 1],
    [2, 0],
    [0, 0],
    [9, 0],
  ].map(([list = 0, level = 0]) => paragraph(run('x'), listed(list, level)))
  body.push(paragraph(run('x'), styled('Listed')))
  const parts = { 'numbering.xml': numbering, 'styles.xml': styles }
  assert.equal(
    await text(body.join(''), parts, ['n numbering numbering.xml', 's styles styles.xml']),
    'I. x\n  1.1) x\n  1.2) x\n    ▪ x\nII. x\n  2.1) x\nV. x\n\nx\n\nx\n\nVI. x',
  )
})

test('a heading that is numbered has its number in its text', async () => {
  const body = paragraph(run('Scope'), `${styled('berschrift2')}${listed(1, 0)}`)
  const parts = { 'numbering.xml': numbering, 'styles.xml': styles }
  const [heading] = await blocks(body, parts, ['n numbering numbering.xml', 's styles styles.xml'])
  assert.deepEqual(heading, { kind: 'heading', text: 'I. Scope', level: 2 })
})

test('tables: merged and nested cells, headings, links, what stands apart after them; a single cell is a frame', async () => {
  const cell = (inside: string, properties = '') => `<w:tc><w:tcPr>${properties}</w:tcPr>${inside}</w:tc>`
  const inner = `<w:tbl><w:tr>${cell(paragraph(run('n1')))}${cell(paragraph(run('n2')))}</w:tr></w:tbl>`
  const link = `<w:hyperlink r:id="l">${run('site')}</w:hyperlink>`
  const note = '<w:r><w:commentReference w:id="0"/></w:r>'
  const body = `<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr>${cell(paragraph(run('A')), '<w:gridSpan w:val="2"/>')}${cell(paragraph(run('B')))}</w:tr>
    <w:sdt><w:sdtContent><w:tr>${cell(paragraph(run('to ') + link))}${cell(paragraph(run('p') + note) + paragraph(run('q')))}${cell(inner)}</w:tr></w:sdtContent></w:sdt></w:tbl>
    <w:tbl><w:tr>${cell(paragraph(run('framed')))}</w:tr></w:tbl>`
  const comments = partXml(
    'w:comments',
    `<w:comment w:id="0" w:author="Ada">${paragraph(run('why?'))}</w:comment>`,
  )
  assert.deepEqual(
    await blocks(body, { 'comments.xml': comments }, [
      'l hyperlink !https://a.example/',
      'c comments comments.xml',
    ]),
    [
      {
        kind: 'table',
        text: '',
        rows: [
          ['A', '', 'B'],
          ['to site', 'p\nq', 'n1\tn2'],
        ],
        headed: true,
        links: [{ start: 8, end: 12, url: 'https://a.example/' }],
      },
      { kind: 'comment', text: 'why?', label: 'Ada' },
      { kind: 'paragraph', text: 'framed' },
    ],
  )
})

test('tracked changes: insertions are text, deletions apart by author, what moved is there once', async () => {
  const body = paragraph(
    `${run('a')}<w:ins w:author="Ada">${run('b')}</w:ins><w:del w:author="Bob"><w:r><w:delText>c</w:delText></w:r><w:r><w:delText>d</w:delText></w:r></w:del>` +
      `<w:moveFrom w:author="Ada">${run('e')}</w:moveFrom><w:moveTo w:author="Ada">${run('e')}</w:moveTo>`,
  )
  assert.equal(await text(body), 'abe\n\n[deleted by Bob: cd]')
})

test('notes: numbered in the order of their references, with marks of their own; separators are none', async () => {
  const reference = (kind: string, id: number, more = '') =>
    `<w:r><w:${kind}Reference w:id="${id}"${more}/></w:r>`
  const body = paragraph(
    run('x') +
      reference('footnote', 3) +
      run('y') +
      reference('footnote', 2) +
      reference('endnote', 2) +
      '<w:r><w:footnoteReference w:customMarkFollows="1" w:id="4"/><w:t>*</w:t></w:r>',
  )
  const note = (kind: string, id: number, inside: string, more = '') =>
    `<w:${kind} w:id="${id}"${more}>${paragraph(run(inside))}</w:${kind}>`
  const footnotes = partXml(
    'w:footnotes',
    note('footnote', 0, '---', ' w:type="separator"') +
      note('footnote', 2, 'two') +
      note('footnote', 3, 'three') +
      note('footnote', 4, 'star'),
  )
  const endnotes = partXml('w:endnotes', note('endnote', 2, 'end'))
  assert.equal(
    await text(body, { 'footnotes.xml': footnotes, 'endnotes.xml': endnotes }, [
      'f footnotes footnotes.xml',
      'e endnotes endnotes.xml',
    ]),
    'x[1]y[2][i]*\n\n[footnote 1: three]\n\n[footnote 2: two]\n\n[footnote *: star]\n\n[endnote i: end]',
  )
})

test('headers and footers stand around the body, each text once', async () => {
  const header = (inside: string) => partXml('w:hdr', paragraph(run(inside)))
  const parts = {
    'h1.xml': header('Top'),
    'h2.xml': header('Top'),
    'h3.xml': header('First'),
    'f1.xml': header('Foot'),
  }
  const relations = ['1 header h1.xml', '2 header h2.xml', '3 header h3.xml', '4 footer f1.xml']
  assert.equal(
    await text(paragraph(run('body')), parts, relations),
    '[header: Top]\n\n[header: First]\n\nbody\n\n[footer: Foot]',
  )
})

const field = (code: string, result: string) =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${code}</w:instrText></w:r>` +
  `<w:r><w:fldChar w:fldCharType="separate"/></w:r>${result}<w:r><w:fldChar w:fldCharType="end"/></w:r>`

test('fields give their results: nested, of links, of forms; one that does not end hides nothing', async () => {
  const box =
    '<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:checked/></w:checkBox></w:ffData></w:fldChar></w:r><w:r><w:instrText>FORMCHECKBOX</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>'
  const nested = field(`IF ${'</w:instrText></w:r>'}${field('PAGE', run('9'))}<w:r><w:instrText>`, run('yes'))
  const body =
    paragraph(run('see ') + field('HYPERLINK "https://a.example/"', run('here')) + run('.')) +
    paragraph(nested + box) +
    paragraph('<w:r><w:fldChar w:fldCharType="begin"/></w:r>') +
    paragraph(`<w:fldSimple w:instr="AUTHOR">${run('Ada')}</w:fldSimple>`)
  assert.deepEqual(await blocks(body), [
    { kind: 'paragraph', text: 'see here.', links: [{ start: 4, end: 8, url: 'https://a.example/' }] },
    { kind: 'paragraph', text: 'yes☒' },
    { kind: 'paragraph', text: 'Ada' },
  ])
})

test('special letters: symbols, tabs, breaks, hyphens, readings; hidden text is apart', async () => {
  const body = paragraph(
    `<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:noBreakHyphen/><w:t>d</w:t><w:softHyphen/><w:sym w:font="Wingdings" w:char="F0FC"/></w:r>` +
      run('&#xF061;', '<w:rFonts w:ascii="Symbol"/>') +
      `<w:r><w:ruby><w:rt>${run('かん')}</w:rt><w:rubyBase>${run('漢')}</w:rubyBase></w:ruby></w:r>` +
      run('h1', '<w:vanish/>') +
      run('h2', '<w:rStyle w:val="Secret"/>') +
      run('e', '<w:vanish w:val="0"/>'),
  )
  assert.deepEqual(await blocks(body, { 'styles.xml': styles }, ['s styles styles.xml']), [
    { kind: 'paragraph', text: 'a\tb\nc\u2011d\u00ad✓α漢(かん)e' },
    { kind: 'hidden', text: 'h1h2' },
  ])
})

test('drawings: text boxes once of two alternatives, alternative texts once, VML, watermarks', async () => {
  const content = `<w:txbxContent>${paragraph(run('boxed'))}</w:txbxContent>`
  const body =
    paragraph(
      `${run('by')}<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:docPr descr="a cat"/><a:graphic><wps:txbx>${content}</wps:txbx><p:cNvPr descr="a cat"/></a:graphic></w:drawing></mc:Choice>` +
        `<mc:Fallback><w:pict><v:textbox>${content}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>`,
    ) +
    paragraph(
      `<w:r><w:pict><v:shape alt="old"><v:textbox>${content}</v:textbox><v:textpath string="DRAFT"/></v:shape></w:pict></w:r>`,
    )
  assert.equal(
    await text(body),
    'by\n\n[alt text: a cat]\n\n[text box: boxed]\n\n[alt text: old]\n\n[text box: boxed]\n\n[text box: DRAFT]',
  )
})

test('charts, diagrams, equations', async () => {
  const cache = (kind: string, ...values: string[]) =>
    `<c:${kind}Ref><c:${kind}Cache>${values.map((value, i) => `<c:pt idx="${i}"><c:v>${value}</c:v></c:pt>`).join('')}</c:${kind}Cache></c:${kind}Ref>`
  const rich = (inside: string) =>
    `<c:title><c:tx><c:rich><a:p><a:r><a:t>${inside}</a:t></a:r></a:p></c:rich></c:tx></c:title>`
  const series = (name: string, ...values: string[]) =>
    `<c:ser><c:tx>${cache('str', name)}</c:tx><c:cat>${cache('str', 'Q1', 'Q2')}</c:cat><c:val>${cache('num', ...values)}</c:val></c:ser>`
  const chart = partXml(
    'c:chartSpace',
    `<c:chart>${rich('Sales')}<c:plotArea><c:barChart>${series('East', '1', '2')}${series('West', '3')}</c:barChart><c:valAx>${rich('EUR')}</c:valAx></c:plotArea></c:chart>`,
  )
  const point = (inside: string, type = '') =>
    `<dgm:pt${type}><dgm:t><a:p><a:r><a:t>${inside}</a:t></a:r></a:p></dgm:t></dgm:pt>`
  const diagram = partXml(
    'dgm:dataModel',
    `<dgm:ptLst>${point('one')}${point('no', ' type="pres"')}${point('two')}</dgm:ptLst>`,
  )
  const m = (inside: string) => `<m:r><m:t>${inside}</m:t></m:r>`
  const math = `<m:oMath>${m('x=')}<m:f><m:num>${m('-b±')}<m:rad><m:deg/><m:e><m:sSup><m:e>${m('b')}</m:e><m:sup>${m('2')}</m:sup></m:sSup></m:e></m:rad></m:num><m:den>${m('2a')}</m:den></m:f></m:oMath>`
  const body =
    paragraph('<w:r><w:drawing><c:chart r:id="c"/></w:drawing></w:r>') +
    paragraph('<w:r><w:drawing><dgm:relIds r:dm="d" r:lo="x"/></w:drawing></w:r>') +
    paragraph(math)
  assert.equal(
    await text(body, { 'charts/c.xml': chart, 'diagrams/d.xml': diagram }, [
      'c chart charts/c.xml',
      'd diagramData diagrams/d.xml',
    ]),
    '[chart: Sales\nEUR\n\tEast\tWest\nQ1\t1\t3\nQ2\t2\t]\n\n[text box: one\ntwo]\n\nx=(-b±√(b^2))/(2a)',
  )
})

test('imported web pages give their text, embedded files are attachments', async () => {
  const bytes = makeDocx(
    '<w:altChunk r:id="h"/>',
    {
      'p.html':
        '<title>t</title><style>a{}</style><script>if (a<b) "</p>"</script><p>One &amp; <b>two</b></p><li>three',
      'embeddings/data.xlsx': 'bytes',
    },
    ['h aFChunk p.html', 'e package embeddings/data.xlsx'],
  )
  assert.deepEqual(await read(bytes), {
    sections: [{ blocks: [] }],
    attachments: [
      { name: 'data.xlsx', mediaType: 'application/octet-stream', bytes: Buffer.from('bytes') },
    ].map((each) => ({
      ...each,
      bytes: Uint8Array.from(each.bytes),
    })),
  })
  const typed = zipOf({
    '[Content_Types].xml': '<Types><Default Extension="html" ContentType="text/html"/></Types>',
    'word/document.xml': partXml('w:document', '<w:body><w:altChunk r:id="h"/></w:body>'),
    'word/_rels/document.xml.rels': relationsXml('h aFChunk /word/p.html'),
    'word/p.html':
      '<title>t</title><style>a{}</style><script>if (a<b) "</p>"</script><p>One &amp; <b>two</b></p><li>three',
  })
  assert.equal(sectionText((await read(typed)).sections[0] ?? { blocks: [] }), 'One & two\n\nthree')
})

test('the title is that of the properties when no heading is there', async () => {
  const core =
    '<cp:coreProperties xmlns:cp="urn:cp" xmlns:dc="urn:dc"><dc:title> Plan </dc:title></cp:coreProperties>'
  const parts = { '../docProps/core.xml': core }
  const titled = (body: string) =>
    zipOf({
      'word/document.xml': partXml('w:document', `<w:body>${body}</w:body>`),
      'docProps/core.xml': parts['../docProps/core.xml'],
    })
  assert.equal((await read(titled(paragraph(run('x'))))).sections[0]?.title, 'Plan')
  assert.equal(
    (await read(titled(paragraph(run('x'), '<w:outlineLvl w:val="0"/>')))).sections[0]?.title,
    undefined,
  )
})

test('packages that are not in order: no relationships, odd folders, other case, strict vocabulary, targets outside', async () => {
  const body = `<w:body>${paragraph(run('kept'))}</w:body>`
  const strict = partXml('w:document', body).replaceAll(
    'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
    'http://purl.oclc.org/ooxml/wordprocessingml/main',
  )
  const packages: Record<string, string>[] = [
    { 'word/document.xml': partXml('w:document', body) },
    { 'WORD/Document.XML': partXml('w:document', body) },
    { '_rels/.rels': relationsXml('a officeDocument /odd/place/doc.xml'), 'odd/place/doc.xml': strict },
    { '_rels/.rels': relationsXml('a officeDocument ../../../odd/doc.xml'), 'odd/doc.xml': strict },
    {
      '[Content_Types].xml':
        '<Types><Override PartName="/x/y.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
      'x/y.xml': strict,
    },
  ]
  for (const parts of packages) {
    assert.equal(
      sectionText((await read(zipOf(parts))).sections[0] ?? { blocks: [] }),
      'kept',
      Object.keys(parts).join(),
    )
  }
})

test('a damaged part costs that part, a damaged document the document', async () => {
  const parts = { 'styles.xml': '<w:styles', 'numbering.xml': 'junk', 'footnotes.xml': '' }
  const relations = [
    's styles styles.xml',
    'n numbering numbering.xml',
    'f footnotes footnotes.xml',
    'h header gone.xml',
  ]
  assert.equal(await text(paragraph(run('kept'), listed(1, 0)), parts, relations), 'kept')
  await assert.rejects(read(zipOf({ 'word/document.xml': '<w:document' })), failsWith('DAMAGED'))
  await assert.rejects(read(zipOf({ 'readme.txt': 'no document' })), failsWith('DAMAGED'))
})

test('reading stops where enough has been read', async () => {
  const body = paragraph(run('0123456789')).repeat(50_000)
  const { sections, truncated } = await read(makeDocx(body), { maxChars: 105 })
  assert.equal(truncated, true)
  assert.equal(sections[0]?.blocks.length, 10)
  assert.equal(sections[0]?.blocks.at(-1)?.text, '01234')
})

test('long labels, wide spans and endless references stay within limits', async () => {
  const long = partXml(
    'w:numbering',
    `<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="2000000000"/><w:numFmt w:val="upperLetter"/><w:lvlText w:val="${'%1'.repeat(10_000)}"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`,
  )
  const wide = `<w:tbl>${'<w:tr><w:tc><w:tcPr><w:gridSpan w:val="999999999"/></w:tcPr><w:p><w:r><w:t>x</w:t></w:r></w:p></w:tc></w:tr>'.repeat(3000)}</w:tbl>`
  const found = await blocks(paragraph(run('x'), listed(1, 0)) + wide, { 'numbering.xml': long }, [
    'n numbering numbering.xml',
  ])
  assert.ok((found[0]?.label?.length ?? 0) < 1000)
  assert.ok((found[1]?.rows ?? []).flat().length < 110_000)
})
