import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Fault } from '../../../bridge/faults.ts'
import { limits, readNow, tagless } from '../../../test/format-reading.ts'
import { seeded } from '../../../test/random.ts'
import type { Block, Content } from '../content.ts'
import { rtfReader } from './rtf.ts'

const read = (body: string, more = {}): Content =>
  readNow(rtfReader(tagless), Buffer.from(`{\\rtf1\\ansi ${body}}`, 'latin1'), { ...limits, ...more })
const blocks = (body: string): Block[] => read(body).sections[0]?.blocks ?? []
const text = (body: string): string =>
  blocks(body)
    .map((block) => block.text)
    .join('|')

test('letters by code page, by font, by number in Unicode with what stands for them', () => {
  const fonts =
    '{\\fonttbl{\\f0\\fcharset0 Arial;}{\\f1\\fcharset204 Arial;}{\\f2\\fcharset128 Gothic;}{\\f3\\fcharset2 Symbol;}}'
  assert.equal(text("caf\\'e9 \\'93x\\'94 \\emdash \\~\\_"), 'café “x” —\u00a0\u2011')
  assert.equal(text(`${fonts}\\f1 \\'cc\\'e8\\'f0 \\f2 \\'91D\\'82\\'c9 \\f3 \\'61`), 'Мир 船に α')
  assert.equal(text("\\ansicpg1250 \\'b9\\uc2\\u322 ??\\uc1\\u-10179?\\u-8704?\\uc0\\u8364 x"), 'ął😀€x')
  assert.equal(text("\\pc \\'81\\'e1"), 'üß')
})

test('paragraphs, headings, items with their markers, links', () => {
  assert.deepEqual(
    blocks(
      '{\\stylesheet{\\s1 heading 1;}{\\s2\\outlinelevel1 Other;}}\\pard\\s1 Top\\par\\pard\\s2 Sub\\par\\pard ' +
        '{\\listtext 3.\\tab}\\ls1\\ilvl1 third\\par\\pard see {\\field{\\*\\fldinst HYPERLINK "https://a.example"}{\\fldrslt this}}.',
    ),
    [
      { kind: 'heading', level: 1, text: 'Top' },
      { kind: 'heading', level: 2, text: 'Sub' },
      { kind: 'item', level: 1, label: '3.', text: 'third' },
      { kind: 'paragraph', text: 'see this.', links: [{ start: 4, end: 8, url: 'https://a.example' }] },
    ],
  )
})

test('tables by rows', () => {
  assert.deepEqual(blocks('\\trowd\\intbl a\\par b\\cell c\\cell\\row\\intbl d\\cell\\row\\pard after'), [
    { kind: 'table', text: '', rows: [['a\nb', 'c'], ['d']] },
    { kind: 'paragraph', text: 'after' },
  ])
})

test('notes, comments, boxes, margins, hidden and deleted text are marked after their paragraph', () => {
  assert.deepEqual(
    blocks(
      '{\\header top}{\\*\\revtbl{Unknown;}{Bo;}}one{\\footnote two}{\\footnote\\ftnalt end}{\\*\\atnauthor Ada}{\\*\\annotation no}' +
        '{\\shp{\\*\\shpinst{\\sp{\\sn wzDescription}{\\sv a boat}}{\\shptxt box}}}{\\v secret}{\\deleted\\revauthdel1 gone}\\par next',
    ),
    [
      { kind: 'paragraph', text: 'one' },
      { kind: 'header', text: 'top' },
      { kind: 'footnote', label: '1', text: 'two' },
      { kind: 'endnote', label: '2', text: 'end' },
      { kind: 'comment', label: 'Ada', text: 'no' },
      { kind: 'alt text', text: 'a boat' },
      { kind: 'text box', text: 'box' },
      { kind: 'hidden', text: 'secret' },
      { kind: 'deleted', label: 'Bo', text: 'gone' },
      { kind: 'paragraph', text: 'next' },
    ],
  )
})

test('pictures, objects and unknown destinations are left out, binary data is stepped over', () => {
  assert.equal(
    text(
      'a{\\pict 89504e47}{\\object{\\*\\objdata 01}{\\result r}}{\\*\\unknown x{\\par y}}\\bin3 }}}b{\\upr{n}{\\*\\ud ñ}}',
    ),
    'arbñ',
  )
})

test('HTML that RTF carries is read instead', () => {
  assert.equal(
    text(
      '\\fromhtml1 {\\*\\htmltag <b>}\\htmlrtf {\\b\\htmlrtf0 1 < 2{\\*\\htmltag </b>}\\htmlrtf }\\htmlrtf0',
    ),
    '1 &lt; 2',
  )
})

test('limits hold', () => {
  assert.throws(() => read('{'.repeat(100)), { code: 'TOO_DEEP' })
  const long = read('\\cell a'.repeat(1000), { maxChars: 50 })
  assert.equal(long.truncated, true)
  assert.throws(() => readNow(rtfReader(tagless), Buffer.from('no rtf')), { code: 'DAMAGED' })
})

test('damage never does worse than a fault', () => {
  const random = seeded(11)
  const whole = Buffer.from(
    "{\\rtf1{\\fonttbl{\\f1\\fcharset128 x;}}\\f1 \\'82\\'a0\\u8364?{\\*\\annotation a}\\trowd\\cell\\row{\\field{\\fldrslt b}}}",
  )
  for (let round = 0; round < 3000; round += 1) {
    const bytes = Uint8Array.from(whole.subarray(0, Math.ceil(random() * whole.length)))
    for (let flip = 0; flip < 4; flip += 1)
      bytes[Math.floor(random() * bytes.length)] = 32 + Math.floor(random() * 224)
    try {
      assert.equal(readNow(rtfReader(tagless), bytes).sections.length, 1)
    } catch (error) {
      assert.ok(error instanceof Fault, String(error))
    }
  }
})
