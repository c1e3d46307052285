import type { Grey } from '../../recognition.ts'
import { components } from './components.ts'
import type { Point, Quad } from '../../homography.ts'

/** The connected part of a picture brighter than a level that reaches farthest. */
export interface BrightRegion {
  /** Its convex hull, clockwise on the screen. */
  hull: Point[]
  /** Pixels between its first and last one of each row. */
  area: number
  /** Pixels of the largest other one that lies beside it. */
  nextArea: number
}

/** Labels at most in a reduced picture. */
const MAX_LABELS = 100_000

/** Undefined where nothing is brighter. */
export function brightRegion({ width, height, pixels }: Grey, level: number): BrightRegion | undefined {
  const negative = { width, height, pixels: pixels.map((own) => 255 - own) }
  const { boxes, runs } = components(negative, {
    threshold: 254 - level,
    neighbours: 4,
    maxLabels: MAX_LABELS,
  })
  const [largest, widest] = farthestReaching(boxes)
  if (widest === 0) return undefined
  const [firsts, ends] = [new Int32Array(height).fill(width), new Int32Array(height)]
  for (let i = 0; i < runs.length; i += 4) {
    if (runs[i] !== largest) continue
    const y = runs[i + 1] ?? 0
    firsts[y] = Math.min(firsts[y] ?? 0, runs[i + 2] ?? 0)
    ends[y] = Math.max(ends[y] ?? 0, runs[i + 3] ?? 0)
  }
  let nextArea = 0
  for (let at = 0; at < boxes.length; at += 5) {
    const [left = 0, top = 0, across = 0, down = 0, own = 0] = boxes.subarray(at, at + 5)
    const [x, y] = [left + (across >> 1), top + (down >> 1)]
    // What lies within is a part that a frame on the sheet cuts off.
    if (x < (firsts[y] ?? 0) || x >= (ends[y] ?? 0)) nextArea = Math.max(nextArea, own)
  }
  let area = 0
  const [lefts, rights]: [Point[], Point[]] = [[], []]
  for (let y = 0; y < height; y++) {
    const [first, end] = [firsts[y] ?? 0, ends[y] ?? 0]
    if (first >= end) continue
    area += end - first
    lefts.push({ x: first, y }, { x: first, y: y + 1 })
    rights.push({ x: end, y }, { x: end, y: y + 1 })
  }
  return { hull: [...chain(rights), ...chain(lefts.reverse())], area, nextArea }
}

/** The number of the component with the largest box, and the area of that. */
function farthestReaching(boxes: Int32Array): [number: number, area: number] {
  let [largest, most] = [-1, 0]
  for (let at = 0; at < boxes.length; at += 5) {
    const area = (boxes[at + 2] ?? 0) * (boxes[at + 3] ?? 0)
    if (area > most) [largest, most] = [at / 5, area]
  }
  return [largest, most]
}

/** The convex part of a chain of points, turning clockwise on the screen (Andrew's monotone chain, 1979). */
function chain(points: readonly Point[]): Point[] {
  const kept: Point[] = []
  for (const point of points) {
    while (kept.length >= 2 && turn(kept.at(-2), kept.at(-1), point) <= 0) kept.pop()
    kept.push(point)
  }
  return kept
}

/** Twice the area of a triangle, above 0 when it goes round clockwise on the screen. */
function turn(a: Point | undefined, b: Point | undefined, c: Point | undefined): number {
  if (!a || !b || !c) return 0
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

/** The area of a polygon whose corners go round clockwise on the screen. */
export function areaOf(corners: readonly Point[]): number {
  return corners.reduce((sum, { x, y }, i) => {
    const next = corners[(i + 1) % corners.length] ?? { x, y }
    return sum + (x * next.y - next.x * y) / 2
  }, 0)
}

/** The largest quadrilateral with corners of a convex polygon: for each diagonal the farthest corner on both sides. */
export function largestQuad(hull: readonly Point[]): Quad | undefined {
  let [best, most]: [Quad | undefined, number] = [undefined, 0]
  for (let i = 0; i < hull.length; i++) {
    for (let j = i + 2; j < hull.length; j++) {
      const [a, c] = [hull[i], hull[j]]
      const b = farthest(hull.slice(i + 1, j), a, c)
      const d = farthest([...hull.slice(j + 1), ...hull.slice(0, i)], c, a)
      if (!a || !b || !c || !d) continue
      const area = areaOf([a, b, c, d])
      if (area > most) [best, most] = [[a, b, c, d], area]
    }
  }
  return best && fromUpperLeft(best)
}

/** The point of a chain that is farthest to the left of the way from `to` to `from`. */
function farthest(
  points: readonly Point[],
  from: Point | undefined,
  to: Point | undefined,
): Point | undefined {
  let [best, most]: [Point | undefined, number] = [undefined, 0]
  for (const point of points) {
    const size = turn(from, point, to)
    if (size > most) [best, most] = [point, size]
  }
  return best
}

/** The same corners, that which is farthest up and left first. */
function fromUpperLeft([a, b, c, d]: Quad): Quad {
  const turned: Quad[] = [
    [a, b, c, d],
    [b, c, d, a],
    [c, d, a, b],
    [d, a, b, c],
  ]
  return turned.reduce((best, one) => (one[0].x + one[0].y < best[0].x + best[0].y ? one : best))
}
