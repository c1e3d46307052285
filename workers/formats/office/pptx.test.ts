import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Fault } from '../../../bridge/faults.ts'
import { partXml, relationsXml } from '../../../test/office-builder.ts'
import { zipOf } from '../../../test/zip-builder.ts'
import type { Content } from '../content.ts'
import { sectionMarkdown } from '../content-markdown.ts'
import { sectionText } from '../content-text.ts'
import { readPptx } from './pptx.ts'

const options = { maxUnfoldedBytes: 1e7, maxEntries: 200, maxDepth: 100, maxChars: 1e6 }

async function read(bytes: Uint8Array, own = {}): Promise<Content> {
  return readPptx(bytes, { ...options, ...own }, { checkpoint: () => undefined })
}

const line = (text: string, properties = '') => `<a:p>${properties}<a:r><a:t>${text}</a:t></a:r></a:p>`
const body = (inside: string) => `<p:txBody><a:bodyPr/>${inside}</p:txBody>`
const shape = (inside: string, placeholder = '', common = '') =>
  `<p:sp><p:nvSpPr><p:cNvPr id="1" name="n"${common}/><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr>${inside === '' ? '' : body(inside)}</p:sp>`
const tree = (shapes: string) => `<p:cSld><p:spTree>${shapes}</p:spTree></p:cSld>`

const master = partXml(
  'p:sldMaster',
  `${tree(shape(line('Drawn on all')) + shape(line('Click to edit'), '<p:ph type="body"/>') + shape('', '<p:ph type="ftr"/>'))}
  <p:txStyles><p:bodyStyle><a:lvl1pPr><a:buChar char="•"/></a:lvl1pPr><a:lvl2pPr><a:buFont typeface="Wingdings"/><a:buChar char="&#xA7;"/></a:lvl2pPr></p:bodyStyle></p:txStyles>`,
)
const layout = partXml('p:sldLayout', tree(shape(line('Click here'), '<p:ph idx="1"/>')))

function makePptx(
  slides: readonly { shapes: string; attributes?: string; relations?: string[] }[],
  parts: Record<string, string> = {},
): Uint8Array {
  const files: Record<string, string> = {
    '_rels/.rels': relationsXml('p officeDocument ppt/presentation.xml'),
    // Ids of slides and of their relationships differ, and the order is that of the list.
    'ppt/presentation.xml': partXml(
      'p:presentation',
      `<p:sldIdLst>${slides.map((_, i) => `<p:sldId id="${256 + i}" r:id="r${i}"/>`).join('')}</p:sldIdLst>`,
    ),
    'ppt/_rels/presentation.xml.rels': relationsXml(
      ...slides.map((_, i) => `r${i} slide slides/s${slides.length - i}.xml`),
      'a commentAuthors authors.xml',
      'b authors modern.xml',
    ),
    'ppt/layout.xml': layout,
    'ppt/_rels/layout.xml.rels': relationsXml('m slideMaster master.xml'),
    'ppt/master.xml': master,
    ...parts,
  }
  for (const [i, { shapes, attributes = '', relations = [] }] of slides.entries()) {
    const name = `s${slides.length - i}.xml`
    files[`ppt/slides/${name}`] = partXml(`p:sld${attributes}`, tree(shapes))
    files[`ppt/slides/_rels/${name}.rels`] = relationsXml('l slideLayout ../layout.xml', ...relations)
  }
  return zipOf(files)
}

test('slides in their order: title first, lists by what they inherit, foot last, what the master draws once', async () => {
  const level = (n: number) => `<a:pPr lvl="${n}"/>`
  const numbered = (type: string) => `<a:pPr><a:buAutoNum type="${type}" startAt="3"/></a:pPr>`
  const { sections } = await read(
    makePptx([
      {
        shapes:
          shape(line('Foot'), '<p:ph type="ftr"/>') +
          shape(
            line('one') + line('two', level(1)) + line('bare', '<a:pPr><a:buNone/></a:pPr>'),
            '<p:ph idx="1"/>',
          ) +
          shape(line('free') + line('c', numbered('alphaLcParenR')) + line('d', numbered('alphaLcParenR'))) +
          shape(line('The title'), '<p:ph type="title"/>') +
          shape('', '<p:ph idx="1"/>'),
      },
      { shapes: shape(line('second')), attributes: ' show="0"' },
    ]),
  )
  assert.deepEqual(
    sections.map((section) => [section.title, section.hidden, sectionText(section)]),
    [
      [
        'The title',
        undefined,
        'The title\n\n• one\n  ▪ two\n\nbare\n\nfree\n\nc) c\nd) d\n\n[footer: Foot]\n\n[text box: Drawn on all]',
      ],
      [undefined, true, 'second'],
    ],
  )
})

