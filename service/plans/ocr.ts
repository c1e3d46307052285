import type { RecognizeInput, RecognizeOutput } from '../../bridge/operations/ocr.ts'
import type { PictureInput, PictureRaster } from '../../workers/raster/picture.ts'
import type { Plan } from '../plan.ts'
import { recognisePage } from './recognise-page.ts'

/** `ocr.recognize`: decodes one picture in a child process, then has the page read. */
export const recognizePlan: Plan<RecognizeInput, RecognizeOutput> = async (input, ctx) => {
  const source = await ctx.open(input.source)
  const task: PictureInput = {
    digest: source.digest,
    mediaType: source.mediaType,
    frame: input.frame - 1,
    maxPixels: ctx.settings.ocr.maxPixels,
    targetPixels: ctx.settings.ocr.targetPixels,
    ...(source.name === undefined ? {} : { name: source.name }),
  }
  const raster = await ctx.leaf<PictureRaster>('raster.picture', task, {
    lane: 'native',
    files: [task.digest],
  })
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
    frames: raster.frames,
    ...(input.detail === 'words' && {
      words: read.words.map(({ box: [x, y, w, h], ...word }) => ({
        ...word,
        box: [enlarge(x), enlarge(y), enlarge(w), enlarge(h)],
      })),
    }),
  }
}
