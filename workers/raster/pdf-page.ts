import type { LeafContext } from '../leaf.ts'
import type { PageRaster } from '../recognition.ts'
import { greyOfCanvas } from './grey.ts'
import { drawPage, type PdfPageInput } from './pdf-drawing.ts'

export interface PdfPageRaster {
  /** Grey bytes of the upright page. */
  page: PageRaster
  /** Pixels an inch really used: less than asked for where the page would pass `maxPixels`. */
  dpi: number
  /** Of the upright page, in points. */
  widthPt: number
  heightPt: number
}

/**
 * Leaf `raster.pdfPage`: one page of a PDF as grey bytes on white ground, as `greyOnWhite` has it.
 * Faults: those of `drawPage`.
 */
export async function pdfPage(input: PdfPageInput, ctx: LeafContext): Promise<PdfPageRaster> {
  const { canvas, context, dpi, widthPt, heightPt } = await drawPage(input, ctx)
  const { width, height, pixels } = greyOfCanvas(context, canvas.width, canvas.height, ctx)
  return { page: { digest: ctx.files.write(pixels), width, height }, dpi, widthPt, heightPt }
}

export interface PdfPagePicture {
  /** Digest of a PNG file in colour. */
  picture: string
  width: number
  height: number
}

/** Leaf `raster.pdfPicture`: one page of a PDF as a PNG, for people to look at. Faults: those of `drawPage`. */
export async function pdfPicture(input: PdfPageInput, ctx: LeafContext): Promise<PdfPagePicture> {
  const { canvas } = await drawPage(input, ctx)
  ctx.checkpoint()
  const picture = ctx.files.write(new Uint8Array(await canvas.encode('png')))
  return { picture, width: canvas.width, height: canvas.height }
}
