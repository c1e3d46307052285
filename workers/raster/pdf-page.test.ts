import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Fault } from '../../bridge/faults.ts'
import { filesOf, leafContext } from '../../test/leaf-context.ts'
import { addPages, line, pdfOf, PdfBuilder } from '../../test/pdf-builder.ts'
import { root } from '../../test/root.ts'
import type { PdfPageInput } from './pdf-drawing.ts'
import { pdfPage, pdfPicture } from './pdf-page.ts'
import { picture } from './picture.ts'

const fixture = (folder: string, name: string): Buffer =>
  readFileSync(join(root, 'test/fixtures', folder, name))

async function draw(file: Uint8Array, options: Partial<PdfPageInput> = {}) {
  const { digest, files } = filesOf(file)
  const ctx = leafContext({ files })
  const result = await pdfPage({ digest, page: 1, dpi: 72, maxPixels: 1e7, ...options }, ctx)
  const { width, height } = result.page
  const pixels = ctx.written.get(result.page.digest) ?? new Uint8Array()
  assert.equal(pixels.length, width * height)
  const dark = pixels.reduce((count, value) => count + (value < 128 ? 1 : 0), 0)
  return { ...result, width, height, pixels, dark, ...inkBox(pixels, width) }
}

/** First and last column and row of dark pixels. */
function inkBox(pixels: Uint8Array, width: number) {
  const box = { left: Infinity, top: Infinity, right: -1, bottom: -1 }
  for (const [i, value] of pixels.entries()) {
    if (value >= 128) continue
    const [x, y] = [i % width, Math.floor(i / width)]
    box.left = Math.min(box.left, x)
    box.right = Math.max(box.right, x)
    box.top = Math.min(box.top, y)
    box.bottom = Math.max(box.bottom, y)
  }
  return { box: [box.left, box.top, box.right, box.bottom] }
}

const failsWith = (code: string) => (error: unknown) => {
  assert.ok(error instanceof Fault, String(error))
  assert.equal(error.code, code, error.message)
  return true
}

/** A black square of 72 points, an inch, 36 from the left and 72 from the top of a letter page. */
const square = '0 g 36 648 72 72 re f'

test('a square stands where the page has it, in pixels of every resolution', async () => {
  for (const [dpi, factor] of [
    [72, 1],
    [144, 2],
    [300, 300 / 72],
  ] as const) {
    const { width, height, pixels, dark, ...result } = await draw(pdfOf([square]), { dpi })
    assert.deepEqual([width, height], [Math.round(612 * factor), Math.round(792 * factor)])
    assert.deepEqual([result.dpi, result.widthPt, result.heightPt], [dpi, 612, 792])
    assert.deepEqual(
      result.box,
      [36, 72, 108, 144].map((edge, i) => Math.round(edge * factor) - (i < 2 ? 0 : 1)),
    )
    assert.equal(dark, Math.round(72 * factor) ** 2)
    assert.deepEqual([Math.min(...new Set(pixels)), Math.max(...new Set(pixels))], [0, 255])
  }
})

test('a page that is turned is drawn upright', async () => {
  // Turned clockwise, what was at the left comes to the top and what was at the top to the right.
  const quarter = await draw(pdfOf([{ content: square, entries: '/Rotate 90' }]))
  assert.deepEqual([quarter.width, quarter.height, quarter.widthPt, quarter.heightPt], [792, 612, 792, 612])
  assert.deepEqual(quarter.box, [792 - 144, 36, 792 - 73, 107])
  const half = await draw(pdfOf([{ content: square, entries: '/Rotate 180' }]))
  assert.deepEqual(half.box, [612 - 108, 792 - 144, 612 - 37, 792 - 73])
  const back = await draw(pdfOf([{ content: square, entries: '/Rotate 270' }]))
  assert.deepEqual(back.box, [72, 612 - 108, 143, 612 - 37])
})

