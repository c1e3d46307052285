import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { SaxesParser } from 'saxes'
import { RecognizeInput, type RecognizeOutput } from '../../bridge/operations/ocr.ts'
import { planContext } from '../../test/plan-context.ts'
import { root } from '../../test/root.ts'
import { hocrOf, type HocrPage } from './hocr.ts'
import { recognizePlan } from './ocr.ts'

interface Element {
  id: string
  kind: string
  properties: Record<string, string>
  bbox: number[]
  language: string | undefined
  text: string
  parent: Element | undefined
}

/** Elements of hOCR and contents of `meta`, by a parser that stops at anything that is not well-formed XML. */
function parsed(hocr: string): { elements: Element[]; meta: Record<string, string> } {
  const parser = new SaxesParser({ xmlns: true })
  const elements: Element[] = []
  const meta: Record<string, string> = {}
  const open: (Element | undefined)[] = []
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, uri, attributes }) => {
    assert.equal(uri, 'http://www.w3.org/1999/xhtml')
    const attribute = (of: string): string | undefined => attributes[of]?.value
    if (name === 'meta') meta[attribute('name') ?? ''] = attribute('content') ?? ''
    const kind = attribute('class')
    if (kind === undefined) return void open.push(undefined)
    const properties = Object.fromEntries(
      [...(attribute('title') ?? '').matchAll(/(\w+) ("[^"]*"|[^;]*)(?:; |$)/g)].map((m) => [
        m[1],
        m[2] ?? '',
      ]),
    )
    const bbox = (properties['bbox'] ?? '').split(' ').map(Number)
    const parent = open.findLast((element) => element !== undefined)
    const id = attribute('id') ?? ''
    open.push({ id, kind, properties, bbox, language: attribute('lang'), text: '', parent })
    elements.push(open.at(-1) as Element)
  })
  parser.on('text', (text) => {
    const element = open.at(-1)
    if (element) element.text += text
  })
  parser.on('closetag', () => void open.pop())
  parser.write(hocr).close()
  return { elements, meta }
}

const isWithin = ([left = 0, top = 0, right = 0, bottom = 0]: number[], outer: number[]): boolean =>
  left <= right &&
  top <= bottom &&
  outer.length === 4 &&
  left >= (outer[0] ?? 0) &&
  top >= (outer[1] ?? 0) &&
  right <= (outer[2] ?? 0) &&
  bottom <= (outer[3] ?? 0)

const recognized = async (path: string, detail: string, changes: object = {}): Promise<RecognizeOutput> =>
  await recognizePlan(
    RecognizeInput.parse({ source: { path: join(root, path) }, detail, ...changes }),
    planContext(),
  )

const empty: HocrPage = { width: 30, height: 20, rotation: 0, skewDegrees: 0, languages: [], lines: [] }

test('every word of a photograph stands once in its line, the line on the page, as in detail words', async () => {
  const { hocr = '', width, height, text } = await recognized('samples/receipt.jpg', 'hocr')
  const { words = [] } = await recognized('samples/receipt.jpg', 'words')
  const { elements, meta } = parsed(hocr)
  const [page, ...rest] = elements
  assert.deepEqual([page?.kind, page?.bbox], ['ocr_page', [0, 0, width, height]])
  assert.equal(page?.properties['image'], '"receipt.jpg"')
  const lines = rest.filter(({ kind }) => kind === 'ocr_line')
  const found = rest.filter(({ kind }) => kind === 'ocrx_word')
  assert.equal(lines.length, text.split('\n').length)
  assert.equal(lines.length + found.length, rest.length)
  assert.ok(words.length > 20)
  assert.deepEqual(
    found.map((word) => [word.text, word.bbox, word.properties['x_wconf']]),
    words.map(({ text, box: [x, y, w, h], confidence }) => [
      text,
      [x, y, x + w, y + h],
      String(Math.round(confidence * 100)),
    ]),
  )
  for (const line of lines) assert.ok(line.parent === page && isWithin(line.bbox, page.bbox), line.id)
  for (const word of found) {
    assert.ok(word.parent?.kind === 'ocr_line' && isWithin(word.bbox, word.parent.bbox), word.id)
  }
  assert.equal(new Set(elements.map(({ id }) => id)).size, elements.length)
  assert.match(meta['ocr-system'] ?? '', /^talaria \d+\.\d+\.\d+/)
  const kinds = new Set(elements.map(({ kind }) => kind))
  assert.deepEqual(
    [...kinds].filter((kind) => !meta['ocr-capabilities']?.split(' ').includes(kind)),
    [],
  )
  assert.equal((await recognized('samples/receipt.jpg', 'hocr')).hocr, hocr)
})

test('a page read in French says so in the code of HTML', async () => {
  const { hocr = '' } = await recognized('test/fixtures/ocr/musee.png', 'hocr', { languages: 'fra' })
  const { elements, meta } = parsed(hocr)
  assert.deepEqual([elements[0]?.language, meta['ocr-langs']], ['fr', 'fr'])
})

test('what means something to XML is escaped, and what it forbids is replaced', () => {
  const text = `<b> & "x" 'y' ]]> \u0001\ud800\uffff \u{1f600}`
  const word = { text, box: [1, 2, 3, 4] as [number, number, number, number], confidence: 0.999 }
  const name = 'a "b" <c> & d; e.png'
  const { elements } = parsed(hocrOf({ ...empty, name, lines: [[word], []] }))
  assert.equal(elements[0]?.properties['image'], '"a %22b%22 <c> & d; e.png"')
  assert.deepEqual(
    elements.slice(1).map((element) => [element.text.trim(), element.bbox]),
    [
      ['', [1, 2, 4, 6]],
      [`<b> & "x" 'y' ]]> \ufffd\ufffd\ufffd \u{1f600}`, [1, 2, 4, 6]],
    ],
  )
  assert.equal(elements[2]?.properties['x_wconf'], '100')
})

test('a page without text is a page; what is known of it is said', () => {
  const bare = parsed(hocrOf(empty))
  assert.deepEqual(
    bare.elements.map(({ kind, properties }) => [kind, properties]),
    [['ocr_page', { bbox: '0 0 30 20' }]],
  )
  assert.equal(bare.meta['ocr-langs'], 'unknown')
  const known = {
    ...empty,
    number: 3,
    dpi: 300,
    rotation: 90,
    skewDegrees: -1.5,
    languages: ['chi_sim', 'eng'],
  }
  const { elements, meta } = parsed(hocrOf(known))
  assert.deepEqual(elements[0]?.properties, { bbox: '0 0 30 20', ppageno: '2', scan_res: '300 300' })
  assert.deepEqual([elements[0]?.language, meta['ocr-langs']], ['zh-Hans', 'zh-Hans en'])
  assert.deepEqual([meta['talaria-rotation'], meta['talaria-skew-degrees']], ['90', '-1.5'])
})
