import { Fault } from '../../bridge/faults.ts'
import { namedLanguages, type Languages, type Word } from '../../bridge/operations/ocr.ts'
import type { Quad } from '../../workers/homography.ts'
import type { PageMeasures } from '../../workers/ocr/prepare/measure.ts'
import type { PreparedPage, PrepareTask } from '../../workers/ocr/prepare/prepare.ts'
import type { RectifiedPage, RectifyTask } from '../../workers/ocr/prepare/rectify.ts'
import type { Engine, OcrLine, PageRaster, Recognition } from '../../workers/recognition.ts'
import type { Orientation } from '../../workers/ocr/tesseract/orientation.ts'
import type { TesseractInput } from '../../workers/ocr/tesseract/recognise.ts'
import type { PlanContext } from '../plan.ts'
import { languageFolder } from '../settings.ts'
import { guessLanguage } from './guess-language.ts'
import { fused } from './fuse-readings.ts'
import { placeBox, rescaledLines, turnedSize, unwarpedLines, type Affine } from './page-frame.ts'
import { isSure, nothing, surer, type PageReading } from './page-reading.ts'

export interface PageOptions {
  languages: Languages
  engine: 'auto' | Engine
  deskew: boolean
  /** Most that one leaf may take. */
  timeoutMs?: number | undefined
}

/** Less than this is not text: grain, pictures, patterns. */
const LEAST = 0.4
/** A reading in the language of the page is taken from this confidence on: other programs lack its letters. */
const LEAST_IN_LANGUAGE = 0.8
/** From this confidence on it is told which way up a page stands. */
const TELLING = 0.5
/** Below this height of letters the page is enlarged, to about this height. */
const SMALL_LETTERS = 16
const GOOD_LETTERS = 32
/** Above this height of letters the page is reduced, to about that: larger ones take longer and read no better. */
const LARGE_LETTERS = 80
const AMPLE_LETTERS = 64
/** From this unevenness on the light is flattened. */
const UNEVEN = 0.25
/** A smaller skew is left alone; a page with a larger one was not laid on a scanner. */
const SKEW_DEGREES = 0.15
const LEANING_DEGREES = 1

/**
 * Has one page read. Its measures say which program goes first: Tesseract for columns, flat pages and languages other
 * than English, where it is quick, good at order and has the letters; PP-OCR for photographs, bad light, small print and
 * pages that lean. The other is asked where the first is not sure, and line by line the surer reading is taken. Where one
 * program is not there, or takes too long as the second, the other reads alone, unless a language was named that only
 * Tesseract could read.
 */
export async function recognisePage(
  page: PageRaster,
  options: PageOptions,
  ctx: PlanContext,
): Promise<PageReading> {
  const measure = await leafOf<PageMeasures>('ocr.measure', { page }, 'heavy', options, ctx)
  const { sheet } = measure
  const flat = options.deskew && sheet ? await readSheet(page, sheet, options, ctx) : nothing
  const read = isSure(flat) ? flat : surer(flat, await readMeasured(page, measure, options, ctx))
  if (read.confidence < LEAST) return nothing
  return read === flat && read.rotation % 180 === 0 ? { ...read, skewDegrees: measure.skewDegrees } : read
}

/** Reads a sheet that was photographed at an angle as if it had been seen from straight above. */
async function readSheet(
  page: PageRaster,
  sheet: Quad,
  options: PageOptions,
  ctx: PlanContext,
): Promise<PageReading> {
  const task: RectifyTask = { page, sheet }
  const flat = await leafOf<RectifiedPage>('ocr.rectify', task, 'heavy', options, ctx)
  const measure = await leafOf<PageMeasures>('ocr.measure', { page: flat.page }, 'heavy', options, ctx)
  const read = await readMeasured(flat.page, measure, options, ctx)
  return { ...read, lines: unwarpedLines(read.lines, flat, page, read.rotation) }
}