test('the resolution is reduced where a page would have too many pixels', async () => {
  const { width, height, dpi, box } = await draw(pdfOf([square]), { dpi: 300, maxPixels: 612 * 792 })
  assert.ok(width * height <= 612 * 792)
  assert.ok(Math.abs(dpi - 72) < 0.1 && Math.abs(width - 612) <= 1)
  box.forEach((edge, i) => assert.ok(Math.abs(edge - ([36, 72, 107, 143][i] ?? 0)) <= 1))
  const huge = await draw(fixture('documents', 'huge-mediabox.pdf'), { dpi: 300, maxPixels: 1e6 })
  assert.ok(huge.width * huge.height <= 1e6 && huge.dpi < 300)
})

test('a page thinner than a pixel is drawn one pixel thin', async () => {
  const thin = pdfOf([{ content: '', entries: '/UserUnit 1/CropBox[0 0 600 0.01]' }])
  const { width, height } = await draw(thin, { maxPixels: 500 })
  assert.ok(width * height <= 500 && height >= 1 && width >= 1)
})

test('text is drawn with fonts that come with pdf.js', async () => {
  const { dark, box } = await draw(pdfOf([line('Hello', 100, 700, 40)]))
  assert.ok(dark > 400, `${dark} dark pixels`)
  const [left = 0, top = 0, right = 0, bottom = 0] = box
  // Helvetica: capitals are 0.72 em high; H starts 0.08 em in; the word is 2.28 em wide (AFM widths).
  assert.ok(Math.abs(left - 103) <= 2 && Math.abs(bottom - 92) <= 2 && Math.abs(top - 63) <= 3)
  assert.ok(Math.abs(right - 190) <= 4)
})

test('JBIG2 in three codings gives one picture', async () => {
  const names = ['bitmap-mmr.pdf', 'bitmap-refine.pdf', 'bitmap-symbol.pdf']
  const pictures = []
  for (const name of names) pictures.push((await draw(fixture('raster', name))).pixels)
  assert.ok(new Set(pictures[0]).size > 1)
  assert.deepEqual(pictures[1], pictures[0])
  assert.deepEqual(pictures[2], pictures[0])
})

test('scans in JBIG2, JPEG 2000 and CCITT are as dark as two other programs draw them', async () => {
  // Share of pixels below mid grey at 36 dpi on which poppler and PDFium agreed.
  const shares = {
    'bitmap-mmr.pdf': 0.0692,
    'ccitt_EndOfBlock_false.pdf': 0.119,
    'jp2k-resetprob.pdf': 0.6454,
  }
  for (const [name, share] of Object.entries(shares)) {
    const { dark, pixels } = await draw(fixture('raster', name), { dpi: 36 })
    const difference = Math.abs(dark / pixels.length - share)
    assert.ok(difference <= 0.02 + 0.15 * share, `${name}: ${dark / pixels.length}`)
  }
  const masked = await draw(fixture('raster', 'jpx_smaskindata.pdf'), { dpi: 144 })
  assert.ok(masked.dark > 0.1 * masked.pixels.length && masked.dark < 0.5 * masked.pixels.length)
})

test('an encrypted page is drawn with its password only', async () => {
  const file = fixture('documents', 'enc-user-rc4-128.pdf')
  const password = 'open-me'
  await assert.rejects(draw(file), failsWith('ENCRYPTED'))
  await assert.rejects(draw(file, { password: 'not it' }), failsWith('WRONG_PASSWORD'))
  assert.ok((await draw(file, { password })).dark > 100)
  // The open document must not serve callers who do not know the password.
  await assert.rejects(draw(file), failsWith('ENCRYPTED'))
})

test('bombs, junk and pages that are not there are refused', async () => {
  const bomb = fixture('documents', 'bomb-flate-150mb.pdf')
  await assert.rejects(draw(bomb, { maxUnfoldedBytes: 64 << 20 }), failsWith('ARCHIVE_BOMB'))
  await assert.rejects(draw(new Uint8Array()), failsWith('EMPTY_FILE'))
  await assert.rejects(draw(Buffer.from('no PDF')), failsWith('TYPE_UNSUPPORTED'))
  for (const page of [0, 2, 1.5])
    await assert.rejects(draw(pdfOf([square]), { page }), failsWith('INVALID_INPUT'))
})

