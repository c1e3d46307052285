import { Fault } from '../../bridge/faults.ts'
import type { Languages, Word } from '../../bridge/operations/ocr.ts'
import { guessLanguage } from './guess-language.ts'
import type { PageMeasure } from '../../workers/ocr/prepare/measure.ts'
import type { Prepared, PrepareTask } from '../../workers/ocr/prepare/prepare.ts'
import type { Engine, OcrLine, PageRaster, Recognition } from '../../workers/ocr/recognition.ts'
import type { TesseractInput } from '../../workers/ocr/tesseract/recognise.ts'
import type { PlanContext } from '../plan.ts'
import { languageFolder } from '../settings.ts'
import { placeBox, turnedSize, type Affine } from './page-frame.ts'

export interface PageOptions {
  languages: Languages
  engine: 'auto' | Engine
  deskew: boolean
}

/** What was read on one page; boxes in pixels of the raster turned upright. */
export interface PageReading {
  text: string
  confidence: number
  rotation: 0 | 90 | 180 | 270
  skewDegrees: number
  engine: Engine | 'none'
  languages: string[]
  words: Word[]
}

/** From this confidence on a reading of Tesseract is taken without asking the other program. */
const SURE = 0.9
/** Tesseract is preferred unless the other is surer by this much: it is better at blanks, order and small print. */
const LEAD = 0.02
/** Below this height of letters the page is enlarged, to about this height. */
const SMALL_LETTERS = 16
const GOOD_LETTERS = 32
/** From this unevenness on the light is flattened. */
const UNEVEN = 0.25
/** A smaller skew is left alone. */
const SKEW_DEGREES = 0.15

/**
 * Has one page read: measures it, prepares what needs it, asks Tesseract, and PP-OCR where Tesseract is not sure, and
 * takes the surer of the two. Where one program is not there, the other reads alone.
 */
export async function recognisePage(
  page: PageRaster,
  options: PageOptions,
  ctx: PlanContext,
): Promise<PageReading> {
  const measure = await ctx.leaf<PageMeasure>(
    'ocr.measure',
    { page },
    { lane: 'heavy', files: [page.digest] },
  )
  if (measure.blank) return nothing
  if (options.engine === 'ppocr') return withPpocr(page, ctx)
  const languages = options.languages === 'auto' ? ['eng'] : options.languages
  const first = await orNothing(options, withTesseract(page, measure, 0, languages, options, ctx))
  if (options.engine === 'tesseract' || first.confidence >= SURE) {
    return inItsLanguage(first, page, measure, options, ctx)
  }
  // Where neither is there, the fault of the second is the page's.
  const second = await (first === nothing ? withPpocr(page, ctx) : orNothing(options, withPpocr(page, ctx)))
  if (second.rotation !== 0) {
    const turned = await orNothing(
      options,
      withTesseract(page, measure, second.rotation, languages, options, ctx),
    )
    return inItsLanguage(surer(turned, second), page, measure, options, ctx)
  }
  return inItsLanguage(surer(first, second), page, measure, options, ctx)
}

const nothing: PageReading = {
  text: '',
  confidence: 0,
  rotation: 0,
  skewDegrees: 0,
  engine: 'none',
  languages: [],
  words: [],
}

/** A program that is not there reads nothing, unless it was asked for by name. */
async function orNothing({ engine }: PageOptions, reading: Promise<PageReading>): Promise<PageReading> {
  try {
    return await reading
  } catch (error) {
    if (engine === 'auto' && error instanceof Fault && error.code === 'UNAVAILABLE') return nothing
    throw error
  }
}

function surer(tesseract: PageReading, ppocr: PageReading): PageReading {
  return ppocr.confidence > tesseract.confidence + LEAD ? ppocr : tesseract
}

/** Reads again in the language the text turned out to be in, where that is not what it was read in. */
async function inItsLanguage(
  read: PageReading,
  page: PageRaster,
  measure: PageMeasure,
  options: PageOptions,
  ctx: PlanContext,
): Promise<PageReading> {
  if (options.languages !== 'auto' || options.engine === 'ppocr') return read
  const language = guessLanguage(read.text)
  if (language === undefined || read.languages[0] === language) return read
  const again = await orNothing(
    options,
    withTesseract(page, measure, read.rotation, [language], options, ctx),
  )
  return again.confidence + LEAD >= read.confidence ? again : read
}

async function withTesseract(
  page: PageRaster,
  measure: PageMeasure,
  turn: PageReading['rotation'],
  languages: string[],
  options: PageOptions,
  ctx: PlanContext,
): Promise<PageReading> {
  const skew = turn % 180 === 0 ? measure.skewDegrees : 0
  const deskewDegrees = options.deskew && Math.abs(skew) >= SKEW_DEGREES ? skew : 0
  const small = measure.textHeight > 0 && measure.textHeight < SMALL_LETTERS
  const task: PrepareTask = {
    page,
    turn,
    deskewDegrees,
    flatten: measure.lightRange >= UNEVEN,
    invert: measure.dark,
    scale: small ? Math.min(3, GOOD_LETTERS / measure.textHeight) : 1,
  }
  const prepared = await ctx.leaf<Prepared>('ocr.prepare', task, { lane: 'heavy', files: [page.digest] })
  const question: TesseractInput = {
    page: prepared.page,
    languages,
    mode: measure.columns > 1 ? 'auto' : 'block',
    dataFolder: languageFolder(ctx.settings),
  }
  const found = await ctx.leaf<Recognition>('ocr.tesseract', question, {
    lane: 'heavy',
    files: [prepared.page.digest],
  })
  const reading = readingOf(found, languages, prepared.toSource, page, turn)
  return { ...reading, skewDegrees: deskewDegrees }
}

async function withPpocr(page: PageRaster, ctx: PlanContext): Promise<PageReading> {
  const found = await ctx.leaf<Recognition>('ocr.ppocr', { page }, { lane: 'native', files: [page.digest] })
  return readingOf(found, [], undefined, page, found.rotation)
}

/** `toSource` leads from the pixels that were read to those of the page; without it they are upright already. */
function readingOf(
  { engine, lines, confidence }: Recognition,
  languages: string[],
  toSource: Affine | undefined,
  page: PageRaster,
  rotation: PageReading['rotation'],
): PageReading {
  const size = turnedSize(page, rotation)
  const words = lines.flatMap((line: OcrLine) =>
    line.words.map((word): Word => ({ ...word, box: placeBox(word.box, toSource, page, rotation, size) })),
  )
  return {
    text: lines.map((line) => line.text).join('\n'),
    confidence,
    rotation,
    skewDegrees: 0,
    engine: lines.length === 0 ? 'none' : engine,
    languages,
    words,
  }
}
