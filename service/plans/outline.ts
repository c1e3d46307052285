import { ReadInput, type Document } from '../../bridge/operations/documents.ts'
import type { OutlineInput, OutlineOutput } from '../../bridge/operations/documents-outline.ts'
import type { PdfOutline, PdfOutlineInput } from '../../workers/documents/pdf-outline.ts'
import type { OpenedSource, Plan, PlanContext } from '../plan.ts'
import { refuseLarge } from './count-pages.ts'
import { readPlan } from './documents.ts'
import { nestHeadings } from './nest-headings.ts'

const PDF = 'application/pdf'

/**
 * Plan of `documents.outline`: the bookmarks of a PDF; where there are none, and of any other file, the headings of
 * its pages as `documents.read` finds them.
 */
export const outlinePlan: Plan<OutlineInput, OutlineOutput> = async (input, ctx) => {
  const source = input.source ?? { path: input.path ?? '' }
  const opened = await ctx.open(source)
  refuseLarge(opened, ctx)
  if (opened.mediaType === PDF) {
    const own = await bookmarks(opened, input.password, ctx)
    if (own !== undefined) return own
  }
  const { password, maxPages } = input
  const question = { source, password, maxPages, detail: 'blocks', ocr: 'never', hints: false }
  const { documents, skipped } = await readPlan(ReadInput.parse(question), ctx)
  const [document] = documents
  // That some bytes are a PDF may show only when they are read.
  if (document?.mediaType === PDF && opened.mediaType !== PDF) {
    const own = await bookmarks(opened, input.password, ctx)
    if (own !== undefined) return own
  }
  return headings(document, skipped[0]?.nextPage, ctx)
}

async function bookmarks(
  opened: OpenedSource,
  password: string | undefined,
  ctx: PlanContext,
): Promise<OutlineOutput | undefined> {
  const { maxUnfoldedBytes, maxOutlineItems: maxItems } = ctx.settings.documents
  const question: PdfOutlineInput = { digest: opened.digest, password, maxUnfoldedBytes, maxItems }
  const { pageCount, items, truncated } = await ctx.leaf<PdfOutline>('documents.pdfOutline', question, {
    lane: 'heavy',
    files: [opened.digest],
  })
  if (items.length === 0) return undefined
  return { pageCount, from: 'bookmarks', items, ...(truncated && { truncated }) }
}

function headings(
  document: Document | undefined,
  nextPage: number | undefined,
  ctx: PlanContext,
): OutlineOutput {
  const { items, truncated } = nestHeadings(document?.pages ?? [], ctx.settings.documents.maxOutlineItems)
  return {
    pageCount: document?.pageCount ?? 0,
    from: items.length > 0 ? 'headings' : 'none',
    items,
    ...(truncated && { truncated }),
    ...(nextPage !== undefined && { nextPage }),
  }
}
