import { basename } from 'node:path'
import { Fault, fault } from '../../bridge/faults.ts'
import type { ReadInput, ReadOutput } from '../../bridge/operations/documents.ts'
import type { Source } from '../../bridge/sources.ts'
import type { FileText } from '../../workers/formats/read-file.ts'
import type { OpenedSource, Plan, PlanContext } from '../plan.ts'
import { askPdf, pagesThere, refuseLarge, refuseMislabelled } from './count-pages.ts'
import { entryError } from './entry-error.ts'
import { addHints } from './filing-hints.ts'
import { inTurn } from './in-turn.ts'
import { isPicture, pagesOf, pictureRaster } from './picture-raster.ts'
import { attached, besidePages, readWhole } from './whole-file.ts'
import { namedSources } from './named-sources.ts'
import { pageChars } from './page-chars.ts'
import { PageReader, type Reading } from './read-pages.ts'

const PDF = 'application/pdf'

/**
 * Plan of `documents.read`: opens every source, asks each distinct file for its page count, then reads the wanted
 * pages in stretches, several leaves at once. The answer depends on the input alone, never on which leaf ends first.
 */
export const readPlan: Plan<ReadInput, ReadOutput> = async (input, ctx) => {
  const { named, alone, leftOut } = await namedSources(input, ctx)
  const width = 2 * ctx.settings.lanes.heavy.workers
  const readings = await inTurn(named.slice(0, input.limit), width, (source) =>
    orEntryError(
      { entry: { name: nameOf(source), ...pathOf(source), pages: [] }, wanted: [], hintPages: [] },
      alone,
      ctx,
      (reading) => openSource(reading, source, ctx),
    ),
  )
  markDuplicates(readings)
  await inTurn(readings, width, (reading) =>
    orEntryError(reading, alone, ctx, () => askPages(reading, input, alone, ctx)),
  )
  chargePages(readings, alone, ctx)
  const reader = new PageReader(readings, input, ctx, shareOfTime(alone, ctx), (reading, step) =>
    orEntryError(reading, alone, ctx, step),
  )
  await reader.readAll(width)
  if (input.hints) await inTurn(readings, width, (reading) => addHints(reading, input, ctx))
  return {
    documents: readings.map((reading) => reading.entry),
    skipped: [...skippedPages(readings, input), ...skippedSources(named.slice(input.limit)), ...leftOut],
  }
}

async function openSource(reading: Reading, source: Source, ctx: PlanContext): Promise<void> {
  const opened = await ctx.open(source)
  reading.opened = opened
  const { path, mediaType, bytes, digest } = opened
  reading.entry = {
    name: opened.name ?? (path === undefined ? reading.entry.name : basename(path)),
    ...(path === undefined ? {} : { path }),
    mediaType,
    bytes,
    sha256: digest,
    pages: [],
  }
  refuseLarge(opened, ctx)
}

/** Names the earlier document that has the same bytes; a duplicate is not read again. */
function markDuplicates(readings: readonly Reading[]): void {
  const first = new Map<string, number>()
  readings.forEach(({ entry, opened }, index) => {
    if (!opened || entry.error) return
    const earlier = first.get(opened.digest)
    if (earlier === undefined) first.set(opened.digest, index)
    else entry.duplicateOf = earlier
  })
}

/** One hostile file among several must not use up the time of all. */
function shareOfTime(alone: boolean, ctx: PlanContext): { timeoutMs?: number } {
  return alone ? {} : { timeoutMs: ctx.settings.documents.maxLeafMs }
}