/** Reads a page as it is unless it is blank, or reduced where its letters are large. */
async function readMeasured(
  page: PageRaster,
  measure: PageMeasures,
  options: PageOptions,
  ctx: PlanContext,
): Promise<PageReading> {
  const { textHeight, blank } = measure
  if (blank) return nothing
  if (textHeight <= LARGE_LETTERS) return new Reader(page, measure, options, ctx).read()
  const scale = AMPLE_LETTERS / textHeight
  const task: PrepareTask = { page, turn: 0, invert: false, flatten: false, deskewDegrees: 0, scale }
  const prepared = await leafOf<PreparedPage>('ocr.prepare', task, 'heavy', options, ctx)
  const reader = new Reader(prepared.page, { ...measure, textHeight: AMPLE_LETTERS }, options, ctx)
  const read = await reader.read()
  const [from, to] = [turnedSize(prepared.page, read.rotation), turnedSize(page, read.rotation)]
  return { ...read, lines: rescaledLines(read.lines, from, to) }
}

/** Runs a leaf of recognition on a page. */
function leafOf<O>(
  name: string,
  input: { page: PageRaster },
  lane: 'heavy' | 'native',
  { timeoutMs }: Pick<PageOptions, 'timeoutMs'>,
  ctx: PlanContext,
): Promise<O> {
  const limits = timeoutMs === undefined ? {} : { timeoutMs }
  return ctx.leaf<O>(name, input, { lane, files: [input.page.digest], ...limits })
}

/** The ways in which one measured page can be read. */
class Reader {
  readonly #page: PageRaster
  readonly #measure: PageMeasures
  readonly #options: PageOptions
  readonly #ctx: PlanContext
  /** Languages that were named; undefined where they are to be found out. */
  readonly #named: string[] | undefined
  #leafMs: number | undefined

  constructor(page: PageRaster, measure: PageMeasures, options: PageOptions, ctx: PlanContext) {
    this.#page = page
    this.#measure = measure
    this.#options = options
    this.#ctx = ctx
    this.#leafMs = options.timeoutMs
    this.#named = namedLanguages(options.languages)
  }

  async read(): Promise<PageReading> {
    const { engine } = this.#options
    if (engine === 'ppocr') return this.#ppocr()
    return this.#inItsLanguage(await (engine === 'tesseract' ? this.#tesseractAnyWayUp() : this.#best()))
  }

  async #best(): Promise<PageReading> {
    const tesseract = (): Promise<PageReading> => this.#tesseract(0, this.#named ?? ENGLISH)
    const ppocr = (): Promise<PageReading> => this.#ppocr()
    const isForeign = this.#named !== undefined && this.#named[0] !== 'eng'
    const tesseractFirst = isForeign || this.#measure.columns > 1 || isFlat(this.#measure)
    const [first, second] = tesseractFirst ? [tesseract, ppocr] : [ppocr, tesseract]
    const reading = await this.#orNothing(first)
    if (isSure(reading) || (isForeign && reading.confidence >= LEAST_IN_LANGUAGE)) return reading
    // Where neither program is there, the fault of the second is the page's.
    const other = reading === nothing ? await second() : await this.#inTime(second)
    if (isSure(other)) return other
    const best = surer(reading, other)
    if (best.engine === 'ppocr' && best.rotation !== 0) {
      return fused(best, await this.#inTime(() => this.#tesseract(best.rotation, this.#named ?? ENGLISH)))
    }
    const read = fused(reading, other)
    return best.engine === 'tesseract' ? this.#turned(read) : read
  }

