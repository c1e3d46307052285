import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { Fault } from '../../bridge/faults.ts'
import { filesOf, leafContext } from '../../test/leaf-context.ts'
import { line, pdfOf } from '../../test/pdf-builder.ts'
import { root } from '../../test/root.ts'
import { readManifest } from '../../test/score/manifest.ts'
import { wordsOfCut, type PageBox } from '../page-words.ts'
import { pdfPage } from '../raster/pdf-page.ts'
import { pdfInfo } from './pdf-info.ts'
import { pdfText, type PdfPageText } from './pdf-text.ts'

const folder = join(root, 'test/fixtures/documents')
const fixture = (name: string): Buffer => readFileSync(join(folder, name))

interface Options {
  password?: string
  maxChars?: number
}

async function read(bytes: Uint8Array, pages: number[], options: Options = {}): Promise<PdfPageText[]> {
  const { digest, files } = filesOf(bytes)
  const input = { digest, pages, maxChars: 1_000_000, maxPageChars: 1_000_000, words: true, ...options }
  return (await pdfText(input, leafContext({ files }))).pages
}

async function pageCountOf(bytes: Uint8Array, options: Options): Promise<number> {
  const { digest, files } = filesOf(bytes)
  const question = { digest, maxUnfoldedBytes: 64 << 20, ...options }
  return (await pdfInfo(question, leafContext({ files }))).pageCount
}

/** Pixels a point at which pages are drawn for these tests. */
const scale = 2

/** The dark pixels of a page, numbered row by row. */
async function inkOf(bytes: Uint8Array, page: number): Promise<{ ink: number[]; width: number }> {
  const { digest, files } = filesOf(bytes)
  const ctx = leafContext({ files })
  const drawn = await pdfPage({ digest, page, dpi: 72 * scale, maxPixels: 1e7 }, ctx)
  const pixels = ctx.written.get(drawn.page.digest) ?? new Uint8Array()
  const ink: number[] = []
  pixels.forEach((value, at) => {
    if (value < 128) ink.push(at)
  })
  return { ink, width: drawn.page.width }
}

/** Whether a pixel lies in a box given in points, or is cut by its edge. */
function isWithin([left, top, width, height]: PageBox = [0, 0, 0, 0], x: number, y: number): boolean {
  return (
    x + 1 > left * scale && x < (left + width) * scale && y + 1 > top * scale && y < (top + height) * scale
  )
}

const bare = (text: string): string => text.replace(/\s+/g, '')

describe('words of fixtures', () => {
  for (const { file, expected } of readManifest(folder)) {
    test(`of ${file} are its text but for white space`, async () => {
      const bytes = fixture(file)
      const options = expected.password === undefined ? {} : { password: expected.password }
      let pages: PdfPageText[]
      try {
        const count = Math.min(20, await pageCountOf(bytes, options))
        pages = await read(
          bytes,
          Array.from({ length: count }, (_, index) => index + 1),
          options,
        )
      } catch (error) {
        assert.ok(error instanceof Fault, String(error))
        return
      }
      for (const { text, words, width = 0, height = 0, damaged, seen = text.length } of pages) {
        if (damaged) continue
        assert.equal(bare(words?.map((word) => word.text).join('') ?? ''), bare(text))
        // Hidden text may lie outside the page.
        for (const { text: word, box } of wordsOfCut(words ?? [], text.slice(0, seen))) {
          assert.ok(box, `${word} has a place`)
          const [x, y, w, h] = box
          assert.ok(x >= 0 && y >= 0 && w > 0 && h > 0, `${word} at ${box.join()}`)
          assert.ok(x + w <= width + 0.02 && y + h <= height + 0.02, `${word} at ${box.join()}`)
        }
      }
    })
  }
})

describe('every word has ink in its box, and boxes hold all the ink of a page of text', () => {
  const fixtures = [
    'two-column.pdf',
    'two-column-rot270.pdf',
    'three-column.pdf',
    'footnotes-headers.pdf',
    'table-borderless.pdf',
    'transformed.pdf',
    'kerned-small.pdf',
    'letterspaced.pdf',
    'order-glyphs-d.pdf',
    'rotation.pdf',
    'hebrew.pdf',
    'dates_save.pdf',
    'enc-owner-only-aes256.pdf',
  ]
  for (const name of fixtures) test(name, () => holdInk(fixture(name)))

  const lines = ['ill WOW iiii MMMM', 'lilli mommy, WIWI: 1.5', '(A) quay - jelly fig'].map((text, row) =>
    line(text, 150, 700 - 24 * row, 16),
  )
  const pages = {
    'a page that is turned': { content: lines.join(''), entries: '/Rotate 90' },
    'a page on its head': { content: lines.join(''), entries: '/Rotate 180' },
    'a page that does not begin at 0, 0': {
      content: lines.join(''),
      entries: '/CropBox[100 400 500 760]',
    },
    'a turned page that does not begin at 0, 0': {
      content: lines.join(''),
      entries: '/CropBox[100 400 500 760]/Rotate 270',
    },
    'a page in units of its own': { content: lines.join(''), entries: '/UserUnit 1.5' },
    'text that is turned itself': `q 0 1 -1 0 900 0 cm ${lines.join('')}Q`,
    'text that leans': `q 0.866 0.5 -0.5 0.866 200 -300 cm ${lines.join('')}Q`,
    'text drawn wide and spaced': `BT /F1 14 Tf 140 Tz 2 Tc 5 Tw 60 600 Td (ill WOW) Tj 0 -30 Td [(Mi) -300 (ll)] TJ ET`,
  }
  for (const [name, page] of Object.entries(pages)) test(name, () => holdInk(pdfOf([page])))
})

