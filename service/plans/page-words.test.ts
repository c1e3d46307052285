import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ReadInput, ReadOutput, type Page } from '../../bridge/operations/documents.ts'
import { digestOf, filesOf, leafContext } from '../../test/leaf-context.ts'
import { addPages, PdfBuilder } from '../../test/pdf-builder.ts'
import { planContext } from '../../test/plan-context.ts'
import { root } from '../../test/root.ts'
import { pdfPage } from '../../workers/raster/pdf-page.ts'
import { picture } from '../../workers/raster/picture.ts'
import type { Grey } from '../../workers/recognition.ts'
import { readPlan } from './documents.ts'

const sample = (name: string): Buffer => readFileSync(join(root, 'samples', name))

async function read(bytes: Uint8Array, input: Partial<ReadInput> = {}): Promise<Page> {
  const source = { blob: digestOf(bytes) }
  const ctx = planContext({ blobs: [bytes], deadline: Date.now() + 300_000 })
  const output = await readPlan(ReadInput.parse({ source, detail: 'words', ...input }), ctx)
  const page = ReadOutput.parse(output).documents[0]?.pages[0]
  assert.ok(page)
  return page
}

/** The first page of a PDF as it is drawn, at two pixels a point. */
async function drawn(bytes: Uint8Array, dpi = 144): Promise<Grey> {
  const { digest, files } = filesOf(bytes)
  const ctx = leafContext({ files })
  const { page } = await pdfPage({ digest, page: 1, dpi, maxPixels: 1e8 }, ctx)
  return { ...page, pixels: ctx.written.get(page.digest) ?? new Uint8Array() }
}

/** Turned clockwise by a quarter as often as `turn` has it. */
function turned(grey: Grey, turn: number): Grey {
  if (turn === 0) return grey
  const { width, height, pixels } = grey
  const once = {
    width: height,
    height: width,
    pixels: pixels.map(
      (_, at) => pixels[(height - 1 - (at % height)) * width + Math.floor(at / height)] ?? 0,
    ),
  }
  return turned(once, turn - 90)
}

/** Holds that the words are the text, and that there is ink where each of them stands. */
function holdInk({ text, words = [], width = 1, height = 1 }: Page, grey: Grey): void {
  assert.equal(
    words
      .map((word) => word.text)
      .join('')
      .replace(/\s+/g, ''),
    text.replace(/\s+/g, ''),
  )
  const scale = grey.width / width
  assert.ok(
    Math.abs(grey.height / height - scale) < 0.01 * scale,
    'the page is as wide and high as it is drawn',
  )
  for (const { text: word, box } of words) {
    assert.ok(box)
    const [left, top, right, bottom] = [box[0], box[1], box[0] + box[2], box[1] + box[3]].map((edge) =>
      Math.round(edge * scale),
    ) as [number, number, number, number]
    assert.ok(left >= 0 && top >= 0 && right <= grey.width + 1 && bottom <= grey.height + 1)
    let [darkest, lightest] = [255, 0]
    for (let y = top; y < bottom; y += 1) {
      for (const value of grey.pixels.subarray(y * grey.width + left, y * grey.width + right)) {
        darkest = Math.min(darkest, value)
        lightest = Math.max(lightest, value)
      }
    }
    assert.ok(lightest - darkest > 60, `there is ink of ${word} at ${box.join()}`)
  }
}

/** A PDF of one page that is a picture of grey bytes, placed by a matrix. */
function scanOf({ width, height, pixels }: Grey, matrix: string, entries: string): Buffer {
  const pdf = new PdfBuilder()
  const size = `/Width ${width}/Height ${height}/BitsPerComponent 8/ColorSpace/DeviceGray`
  const image = pdf.addStream(pixels, { entries: `/Type/XObject/Subtype/Image${size}`, deflate: true })
  const resources = `/Resources<</XObject<</S ${image} 0 R>>>>`
  return pdf.build(addPages(pdf, [{ content: `q ${matrix} cm /S Do Q`, entries: resources + entries }]))
}

test('words of a scanned page stand where its picture has them, in points', async () => {
  const bytes = sample('scan.pdf')
  const page = await read(bytes)
  assert.equal(page.from, 'ocr')
  assert.equal(page.rotation, 0)
  assert.ok((page.words?.length ?? 0) > 20)
  holdInk(page, await drawn(bytes))
})

test('a scan that lies on its side is turned, and so are its words', async () => {
  const letter = await drawn(sample('letter.pdf'), 200)
  const [width, height] = [letter.width * 0.24, letter.height * 0.24]
  // Laid on its left side: what is at the top of the letter stands at the left of the page.
  const place = `0 ${width} ${-height} 0 ${height + 30} 20`
  const bytes = scanOf(letter, place, `/CropBox[30 20 ${30 + height} ${20 + width}]`)
  const page = await read(bytes)
  assert.equal(page.from, 'ocr')
  assert.equal(page.rotation, 90)
  assert.ok(Math.abs((page.width ?? 0) - width) < 0.1 && Math.abs((page.height ?? 0) - height) < 0.1)
  const own = await read(sample('letter.pdf'))
  assert.ok((page.words?.length ?? 0) > 0.9 * (own.words?.length ?? 0))
  holdInk(page, turned(await drawn(bytes), 90))
})

test('words of a picture stand in its own pixels', async () => {
  const bytes = sample('receipt.jpg')
  const page = await read(bytes)
  const { digest, files } = filesOf(bytes)
  const ctx = leafContext({ files })
  const whole = await picture({ digest, maxPixels: 1e9, targetPixels: 1e9 }, ctx)
  const grey = { ...whole.page, pixels: ctx.written.get(whole.page.digest) ?? new Uint8Array() }
  assert.deepEqual([page.width, page.height], [grey.width, grey.height])
  holdInk(page, grey)
})

test('a page without text has its size and no words', async () => {
  const page = await read(readFileSync(join(root, 'test/fixtures/documents/blank-pages.pdf')), { pages: '2' })
  assert.deepEqual([page.from, page.words, page.rotation], ['none', [], 0])
  assert.ok((page.width ?? 0) > 0 && (page.height ?? 0) > 0)
})

test('what is cut of a recognised text is cut of its words', async () => {
  const page = await read(sample('scan.pdf'), { maxChars: 30 })
  assert.equal(page.text.length, 30)
  assert.equal(page.words?.map(({ text }) => text).join(''), page.text.replace(/\s+/g, ''))
})