  /** Tesseract alone, which does not notice by itself that a page lies on its side. */
  async #tesseractAnyWayUp(): Promise<PageReading> {
    return this.#turned(await this.#tesseract(0, this.#named ?? ENGLISH))
  }

  /** Reads a page again that Tesseract is not sure of, where it finds that the page lies on its side. */
  async #turned(read: PageReading): Promise<PageReading> {
    if (isSure(read)) return read
    const { rotation, confidence } = await this.#leaf<Orientation>('ocr.orientation', { page: this.#page })
    if (rotation === 0 || confidence < TELLING) return read
    return surer(read, await this.#tesseract(rotation, this.#named ?? ENGLISH))
  }

  /** Reads again in the languages that were named, or that the text turned out to be in, unless it was read in them. */
  async #inItsLanguage(read: PageReading): Promise<PageReading> {
    const languages = this.#named ?? [guessLanguage(read.text) ?? 'eng']
    if (languages[0] === 'eng' || read.languages.join() === languages.join()) return read
    const again = await this.#orNothing(() => this.#tesseract(read.rotation, languages))
    return again.confidence >= LEAST_IN_LANGUAGE ? again : read
  }

  /** A program that is not there reads nothing; that a named language is not there is for the caller to know. */
  async #orNothing(read: () => Promise<PageReading>): Promise<PageReading> {
    try {
      return await read()
    } catch (error) {
      const missing = error instanceof Fault && error.code === 'UNAVAILABLE' && this.#named === undefined
      if (missing) return nothing
      throw error
    }
  }

  /** What a second program reads on a page that has been read already; nothing where it takes too long. */
  async #inTime(read: () => Promise<PageReading>): Promise<PageReading> {
    const { secondReadingMs } = this.#ctx.settings.ocr
    this.#leafMs = Math.min(secondReadingMs, this.#options.timeoutMs ?? secondReadingMs)
    try {
      return await this.#orNothing(read)
    } catch (error) {
      if (error instanceof Fault && error.code === 'DEADLINE' && Date.now() < this.#ctx.deadline)
        return nothing
      throw error
    } finally {
      this.#leafMs = this.#options.timeoutMs
    }
  }

  async #tesseract(turn: PageReading['rotation'], languages: string[]): Promise<PageReading> {
    const { skewDegrees, textHeight, lightRange, dark, columns } = this.#measure
    const skew = turn % 180 === 0 ? skewDegrees : 0
    const deskewDegrees = this.#options.deskew && Math.abs(skew) >= SKEW_DEGREES ? skew : 0
    const small = textHeight > 0 && textHeight < SMALL_LETTERS
    const task: PrepareTask = {
      page: this.#page,
      turn,
      deskewDegrees,
      flatten: lightRange >= UNEVEN,
      invert: dark,
      scale: small ? Math.min(3, GOOD_LETTERS / textHeight) : 1,
    }
    const prepared = await this.#leaf<PreparedPage>('ocr.prepare', task)
    const question: TesseractInput = {
      page: prepared.page,
      languages,
      mode: columns > 1 ? 'auto' : 'block',
      dataFolder: languageFolder(this.#ctx.settings),
    }
    const found = await this.#leaf<Recognition>('ocr.tesseract', question)
    return { ...readingOf(found, languages, prepared.toSource, this.#page, turn), skewDegrees: skew }
  }

  async #ppocr(): Promise<PageReading> {
    const found = await this.#leaf<Recognition>('ocr.ppocr', { page: this.#page }, 'native')
    const { rotation } = found
    const reading = readingOf(found, [], undefined, this.#page, rotation)
    return { ...reading, skewDegrees: rotation % 180 === 0 ? this.#measure.skewDegrees : 0 }
  }

  #leaf<O>(name: string, input: { page: PageRaster }, lane: 'heavy' | 'native' = 'heavy'): Promise<O> {
    return leafOf<O>(name, input, lane, { timeoutMs: this.#leafMs }, this.#ctx)
  }
}

const ENGLISH = ['eng']

/** Whether a page looks as if it lay flat on a scanner, in print of a good size. */
function isFlat({ lightRange, skewDegrees, textHeight, noisy }: PageMeasures): boolean {
  return (
    lightRange < UNEVEN && Math.abs(skewDegrees) < LEANING_DEGREES && textHeight >= SMALL_LETTERS && !noisy
  )
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
  return {
    text: lines.map((line) => line.text).join('\n'),
    confidence: rounded(confidence),
    rotation,
    skewDegrees: 0,
    engine: lines.length === 0 ? 'none' : engine,
    languages,
    lines: lines.map((line: OcrLine) =>
      line.words.map((word): Word => ({
        text: word.text,
        box: placeBox(word.box, toSource, page, rotation, size),
        confidence: rounded(word.confidence),
      })),
    ),
  }
}

/** Four digits: what lies beyond them is noise of the arithmetic. */
function rounded(confidence: number): number {
  return Math.round(confidence * 10_000) / 10_000
}