async function holdInk(bytes: Uint8Array): Promise<void> {
  const [page] = await read(bytes, [1])
  const words = page?.words ?? []
  assert.ok(words.length > 0)
  const { ink, width } = await inkOf(bytes, 1)
  const held = new Set<number>()
  for (const { text, box } of words) {
    const within = ink.filter((at) => isWithin(box, at % width, Math.floor(at / width)))
    assert.ok(within.length > 0, `ink of ${text} at ${box?.join()}`)
    within.forEach((at) => held.add(at))
  }
  // Accents and brackets of some fonts reach a little farther than letters do.
  assert.ok(held.size >= 0.99 * ink.length, `${ink.length - held.size} of ${ink.length} pixels lie outside`)
}

test('lines and words are parted where the page has no ink', async () => {
  const texts = ['ill WOW iiii MMMM', 'lilli mommy gorge', 'Why jumpy quay fig']
  const bytes = pdfOf([texts.map((text, row) => line(text, 72, 700 - 20 * row, 16)).join('')])
  const [page] = await read(bytes, [1])
  const { ink, width } = await inkOf(bytes, 1)
  const words = page?.words ?? []
  assert.deepEqual(
    words.map(({ text }) => text),
    texts.flatMap((text) => text.split(' ')),
  )
  const dark = (left: number, top: number, right: number, bottom: number): number =>
    ink.filter((at) => isWithin([left, top, right - left, bottom - top], at % width, Math.floor(at / width)))
      .length
  words.forEach(({ box = [0, 0, 0, 0] }, index) => {
    const [x, y, , height] = words[index + 1]?.box ?? [0, 0, 0, 0]
    if (y === box[1]) {
      assert.ok(x - box[0] - box[2] > 3)
      assert.equal(dark(box[0] + box[2] + 0.5, y, x - 0.5, y + height), 0, `between words ${index}`)
    } else if (y > 0) {
      assert.ok(y - box[1] - box[3] > 2)
      assert.equal(dark(0, box[1] + box[3] + 0.5, 612, y - 0.5), 0, `between lines ${index}`)
    }
  })
})

test('a word stands where the widths of its font put it', async () => {
  // Helvetica (Adobe Core 14 AFM): i and l are 222 wide, a space 278, W 944, O 778, of 1000 for the font size.
  const bytes = pdfOf([line('ill WOW', 100, 700, 10)])
  const [page] = await read(bytes, [1])
  const [first, second] = page?.words ?? []
  assert.deepEqual([page?.width, page?.height], [612, 792])
  assert.deepEqual([first?.text, first?.box?.[0], first?.box?.[2]], ['ill', 100, 6.66])
  assert.deepEqual([second?.text, second?.box?.[0], second?.box?.[2]], ['WOW', 109.44, 26.66])
  const [, top = 0, , height = 0] = first?.box ?? []
  assert.ok(top < 92 - 7.18 && top + height > 92, 'from above the ascenders (718) to below the baseline')
})

test('what maxChars cuts of the text is cut of the words', async () => {
  const bytes = pdfOf([line('one two three', 50, 700) + line('four', 50, 680)])
  const texts = async (maxChars: number) =>
    (await read(bytes, [1], { maxChars }))[0]?.words?.map(({ text }) => text)
  assert.deepEqual(await texts(100), ['one', 'two', 'three', 'four'])
  assert.deepEqual(await texts(14), ['one', 'two', 'three'])
  assert.deepEqual(await texts(10), ['one', 'two', 'th'])
  assert.deepEqual(await texts(4), ['one'])
  assert.deepEqual(wordsOfCut([{ text: 'a b' }, { text: 'c' }], 'ab'), [{ text: 'a b' }])
})

test('without being asked for, words are not given', async () => {
  const { digest, files } = filesOf(pdfOf([line('one', 50, 700)]))
  const input = { digest, pages: [1], maxChars: 100, maxPageChars: 100 }
  const { pages } = await pdfText(input, leafContext({ files }))
  assert.deepEqual(pages, [{ number: 1, text: 'one', truncated: false, damaged: false }])
})

test('words of fields and notes stand where the field or note does', async () => {
  const [page] = await read(fixture('freetexts.pdf'), [1])
  const words = page?.words ?? []
  const okular = words.find(({ text }) => text === 'Okular')
  assert.deepEqual(words.findLast(({ text }) => text === 'from')?.box, okular?.box)
})
