import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Fault } from '../../../bridge/faults.ts'
import { makeDocx, paragraph, partXml, relationsXml, run } from '../../../test/office-builder.ts'
import { repeats, seeded } from '../../../test/random.ts'
import { makeZip, zipOf } from '../../../test/zip-builder.ts'
import type { FormatReader } from '../content.ts'
import { readDocx } from './docx.ts'
import { readPptx } from './pptx.ts'
import { readXlsx } from './xlsx.ts'

const options = { maxUnfoldedBytes: 2e6, maxEntries: 50, maxDepth: 64, maxChars: 1e5 }
const allowed = new Set(['DAMAGED', 'ENCRYPTED', 'ARCHIVE_BOMB', 'TOO_DEEP'])

/** Parts of small files that hold a bit of everything, by reader. */
const list = `<w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr>`
const documents: [FormatReader, Record<string, string>][] = [
  [
    readDocx,
    {
      '_rels/.rels': relationsXml('d officeDocument word/document.xml'),
      'word/_rels/document.xml.rels': relationsXml(
        'n numbering numbering.xml',
        'c comments comments.xml',
        'h header header.xml',
        'l hyperlink !https://a.example/',
      ),
      'word/numbering.xml': partXml(
        'w:numbering',
        '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="1"><w:start w:val="3"/><w:numFmt w:val="lowerRoman"/><w:lvlText w:val="%1.%2"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>',
      ),
      'word/comments.xml': partXml(
        'w:comments',
        `<w:comment w:id="0" w:author="A">${paragraph(run('c'))}</w:comment>`,
      ),
      'word/header.xml': partXml('w:hdr', paragraph(run('h'))),
      'word/document.xml': partXml(
        'w:document',
        `<w:body>${paragraph(run('x'), list)}${paragraph('<w:r><w:fldChar w:fldCharType="begin"/><w:instrText>HYPERLINK "u"</w:instrText><w:fldChar w:fldCharType="separate"/><w:t>y</w:t><w:fldChar w:fldCharType="end"/><w:commentReference w:id="0"/></w:r>')}<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="3"/></w:tcPr>${paragraph(`<w:hyperlink r:id="l">${run('z')}</w:hyperlink>`)}</w:tc><w:tc>${paragraph(run('q', '<w:vanish/>'))}</w:tc></w:tr></w:tbl></w:body>`,
      ),
    },
  ],
  [
    readXlsx,
    {
      '_rels/.rels': relationsXml('d officeDocument xl/workbook.xml'),
      'xl/_rels/workbook.xml.rels': relationsXml(
        '1 worksheet s.xml',
        '2 sharedStrings t.xml',
        '3 styles y.xml',
      ),
      'xl/workbook.xml': partXml('x:workbook', '<x:sheets><x:sheet name="A" r:id="1"/></x:sheets>'),
      'xl/t.xml': partXml('x:sst', '<x:si><x:r><x:t>a_x0041_</x:t></x:r></x:si>'),
      'xl/y.xml': partXml(
        'x:styleSheet',
        '<x:numFmts><x:numFmt numFmtId="200" formatCode="[&gt;5]# ??/??;0.0E+0;yyyy-mm-dd"/></x:numFmts><x:cellXfs><x:xf numFmtId="0"/><x:xf numFmtId="200"/></x:cellXfs>',
      ),
      'xl/s.xml': partXml(
        'x:worksheet',
        '<x:sheetData><x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c><x:c r="C1" s="1"><x:v>12345.678</x:v></x:c></x:row><x:row r="9"><x:c r="XFD9" s="1"><x:v>-1.5</x:v></x:c></x:row></x:sheetData>',
      ),
    },
  ],
  [
    readPptx,
    {
      '_rels/.rels': relationsXml('d officeDocument ppt/p.xml'),
      'ppt/_rels/p.xml.rels': relationsXml('1 slide s.xml'),
      'ppt/p.xml': partXml('p:presentation', '<p:sldIdLst><p:sldId id="256" r:id="1"/></p:sldIdLst>'),
      'ppt/_rels/s.xml.rels': relationsXml(
        '1 chart c.xml',
        '2 slideLayout s.xml',
        '3 slideMaster s.xml',
        '4 notesSlide s.xml',
      ),
      'ppt/s.xml': partXml(
        'p:sld',
        '<p:cSld><p:spTree><p:sp><p:nvSpPr><p:cNvPr descr="d"/><p:nvPr><p:ph idx="1"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:pPr lvl="1"><a:buAutoNum type="romanLcPeriod" startAt="4"/></a:pPr><a:r><a:t>t</a:t></a:r></a:p></p:txBody></p:sp><p:graphicFrame><a:graphic><a:graphicData><c:chart r:id="1"/></a:graphicData></a:graphic></p:graphicFrame></p:spTree></p:cSld>',
      ),
      'ppt/c.xml': partXml(
        'c:chartSpace',
        '<c:ser><c:val><c:numRef><c:numCache><c:formatCode>0%</c:formatCode><c:pt idx="7"><c:v>1</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser>',
      ),
    },
  ],
]

