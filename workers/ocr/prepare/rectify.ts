import type { Leaf } from '../../leaf.ts'
import type { Grey, PageRaster } from '../../recognition.ts'
import {
  aspectOf,
  rescaledBefore,
  sidesOf,
  squareToQuad,
  type Homography,
  type Quad,
} from '../../homography.ts'
import { MAX_PIXELS, MAX_SIDE, readPage } from './page.ts'

/** A sheet seen at an angle, and where its corners are. */
export interface RectifyTask {
  page: PageRaster
  /** In pixels of the page. */
  sheet: Quad
}

/** The sheet alone, as if seen from straight above. */
export interface RectifiedPage {
  page: PageRaster
  /** From its pixels to those of the given page. */
  toSource: Homography
}

/** Share of the sheet left out along each side: its very edge belongs in part to what it lies on. */
const RIM = 0.004
/** Rows between two looks at whether the work should end. */
const BAND = 32

/**
 * Warps a sheet to a rectangle of its own proportions, about as large as its longer sides are. Faults: TOO_MANY_PIXELS,
 * INVALID_INPUT.
 */
export const rectify: Leaf<RectifyTask, RectifiedPage> = ({ page, sheet }, ctx) => {
  const picture = readPage(page, ctx)
  const { width, height } = sizeOf(sheet, picture)
  const inner = 1 - 2 * RIM
  const toSource = rescaledBefore(squareToQuad(sheet), {
    across: inner / width,
    down: inner / height,
    right: RIM,
    below: RIM,
  })
  const warped = warp(picture, toSource, width, height, () => ctx.checkpoint())
  return { page: { digest: ctx.files.write(warped.pixels), width, height }, toSource }
}

/** No side of the sheet is reduced, unless the outcome would be larger than a page may be. */
function sizeOf(sheet: Quad, { width, height }: Grey): { width: number; height: number } {
  const sides = sidesOf(sheet)
  const aspect = aspectOf(sheet, { x: width / 2, y: height / 2 })
  const high = Math.max(sides.height, sides.width / aspect)
  const wide = high * aspect
  const scale = Math.min(1, Math.sqrt(MAX_PIXELS / (wide * high)), MAX_SIDE / Math.max(wide, high))
  return { width: Math.max(1, Math.floor(wide * scale)), height: Math.max(1, Math.floor(high * scale)) }
}

/**
 * A picture as the map from its pixels to those of another one has it, bilinear; beyond that one its outermost pixels.
 *
 * @param between called after every band of rows; may throw.
 */
export function warp(
  source: Grey,
  [a, b, c, d, e, f, g, h, i]: Homography,
  width: number,
  height: number,
  between?: () => void,
): Grey {
  const { pixels: levels, width: stride } = source
  const [right, bottom] = [source.width - 1, source.height - 1]
  const pixels = new Uint8Array(width * height)
  for (let row = 0, at = 0; row < height; row++) {
    const y = row + 0.5
    const [u0, v0, w0] = [b * y + c, e * y + f, h * y + i]
    for (let column = 0; column < width; column++, at++) {
      const x = column + 0.5
      const w = 1 / (g * x + w0)
      const u = Math.max(0, Math.min(right, (a * x + u0) * w - 0.5))
      const v = Math.max(0, Math.min(bottom, (d * x + v0) * w - 0.5))
      const [left, top] = [Math.floor(u), Math.floor(v)]
      const from = top * stride + left
      const [next, below] = [left < right ? 1 : 0, top < bottom ? stride : 0]
      const [across, down] = [u - left, v - top]
      const upper = (levels[from] ?? 0) * (1 - across) + (levels[from + next] ?? 0) * across
      const lower = (levels[from + below] ?? 0) * (1 - across) + (levels[from + below + next] ?? 0) * across
      pixels[at] = upper * (1 - down) + lower * down + 0.5
    }
    if (row % BAND === BAND - 1) between?.()
  }
  return { width, height, pixels }
}
