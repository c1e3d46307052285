import { fault } from '../../bridge/faults.ts'
import type { LeafContext } from '../leaf.ts'
import type { Grey, PageRaster } from '../recognition.ts'
import { avifSize } from './avif-size.ts'
import { bmpSize, refuseCutBmp } from './bmp-size.ts'
import { canvasPicture } from './canvas-picture.ts'
import { gifSize } from './gif-size.ts'
import { jpegSize } from './jpeg-size.ts'
import { refuseTooLarge, type PictureSize } from './picture-size.ts'
import { pictureType, type PictureType } from './picture-type.ts'
import { pngPicture, pngSize } from './png-picture.ts'
import { reduce } from './reduce.ts'
import { tiffPicture } from './tiff-picture.ts'
import { webpSize } from './webp-size.ts'

export interface PictureInput {
  digest: string
  /** File name and media type as they were declared; the bytes decide. */
  name?: string | undefined
  mediaType?: string | undefined
  /** Which page of a TIFF, from 0; other types have their first frame read. */
  frame?: number | undefined
  /** Pixels a picture may have to be decoded at all. */
  maxPixels: number
  /** Pixels beyond which a picture is reduced. */
  targetPixels: number
}

export interface PictureRaster {
  /** Grey bytes of the upright picture. */
  page: PageRaster
  type: PictureType
  /** Pages of a TIFF, or frames of an animation. */
  frames: number
  /** Whether the frames are an animation, of which this is the first. */
  animated: boolean
  /** Of the upright picture before it was reduced, in pixels. */
  width: number
  height: number
  /** Pixels of the raster to one of the picture: 1, or less where it was reduced. */
  scale: number
  /** Pixels an inch of the picture before it was reduced, where the file says so. */
  dpi?: number
}

/** A picture upright and grey. */
interface Decoded {
  grey: Grey
  frames: number
  dpi?: number | undefined
}

/**
 * Leaf `raster.picture`: a picture file as upright grey bytes, as `greyOnWhite` has it. Its header is read and held
 * against `maxPixels` before a pixel is decoded.
 * Faults: EMPTY_FILE, TYPE_UNSUPPORTED, TYPE_MISMATCH, TOO_MANY_PIXELS, DAMAGED; INVALID_INPUT for a frame that is not
 * there.
 */
export async function picture(input: PictureInput, ctx: LeafContext): Promise<PictureRaster> {
  const file = ctx.files.read(input.digest)
  const type = await pictureType(file, input)
  ctx.checkpoint()
  const { grey, frames, dpi } = await decode(file, type, input, ctx)
  ctx.progress(0.7)
  const reduced = reduce(grey, input.targetPixels, ctx)
  const { width, height } = grey
  return {
    page: { digest: ctx.files.write(reduced.pixels), width: reduced.width, height: reduced.height },
    type,
    frames,
    animated: type !== 'tiff' && frames > 1,
    width,
    height,
    scale: Math.sqrt((reduced.width * reduced.height) / (width * height)),
    ...(dpi !== undefined && { dpi }),
  }
}

async function decode(
  file: Uint8Array,
  type: PictureType,
  { frame = 0, maxPixels }: PictureInput,
  ctx: LeafContext,
): Promise<Decoded> {
  if (type === 'tiff') return await tiffPicture(file, frame, maxPixels, ctx)
  firstFrameOnly(type, frame)
  if (type === 'png') {
    const size = pngSize(file, maxPixels)
    const grey = size.animated ? await canvasPicture(file, type, size, ctx) : pngPicture(file, size, ctx)
    return { grey, frames: size.frames, dpi: size.dpi }
  }
  const size = storedSize(file, type, maxPixels)
  return { grey: await canvasPicture(file, type, size, ctx), frames: size.frames, dpi: size.dpi }
}

/** Refuses another frame than the first of an animation. Fault: INVALID_INPUT. */
export function firstFrameOnly(type: PictureType, frame: number): void {
  if (frame === 0) return
  throw fault(
    'INVALID_INPUT',
    `Only pages of a TIFF can be chosen; picture ${frame + 1} of a ${type} was asked for.`,
  )
}

/** What the header of a picture says. Faults: TOO_MANY_PIXELS, DAMAGED. */
export function storedSize(file: Uint8Array, type: PictureType, maxPixels: number): PictureSize {
  if (type === 'png') return pngSize(file, maxPixels)
  if (type === 'tiff') throw new TypeError('A TIFF has a header for each of its pages.')
  const size = sizes[type](file)
  refuseTooLarge(size.width, size.height, maxPixels)
  if (type === 'bmp') refuseCutBmp(file, size)
  return size
}

const sizes: Record<Exclude<PictureType, 'png' | 'tiff'>, (file: Uint8Array) => PictureSize> = {
  jpeg: jpegSize,
  webp: webpSize,
  gif: gifSize,
  bmp: bmpSize,
  avif: avifSize,
}
