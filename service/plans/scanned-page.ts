import { Fault } from '../../bridge/faults.ts'
import type { Page, PageWord, ReadInput } from '../../bridge/operations/documents.ts'
import type { Languages } from '../../bridge/operations/ocr.ts'
import { cutText } from '../../workers/cut-text.ts'
import { blocksMarkdown } from '../../workers/page-blocks.ts'
import { rounded, wordsOfCut } from '../../workers/page-words.ts'
import type { pdfPage, PdfPageRaster } from '../../workers/raster/pdf-page.ts'
import type { PageRaster } from '../../workers/recognition.ts'
import type { OpenedSource, PlanContext } from '../plan.ts'
import { entryError } from './entry-error.ts'
import { blocksAndTables } from './page-blocks.ts'
import { isPicture, pictureRaster } from './picture-raster.ts'
import type { PageReading } from './page-reading.ts'
import { recognisePage } from './recognise-page.ts'
import type { PlainText } from './hint-pages.ts'
import { turnedSize } from './page-frame.ts'
import { scanBlocks } from './scan-blocks.ts'

export interface ScanOptions {
  languages: Languages
  password: string | undefined
  maxChars: number
  /** Most that one leaf may take, where the file is one of several. */
  timeoutMs: number | undefined
  /** Whether the words or the blocks are wanted with their places. */
  detail: ReadInput['detail']
  format: ReadInput['format']
}

/** A page in pixels as it is recognised, and how the page itself is measured. */
interface ScanRaster {
  page: PageRaster
  /** Points to a pixel of the raster; of a picture its own pixels. */
  unit: number
  /** Of the page as it stood before recognition turned it, in points or the picture's pixels. */
  width: number
  height: number
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
): Promise<{ page: Page; plain?: PlainText }> {
  try {
    const raster = await rasterOf(opened, otherwise.number, options, ctx)
    const read = await recognisePage(
      raster.page,
      { languages: options.languages, engine: 'auto', deskew: true, timeoutMs: options.timeoutMs },
      ctx,
    )
    const text = cutText(read.text, options.maxChars)
    if (text === '' && otherwise.text !== '') return { page: otherwise }
    const places = placesOf(read, text, raster)
    const blocks = scanBlocks(text, places.words)
    const page: Page = {
      number: otherwise.number,
      text: options.format === 'markdown' ? blocksMarkdown(blocks) : text,
      from: text === '' ? 'none' : 'ocr',
      ...(text !== '' && { confidence: read.confidence, engine: read.engine }),
      ...(options.detail !== 'text' && {
        width: places.width,
        height: places.height,
        rotation: read.rotation,
      }),
      ...(options.detail === 'words' && { words: places.words }),
      ...(options.detail === 'blocks' && blocksAndTables(blocks)),
      ...(text.length < read.text.length && { truncated: true }),
    }
    return { page, plain: { text: read.text, words: placesOf(read, read.text, raster).words } }
  } catch (error) {
    if (ctx.signal.aborted || !(error instanceof Fault)) throw error
    return { page: { ...otherwise, error: entryError(error) } }
  }
}

/** The words left of a text that may be cut, measured as the page is. */
function placesOf(read: PageReading, text: string, raster: ScanRaster) {
  const scaled = (pixels: number): number => rounded(pixels * raster.unit)
  return {
    ...turnedSize(raster, read.rotation),
    words: wordsOfCut(read.lines.flat(), text).map(({ text, box: [x, y, width, height] }): PageWord => {
      const [left, top] = [scaled(x), scaled(y)]
      return {
        text,
        box: [left, top, rounded(scaled(x + width) - left), rounded(scaled(y + height) - top)],
      }
    }),
  }
}

async function rasterOf(
  opened: OpenedSource,
  page: number,
  { password, timeoutMs }: ScanOptions,
  ctx: PlanContext,
): Promise<ScanRaster> {
  const limits = timeoutMs === undefined ? {} : { timeoutMs }
  if (isPicture(opened)) {
    const raster = await pictureRaster(opened, page, limits, ctx)
    return { page: raster.page, unit: 1 / raster.scale, width: raster.width, height: raster.height }
  }
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
  const options = { lane: 'native', files: [digest], ...limits } as const
  const raster = await ctx.leaf<PdfPageRaster>('raster.pdfPage', task, options)
  const { widthPt, heightPt } = raster
  return {
    page: raster.page,
    unit: 72 / raster.dpi,
    width: rounded(widthPt),
    height: rounded(heightPt),
  }
}
