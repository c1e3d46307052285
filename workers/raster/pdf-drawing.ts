import { fault, Fault } from '../../bridge/faults.ts'
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import type { LeafContext } from '../leaf.ts'
import { refuseBombs } from '../documents/pdf-bomb.ts'
import { openPdf, type OpenPdf } from '../documents/pdf-open.ts'
import { maxPicturePixels, refuseLargePictures } from '../documents/pdf-pictures.ts'
import type { PdfPage } from '../documents/pdfjs.ts'
import { maxCanvasSide } from './picture-size.ts'

export interface PdfPageInput {
  digest: string
  /** From 1. */
  page: number
  password?: string | undefined
  /** Pixels an inch wished for. */
  dpi: number
  /** Pixels the drawn page may have; beyond, the resolution is reduced. */
  maxPixels: number
  /** Bytes to which one compressed stream, or the streams of one page, may unfold; not checked unless set. */
  maxUnfoldedBytes?: number | undefined
}

type Limits = Pick<PdfPageInput, 'dpi' | 'maxPixels'>

/** A page on a canvas with white ground. */
export interface DrawnPage {
  canvas: Canvas
  context: SKRSContext2D
  /** Pixels an inch it was drawn with. */
  dpi: number
  /** Of the upright page, in points. */
  widthPt: number
  heightPt: number
}

/** The document drawn last stays open, so that the pages of one file do not parse it again and again. */
let kept: { key: string; pdf: OpenPdf } | undefined

/**
 * Draws a page with pdf.js. Faults: those of `openPdf`; ARCHIVE_BOMB; INVALID_INPUT for a page that is not there;
 * TOO_MANY_PIXELS for a file with a picture too large to be decoded; DAMAGED for a page that cannot be drawn.
 */
export async function drawPage(input: PdfPageInput, ctx: LeafContext): Promise<DrawnPage> {
  const pdf = await openKept(input, ctx)
  const { numPages } = pdf.document
  if (!Number.isInteger(input.page) || input.page < 1 || input.page > numPages) {
    throw fault('INVALID_INPUT', `Expected a page from 1 to ${numPages}; ${input.page} came.`, { numPages })
  }
  try {
    const page = await pdf.document.getPage(input.page)
    try {
      return await drawOpened(page, input, ctx)
    } finally {
      page.cleanup()
    }
  } catch (error) {
    await closeKept()
    if (error instanceof Fault) throw error
    const detail = `Page ${input.page} cannot be drawn. Send an undamaged copy, or leave the page out.`
    throw fault('DAMAGED', detail, { page: input.page }, error)
  }
}

async function openKept(input: PdfPageInput, ctx: LeafContext): Promise<OpenPdf> {
  const key = JSON.stringify([input.digest, input.password, input.maxUnfoldedBytes])
  if (kept?.key === key) return kept.pdf
  await closeKept()
  await loadCanvas()
  const bytes = Buffer.from(ctx.files.read(input.digest))
  if (input.maxUnfoldedBytes !== undefined) await refuseBombs(bytes, input.maxUnfoldedBytes, ctx, 'drawn')
  refuseLargePictures(bytes)
  kept = { key, pdf: await openPdf(input, ctx, { maxImagePixels: maxPicturePixels, standardFonts: true }) }
  return kept.pdf
}

async function closeKept(): Promise<void> {
  const last = kept
  kept = undefined
  await last?.pdf.close()
}

/** The canvas, with the three classes pdf.js expects to be global while it draws. */
export async function loadCanvas(): Promise<typeof import('@napi-rs/canvas')> {
  const canvas = await import('@napi-rs/canvas')
  for (const name of ['DOMMatrix', 'ImageData', 'Path2D'] as const) {
    if (!(name in globalThis)) Reflect.set(globalThis, name, canvas[name])
  }
  return canvas
}

/** Draws a page of an open document, within its limits; what pdf.js throws is passed on. Needs `loadCanvas` first. */
export async function drawOpened(page: PdfPage, limits: Limits, ctx: LeafContext): Promise<DrawnPage> {
  const { createCanvas } = await loadCanvas()
  const { width: widthPt, height: heightPt } = page.getViewport({ scale: 1 })
  const fit = fitted(widthPt, heightPt, limits)
  const canvas = createCanvas(fit.width, fit.height)
  const context = canvas.getContext('2d')
  const task = page.render({
    canvas: null,
    canvasContext: context,
    viewport: page.getViewport({ scale: fit.dpi / 72 }),
    background: '#ffffff',
  })
  let ended: unknown
  task.onContinue = (go: () => void) => {
    try {
      ctx.checkpoint()
      // Lets a message to end be heard.
      setImmediate(go)
    } catch (error) {
      ended = error
      task.cancel()
    }
  }
  try {
    await task.promise
  } catch (error) {
    throw ended ?? error
  }
  return { canvas, context, dpi: fit.dpi, widthPt, heightPt }
}

/** Size in pixels, at the resolution wished for or the largest that keeps within the limits. */
function fitted(
  widthPt: number,
  heightPt: number,
  { dpi, maxPixels }: Limits,
): { width: number; height: number; dpi: number } {
  const at = (value: number): number => Math.max(1, Math.floor((value * dpi) / 72 + 0.5))
  const [width, height] = [at(widthPt), at(heightPt)]
  if (width * height <= maxPixels && Math.max(width, height) <= maxCanvasSide) return { width, height, dpi }
  const byArea = 72 * Math.sqrt(maxPixels / (widthPt * heightPt))
  const bySide = (72 * maxCanvasSide) / Math.max(widthPt, heightPt)
  // Pages thinner than a pixel are drawn one pixel thin.
  const byLength = (72 * maxPixels) / Math.max(widthPt, heightPt)
  const reduced = Math.min(dpi, byArea, bySide, byLength)
  const below = (value: number): number => Math.max(1, Math.floor((value * reduced) / 72))
  return { width: below(widthPt), height: below(heightPt), dpi: reduced }
}
