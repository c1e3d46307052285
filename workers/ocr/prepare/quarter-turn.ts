import type { Matrix } from '../../documents/matrix.ts'
import type { Grey } from '../../recognition.ts'

/** Degrees clockwise of an exact turn. */
export type QuarterTurn = 0 | 90 | 180 | 270

/** Side of the squares that are turned one after the other, so that rows read and written stay in the cache. */
const TILE = 64

/**
 * Turns a picture by whole quarters, pixel by pixel. No turn gives the picture itself.
 *
 * @param between called after every row of tiles; may throw.
 */
export function quarterTurn(picture: Grey, degrees: QuarterTurn, between?: () => void): Grey {
  if (degrees === 0) return picture
  const { width, height, pixels } = picture
  if (degrees === 180) return { width, height, pixels: Uint8Array.from(pixels).reverse() }
  const outcome = new Uint8Array(pixels.length)
  // Where a pixel's column and row lead to in the outcome, whose rows are as long as the picture is high.
  const [origin, along, down] = degrees === 90 ? [height - 1, height, -1] : [(width - 1) * height, -height, 1]
  for (let top = 0; top < height; top += TILE) {
    for (let left = 0; left < width; left += TILE) {
      const [bottom, right] = [Math.min(top + TILE, height), Math.min(left + TILE, width)]
      for (let y = top; y < bottom; y++) {
        for (let x = left; x < right; x++) outcome[origin + x * along + y * down] = pixels[y * width + x] ?? 0
      }
    }
    between?.()
  }
  return { width: height, height: width, pixels: outcome }
}

/** The map from pixels of the turned picture to those of one of these sides. */
export function quarterToSource(width: number, height: number, degrees: QuarterTurn): Matrix {
  if (degrees === 90) return [0, -1, 1, 0, 0, height]
  if (degrees === 180) return [-1, 0, 0, -1, width, height]
  return degrees === 270 ? [0, 1, -1, 0, width, 0] : [1, 0, 0, 1, 0, 0]
}