test('a small picture that unfolds to far more than its size is a bomb', async () => {
  const drawn = async (bytes: number) => {
    const pdf = new PdfBuilder()
    const size = '/Width 1000/Height 1000/BitsPerComponent 8/ColorSpace/DeviceGray'
    const entries = `/Type/XObject/Subtype/Image${size}`
    const scan = pdf.addStream(Buffer.alloc(bytes), { entries, deflate: true })
    const page = {
      content: 'q 612 0 0 792 0 0 cm /S Do Q',
      entries: `/Resources<</XObject<</S ${scan} 0 R>>>>`,
    }
    return await draw(pdf.build(addPages(pdf, [page])), { maxUnfoldedBytes: 64 << 20 })
  }
  assert.equal((await drawn(1_000_000)).dark, 612 * 792)
  await assert.rejects(drawn(20_000_000), failsWith('ARCHIVE_BOMB'))
})

test('a picture inside that is too large to decode is a fault, not a white page', async () => {
  const pdf = new PdfBuilder()
  const size = '/Width 60000/Height 60000/BitsPerComponent 1/ColorSpace/DeviceGray'
  const scan = pdf.addStream('nothing', { entries: `/Type/XObject/Subtype/Image${size}` })
  const page = {
    content: 'q 612 0 0 792 0 0 cm /S Do Q',
    entries: `/Resources<</XObject<</S ${scan} 0 R>>>>`,
  }
  const file = pdf.build(addPages(pdf, [page]))
  await assert.rejects(draw(file), failsWith('TOO_MANY_PIXELS'))
})

test('pages of one file are drawn one after the other, and another file in between', async () => {
  const two = pdfOf([square, '0 g 0 0 10 10 re f'])
  const other = pdfOf(['0 g 600 0 12 12 re f'])
  assert.equal((await draw(two, { page: 2 })).dark, 100)
  assert.equal((await draw(two, { page: 1 })).dark, 72 * 72)
  assert.equal((await draw(other)).dark, 144)
  assert.equal((await draw(two, { page: 2 })).dark, 100)
})

test('drawing ends when the call should', async () => {
  const { digest, files } = filesOf(pdfOf([square]))
  let calls = 0
  const ctx = leafContext({ files })
  const ending = {
    ...ctx,
    checkpoint: () => {
      calls += 1
      if (calls > 1) throw new Fault('CANCELLED', 'The call was cancelled.')
    },
  }
  await assert.rejects(pdfPage({ digest, page: 1, dpi: 72, maxPixels: 1e6 }, ending), failsWith('CANCELLED'))
})

test('a picture of a page is a PNG with the same pixels', async () => {
  const file = pdfOf([square])
  const { digest, files } = filesOf(file)
  const ctx = leafContext({ files })
  const preview = await pdfPicture({ digest, page: 1, dpi: 36, maxPixels: 1e6, format: 'png' }, ctx)
  assert.deepEqual([preview.width, preview.height], [306, 396])
  assert.deepEqual([preview.widthPt, preview.heightPt], [612, 792])
  const png = ctx.written.get(preview.picture) ?? new Uint8Array()
  const second = filesOf(png)
  const reading = leafContext({ files: second.files })
  const { page } = await picture({ digest: second.digest, maxPixels: 1e6, targetPixels: 1e6 }, reading)
  const drawn = await draw(file, { dpi: 36 })
  assert.deepEqual(reading.written.get(page.digest), drawn.pixels)
})

test('a picture of a page is a JPEG where that is asked for', async () => {
  const { digest, files } = filesOf(pdfOf([square]))
  const ctx = leafContext({ files })
  const input = { digest, page: 1, dpi: 72, maxPixels: 1e6, format: 'jpeg' } as const
  const { picture: jpeg, width } = await pdfPicture(input, ctx)
  assert.equal(width, 612)
  const second = filesOf(ctx.written.get(jpeg) ?? new Uint8Array())
  const reading = leafContext({ files: second.files })
  const { page, type } = await picture({ digest: second.digest, maxPixels: 1e6, targetPixels: 1e6 }, reading)
  assert.equal(type, 'jpeg')
  const pixels = reading.written.get(page.digest) ?? new Uint8Array()
  const dark = pixels.reduce((count, value) => count + (value < 128 ? 1 : 0), 0)
  assert.equal(dark, 72 * 72)
})
