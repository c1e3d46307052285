import type { RecognizeInput, RecognizeOutput } from '../../bridge/operations/ocr.ts'
import type { Plan } from '../plan.ts'
import { hocrOf } from './hocr.ts'
import { rescaledLines, turnedSize } from './page-frame.ts'
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
  const lines = rescaledLines(read.lines, turnedSize(raster.page, rotation), { width, height })
  const frames = pagesOf(raster)
  return {
    text,
    confidence,
    rotation,
    skewDegrees,
    engine,
    languages,
    width,
    height,
    frames,
    ...(input.detail === 'words' && { words: lines.flat() }),
    ...(input.detail === 'hocr' && {
      hocr: hocrOf({
        name: source.name,
        number: frames > 1 ? input.frame : undefined,
        dpi: raster.dpi,
        width,
        height,
        rotation,
        skewDegrees,
        languages,
        lines,
      }),
    }),
  }
}
