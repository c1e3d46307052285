import type { Image } from '@napi-rs/canvas'
import type { LeafContext } from '../leaf.ts'
import type { Grey } from '../recognition.ts'
import { greyOnWhite } from './grey.ts'
import { damagedPicture, type PictureSize } from './picture-size.ts'
import type { PictureType } from './picture-type.ts'

/** Rows drawn and read at a time. */
const stripRows = 256

/** Types without transparency: where a decoder left pixels empty, the file ended too early. */
const opaqueTypes: readonly PictureType[] = ['jpeg']

/**
 * Decodes a picture with the codecs of the canvas, which turn it upright as its EXIF says and hand out the first frame.
 * The canvas multiplies colours with alpha and rounds, so half-transparent pixels may be one step off.
 * Fault: DAMAGED.
 */
export async function canvasPicture(
  file: Uint8Array,
  type: PictureType,
  size: PictureSize,
  ctx: LeafContext,
): Promise<Grey> {
  const { createCanvas } = await import('@napi-rs/canvas')
  const image = await loadedPicture(file, type, size)
  const { width, height } = image
  const canvas = createCanvas(width, Math.min(stripRows, height))
  const context = canvas.getContext('2d')
  context.imageSmoothingEnabled = false
  const pixels = new Uint8Array(width * height)
  for (let top = 0; top < height; top += stripRows) {
    ctx.checkpoint()
    const rows = Math.min(stripRows, height - top)
    context.clearRect(0, 0, width, rows)
    context.drawImage(image, 0, top, width, rows, 0, 0, width, rows)
    const opaque = greyOnWhite(context.getImageData(0, 0, width, rows).data, pixels, top * width)
    if (!opaque && opaqueTypes.includes(type))
      throw damagedPicture(type, `it ends within rows ${top} to ${top + rows}`)
  }
  return { width, height, pixels }
}

/** A picture as the canvas holds it, no larger than its header says. Fault: DAMAGED. */
export async function loadedPicture(file: Uint8Array, type: PictureType, size: PictureSize): Promise<Image> {
  const { loadImage } = await import('@napi-rs/canvas')
  const image = await loadImage(Buffer.from(file)).catch((error: unknown) => {
    throw damagedPicture(type, 'it cannot be decoded', error)
  })
  const { width, height } = image
  // What was let through is what may be drawn.
  if (width * height === 0 || width * height > size.width * size.height) {
    throw damagedPicture(
      type,
      `its header says ${size.width} x ${size.height}, its pixels ${width} x ${height}`,
    )
  }
  return image
}
