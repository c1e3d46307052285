import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Fault } from '../../bridge/faults.ts'
import { filesOf, leafContext } from '../../test/leaf-context.ts'
import { addPages, line, PdfBuilder, type PageDrawing } from '../../test/pdf-builder.ts'
import { pageImages } from './page-images.ts'

/** Pages with a picture /S, a stencil mask /M and a form /F that draws the picture over the lower half of its box. */
function file(pages: (string | PageDrawing)[]): Buffer {
  const pdf = new PdfBuilder()
  const picture = (entries: string): number =>
    pdf.addStream(Uint8Array.of(0x55, 0xaa), {
      entries: `/Type/XObject/Subtype/Image/Width 2/Height 2/BitsPerComponent 1${entries}`,
    })
  const scan = picture('/ColorSpace/DeviceGray')
  const mask = picture('/ImageMask true')
  const form = pdf.addStream('q 100 0 0 50 0 0 cm /S Do Q', {
    entries: `/Type/XObject/Subtype/Form/BBox[0 0 100 100]/Matrix[2 0 0 2 0 0]/Resources<</XObject<</S ${scan} 0 R>>>>`,
  })
  const resources = `/Resources<</XObject<</S ${scan} 0 R/M ${mask} 0 R/F ${form} 0 R>>>>`
  return pdf.build(
    addPages(
      pdf,
      pages.map((page) => {
        const { content, entries = '' } = typeof page === 'string' ? { content: page } : page
        return { content, entries: `${entries}${resources}` }
      }),
    ),
  )
}

async function covered(...pages: (string | PageDrawing)[]) {
  const { digest, files } = filesOf(file(pages))
  const numbers = pages.map((_, index) => index + 1)
  return (await pageImages({ digest, pages: numbers }, leafContext({ files }))).pages
}

/** A grid of 128 points a side cannot be nearer than this for a rectangle. */
const near = (actual: number | undefined, expected: number): void =>
  assert.ok(Math.abs((actual ?? -1) - expected) <= 0.016, `${actual} is not near ${expected}`)

test('a page of text has no picture, a scan is covered by one', async () => {
  const [text, scan] = await covered('1 0 0 1 0 0 cm', 'q 612 0 0 792 0 0 cm /S Do Q')
  assert.deepEqual(text, { number: 1, images: 0, covered: 0 })
  assert.deepEqual(scan, { number: 2, images: 1, covered: 1 })
})

test('shares are those of areas; what overlaps counts once, what is off the page not at all', async () => {
  const half = 'q 612 0 0 396 0 0 cm /S Do Q '
  const pages = await covered(
    half,
    half + half,
    half + 'q 306 0 0 792 0 0 cm /M Do Q',
    'q 612 0 0 792 306 396 cm /S Do Q',
    'q 612 0 0 792 900 0 cm /S Do Q',
  )
  for (const [index, share] of [0.5, 0.5, 0.75, 0.25, 0].entries()) near(pages[index]?.covered, share)
  assert.deepEqual(
    pages.map(({ images }) => images),
    [1, 2, 2, 1, 1],
  )
})

test('turned pictures, turned pages, forms and inline pictures are placed', async () => {
  const pages = await covered(
    // A square standing on its corner, 400 points across: an area of 80,000.
    'q 200 200 -200 200 306 196 cm /S Do Q',
    { content: 'q 612 0 0 396 0 0 cm /S Do Q', entries: '/Rotate 90' },
    // Through the form's matrix the picture has 200 x 100 points; three times that.
    'q 3 0 0 3 0 0 cm /F Do Q',
    'q 306 0 0 396 0 0 cm BI /W 2 /H 2 /BPC 1 /CS /G ID \x55\xaa EI Q',
  )
  for (const [index, share] of [80_000 / 484_704, 0.5, 180_000 / 484_704, 0.25].entries()) {
    near(pages[index]?.covered, share)
  }
})

test('a picture drawn over and over is counted each time', async () => {
  const tiles = Array.from(
    { length: 40 },
    (_, i) => `q 61.2 0 0 79.2 ${(i % 10) * 61.2} ${Math.floor(i / 10) * 79.2} cm /S Do Q`,
  )
  const masks = tiles.map((tile) => tile.replace('/S', '/M'))
  const pages = await covered(tiles.join('\n'), masks.join('\n'))
  for (const page of pages) {
    assert.equal(page.images, 40)
    near(page.covered, 0.4)
  }
})

test('a page that is not there is a fault', async () => {
  const { digest, files } = filesOf(file([line('a', 50, 700)]))
  await assert.rejects(
    pageImages({ digest, pages: [2] }, leafContext({ files })),
    (error) => error instanceof Fault && error.code === 'DAMAGED',
  )
})

test('a picture too large to be decoded is a fault, not a page without one', async () => {
  const pdf = new PdfBuilder()
  const scan = pdf.addStream('nothing', {
    entries: '/Type/XObject/Subtype/Image/Height 60000/BitsPerComponent 1/ColorSpace/DeviceGray/Width 60000',
  })
  const entries = `/Resources<</XObject<</S ${scan} 0 R>>>>`
  const bytes = pdf.build(addPages(pdf, [{ content: 'q 612 0 0 792 0 0 cm /S Do Q', entries }]))
  const { digest, files } = filesOf(bytes)
  await assert.rejects(
    pageImages({ digest, pages: [1] }, leafContext({ files })),
    (error) => error instanceof Fault && error.code === 'TOO_MANY_PIXELS',
  )
})
