import type { RecognizeInput, RecognizeOutput } from '../../bridge/operations/ocr.ts'
import type { Plan } from '../plan.ts'
import { rescaledBox, turnedSize } from './page-frame.ts'
import { pagesOf, pictureRaster } from './picture-raster.ts'
import { recognisePage } from './recognise-page.ts'

/** `ocr.recognize`: decodes one picture in a child process, then has the page read. */
export const recognizePlan: Plan<RecognizeInput, RecognizeOutput> = async (input, ctx) => {
  const source = await ctx.open(input.source)
  const raster = await pictureRaster(source, input.frame, {}, ctx)
  ctx.progress(0.1)
  const read = await recognisePage(raster.page, input, ctx)
  const { text, confidence, rotation, skewDegrees, engine, languages } = read
  const { width, height } = turnedSize(raster, rotation)
  const raised = turnedSize(raster.page, rotation)
  return {
    text,
    confidence,
    rotation,
    skewDegrees,
    engine,
    languages,
    width,
    height,
    frames: pagesOf(raster),
    ...(input.detail === 'words' && {
      words: read.words.map((word) => ({ ...word, box: rescaledBox(word.box, raised, { width, height }) })),
    }),
  }
}
