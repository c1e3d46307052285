import { project, type Homography } from '../../workers/homography.ts'
import type { Box, PageRaster } from '../../workers/recognition.ts'

/** x' = a x + c y + e, y' = b x + d y + f. */
export type Affine = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

type Turn = 0 | 90 | 180 | 270
type Size = Pick<PageRaster, 'width' | 'height'>

/** What turns a page back. */
const BACK = { 0: 0, 90: 270, 180: 180, 270: 90 } as const

/** The size of a page turned clockwise. */
export function turnedSize({ width, height }: Size, turn: Turn): Size {
  return turn % 180 === 0 ? { width, height } : { width: height, height: width }
}

/** A point of a page, in the page turned clockwise. */
function turned([x, y]: [number, number], { width, height }: Size, turn: Turn): [number, number] {
  if (turn === 90) return [height - y, x]
  if (turn === 180) return [width - x, height - y]
  return turn === 270 ? [y, width - x] : [x, y]
}

/**
 * A box of what was read as the upright page has it: the smallest upright box around its corners, in whole pixels and
 * within the page. `toSource` leads from what was read to the page as it came; without it the box is upright already.
 */
export function placeBox(box: Box, toSource: Affine | undefined, page: Size, turn: Turn, size: Size): Box {
  const corners = cornersOf(box)
  const placed = toSource
    ? corners.map(([px, py]) => {
        const [a, b, c, d, e, f] = toSource
        return turned([a * px + c * py + e, b * px + d * py + f], page, turn)
      })
    : corners
  return boxAround(placed, size)
}

/** The middles of the sides of a box: around them, slanting words that stand side by side do not overlap. */
function sidesOf([x, y, width, height]: Box): [number, number][] {
  return [
    [x, y + height / 2],
    [x + width, y + height / 2],
    [x + width / 2, y],
    [x + width / 2, y + height],
  ]
}

function cornersOf([x, y, width, height]: Box): [number, number][] {
  return [
    [x, y],
    [x + width, y],
    [x, y + height],
    [x + width, y + height],
  ]
}

/** The smallest box of whole pixels around points, within a picture; a hair beyond a pixel is not in it. */
function boxAround(placed: readonly [number, number][], size: Size): Box {
  const xs = placed.map(([px]) => px)
  const ys = placed.map(([, py]) => py)
  const left = clamp(Math.floor(Math.min(...xs) + 0.001), size.width)
  const top = clamp(Math.floor(Math.min(...ys) + 0.001), size.height)
  const right = clamp(Math.ceil(Math.max(...xs) - 0.001), size.width)
  const bottom = clamp(Math.ceil(Math.max(...ys) - 0.001), size.height)
  return [left, top, right - left, bottom - top]
}

/**
 * Words read on a sheet that was warped upright, as the picture it was taken from has them, both turned clockwise alike: the
 * smallest upright boxes around the middles of their sides, in whole pixels and within the picture.
 */
export function unwarpedLines<W extends { box: Box }>(
  lines: readonly W[][],
  { page: sheet, toSource }: { page: Size; toSource: Homography },
  picture: Size,
  turn: Turn,
): W[][] {
  const [from, to] = [turnedSize(sheet, turn), turnedSize(picture, turn)]
  const led = (corner: [number, number]): [number, number] => {
    const [x, y] = turned(corner, from, BACK[turn])
    const place = project(toSource, { x, y })
    return turned([place.x, place.y], picture, turn)
  }
  return lines.map((words) =>
    words.map((word) => ({ ...word, box: boxAround(sidesOf(word.box).map(led), to) })),
  )
}

/** A box in a picture of other sides. */
export function rescaledBox([x, y, width, height]: Box, from: Size, to: Size): Box {
  const [across, down] = [to.width / from.width, to.height / from.height]
  const [left, top] = [Math.round(x * across), Math.round(y * down)]
  return [left, top, Math.round((x + width) * across) - left, Math.round((y + height) * down) - top]
}

/** Words of lines in a picture of other sides. */
export function rescaledLines<W extends { box: Box }>(lines: readonly W[][], from: Size, to: Size): W[][] {
  return lines.map((words) => words.map((word) => ({ ...word, box: rescaledBox(word.box, from, to) })))
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(most, value))
}
