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
export const readPlan: Plan<ReadInput, ReadOutput> = async (asked, ctx) => {
  const { named, alone, leftOut } = await namedSources(asked, ctx)
  const input = withChars(asked, Math.min(named.length, asked.limit))
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
  const outOfTime = new Set(readings.filter(({ entry, wanted }) => entry.pages.length < wanted.length))
  cutDocuments(readings, input.maxDocumentChars)
  return {
    documents: readings.map((reading) => reading.entry),
    skipped: [
      ...skippedPages(readings, outOfTime, input),
      ...skippedSources(named.slice(input.limit)),
      ...leftOut,
    ],
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
  const pages = input.pages ?? `1-${input.maxPages ?? USUAL_PAGES}`
  if (!isPicture(opened) && opened.mediaType !== PDF) {
    const file = await readWhole(opened, pages, input, limits, ctx)
    if (file.format !== 'pdf') {
      takeFile(reading, opened, file, pageChars(input, ctx), ctx)
      want(reading, pagesThere(pages, file.pageCount), input)
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
  want(reading, pagesThere(pages, entry.pageCount ?? 0), input)
}

/** Pages of a file that are read where nobody says how many. */
const USUAL_PAGES = 3

/** Wants the pages that were asked for, as many as one call may read. */
function want(reading: Reading, asked: number[], { maxPages = asked.length }: ReadInput): void {
  reading.wanted = asked.slice(0, maxPages)
  reading.beyond = asked[maxPages]
}

/** Takes what was read in one go: its pages are there already when the others are read. */
function takeFile(
  reading: Reading,
  opened: OpenedSource,
  file: FileText,
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

/** Characters of each document that an agent is answered unless it asks for more, for a few and for many. */
const AUTO_CHARS = { few: 4000, many: 800, fewDocuments: 3 }

/** The input with the characters of a document as a number. */
function withChars(
  input: ReadInput,
  documents: number,
): ReadInput & { maxDocumentChars?: number | undefined } {
  const { maxDocumentChars } = input
  const auto = documents <= AUTO_CHARS.fewDocuments ? AUTO_CHARS.few : AUTO_CHARS.many
  return { ...input, maxDocumentChars: maxDocumentChars === 'auto' ? auto : maxDocumentChars }
}

/** Keeps of each document the pages within its characters; one that does not fit whole is left to the next call. */
function cutDocuments(readings: readonly Reading[], maxChars: number | undefined): void {
  if (maxChars === undefined) return
  for (const { entry } of readings) {
    let chars = 0
    const beyond = entry.pages.findIndex(({ text }) => (chars += text.length) > maxChars)
    if (beyond > 0) entry.pages = entry.pages.slice(0, beyond)
  }
}

/** Documents of which pages are left to another call: beyond those asked for at a time, the characters or the time. */
function skippedPages(
  readings: readonly Reading[],
  outOfTime: ReadonlySet<Reading>,
  { pages, maxDocumentChars }: ReadInput,
): ReadOutput['skipped'] {
  return readings.flatMap((reading) => {
    const { entry, wanted, beyond } = reading
    const there = new Set(entry.pages.map(({ number }) => number))
    const missing = entry.error === undefined ? wanted.find((number) => !there.has(number)) : undefined
    const last = wanted.at(-1)
    const more =
      pages === undefined && last !== undefined && entry.pageCount !== undefined && last < entry.pageCount
    const rest = there.size > 0 && more ? last + 1 : undefined
    const nextPage = missing ?? (entry.error === undefined ? beyond : undefined) ?? rest
    if (nextPage === undefined) return []
    let reason = `The first ${last} of ${entry.pageCount} pages were read.`
    if (missing === undefined && nextPage === beyond) reason = `Page ${beyond} goes beyond \`maxPages\`.`
    else if (outOfTime.has(reading)) reason = `The time allowed ran out before page ${missing} was read.`
    else if (missing !== undefined)
      reason = `Page ${missing} goes beyond the ${maxDocumentChars} characters of a document.`
    return [{ ...pathOf(entry), name: entry.name, reason, nextPage }]
  })
}

/** Files named in `skipped`; of more than these only the number is told. */
const MOST_SKIPPED = 25

function skippedSources(sources: readonly Source[]): ReadOutput['skipped'] {
  const named = sources.slice(0, MOST_SKIPPED).map((source) => ({
    ...pathOf(source),
    name: nameOf(source),
    reason: 'More files than `limit` were given.',
  }))
  const rest = sources.length - named.length
  return rest === 0 ? named : [...named, { reason: `${rest} more files than \`limit\` were given.` }]
}

function nameOf(source: Source): string {
  return 'path' in source ? basename(source.path) : (source.name ?? source.blob)
}

function pathOf(from: { path?: string | undefined } | { blob: string }): { path?: string } {
  return 'path' in from && from.path !== undefined ? { path: from.path } : {}
}