/** Whether a file was read; anything but an answer or an allowed fault fails. */
async function isRead(reader: FormatReader, bytes: Uint8Array): Promise<boolean> {
  try {
    await reader(bytes, options, { checkpoint: () => undefined })
    return true
  } catch (error) {
    assert.ok(
      error instanceof Fault && allowed.has(error.code),
      error instanceof Error ? error.stack : String(error),
    )
    return false
  }
}

test('the files that the others are made from are read', async () => {
  for (const [reader, parts] of documents) assert.ok(await isRead(reader, zipOf(parts)))
})

test('an archive with any byte changed is read or refused', async () => {
  const random = seeded(1)
  for (const [reader, parts] of documents) {
    const whole = zipOf(parts)
    for (let round = 0; round < repeats(200, 20_000); round += 1) {
      const bytes = Uint8Array.from(whole)
      for (let i = 0; i < 1 + random() * 3; i += 1)
        bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256)
      await isRead(reader, bytes)
    }
  }
})

test('an archive cut anywhere is read or refused', async () => {
  for (const [reader, parts] of documents) {
    const whole = zipOf(parts)
    for (let length = 0; length < whole.length; length += 23) await isRead(reader, whole.subarray(0, length))
  }
})

test('parts with letters changed, lost, doubled and swapped are read or refused', async () => {
  const random = seeded(2)
  const pick = (text: string): number => Math.floor(random() * text.length)
  let read = 0
  for (const [reader, parts] of documents) {
    const names = Object.keys(parts)
    for (let round = 0; round < repeats(300, 30_000); round += 1) {
      const name = names[Math.floor(random() * names.length)] ?? ''
      let text = parts[name] ?? ''
      for (let i = 0; i < 1 + random() * 2; i += 1) {
        const [a, b] = [pick(text), pick(text)].sort((x, y) => x - y)
        const kind = random()
        if (kind < 0.5)
          text = text.slice(0, a) + '09-<>"/%&x'.charAt(Math.floor(random() * 10)) + text.slice((a ?? 0) + 1)
        else if (kind < 0.75)
          text = text.slice(0, a) + text.slice((a ?? 0) + Math.min(9, (b ?? 0) - (a ?? 0)))
        // Doubled elements stay well-formed, so that the reader is reached.
        else text = text.replace(/<(\w+:\w+)[^<>]*\/>/g, (all) => (random() < 0.3 ? all + all : all))
      }
      // Stored, so that the check sum is the only thing in the way, and it is right.
      const bytes = makeZip(
        Object.entries({ ...parts, [name]: text }).map(([each, inside]) => ({
          name: each,
          bytes: inside,
          isStored: true,
        })),
      )
      if (await isRead(reader, bytes)) read += 1
    }
  }
  assert.ok(read > 200, `only ${read} were read`)
})

test('attributes of any value are read or refused', async () => {
  const random = seeded(3)
  const values = [
    '',
    '-1',
    '0',
    '1',
    '99999999999',
    '1e9',
    'NaN',
    'x',
    '%',
    '__proto__',
    'constructor',
    '../../..',
    'true',
  ]
  for (const [reader, parts] of documents) {
    for (let round = 0; round < repeats(200, 20_000); round += 1) {
      const changed = Object.entries(parts).map(([name, text]): [string, string] => [
        name,
        text.replace(/ ([\w:]+)="([^"]*)"/g, (all, attribute: string) =>
          attribute.startsWith('xmlns') || random() > 0.15
            ? all
            : ` ${attribute}="${values[Math.floor(random() * values.length)] ?? ''}"`,
        ),
      ])
      await isRead(reader, zipOf(Object.fromEntries(changed)))
    }
  }
})

test('hostile documents end: deep, wide, referring to themselves', async () => {
  const deep = (name: string, depth: number) => `<${name}>`.repeat(depth) + `</${name}>`.repeat(depth)
  const files: Uint8Array[] = [
    makeDocx(deep('w:sdt', 1000)),
    makeDocx(deep('w:tbl', 60)),
    makeDocx(paragraph('<w:r><w:fldChar w:fldCharType="begin"/></w:r>'.repeat(10_000))),
    makeDocx(paragraph(`<w:hyperlink r:id="l">${run('a')}</w:hyperlink>`.repeat(10_000)), {}, [
      'l hyperlink !https://a.example/',
    ]),
    makeDocx(
      paragraph('<w:r><w:footnoteReference w:id="1"/></w:r>'),
      {
        'f.xml': partXml(
          'w:footnotes',
          `<w:footnote w:id="1">${paragraph('<w:r><w:footnoteReference w:id="1"/></w:r>').repeat(1000)}</w:footnote>`,
        ),
      },
      ['f footnotes f.xml'],
    ),
    makeDocx(
      paragraph('<w:r><w:commentReference w:id="1"/></w:r>'),
      {
        'c.xml': partXml(
          'w:comments',
          `<w:comment w:id="1">${paragraph('<w:r><w:commentReference w:id="1"/></w:r>').repeat(1000)}</w:comment>`,
        ),
      },
      ['c comments c.xml'],
    ),
    makeDocx('<w:p/>'.repeat(200_000)),
  ]
  for (const bytes of files) await isRead(readDocx, bytes)
})
