import type { RecognizeInput, RecognizeOutput } from '../../bridge/operations/ocr.ts'
import type { Plan } from '../plan.ts'
import { pagesOf, pictureRaster } from './picture-raster.ts'
import { recognisePage } from './recognise-page.ts'

/** `ocr.recognize`: decodes one picture in a child process, then has the page read. */
export const recognizePlan: Plan<RecognizeInput, RecognizeOutput> = async (input, ctx) => {
  const source = await ctx.open(input.source)
  const raster = await pictureRaster(source, input.frame, {}, ctx)
  ctx.progress(0.1)
  const read = await recognisePage(raster.page, input, ctx)
  const { text, confidence, rotation, skewDegrees, engine, languages } = read
  const [width, height] = rotation % 180 === 0 ? [raster.width, raster.height] : [raster.height, raster.width]
  const enlarge = (pixels: number): number => Math.round(pixels / raster.scale)
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
      words: read.words.map(({ box: [x, y, w, h], ...word }) => ({
        ...word,
        box: [enlarge(x), enlarge(y), enlarge(w), enlarge(h)],
      })),
    }),
  }
}
