import { fault } from '../../bridge/faults.ts'
import type { FilterInput } from '../../bridge/operations/image.ts'
import { gaussianBlur, gaussianKernel, type GaussianKernel, type Picture } from '../../wasm/gaussian.ts'
import { pngFilterKernel, type PngFilterKernel } from '../../wasm/png-filters.ts'
import type { Assets, Leaf } from '../leaf.ts'
import { isPng } from './png-chunks.ts'
import { decodePng } from './png-decode.ts'
import { encodePng } from './png-encode.ts'

/** What the leaf is told: which bytes, what to do with them, and what is too large. */
export interface FilterTask {
  digest: string
  /** File name as the caller knows it; a name that ends with .png declares a PNG. */
  name?: string
  /** Media type decided from the bytes, for saying what came instead of a PNG. */
  mediaType?: string
  steps: FilterInput['steps']
  format: FilterInput['output']['format']
  maxPixels: number
}

/** The filtered picture as stored bytes. */
export interface FilterResult {
  digest: string
  mediaType: string
  width: number
  height: number
}

/** Whatever is set, no more: the Gaussian needs up to 7 bytes a pixel, and a kernel can hold 4 GiB. */
const MAX_PIXELS = 400_000_000

/** Longest side taken, in pixels; the same as JPEG's. */
const MAX_SIDE = 65_535

/** A Gaussian kernel that has grown beyond this is not kept for the next picture. */
const MAX_KEPT_BYTES = 64 * 1024 * 1024

let gaussian: GaussianKernel | undefined
let filters: PngFilterKernel | undefined

/**
 * Decodes a PNG, applies filters in order and encodes the outcome. Type and size are checked before decoding.
 *
 * Faults: EMPTY_FILE, TYPE_MISMATCH, TYPE_UNSUPPORTED, DAMAGED, TOO_MANY_PIXELS.
 */
export const filter: Leaf<FilterTask, FilterResult> = (task, ctx) => {
  const file = ctx.files.read(task.digest)
  refuseOtherTypes(file, task)
  filters ??= pngFilterKernel(ctx.assets.wasm('png-filters'))
  const limits = { maxPixels: Math.min(task.maxPixels, MAX_PIXELS), maxSide: MAX_SIDE }
  const { picture, kept } = decodePng(file, limits, filters)
  ctx.progress(0.3)
  for (const [i, step] of task.steps.entries()) {
    ctx.checkpoint()
    blur(ctx.assets, picture, step.sigmaPx)
    ctx.progress(0.3 + (0.3 * (i + 1)) / task.steps.length)
  }
  ctx.checkpoint()
  const digest = ctx.files.write(encodePng(picture, kept, filters))
  return { digest, mediaType: 'image/png', width: picture.width, height: picture.height }
}

function blur(assets: Assets, picture: Picture, sigmaPx: number): void {
  const kernel = gaussian ?? gaussianKernel(assets.wasm('gaussian'))
  gaussianBlur(kernel, picture, sigmaPx)
  gaussian = kernel.size() <= MAX_KEPT_BYTES ? kernel : undefined
}

function refuseOtherTypes(file: Uint8Array, { name, mediaType }: FilterTask): void {
  if (file.length === 0) throw fault('EMPTY_FILE', 'The file is empty; a PNG picture was expected.')
  if (isPng(file)) return
  const known = mediaType !== undefined && mediaType !== 'application/octet-stream'
  if (known) {
    throw fault(
      'TYPE_UNSUPPORTED',
      `The file is ${mediaType}; only PNG pictures are taken. Convert it first.`,
      {
        mediaType,
      },
    )
  }
  if (name !== undefined && /\.png$/i.test(name)) {
    throw fault(
      'TYPE_MISMATCH',
      `The name ${name} says PNG, but the bytes are not a PNG picture. Check the file.`,
    )
  }
  throw fault('TYPE_UNSUPPORTED', 'The bytes are not a PNG picture, and no other type is taken.')
}
