import type { LeafContext } from '../leaf.ts'
import { jpegSize } from './jpeg-size.ts'
import { refuseTooLarge } from './picture-size.ts'
import { pictureType } from './picture-type.ts'
import { firstFrameOnly, type PictureInput } from './picture.ts'
import { shownPicture } from './shown-picture.ts'

/** A picture as it can stand in a PDF. */
export interface StoredPicture {
  /** A JPEG file as it came, or a PNG file of its pixels. */
  digest: string
  format: 'jpeg' | 'png'
  /** As it is stored, in pixels. */
  width: number
  height: number
  /** Of a JPEG: 1 grey, 3 colour. */
  channels?: number | undefined
  /** Degrees clockwise by which the stored picture is to be turned to be as it is shown. */
  rotate: 0 | 90 | 180 | 270
  /** Pixels an inch, where the file says. */
  dpi?: number | undefined
}

/** Turns that EXIF's orientations stand for; the others are mirrored. */
const turns: Readonly<Record<number, StoredPicture['rotate']>> = { 1: 0, 3: 180, 6: 90, 8: 270 }

/** Far more pixels an inch than any picture has: nothing is reduced for its resolution. */
const ANY_DPI = 1_000_000

/**
 * Leaf `raster.storedPicture`: one page of a picture file as it can stand in a PDF. A JPEG in grey or three colours is
 * handed on untouched; anything else is decoded, upright on white ground; it is
 * reduced only beyond `targetPixels`. Faults: those of `picture`.
 */
export async function storedPicture(input: PictureInput, ctx: LeafContext): Promise<StoredPicture> {
  const file = ctx.files.read(input.digest)
  const type = await pictureType(file, input)
  ctx.checkpoint()
  if (type === 'jpeg') {
    firstFrameOnly(type, input.frame ?? 0)
    const { width, height, channels, orientation = 1, dpi } = jpegSize(file)
    refuseTooLarge(width, height, input.maxPixels)
    const rotate = turns[orientation]
    if (rotate !== undefined && (channels === 1 || channels === 3))
      return { digest: input.digest, format: 'jpeg', width, height, channels, rotate, dpi }
  }
  const { picture, width, height, dpi } = await shownPicture({ ...input, dpi: ANY_DPI, format: 'png' }, ctx)
  return { digest: picture, format: 'png', width, height, rotate: 0, dpi }
}