async function askPages(reading: Reading, input: ReadInput, alone: boolean, ctx: PlanContext): Promise<void> {
  const { entry, opened } = reading
  if (!opened || entry.error || entry.duplicateOf !== undefined) return
  const limits = shareOfTime(alone, ctx)
  const pages = input.pages ?? `1-${input.maxPages}`
  if (!isPicture(opened) && opened.mediaType !== PDF) {
    const file = await readWhole(opened, pages, input, limits, ctx)
    if (file.format !== 'pdf') {
      takeFile(reading, opened, file, pagesThere(pages, file.pageCount), pageChars(input, ctx), ctx)
      return
    }
  }
  if (isPicture(opened)) entry.pageCount = await countPictures(opened, limits, ctx)
  else {
    const { pageCount, attachments, labels } = await askPdf(opened, input.password, limits, ctx)
    Object.assign(entry, { mediaType: PDF, pageCount, ...attached(attachments, ctx) })
    reading.attachments = attachments
    reading.labels = labels
  }
  reading.wanted = pagesThere(pages, entry.pageCount ?? 0)
}

/** Takes what was read in one go: its pages are there already when the others are read. */
function takeFile(
  reading: Reading,
  opened: OpenedSource,
  file: FileText,
  wanted: number[],
  maxChars: number,
  ctx: PlanContext,
): void {
  refuseMislabelled(opened, file.mediaType)
  Object.assign(reading.entry, {
    mediaType: file.mediaType,
    pageCount: file.pageCount,
    ...besidePages(file, maxChars, ctx),
  })
  reading.file = file
  reading.wanted = wanted
}

/** A file of several pictures, such as a TIFF from a fax, has a page for each. */
async function countPictures(
  opened: OpenedSource,
  limits: { timeoutMs?: number },
  ctx: PlanContext,
): Promise<number> {
  refuseMislabelled(opened, opened.mediaType)
  return pagesOf(await pictureRaster(opened, 1, limits, ctx))
}

/** Refuses the documents whose pages would take the call past the pages allowed in one call. */
function chargePages(readings: readonly Reading[], alone: boolean, ctx: PlanContext): void {
  const { maxPages } = ctx.settings.documents
  let total = 0
  for (const reading of readings) {
    if (total + reading.wanted.length <= maxPages) {
      total += reading.wanted.length
      continue
    }
    const tooMany = fault(
      'TOO_MANY_PAGES',
      `At most ${maxPages} pages are read in one call; ${total + reading.wanted.length} were asked for. ` +
        'Ask for ranges in `pages`.',
      { maxPages },
    )
    if (alone) throw tooMany
    reading.wanted = []
    reading.entry.error = entryError(tooMany)
  }
}

/**
 * Runs one step for one source. Where it is the only one its fault is the call's; among several it becomes the
 * `error` of its entry. The end of the whole call is never an entry's.
 */
async function orEntryError(
  reading: Reading,
  alone: boolean,
  ctx: PlanContext,
  step: (reading: Reading) => Promise<void>,
): Promise<Reading> {
  try {
    ctx.signal.throwIfAborted()
    await step(reading)
  } catch (error) {
    if (alone || ctx.signal.aborted || !(error instanceof Fault)) throw error
    reading.entry.error = entryError(error)
    reading.entry.pages = []
    reading.wanted = []
  }
  return reading
}

/** Documents that have more pages than were read, when no pages were named. */
function skippedPages(readings: readonly Reading[], input: ReadInput): ReadOutput['skipped'] {
  if (input.pages !== undefined) return []
  return readings.flatMap(({ entry }) => {
    const last = entry.pages.at(-1)?.number
    if (last === undefined || entry.pageCount === undefined || last >= entry.pageCount) return []
    const reason = `The first ${last} of ${entry.pageCount} pages were read.`
    return [{ ...pathOf(entry), name: entry.name, reason, nextPage: last + 1 }]
  })
}

function skippedSources(sources: readonly Source[]): ReadOutput['skipped'] {
  return sources.map((source) => ({
    ...pathOf(source),
    name: nameOf(source),
    reason: 'More files than `limit` were given.',
  }))
}

function nameOf(source: Source): string {
  return 'path' in source ? basename(source.path) : (source.name ?? source.blob)
}

function pathOf(from: { path?: string | undefined } | { blob: string }): { path?: string } {
  return 'path' in from && from.path !== undefined ? { path: from.path } : {}
}
