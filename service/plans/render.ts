import { Fault, fault } from '../../bridge/faults.ts'
import type { RenderedPage, RenderInput, RenderOutput } from '../../bridge/operations/documents-render.ts'
import { Digest } from '../../bridge/sources.ts'
import { rounded } from '../../workers/page-words.ts'
import type { PagePicture } from '../../workers/page-picture.ts'
import type { PdfPictureInput } from '../../workers/raster/pdf-page.ts'
import type { PictureCount, ShownPictureInput } from '../../workers/raster/shown-picture.ts'
import type { OpenedSource, Plan, PlanContext } from '../plan.ts'
import { askPdf, pagesThere, refuseLarge, refuseMislabelled } from './count-pages.ts'
import { entryError } from './entry-error.ts'
import { inTurn } from './in-turn.ts'
import { isPicture } from './picture-raster.ts'

/** Plan of `documents.render`: counts the pages, then draws those asked for in child processes, a page a leaf. */
export const renderPlan: Plan<RenderInput, RenderOutput> = async (input, ctx) => {
  const opened = await ctx.open(input.source ?? { path: input.path ?? '' })
  refuseLarge(opened, ctx)
  const pageCount = isPicture(opened)
    ? await countPictures(opened, ctx)
    : (await askPdf(opened, input.password, {}, ctx)).pageCount
  const wanted = pagesThere(input.pages, pageCount)
  const { maxRenderPages } = ctx.settings.documents
  if (wanted.length > maxRenderPages) {
    const detail =
      `At most ${maxRenderPages} pages are drawn in one call; ${wanted.length} were asked for. ` +
      'Ask for ranges in `pages`.'
    throw fault('TOO_MANY_PAGES', detail, { maxPages: maxRenderPages })
  }
  const alone = wanted.length === 1
  let done = 0
  const pages = await inTurn(wanted, Math.max(1, ctx.settings.lanes.native.workers), async (number) => {
    const page = await drawn(opened, number, input, alone, ctx)
    ctx.progress(++done / wanted.length)
    return page
  })
  return { pages, pageCount }
}

async function countPictures(opened: OpenedSource, ctx: PlanContext): Promise<number> {
  refuseMislabelled(opened, opened.mediaType)
  const { digest, mediaType, name } = opened
  const options = { lane: 'native' as const, files: [digest] }
  const { pages } = await ctx.leaf<PictureCount>('raster.pictureCount', { digest, mediaType, name }, options)
  return pages
}

/** Draws one page. Among several its fault stays on its entry, and it may not use up the time of all. */
async function drawn(
  opened: OpenedSource,
  number: number,
  { password, dpi, format }: RenderInput,
  alone: boolean,
  ctx: PlanContext,
): Promise<RenderedPage> {
  const { digest, mediaType, name } = opened
  const { maxRenderPixels: maxPixels, maxUnfoldedBytes, maxLeafMs } = ctx.settings.documents
  const options = { lane: 'native' as const, files: [digest], ...(!alone && { timeoutMs: maxLeafMs }) }
  const ofPicture: ShownPictureInput = {
    digest,
    mediaType,
    name,
    frame: number - 1,
    dpi,
    format,
    maxPixels: ctx.settings.ocr.maxPixels,
    targetPixels: maxPixels,
  }
  const ofPdf: PdfPictureInput = { digest, page: number, password, dpi, format, maxPixels, maxUnfoldedBytes }
  try {
    ctx.signal.throwIfAborted()
    const page = isPicture(opened)
      ? await ctx.leaf<PagePicture>('raster.shownPicture', ofPicture, options)
      : await ctx.leaf<PagePicture>('raster.pdfPicture', ofPdf, options)
    return {
      number,
      width: page.width,
      height: page.height,
      widthPt: rounded(page.widthPt),
      heightPt: rounded(page.heightPt),
      picture: ctx.blob(Digest.parse(page.picture), `image/${format}`),
    }
  } catch (error) {
    if (alone || ctx.signal.aborted || !(error instanceof Fault)) throw error
    return { number, error: entryError(error) }
  }
}
