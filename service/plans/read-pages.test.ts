import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fault } from '../../bridge/faults.ts'
import { ReadInput, type Page } from '../../bridge/operations/documents.ts'
import { fakePlanContext, type FakePlanContext } from '../../test/fake-leaves.ts'
import type { PageImagesInput } from '../../workers/documents/page-images.ts'
import type { PdfTextInput } from '../../workers/documents/pdf-text.ts'
import type { PdfPageInput } from '../../workers/raster/pdf-drawing.ts'
import { readPlan } from './documents.ts'

const prose = 'The work takes nine days. A keeper must be present on the first and the last of them.'

interface PdfPage {
  text: string
  /** Share of the page that pictures cover. */
  pictures?: number
  /** What recognition reads on it, or fails with. */
  scanned?: string | Error
  /** Milliseconds that recognition takes, and the text of a stretch that begins here. */
  takes?: number
  textTakes?: number
}

/** A context in which one document has these pages. */
function pdf(pages: PdfPage[], mediaType = 'application/pdf', name = 'a'): FakePlanContext {
  let read = 0
  return fakePlanContext(
    {
      'documents.pdfInfo': () => ({ pageCount: pages.length, attachments: [] }),
      'documents.pdfText': async ({ pages: numbers }: PdfTextInput) => {
        await sleep(pages[(numbers[0] ?? 1) - 1]?.textTakes ?? 0)
        const texts = numbers.map((number) => ({ number, text: pages[number - 1]?.text ?? '' }))
        return { pages: texts.map((page) => ({ ...page, truncated: false, damaged: false })) }
      },
      'documents.pageImages': ({ pages: numbers }: PageImagesInput) => ({
        pages: numbers.map((number) => ({ number, images: 1, covered: pages[number - 1]?.pictures ?? 0 })),
      }),
      'raster.picture': () => ({
        page: { digest: 'x', width: 10, height: 10 },
        frames: pages.length,
        animated: mediaType === 'image/gif',
        width: 10,
        height: 10,
        scale: 1,
      }),
      'raster.pdfPage': async ({ page }: PdfPageInput) => {
        const { scanned, takes = 0 } = pages[page - 1] ?? {}
        await sleep(takes)
        if (scanned instanceof Error) throw scanned
        return { page: { digest: String(page), width: 10, height: 10 }, dpi: 300, widthPt: 1, heightPt: 1 }
      },
      'ocr.measure': () => ({ textHeight: 30, columns: 1, skewDegrees: 0, lightRange: 0, blank: false }),
      'ocr.prepare': ({ page }: { page: object }) => ({ page, toSource: [1, 0, 0, 1, 0, 0] }),
      'ocr.tesseract': ({ page }: { page: { digest: string } }) => {
        const text = pages[(Number(page.digest) || ++read) - 1]?.scanned
        const lines =
          typeof text === 'string' ? [{ text, box: [0, 0, 1, 1], confidence: 0.95, words: [] }] : []
        return { engine: 'tesseract', lines, confidence: 0.95, rotation: 0 }
      },
    },
    { mediaType, name },
  )
}

async function read(ctx: FakePlanContext, input: Partial<ReadInput> = {}): Promise<Page[]> {
  const output = await readPlan(
    ReadInput.parse({ path: '/a.pdf', pages: 'all', hints: false, ...input }),
    ctx,
  )
  return output.documents[0]?.pages ?? []
}

const leavesOf = (ctx: FakePlanContext, name: string): number =>
  ctx.asked.filter(({ leaf }) => leaf === name).length

test('pages with a text of their own are not recognised', async () => {
  const ctx = pdf([{ text: prose }, { text: prose, pictures: 1, scanned: 'other' }])
  const pages = await read(ctx)
  assert.deepEqual(
    pages.map(({ from, text }) => [from, text]),
    [
      ['text', prose],
      ['text', prose],
    ],
  )
  assert.equal(leavesOf(ctx, 'raster.pdfPage'), 0)
  assert.equal(leavesOf(ctx, 'documents.pageImages'), 0)
})

test('scans, stamped scans and garbled layers are recognised; blank pages and short ones are not', async () => {
  const pages = await read(
    pdf([
      { text: '', pictures: 0.9, scanned: 'a scan' },
      { text: 'Page 2', pictures: 0.9, scanned: 'a stamped scan' },
      {
        text: '\uE001\uE002\uE003\uE004\uE005\uE006\uE007 \uE008\uE009\uE00A\uE00B\uE00C',
        scanned: 'what it shows',
      },
      { text: '', scanned: '' },
      { text: 'Chapter two', pictures: 0.1 },
      { text: prose },
    ]),
  )
  assert.deepEqual(
    pages.map(({ number, from, text }) => [number, from, text]),
    [
      [1, 'ocr', 'a scan'],
      [2, 'ocr', 'a stamped scan'],
      [3, 'ocr', 'what it shows'],
      [4, 'none', ''],
      [5, 'text', 'Chapter two'],
      [6, 'text', prose],
    ],
  )
  assert.deepEqual([pages[0]?.confidence, pages[0]?.engine], [0.95, 'tesseract'])
  assert.equal(pages[5]?.confidence, undefined)
})

