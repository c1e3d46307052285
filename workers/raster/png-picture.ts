import type { LeafContext } from '../leaf.ts'
import type { Grey } from '../recognition.ts'
import { readChunks } from '../image/png-chunks.ts'
import { decodePng } from '../image/png-decode.ts'
import { readHeader } from '../image/png-header.ts'
import { pngFilterKernel, type PngFilterKernel } from '../../wasm/png-filters.ts'
import { readExif } from './exif.ts'
import { greyOnWhite } from './grey.ts'
import { dpiOf, Fields, inches, refuseTooLarge, type PictureSize } from './picture-size.ts'
import { upright } from './upright.ts'

let filters: PngFilterKernel | undefined

/** What a PNG file says of itself, and how it is turned upright. */
export interface PngSize extends PictureSize {
  orientation: number
  animated: boolean
}

/** Reads the chunks of a PNG up to its pixels. Faults: DAMAGED; TOO_MANY_PIXELS before anything else is read. */
export function pngSize(file: Uint8Array, maxPixels: number): PngSize {
  const chunks = readChunks(file)
  const { width, height } = readHeader(chunks.next().value ?? undefined)
  refuseTooLarge(width, height, maxPixels)
  const size: PngSize = { width, height, frames: 1, orientation: 1, animated: false }
  for (const { type, data } of chunks) {
    const fields = new Fields(data, 'PNG')
    if (type === 'acTL') Object.assign(size, { animated: true, frames: Math.max(1, fields.u32(0)) })
    if (type === 'eXIf') size.orientation = readExif(data).orientation
    if (type === 'pHYs' && fields.u8(8) === 1) size.dpi = dpiOf(fields.u32(0), fields.u32(4), inches.metre)
  }
  return size
}

/** Decodes a still PNG exactly, turned upright as its EXIF chunk says. Fault: DAMAGED. */
export function pngPicture(
  file: Uint8Array,
  { width, height, orientation }: PngSize,
  ctx: LeafContext,
): Grey {
  filters ??= pngFilterKernel(ctx.assets.wasm('png-filters'))
  const { picture } = decodePng(
    file,
    { maxPixels: width * height, maxSide: Math.max(width, height) },
    filters,
  )
  const pixels = new Uint8Array(width * height)
  greyOnWhite(picture.pixels, pixels, 0)
  return upright({ width, height, pixels }, orientation)
}
