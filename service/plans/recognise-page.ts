import { Fault } from '../../bridge/faults.ts'
import type { Languages, Word } from '../../bridge/operations/ocr.ts'
import { guessLanguage } from './guess-language.ts'
import type { PageMeasures } from '../../workers/ocr/prepare/measure.ts'
import type { PreparedPage, PrepareTask } from '../../workers/ocr/prepare/prepare.ts'
import type { Engine, OcrLine, PageRaster, Recognition } from '../../workers/recognition.ts'
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

/** A reading is taken at once from this confidence on; the two programs count theirs differently. */
const SURE = { tesseract: 0.94, ppocr: 0.9 } as const
/** Less than this is not text: grain, pictures, patterns. */
const LEAST = 0.4
/** A reading in the language of the page is taken from this confidence on: other programs lack its letters. */
const LEAST_IN_LANGUAGE = 0.8
/** Below this height of letters the page is enlarged, to about this height. */
const SMALL_LETTERS = 16
const GOOD_LETTERS = 32
/** From this unevenness on the light is flattened. */
const UNEVEN = 0.25
/** A smaller skew is left alone; a page with a larger one was not laid on a scanner. */
const SKEW_DEGREES = 0.15
const LEANING_DEGREES = 1

/**
 * Has one page read. Its measures say which program goes first: Tesseract for columns and for flat pages, where it is
 * quick and good at order, PP-OCR for photographs, bad light, small print and pages that lean. The other is asked where
 * the first is not sure, and the surer reading is taken. Where one program is not there, the other reads alone.
 */
export async function recognisePage(
  page: PageRaster,
  options: PageOptions,
  ctx: PlanContext,
): Promise<PageReading> {
  const measure = await ctx.leaf<PageMeasures>(
    'ocr.measure',
    { page },
    { lane: 'heavy', files: [page.digest] },
  )
  if (measure.blank) return nothing
  const read = await readBest(page, measure, options, ctx)
  if (read.confidence < LEAST) return nothing
  return options.languages === 'auto' && options.engine !== 'ppocr'
    ? inItsLanguage(read, page, measure, options, ctx)
    : read
}

async function readBest(
  page: PageRaster,
  measure: PageMeasures,
  options: PageOptions,
  ctx: PlanContext,
): Promise<PageReading> {
  const languages = options.languages === 'auto' ? ['eng'] : options.languages
  const tesseract = (turn: PageReading['rotation']): Promise<PageReading> =>
    withTesseract(page, measure, turn, languages, options, ctx)
  const ppocr = (): Promise<PageReading> => withPpocr(page, ctx)
  if (options.engine === 'tesseract') return tesseract(0)
  if (options.engine === 'ppocr') return ppocr()
  const named = options.languages !== 'auto' && languages[0] !== 'eng'
  const tesseractFirst = named || measure.columns > 1 || isFlat(measure)
  const [first, second] = tesseractFirst ? [() => tesseract(0), ppocr] : [ppocr, () => tesseract(0)]
  const reading = await orNothing(first)
  if (isSure(reading)) return reading
  // Where neither program is there, the fault of the second is the page's.
  const other = reading === nothing ? await second() : await orNothing(second)
  if (isSure(other)) return other
  const best = surer(reading, other)
  if (best.engine !== 'ppocr' || best.rotation === 0) return best
  return surer(best, await orNothing(() => tesseract(best.rotation)))
}

/** Whether a page looks as if it lay flat on a scanner, in print of a good size. */
function isFlat({ lightRange, skewDegrees, textHeight, noisy }: PageMeasures): boolean {
  return (
    lightRange < UNEVEN && Math.abs(skewDegrees) < LEANING_DEGREES && textHeight >= SMALL_LETTERS && !noisy
  )
}

function isSure({ engine, confidence }: PageReading): boolean {
  return engine !== 'none' && confidence >= SURE[engine]
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

/** A program that is not there reads nothing. */
async function orNothing(read: () => Promise<PageReading>): Promise<PageReading> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Fault && error.code === 'UNAVAILABLE') return nothing
    throw error
  }
}

function surer(a: PageReading, b: PageReading): PageReading {
  return b.confidence > a.confidence ? b : a
}

/** Reads again in the language the text turned out to be in, where that is not what it was read in. */
async function inItsLanguage(
  read: PageReading,
  page: PageRaster,
  measure: PageMeasures,
  options: PageOptions,
  ctx: PlanContext,
): Promise<PageReading> {
  const language = guessLanguage(read.text) ?? 'eng'
  if (language === 'eng' || read.languages[0] === language) return read
  const again = await orNothing(() => withTesseract(page, measure, read.rotation, [language], options, ctx))
  return again.confidence >= LEAST_IN_LANGUAGE ? again : read
}

async function withTesseract(
  page: PageRaster,
  measure: PageMeasures,
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
  const prepared = await ctx.leaf<PreparedPage>('ocr.prepare', task, { lane: 'heavy', files: [page.digest] })
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
    line.words.map((word): Word => ({
      text: word.text,
      box: placeBox(word.box, toSource, page, rotation, size),
      confidence: rounded(word.confidence),
    })),
  )
  return {
    text: lines.map((line) => line.text).join('\n'),
    confidence: rounded(confidence),
    rotation,
    skewDegrees: 0,
    engine: lines.length === 0 ? 'none' : engine,
    languages,
    words,
  }
}

/** Four digits: what lies beyond them is noise of the arithmetic. */
function rounded(confidence: number): number {
  return Math.round(confidence * 10_000) / 10_000
}
