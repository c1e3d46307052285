import type { PngHeader } from './png-header.ts'

/** One pass over the picture: where its pixels lie in the whole, and how many bytes its rows have. */
export interface Pass {
  /** First column and row. */
  x: number
  y: number
  stepX: number
  stepY: number
  width: number
  height: number
  rowBytes: number
}

const WHOLE = [{ x: 0, y: 0, stepX: 1, stepY: 1 }]

/** Adam7 (PNG 3rd edition, 8.2). */
const ADAM7 = [
  { x: 0, y: 0, stepX: 8, stepY: 8 },
  { x: 4, y: 0, stepX: 8, stepY: 8 },
  { x: 0, y: 4, stepX: 4, stepY: 8 },
  { x: 2, y: 0, stepX: 4, stepY: 4 },
  { x: 0, y: 2, stepX: 2, stepY: 4 },
  { x: 1, y: 0, stepX: 2, stepY: 2 },
  { x: 0, y: 1, stepX: 1, stepY: 2 },
]

/** The passes a picture is stored in, without those that have no pixels in it. */
export function passesOf(header: PngHeader): Pass[] {
  return (header.interlaced ? ADAM7 : WHOLE)
    .map((grid) => {
      const width = Math.ceil((header.width - grid.x) / grid.stepX)
      const height = Math.ceil((header.height - grid.y) / grid.stepY)
      return { ...grid, width, height, rowBytes: Math.ceil((width * header.depth * header.channels) / 8) }
    })
    .filter(({ width, height }) => width > 0 && height > 0)
}

/** Bytes all passes have before compression: each row has a byte for its filter. */
export function bytesOf(passes: readonly Pass[]): number {
  return passes.reduce((sum, { height, rowBytes }) => sum + height * (rowBytes + 1), 0)
}
