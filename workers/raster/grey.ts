import type { SKRSContext2D } from '@napi-rs/canvas'
import type { LeafContext } from '../leaf.ts'
import type { Grey } from '../recognition.ts'

/** Rows read from a canvas at a time: a strip of a wide page stays below a few megabytes. */
const stripRows = 256

/**
 * Luminance of straight RGBA8 on white, rounded: Y = 0.299 R + 0.587 G + 0.114 B of the stored values (ITU-R BT.601,
 * 2.5.1), then Y a / 255 + 255 - a. Writes one byte a pixel from `to` on; says whether every pixel was opaque.
 */
export function greyOnWhite(rgba: ArrayLike<number>, grey: Uint8Array, to: number): boolean {
  let opaque = true
  for (let from = 0; from < rgba.length; from += 4, to += 1) {
    const y = 299 * (rgba[from] ?? 0) + 587 * (rgba[from + 1] ?? 0) + 114 * (rgba[from + 2] ?? 0)
    const alpha = rgba[from + 3] ?? 0
    if (alpha === 255) {
      grey[to] = Math.floor((y + 500) / 1000)
    } else {
      grey[to] = Math.floor((y * alpha + 255_000 * (255 - alpha) + 127_500) / 255_000)
      opaque = false
    }
  }
  return opaque
}

/** Reads a canvas as grey, strip by strip, so that its pixels are not in memory twice. */
export function greyOfCanvas(context: SKRSContext2D, width: number, height: number, ctx: LeafContext): Grey {
  const pixels = new Uint8Array(width * height)
  for (let top = 0; top < height; top += stripRows) {
    ctx.checkpoint()
    const rows = Math.min(stripRows, height - top)
    greyOnWhite(context.getImageData(0, top, width, rows).data, pixels, top * width)
  }
  return { width, height, pixels }
}
