import type { Leaf } from '../../leaf.ts'
import type { PageRaster, Recognition } from '../../recognition.ts'
import { meanConfidence } from '../confidence.ts'
import { inColumns } from '../in-columns.ts'
import { readable } from './engine.ts'
import { withEngine } from './engines.ts'
import { languageFiles } from './languages.ts'
import { linesOf } from './lines.ts'

/** How a page is cut into lines (`PageSegMode` of Tesseract). */
const MODES = {
  /** Finds columns, tables and pictures. */
  auto: 3,
  /** One column of text of varying size. */
  column: 4,
  /** One block of even text: better on receipts and on pages that lean. */
  block: 6,
  line: 7,
  /** As much text as there is, in no order. */
  sparse: 11,
} as const

export interface TesseractInput {
  page: PageRaster
  /** Codes as Tesseract has them, such as `eng` and `fra`; the first is tried first. */
  languages: string[]
  mode: keyof typeof MODES
  /** Resolution of the page in dots an inch; worked out from the page when it is left out or not credible. */
  dpi?: number
  /** Absolute path of a folder of the user's own with `<code>.traineddata` or `<code>.traineddata.gz`. */
  dataFolder?: string
}

/**
 * Reads a page with Tesseract, in this very thread. The same page gives the same answer whatever was read before.
 * A cancel is heard before and, where Tesseract reports progress, within a page; while it looks for lines it
 * hears nothing, and the lane then ends the thread, which leaves nothing behind.
 *
 * Faults: INVALID_INPUT, TOO_MANY_PIXELS, UNAVAILABLE (a language that is not there), DAMAGED and TOO_LARGE (the
 * file of a language).
 */
export const recognise: Leaf<TesseractInput, Promise<Recognition>> = async (input, ctx) => {
  const { width, height, digest } = input.page
  const files = languageFiles(ctx.assets, input.languages, input.dataFolder)
  const page = { width, height, pixels: ctx.files.read(digest) }
  const answer: Recognition = { engine: 'tesseract', lines: [], confidence: 0, rotation: 0 }
  if (!readable(page)) return answer
  ctx.checkpoint()
  const onProgress = (percent: number): void => {
    ctx.checkpoint()
    ctx.progress(Math.min(1, percent / 100))
  }
  const lines = await withEngine('reading', files, ctx.assets, (engine) =>
    engine.use(page, MODES[input.mode], input.dpi, onProgress, (api, module) => {
      if (api.Recognize(null) !== 0) throw new Error('Tesseract could not cut the page into lines')
      const iterator = api.GetIterator()
      if (module.getPointer(iterator) === 0) return []
      const lines = linesOf(iterator)
      module.destroy(iterator)
      return lines
    }),
  )
  answer.lines = inColumns(lines)
  answer.confidence = meanConfidence(answer.lines.flatMap(({ words }) => words))
  return answer
}
