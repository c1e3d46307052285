import { resample, resampleKernel } from '../../wasm/resample.ts'
import type { LeafContext } from '../leaf.ts'
import type { Grey } from '../recognition.ts'

/**
 * Reduces a picture to at most `targetPixels` by area averaging: each new pixel is the mean of what it covers, with
 * pixels that are cut through counted by their share. A picture that is small enough is given back as it is.
 */
export function reduce(grey: Grey, targetPixels: number, ctx: LeafContext): Grey {
  const scale = Math.sqrt(targetPixels / (grey.width * grey.height))
  if (scale >= 1) return grey
  const width = Math.max(1, Math.floor(grey.width * scale))
  const height = Math.max(1, Math.min(Math.floor(grey.height * scale), Math.floor(targetPixels / width)))
  const kernel = resampleKernel(ctx.assets.wasm('resample'))
  return resample(kernel, grey, width, height, () => ctx.checkpoint())
}
