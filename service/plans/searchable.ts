import { fault, isFaultCode } from '../../bridge/faults.ts'
import { ReadInput, type Document, type Page } from '../../bridge/operations/documents.ts'
import type {
  SearchableInput,
  SearchableOutput,
  SearchablePage,
} from '../../bridge/operations/documents-searchable.ts'
import { Digest } from '../../bridge/sources.ts'
import type { TextLayerInput, TextLayerOutput } from '../../workers/documents/searchable/add-text-layer.ts'
import type { PicturePage, PicturePdfInput } from '../../workers/documents/searchable/picture-pdf.ts'
import { wordsOfLines, type LayerPage, type LayerWord } from '../../workers/page-words.ts'
import type { PictureInput } from '../../workers/raster/picture.ts'
import type { StoredPicture } from '../../workers/raster/stored-picture.ts'
import type { OpenedSource, Plan, PlanContext } from '../plan.ts'
import { readPlan } from './documents.ts'
import { inTurn } from './in-turn.ts'
import { isPicture } from './picture-raster.ts'

const PDF = 'application/pdf'

/**
 * Plan of `documents.searchable`: reads the pages as `documents.read` does, then lays what was recognised over them. A
 * PDF on which nothing was recognised comes back as it is. Where no page could be recognised, the fault of the first is
 * the call's.
 */
export const searchablePlan: Plan<SearchableInput, SearchableOutput> = async (input, ctx) => {
  const source = input.source ?? { path: input.path ?? '' }
  const opened = await ctx.open(source)
  const question = { source, pages: input.pages, languages: input.languages, detail: 'words', hints: false }
  const { documents } = await readPlan(ReadInput.parse(question), ctx)
  const document = documents[0]
  if (document === undefined || !(isPicture(opened) || document.mediaType === PDF)) throw neither(document)
  const layers = document.pages.filter(({ from }) => from === 'ocr').map(layerOf)
  if (layers.length === 0) throwFirst(document.pages)
  const made = isPicture(opened)
    ? await ofPictures(opened, document.pages, ctx)
    : layers.length > 0
      ? await ofPdf(opened, layers, ctx)
      : undefined
  return {
    pdf: ctx.blob(Digest.parse(made?.digest ?? opened.digest), PDF),
    pageCount: document.pageCount ?? document.pages.length,
    pages: document.pages.map(pageOf),
    changed: made !== undefined,
  }
}

const neither = (document: Document | undefined): Error =>
  fault(
    'TYPE_UNSUPPORTED',
    `Expected a PDF or a picture; the file is ${document?.mediaType ?? 'of no known type'}.`,
  )

/** With nothing recognised at all, what kept the first page from it is the answer. */
function throwFirst(pages: readonly Page[]): void {
  const error = pages.find((page) => page.error)?.error
  if (error !== undefined && isFaultCode(error.code)) throw fault(error.code, error.detail)
}

async function ofPdf(opened: OpenedSource, pages: LayerPage[], ctx: PlanContext): Promise<TextLayerOutput> {
  const task: TextLayerInput = { digest: opened.digest, pages }
  return await ctx.leaf<TextLayerOutput>('documents.textLayer', task, {
    lane: 'heavy',
    files: [opened.digest],
  })
}

/** Pages that could not be read, or have no text, stand in the PDF as pictures alone. */
async function ofPictures(
  { digest, name, mediaType }: OpenedSource,
  pages: readonly Page[],
  ctx: PlanContext,
): Promise<TextLayerOutput> {
  const { maxPixels } = ctx.settings.ocr
  const { maxRenderPixels: targetPixels } = ctx.settings.documents
  const stored = await inTurn(pages, Math.max(1, ctx.settings.lanes.native.workers), async (page) => {
    const task: PictureInput = { digest, name, mediaType, frame: page.number - 1, maxPixels, targetPixels }
    const picture = await ctx.leaf<StoredPicture>('raster.storedPicture', task, {
      lane: 'native',
      files: [digest],
    })
    return { ...picture, layer: layerOf(page) } satisfies PicturePage
  })
  const task: PicturePdfInput = { pages: stored, maxPixels: Math.max(maxPixels, targetPixels) }
  return await ctx.leaf<TextLayerOutput>('documents.picturePdf', task, {
    lane: 'heavy',
    files: [...new Set(stored.map((picture) => Digest.parse(picture.digest)))],
  })
}

function layerOf(page: Page): LayerPage {
  const { number, rotation = 0, width = 1, height = 1 } = page
  return { number, turn: rotation, width, height, lines: page.from === 'ocr' ? linesOf(page) : [] }
}

function linesOf({ text, words = [] }: Page): LayerWord[][] {
  return wordsOfLines(words, text).map((line) =>
    line.flatMap(({ text, box }) => (box ? [{ text, box }] : [])),
  )
}

function pageOf({ number, from, confidence, rotation, error }: Page): SearchablePage {
  return {
    number,
    from,
    ...(from === 'ocr' && { confidence, rotation }),
    ...(error && { error }),
  }
}
