import type { LeafContext } from '../leaf.ts'
import type { PagePicture, PictureFormat } from '../page-picture.ts'
import type { PageRaster } from '../recognition.ts'
import { greyOfCanvas } from './grey.ts'
import { pictureFile } from './picture-file.ts'
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

export interface PdfPictureInput extends PdfPageInput {
  format: PictureFormat
}

/** Leaf `raster.pdfPicture`: one page of a PDF as a picture file, for people to look at. Faults: those of `drawPage`. */
export async function pdfPicture(input: PdfPictureInput, ctx: LeafContext): Promise<PagePicture> {
  const { canvas, widthPt, heightPt } = await drawPage(input, ctx)
  return { ...(await pictureFile(canvas, input.format, ctx)), widthPt, heightPt }
}
