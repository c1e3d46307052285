import type { Canvas } from '@napi-rs/canvas'
import type { LeafContext } from '../leaf.ts'
import type { PagePicture, PictureFormat } from '../page-picture.ts'
import type { Grey } from '../recognition.ts'
import { loadedPicture } from './canvas-picture.ts'
import { pictureFile } from './picture-file.ts'
import { maxCanvasSide } from './picture-size.ts'
import { firstFrameOnly, storedSize, type PictureInput } from './picture.ts'
import { pictureType } from './picture-type.ts'
import { pngSize } from './png-picture.ts'
import { reduce } from './reduce.ts'
import { tiffPages, tiffPicture } from './tiff-picture.ts'

export type PictureCountInput = Pick<PictureInput, 'digest' | 'name' | 'mediaType'>

export interface PictureCount {
  /** Pages of a TIFF; 1 for any other picture, whose frames are an animation. */
  pages: number
}

/** Leaf `raster.pictureCount`: the pages of a picture file, by its header. Faults: those of `pictureType`; DAMAGED. */
export async function pictureCount(input: PictureCountInput, ctx: LeafContext): Promise<PictureCount> {
  const file = ctx.files.read(input.digest)
  return { pages: (await pictureType(file, input)) === 'tiff' ? tiffPages(file) : 1 }
}

/** `targetPixels`: pixels the file written may have. */
export interface ShownPictureInput extends PictureInput {
  /** Pixels an inch to which a picture is reduced that says how many it has. */
  dpi: number
  format: PictureFormat
}

/**
 * Leaf `raster.shownPicture`: one page of a picture file, upright on white ground, as a file that every program shows. It
 * is reduced where it has more pixels than asked for, never enlarged; a TIFF comes out grey. Faults: those of `picture`.
 */
export async function shownPicture(input: ShownPictureInput, ctx: LeafContext): Promise<PagePicture> {
  const file = ctx.files.read(input.digest)
  const type = await pictureType(file, input)
  ctx.checkpoint()
  const { frame = 0, maxPixels } = input
  if (type === 'tiff') {
    const { grey, dpi } = await tiffPicture(file, frame, maxPixels, ctx)
    const { width, height } = grey
    const scale = scaleOf(width, height, dpi, input)
    const canvas = await greyCanvas(reduce(grey, Math.ceil(width * height * scale ** 2), ctx), ctx)
    return shown(await pictureFile(canvas, input.format, ctx), { width, height, dpi, scale })
  }
  firstFrameOnly(type, frame)
  // The canvas turns pictures upright itself, but for PNG.
  const png = type === 'png' ? pngSize(file, maxPixels) : undefined
  const orientation = png === undefined || png.animated ? 1 : png.orientation
  const size = png ?? storedSize(file, type, maxPixels)
  const image = await loadedPicture(file, type, size)
  const sideways = orientation >= 5
  const [width, height] = sideways ? [image.height, image.width] : [image.width, image.height]
  const scale = scaleOf(width, height, size.dpi, input)
  const { createCanvas } = await import('@napi-rs/canvas')
  const canvas = createCanvas(Math.max(1, Math.floor(width * scale)), Math.max(1, Math.floor(height * scale)))
  const context = canvas.getContext('2d')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  const [across, down] = sideways ? [canvas.height, canvas.width] : [canvas.width, canvas.height]
  context.setTransform(...uprightTransform(orientation, across, down))
  context.drawImage(image, 0, 0, across, down)
  return shown(await pictureFile(canvas, input.format, ctx), { width, height, dpi: size.dpi, scale })
}

function shown(
  file: Omit<PagePicture, 'widthPt' | 'heightPt'>,
  { width, height, dpi, scale }: { width: number; height: number; dpi: number | undefined; scale: number },
): PagePicture {
  return { ...file, widthPt: width, heightPt: height, ...(dpi !== undefined && { dpi: dpi * scale }) }
}

type Transform = [number, number, number, number, number, number]

/** Leads from a picture as it is stored to the upright one; orientations as `upright` numbers them. */
function uprightTransform(orientation: number, width: number, height: number): Transform {
  const transforms: Record<number, Transform> = {
    2: [-1, 0, 0, 1, width, 0],
    3: [-1, 0, 0, -1, width, height],
    4: [1, 0, 0, -1, 0, height],
    5: [0, 1, 1, 0, 0, 0],
    6: [0, 1, -1, 0, height, 0],
    7: [0, -1, -1, 0, height, width],
    8: [0, -1, 1, 0, 0, width],
  }
  return transforms[orientation] ?? [1, 0, 0, 1, 0, 0]
}

/** Pixels of the file written to one of the picture, at most 1. */
function scaleOf(
  width: number,
  height: number,
  own: number | undefined,
  { dpi, targetPixels }: ShownPictureInput,
): number {
  const byDpi = own === undefined ? 1 : dpi / own
  return Math.min(
    1,
    byDpi,
    Math.sqrt(targetPixels / (width * height)),
    maxCanvasSide / Math.max(width, height),
  )
}

async function greyCanvas({ width, height, pixels }: Grey, ctx: LeafContext): Promise<Canvas> {
  const { createCanvas, ImageData } = await import('@napi-rs/canvas')
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  const stripRows = 256
  for (let top = 0; top < height; top += stripRows) {
    ctx.checkpoint()
    const rows = Math.min(stripRows, height - top)
    const rgba = new Uint8ClampedArray(4 * width * rows).fill(255)
    for (let at = 0, from = top * width; at < rgba.length; at += 4, from += 1) {
      rgba[at] = rgba[at + 1] = rgba[at + 2] = pixels[from] ?? 0
    }
    context.putImageData(new ImageData(rgba, width, rows), 0, top)
  }
  return canvas
}