test('bold and italic of slides are kept for Markdown', async () => {
  const run = (text: string, look: string) => `<a:r><a:rPr ${look}/><a:t>${text}</a:t></a:r>`
  const { sections } = await read(
    makePptx([
      { shapes: shape(`<a:p>${run('a ', 'b="0"')}${run('b', 'b="1"')}${run(' c', 'i="1"')}</a:p>`) },
    ]),
  )
  assert.match(sectionMarkdown(sections[0]!), /^a \*\*b\*\* \*c\*$/m)
})

test('tables, groups, pictures, hidden shapes, links', async () => {
  const cell = (inside: string, more = '') => `<a:tc${more}><a:txBody>${line(inside)}</a:txBody></a:tc>`
  const table = `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr descr="tab"/></p:nvGraphicFramePr><a:graphic><a:graphicData><a:tbl><a:tblPr firstRow="1"/><a:tr>${cell('A', ' gridSpan="2"')}${cell('', ' hMerge="1"')}</a:tr><a:tr>${cell('1')}${cell('2')}</a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`
  const group = `<p:grpSp><p:nvGrpSpPr><p:cNvPr descr="group"/></p:nvGrpSpPr><p:grpSp>${shape(line('deep'))}</p:grpSp></p:grpSp>`
  const picture = '<p:pic><p:nvPicPr><p:cNvPr descr="a cat"/></p:nvPicPr></p:pic>'
  const link =
    '<a:p><a:r><a:t>to </a:t></a:r><a:r><a:rPr><a:hlinkClick r:id="h"/></a:rPr><a:t>site</a:t></a:r><a:br/><a:fld><a:t>7</a:t></a:fld></a:p>'
  const { sections } = await read(
    makePptx([
      {
        shapes: table + group + picture + shape(line('gone'), '', ' hidden="1"') + shape(link),
        relations: ['h hyperlink !https://a.example/'],
      },
    ]),
  )
  assert.deepEqual(sections[0]?.blocks.slice(0, -1), [
    {
      kind: 'table',
      text: '',
      rows: [
        ['A', ''],
        ['1', '2'],
      ],
      headed: true,
    },
    { kind: 'alt text', text: 'tab' },
    { kind: 'alt text', text: 'group' },
    { kind: 'paragraph', text: 'deep' },
    { kind: 'alt text', text: 'a cat' },
    { kind: 'hidden', text: 'gone' },
    { kind: 'paragraph', text: 'to site\n7', links: [{ start: 3, end: 7, url: 'https://a.example/' }] },
  ])
})

test('notes for the speaker, comments old and new with replies', async () => {
  const { sections } = await read(
    makePptx(
      [
        {
          shapes: shape(line('x')),
          relations: ['n notesSlide ../notes.xml', 'c comments ../old.xml', 'd comments ../new.xml'],
        },
      ],
      {
        'ppt/notes.xml': partXml(
          'p:notes',
          tree(
            shape(line('say this') + line('and that'), '<p:ph type="body"/>') +
              shape(line('7'), '<p:ph type="sldNum"/>'),
          ),
        ),
        'ppt/old.xml': partXml('p:cmLst', '<p:cm authorId="0"><p:text>old</p:text></p:cm>'),
        'ppt/new.xml': partXml(
          'p:cmLst',
          `<p:cm authorId="{B}"><p:replyLst><p:reply authorId="0">${body(line('reply'))}</p:reply></p:replyLst>${body(line('new'))}</p:cm>`,
        ),
        'ppt/authors.xml': partXml('p:cmAuthorLst', '<p:cmAuthor id="0" name="Ada"/>'),
        'ppt/modern.xml': partXml('p:authorLst', '<p:author id="{B}" name="Bob"/>'),
      },
    ),
  )
  assert.equal(
    sectionText(sections[0] ?? { blocks: [] }),
    'x\n\n[text box: Drawn on all]\n\n[comment by Ada: old]\n\n[comment by Bob: new]\n\n[comment by Ada: reply]\n\n[speaker notes: say this\nand that]',
  )
})

test('a slide that is missing or damaged is empty; without relationships slides come by number', async () => {
  const damaged = makePptx([{ shapes: shape(line('a')) }, { shapes: '' }], { 'ppt/slides/s9.xml': '' })
  assert.equal((await read(damaged)).sections.length, 2)
  const bare = zipOf({
    'ppt/presentation.xml': partXml('p:presentation', ''),
    'ppt/slides/slide10.xml': partXml('p:sld', tree(shape(line('ten')))),
    'ppt/slides/slide2.xml': partXml('p:sld', tree(shape(line('two')))),
    'ppt/slides/slide3.xml': '<p:sld',
  })
  assert.deepEqual((await read(bare)).sections.map(sectionText), ['two', '', 'ten'])
  await assert.rejects(
    read(zipOf({ 'ppt/presentation.xml': 'x' })),
    (error) => error instanceof Fault && error.code === 'DAMAGED',
  )
})

test('reading stops where enough has been read', async () => {
  const slides = Array.from({ length: 50 }, () => ({ shapes: shape(line('0123456789')) }))
  const { sections, truncated } = await read(makePptx(slides), { maxChars: 60 })
  assert.equal(truncated, true)
  assert.ok(sections.length < 10)
})
