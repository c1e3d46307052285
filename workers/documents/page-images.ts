import { fault, Fault } from '../../bridge/faults.ts'
import type { LeafContext } from '../leaf.ts'
import { drawnPictures, list } from './drawn-pictures.ts'
import { identity, multiply, type Matrix } from './matrix.ts'
import { openPdf } from './pdf-open.ts'
import { maxPicturePixels, refuseLargePictures } from './pdf-pictures.ts'
import { loadPdfjs, type PdfPage, type Pdfjs } from './pdfjs.ts'

/** Points at which a page is probed, across and down. */
const probes = 128

export interface PageImagesInput {
  digest: string
  /** Page numbers, from 1. */
  pages: number[]
  password?: string | undefined
}

export interface PageImages {
  number: number
  /** Pictures and stencil masks drawn, each as often as it is drawn. */
  images: number
  /** Share of the page's area that lies under at least one of them, 0..1, in steps of 1/128 a side. */
  covered: number
}

/**
 * Leaf `documents.pageImages`: how much of each page is covered by pictures, for telling a scan from a page of text.
 * Clipping is not looked at. Faults: those of `openPdf`; DAMAGED for a page that cannot be
 * read; TOO_MANY_PIXELS for a file with a picture too large to be decoded.
 */
export async function pageImages(input: PageImagesInput, ctx: LeafContext): Promise<{ pages: PageImages[] }> {
  // pdf.js decodes what it lists.
  refuseLargePictures(Buffer.from(ctx.files.read(input.digest)))
  const pdf = await openPdf(input, ctx, { maxImagePixels: maxPicturePixels })
  try {
    const pdfjs = await loadPdfjs()
    const pages: PageImages[] = []
    for (const number of input.pages) {
      ctx.checkpoint()
      const page = await pdf.document.getPage(number).catch((error: unknown) => unreadable(number, error))
      try {
        const placed = await placedImages(page, pdfjs, ctx).catch((error: unknown) =>
          unreadable(number, error),
        )
        pages.push({ number, images: placed.length, covered: coverage(page, placed, ctx) })
      } finally {
        page.cleanup()
      }
    }
    return { pages }
  } finally {
    await pdf.close()
  }
}

function unreadable(page: number, error: unknown): never {
  if (error instanceof Fault) throw error
  throw fault('DAMAGED', `Page ${page} cannot be read. Leave it out.`, { page }, error)
}

/** The matrix of each picture drawn: from its unit square to the upright page, y down. */
async function placedImages(
  page: PdfPage,
  { OPS, AnnotationMode }: Pdfjs,
  ctx: LeafContext,
): Promise<Matrix[]> {
  const { fnArray, argsArray } = await page.getOperatorList({ annotationMode: AnnotationMode.DISABLE })
  const placed: Matrix[] = []
  const saved: Matrix[] = []
  let ctm = multiply(page.getViewport({ scale: 1 }).transform, identity)
  for (const [index, operator] of fnArray.entries()) {
    if (index % 1000 === 0) ctx.checkpoint()
    const args = list(argsArray[index])
    switch (operator) {
      case OPS.save:
        saved.push(ctm)
        break
      case OPS.restore:
      case OPS.paintFormXObjectEnd:
        ctm = saved.pop() ?? ctm
        break
      case OPS.transform:
        ctm = multiply(ctm, args)
        break
      case OPS.paintFormXObjectBegin:
        saved.push(ctm)
        ctm = multiply(ctm, list(args[0]))
        break
      default:
        for (const picture of drawnPictures(OPS, operator, args)) placed.push(multiply(ctm, picture))
    }
  }
  return placed
}

/** Share of a grid of points that lie within one of the pictures. */
function coverage(page: PdfPage, placed: readonly Matrix[], ctx: LeafContext): number {
  const { width, height } = page.getViewport({ scale: 1 })
  const inverses = placed.map(inverse).filter((matrix) => matrix !== undefined)
  let inside = 0
  for (let row = 0; row < probes; row += 1) {
    ctx.checkpoint()
    const y = ((row + 0.5) * height) / probes
    for (let column = 0; column < probes; column += 1) {
      const x = ((column + 0.5) * width) / probes
      if (inverses.some((matrix) => isInUnitSquare(matrix, x, y))) inside += 1
    }
  }
  return inside / probes ** 2
}

function isInUnitSquare([a, b, c, d, e, f]: Matrix, x: number, y: number): boolean {
  const u = a * x + c * y + e
  const v = b * x + d * y + f
  return u >= 0 && u <= 1 && v >= 0 && v <= 1
}

/** None for a picture without area. */
function inverse([a, b, c, d, e, f]: Matrix): Matrix | undefined {
  const determinant = a * d - b * c
  if (determinant === 0 || !Number.isFinite(determinant)) return undefined
  return [
    d / determinant,
    -b / determinant,
    -c / determinant,
    a / determinant,
    (c * f - d * e) / determinant,
    (b * e - a * f) / determinant,
  ]
}
