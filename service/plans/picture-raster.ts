import type { PictureInput, PictureRaster } from '../../workers/raster/picture.ts'
import type { LeafOptions, OpenedSource, PlanContext } from '../plan.ts'

/** Whether a file is a picture rather than a document with pages. */
export function isPicture({ mediaType }: Pick<OpenedSource, 'mediaType'>): boolean {
  return mediaType.startsWith('image/')
}

/** Decodes a picture in a child process, reduced to what recognition can use; `frame` from 1. Faults: those of the leaf. */
export function pictureRaster(
  { digest, mediaType, name }: OpenedSource,
  frame: number,
  limits: Pick<LeafOptions, 'timeoutMs'>,
  ctx: PlanContext,
): Promise<PictureRaster> {
  const { maxPixels, targetPixels } = ctx.settings.ocr
  const task: PictureInput = { digest, mediaType, name, frame: frame - 1, maxPixels, targetPixels }
  return ctx.leaf<PictureRaster>('raster.picture', task, { lane: 'native', files: [digest], ...limits })
}

/** Pages of a picture file: a TIFF may have several; an animation is read by its first frame. */
export function pagesOf({ frames, animated }: PictureRaster): number {
  return animated ? 1 : frames
}
