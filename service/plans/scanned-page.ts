import { Fault } from '../../bridge/faults.ts'
import type { Page } from '../../bridge/operations/documents.ts'
import type { Languages } from '../../bridge/operations/ocr.ts'
import type { pdfPage, PdfPageRaster } from '../../workers/raster/pdf-page.ts'
import type { PageRaster } from '../../workers/recognition.ts'
import type { OpenedSource, PlanContext } from '../plan.ts'
import { entryError } from './entry-error.ts'
import { isPicture, pictureRaster } from './picture-raster.ts'
import { recognisePage } from './recognise-page.ts'

export interface ScanOptions {
  languages: Languages
  password: string | undefined
  maxChars: number
  /** Most that one leaf may take, where the file is one of several. */
  timeoutMs: number | undefined
}

/**
 * Reads one page by recognition: draws it, or decodes it where the file is a picture, and has it read. `otherwise` is
 * the page as its text layer has it; it stays, with the fault on it, where the page cannot be recognised.
 */
export async function readScan(
  opened: OpenedSource,
  otherwise: Page,
  options: ScanOptions,
  ctx: PlanContext,
): Promise<Page> {
  try {
    const raster = await rasterOf(opened, otherwise.number, options, ctx)
    const read = await recognisePage(
      raster.page,
      { languages: options.languages, engine: 'auto', deskew: true, timeoutMs: options.timeoutMs },
      ctx,
    )
    const text = read.text.slice(0, options.maxChars)
    if (text === '' && otherwise.text !== '') return otherwise
    return {
      number: otherwise.number,
      text,
      from: text === '' ? 'none' : 'ocr',
      ...(text !== '' && { confidence: read.confidence, engine: read.engine }),
      ...(text.length < read.text.length && { truncated: true }),
    }
  } catch (error) {
    if (ctx.signal.aborted || !(error instanceof Fault)) throw error
    return { ...otherwise, error: entryError(error) }
  }
}

function rasterOf(
  opened: OpenedSource,
  page: number,
  { password, timeoutMs }: ScanOptions,
  ctx: PlanContext,
): Promise<{ page: PageRaster }> {
  const limits = timeoutMs === undefined ? {} : { timeoutMs }
  if (isPicture(opened)) return pictureRaster(opened, page, limits, ctx)
  const { digest } = opened
  const { targetPixels, dpi } = ctx.settings.ocr
  const { maxUnfoldedBytes } = ctx.settings.documents
  const task: Parameters<typeof pdfPage>[0] = {
    digest,
    page,
    dpi,
    maxPixels: targetPixels,
    maxUnfoldedBytes,
    password,
  }
  return ctx.leaf<PdfPageRaster>('raster.pdfPage', task, { lane: 'native', files: [digest], ...limits })
}
