import { deflateSync } from 'node:zlib'
import { pngFilterKernel, type PngFilterKernel } from '../../../wasm/png-filters.ts'
import { decodePng } from '../../image/png-decode.ts'
import type { LeafContext } from '../../leaf.ts'
import type { LayerPage } from '../../page-words.ts'
import type { StoredPicture } from '../../raster/stored-picture.ts'
import type { TextLayerOutput } from './add-text-layer.ts'
import { GlyphlessFont } from './glyphless-font.ts'
import { NewObjects, pdfStream } from './new-objects.ts'
import { layerContent, layerFont, shownTurn } from './text-layer.ts'

/** One picture as a page, and the text that is on it. */
export interface PicturePage extends StoredPicture {
  layer: LayerPage
}

export interface PicturePdfInput {
  pages: PicturePage[]
  maxPixels: number
}

/** The longer side of A4, in inches. */
const A4_INCHES = 11.69

/** Longest side of a page in points (ISO 32000-1, annex C). */
const MAX_SIDE = 14_400

let filters: PngFilterKernel | undefined

/**
 * Leaf `documents.picturePdf`: a PDF of pictures, a page each, with an invisible text layer. JPEG files go in as they
 * are; other pictures pixel by pixel, as grey or black and white where they have no colour. Faults: DAMAGED,
 * TOO_MANY_PIXELS.
 */
export function picturePdf({ pages, maxPixels }: PicturePdfInput, ctx: LeafContext): TextLayerOutput {
  const objects = new NewObjects(1)
  const [catalog, tree, font] = [objects.reserve(), objects.reserve(), objects.reserve()]
  const glyphless = new GlyphlessFont()
  const kids = pages.map((page, index) => {
    ctx.checkpoint()
    const image = objects.add(imageOf(page, maxPixels, ctx))
    const number = objects.add(pageOf(page, image, { tree, font }, glyphless, objects))
    ctx.progress((index + 1) / pages.length)
    return `${number} 0 R`
  })
  objects.set(catalog, `<</Type/Catalog/Pages ${tree} 0 R>>`)
  objects.set(tree, `<</Type/Pages/Count ${kids.length}/Kids[${kids.join(' ')}]>>`)
  glyphless.writeAs(font, objects)
  const head = Buffer.from('%PDF-1.5\n%\xe2\xe3\xcf\xd3\n', 'latin1')
  const file = Uint8Array.from(
    Buffer.concat([head, objects.written(head.length, `/Root ${catalog} 0 R`, true)]),
  )
  const { byteLength } = file
  return { digest: ctx.files.write(file), bytes: byteLength }
}

function pageOf(
  page: PicturePage,
  image: number,
  { tree, font }: { tree: number; font: number },
  glyphless: GlyphlessFont,
  objects: NewObjects,
): string {
  const longest = Math.max(page.width, page.height)
  const dpi = Math.max(page.dpi ?? longest / A4_INCHES, (longest * 72) / MAX_SIDE)
  const [width, height] = [page.width, page.height].map(
    (pixels) => Math.round((pixels * 72_000) / dpi) / 1000,
  )
  const space = { view: [0, 0, width ?? 0, height ?? 0], rotate: page.rotate }
  const drawn = `q ${width} 0 0 ${height} 0 0 cm /Im Do Q\n`
  const content = deflateSync(Buffer.from(drawn + layerContent(page.layer, space, glyphless), 'latin1'))
  const contents = objects.add(pdfStream(content, '/Filter/FlateDecode'))
  return (
    `<</Type/Page/Parent ${tree} 0 R/MediaBox[0 0 ${width} ${height}]/Rotate ${shownTurn(page.layer, page.rotate)}` +
    `/Resources<</XObject<</Im ${image} 0 R>>/Font<</${layerFont} ${font} 0 R>>>>/Contents ${contents} 0 R>>`
  )
}

function imageOf(page: PicturePage, maxPixels: number, ctx: LeafContext): Buffer {
  const { digest, format, width, height } = page
  const file = ctx.files.read(digest)
  const head = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}`
  if (format === 'jpeg') {
    const space = page.channels === 1 ? 'DeviceGray' : 'DeviceRGB'
    return pdfStream(file, `${head}/ColorSpace/${space}/BitsPerComponent 8/Filter/DCTDecode`)
  }
  filters ??= pngFilterKernel(ctx.assets.wasm('png-filters'))
  const { picture } = decodePng(file, { maxPixels, maxSide: 65_535 }, filters)
  const { data, space, bits } = samplesOf(picture.pixels, width, height)
  ctx.checkpoint()
  return pdfStream(
    deflateSync(data),
    `${head}/ColorSpace/${space}/BitsPerComponent ${bits}/Filter/FlateDecode`,
  )
}

interface Samples {
  data: Uint8Array
  space: 'DeviceGray' | 'DeviceRGB'
  bits: 1 | 8
}

/** Opaque RGBA in as few bits as hold it. */
function samplesOf(rgba: Uint8Array, width: number, height: number): Samples {
  let [isGrey, isBilevel] = [true, true]
  for (let at = 0; at < rgba.length && isGrey; at += 4) {
    const red = rgba[at] ?? 0
    if (red !== rgba[at + 1] || red !== rgba[at + 2]) isGrey = false
    if (red !== 0 && red !== 255) isBilevel = false
  }
  if (!isGrey) {
    const data = new Uint8Array(width * height * 3)
    for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
      data[to] = rgba[from] ?? 0
      data[to + 1] = rgba[from + 1] ?? 0
      data[to + 2] = rgba[from + 2] ?? 0
    }
    return { data, space: 'DeviceRGB', bits: 8 }
  }
  if (!isBilevel) {
    const data = Uint8Array.from({ length: width * height }, (_, i) => rgba[4 * i] ?? 0)
    return { data, space: 'DeviceGray', bits: 8 }
  }
  const rowBytes = Math.ceil(width / 8)
  const data = new Uint8Array(rowBytes * height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (rgba[4 * (y * width + x)] === 255) {
        const at = y * rowBytes + (x >> 3)
        data[at] = (data[at] ?? 0) | (0x80 >> (x & 7))
      }
    }
  }
  return { data, space: 'DeviceGray', bits: 1 }
}