test('never and always do what they say', async () => {
  const scan = [{ text: '', pictures: 1, scanned: 'a scan' }]
  assert.equal((await read(pdf(scan), { ocr: 'never' }))[0]?.from, 'none')
  const both = [{ text: prose, scanned: 'as the picture has it' }]
  assert.equal((await read(pdf(both), { ocr: 'always' }))[0]?.text, 'as the picture has it')
})

test('pages go out in order, the first as soon as it is finished', async () => {
  const pages = Array.from({ length: 6 }, (_, i) => ({
    text: i % 2 === 0 ? '' : prose,
    pictures: 1,
    scanned: `scan ${i + 1}`,
    takes: i === 0 ? 5 : 40 - 5 * i,
  }))
  const ctx = pdf(pages)
  let emittedBeforeLast = 0
  const last = ctx.leaf
  ctx.leaf = async (name, input, options) => {
    const answer = await last<never>(name, input, options)
    if (name === 'raster.pdfPage' && (input as PdfPageInput).page === 5)
      emittedBeforeLast = ctx.emitted.length
    return answer
  }
  const output = await read(ctx)
  assert.deepEqual(
    ctx.emitted,
    output.map((page) => ({ document: 0, page })),
  )
  assert.deepEqual(
    output.map(({ number }) => number),
    [1, 2, 3, 4, 5, 6],
  )
  assert.ok(emittedBeforeLast >= 2, 'the first pages did not wait for the last')
  assert.equal(ctx.fractions.at(-1), 1)
})

test('a page that cannot be recognised keeps its text, with the reason', async () => {
  const failed = fault('TOO_MANY_PIXELS', 'The page is too large to draw.')
  const pages = await read(
    pdf([
      { text: 'Page 1', pictures: 1, scanned: failed },
      { text: '', pictures: 1, scanned: 'the second' },
    ]),
  )
  assert.deepEqual(
    pages.map(({ text, from, error }) => [text, from, error?.code]),
    [
      ['Page 1', 'text', 'TOO_MANY_PIXELS'],
      ['the second', 'ocr', undefined],
    ],
  )
})

test('a picture is a document of as many pages as it has frames', async () => {
  const ctx = pdf(
    [
      { text: '', scanned: 'first' },
      { text: '', scanned: 'second' },
    ],
    'image/tiff',
    'fax.tif',
  )
  assert.deepEqual(
    (await read(ctx)).map(({ number, from }) => [number, from]),
    [
      [1, 'ocr'],
      [2, 'ocr'],
    ],
  )
  assert.equal(leavesOf(ctx, 'documents.pdfText'), 0)
})

test('a picture that is called a PDF is mislabelled', async () => {
  await assert.rejects(read(pdf([{ text: '' }], 'image/png', 'a.pdf')), { code: 'TYPE_MISMATCH' })
})

test('an animation is one page', async () => {
  const ctx = pdf(
    [
      { text: '', scanned: 'first' },
      { text: '', scanned: 'second' },
    ],
    'image/gif',
    'a.gif',
  )
  assert.deepEqual(
    (await read(ctx)).map(({ number, from }) => [number, from]),
    [[1, 'ocr']],
  )
})

test('the first page is recognised before any other is begun, the others in their order', async () => {
  // The text of the second stretch, pages 17 to 20, is there before that of the first.
  const pages = Array.from({ length: 20 }, (_, i): PdfPage => ({
    text: '',
    scanned: `page ${i + 1}`,
    takes: i === 0 ? 30 : 1,
    ...(i === 0 && { textTakes: 20 }),
  }))
  const ctx = pdf(pages)
  const begun: number[] = []
  const { leaf } = ctx
  ctx.leaf = (name, input, options) => {
    if (name === 'raster.pdfPage') {
      const { page } = input as PdfPageInput
      if (page !== 1)
        assert.ok(ctx.emitted.length > 0, `page ${page} was begun while the first was waited for`)
      begun.push(page)
    }
    return leaf(name, input, options)
  }
  await readPlan(ReadInput.parse({ path: '/a', pages: 'all', hints: false }), ctx)
  assert.equal(begun[0], 1)
  assert.deepEqual(
    begun,
    begun.toSorted((a, b) => a - b),
  )
})

test('a first page that cannot be read holds up nobody', async () => {
  const ctx = pdf([
    { text: '', scanned: fault('TOO_MANY_PIXELS', 'Too large.') },
    { text: '', scanned: 'b' },
  ])
  assert.deepEqual(
    (await read(ctx)).map(({ from, error }) => [from, error?.code]),
    [
      ['none', 'TOO_MANY_PIXELS'],
      ['ocr', undefined],
    ],
  )
})
