import type { Box } from '../../recognition.ts'

/** A place in a picture, in pixels from its top left corner; whole numbers are edges between pixels. */
export interface Point {
  x: number
  y: number
}

/**
 * A rectangle turned about its centre (x, y). `angle` says, in radians clockwise as seen, how far its width has
 * turned from the horizontal: above -45 and at most 45 degrees, so that width and height are what they look like.
 */
export interface TurnedRect extends Point {
  width: number
  height: number
  angle: number
}

const cross = (o: Point, a: Point, b: Point): number => (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x)

/** Corners of the convex hull, clockwise as seen, without points on its edges (Andrew's monotone chain). */
export function convexHull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y)
  const chain = (ordered: Point[]): Point[] => {
    const hull: Point[] = []
    for (const point of ordered) {
      for (;;) {
        const [before, last] = hull.slice(-2)
        if (before === undefined || last === undefined || cross(before, last, point) > 0) break
        hull.pop()
      }
      hull.push(point)
    }
    return hull.slice(0, -1)
  }
  const hull = [...chain(sorted), ...chain(sorted.reverse())]
  return hull.length > 0 ? hull : sorted.slice(0, 1)
}

/**
 * The rectangle of least area around a set of points: one of its sides lies on an edge of the hull (Freeman and
 * Shapira 1975), and the three points it touches opposite walk round the hull as the edge does (Toussaint's
 * rotating calipers, 1983). One point gives a rectangle without area.
 */
export function minAreaRect(points: readonly Point[]): TurnedRect {
  const hull = convexHull(points)
  const at = (i: number): Point => hull[i % hull.length] ?? { x: 0, y: 0 }
  let best: TurnedRect = { ...at(0), width: 0, height: 0, angle: 0 }
  let bestArea = Infinity
  let [right, far, left] = [1, 1, 1]
  for (let i = 0; i < hull.length && hull.length > 1; i++) {
    const [from, to] = [at(i), at(i + 1)]
    const length = Math.hypot(to.x - from.x, to.y - from.y)
    const u = { x: (to.x - from.x) / length, y: (to.y - from.y) / length }
    const along = (k: number): number => (at(k).x - from.x) * u.x + (at(k).y - from.y) * u.y
    const away = (k: number): number => (at(k).y - from.y) * u.x - (at(k).x - from.x) * u.y
    while (right < i + hull.length && along(right + 1) > along(right)) right++
    far = Math.max(far, right)
    while (far < i + hull.length && away(far + 1) > away(far)) far++
    left = Math.max(left, far)
    while (left < i + hull.length && along(left + 1) < along(left)) left++
    const [width, height] = [along(right) - along(left), away(far)]
    if (width * height >= bestArea) continue
    bestArea = width * height
    const [middle, depth] = [(along(right) + along(left)) / 2, height / 2]
    best = {
      x: from.x + u.x * middle - u.y * depth,
      y: from.y + u.y * middle + u.x * depth,
      width,
      height,
      angle: Math.atan2(u.y, u.x),
    }
  }
  return asSeen(best)
}

/** The same rectangle with its angle above -45 and at most 45 degrees. */
function asSeen(rect: TurnedRect): TurnedRect {
  const quarters = Math.ceil(rect.angle / (Math.PI / 2) - 0.5)
  const angle = rect.angle - (quarters * Math.PI) / 2
  if (quarters % 2 === 0) return { ...rect, angle }
  return { ...rect, angle, width: rect.height, height: rect.width }
}

/**
 * Grows a shrunken text region back to the text (Vatti offset of DB, arXiv 1911.08947, section 3.4): each side
 * moves outwards by area * ratio / perimeter.
 */
export function unclip(rect: TurnedRect, ratio: number): TurnedRect {
  const { width, height } = rect
  if (width + height === 0) return rect
  const distance = (width * height * ratio) / (2 * (width + height))
  return { ...rect, width: width + 2 * distance, height: height + 2 * distance }
}

/** The part of a rectangle between two shares of its width, 0 its left and 1 its right side. */
export function slice(rect: TurnedRect, from: number, to: number): TurnedRect {
  const shift = ((from + to) / 2 - 0.5) * rect.width
  return {
    ...rect,
    x: rect.x + shift * Math.cos(rect.angle),
    y: rect.y + shift * Math.sin(rect.angle),
    width: (to - from) * rect.width,
  }
}

/** Corners clockwise as seen, from the top left one. */
export function corners({ x, y, width, height, angle }: TurnedRect): Point[] {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return [
    [-0.5, -0.5],
    [0.5, -0.5],
    [0.5, 0.5],
    [-0.5, 0.5],
  ].map(([u = 0, v = 0]) => ({
    x: x + u * width * cos - v * height * sin,
    y: y + u * width * sin + v * height * cos,
  }))
}

/** The upright box around boxes or turned rectangles, in whole pixels inside a picture. */
export function bounds(rects: readonly TurnedRect[], picture: { width: number; height: number }): Box {
  const points = rects.flatMap(corners)
  const inside = (value: number, size: number): number => Math.min(Math.max(Math.round(value), 0), size)
  const left = inside(Math.min(...points.map(({ x }) => x)), picture.width)
  const top = inside(Math.min(...points.map(({ y }) => y)), picture.height)
  const right = inside(Math.max(...points.map(({ x }) => x)), picture.width)
  const bottom = inside(Math.max(...points.map(({ y }) => y)), picture.height)
  return [left, top, right - left, bottom - top]
}
