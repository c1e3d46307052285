import { fault } from '../../bridge/faults.ts'
import type { RecognizeInput, RecognizeOutput } from '../../bridge/operations/ocr.ts'
import type { PictureRaster, PictureTask } from '../../workers/raster/picture.ts'
import type { Plan, PlanContext } from '../plan.ts'
import { recognisePage } from './recognise-page.ts'

/** `ocr.recognize`: decodes one picture in a child process, then has the page read. */
export const recognizePlan: Plan<RecognizeInput, RecognizeOutput> = async (input, ctx) => {
  const source = await ctx.open(input.source)
  const task: PictureTask = {
    digest: source.digest,
    mediaType: source.mediaType,
    frame: input.frame,
    maxPixels: ctx.settings.ocr.maxPixels,
    targetPixels: ctx.settings.ocr.targetPixels,
    ...(source.name === undefined ? {} : { name: source.name }),
  }
  const raster = await rasterOf(task, ctx)
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

async function rasterOf(task: PictureTask, ctx: PlanContext): Promise<PictureRaster> {
  const raster = await ctx.leaf<PictureRaster>('raster.picture', task, {
    lane: 'native',
    files: [task.digest],
  })
  if (task.frame !== undefined && task.frame > raster.frames) {
    throw fault('INVALID_INPUT', `Picture ${task.frame} was asked for; the file has ${raster.frames}.`, {
      frames: raster.frames,
    })
  }
  return raster
}
