import { fault } from '../../../bridge/faults.ts'
import type { LeafContext } from '../../leaf.ts'
import type { Grey, PageRaster } from '../../recognition.ts'

/** Pixels of a page at most: an A4 page at 600 dpi has 35 million. */
export const MAX_PIXELS = 100_000_000

/** Longest side of a page in pixels. */
export const MAX_SIDE = 20_000

/**
 * Reads a page that travels with the call. Faults: TOO_MANY_PIXELS; INVALID_INPUT when the bytes are not as many as
 * the sides say.
 */
export function readPage(page: PageRaster, ctx: LeafContext): Grey {
  const { digest, width, height } = page
  refuseLarge(width, height)
  const pixels = ctx.files.read(digest)
  if (width < 1 || height < 1 || pixels.length !== width * height) {
    throw fault(
      'INVALID_INPUT',
      `A page of ${width} x ${height} has ${width * height} grey bytes; ${pixels.length} came. Send one byte a pixel.`,
    )
  }
  return { width, height, pixels }
}

/** Fault TOO_MANY_PIXELS when a page of these sides is not taken, or not made. */
export function refuseLarge(width: number, height: number): void {
  if (width * height <= MAX_PIXELS && Math.max(width, height) <= MAX_SIDE) return
  throw fault(
    'TOO_MANY_PIXELS',
    `A page has at most ${MAX_PIXELS} pixels and ${MAX_SIDE} a side; this one has ${width} x ${height}. Use a lower resolution.`,
    { maxPixels: MAX_PIXELS, maxSide: MAX_SIDE },
  )
}
