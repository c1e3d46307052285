import type { Grey } from '../../recognition.ts'
import { distance, type Point } from '../../homography.ts'
import { median } from './letters.ts'

/** Points p with normal . p = offset. */
export interface Line {
  normal: Point
  offset: number
}

/** A straight edge; its normal leads out of what it bounds. */
export interface Edge extends Line {
  /** Share of places along it where the picture is brighter inside, and the step lies on one line; 0..1. */
  support: number
  /** Median step from outside to inside, in levels. */
  step: number
  /** Median of the levels halfway between both sides. */
  half: number
}

/** Pixels to both sides of a presumed edge in which it is looked for. */
const REACH = 6
/** Places along an edge; its ends, where corners may be round or bent, are left out. */
const PLACES = 48
const LEFT_OUT = 0.06
/** Levels by which it must be brighter inside at a place. */
const LEAST_STEP = 14
/** Pixels by which a place may lie off the line. */
const STRAY = 1.6

/**
 * Finds the edge between two corners, inside on the right hand of the way from one to the other: at each place where the
 * level is halfway between both sides, then a line of total least squares through those, twice, the second time without
 * what strays.
 */
export function edgeBetween(picture: Grey, from: Point, to: Point): Edge {
  const length = distance(from, to)
  const along = { x: (to.x - from.x) / length, y: (to.y - from.y) / length }
  const normal = { x: along.y, y: -along.x }
  const crossings: Crossing[] = []
  for (let i = 0; i < PLACES; i++) {
    const t = length * (LEFT_OUT + (1 - 2 * LEFT_OUT) * ((i + 0.5) / PLACES))
    const place = { x: from.x + t * along.x, y: from.y + t * along.y }
    const found = crossing(picture, place, normal)
    if (found) crossings.push(found)
  }
  const first = lineThrough(
    crossings.map(({ point }) => point),
    normal,
  )
  const near = crossings.filter(({ point }) => Math.abs(distanceTo(first, point)) <= 2 * STRAY)
  const line = lineThrough(
    near.map(({ point }) => point),
    normal,
  )
  const supporting = near.filter(({ point }) => Math.abs(distanceTo(line, point)) <= STRAY)
  return {
    ...line,
    support: supporting.length / PLACES,
    step: median(supporting.map(({ step }) => step)),
    half: median(supporting.map(({ half }) => half)),
  }
}

/** Where two edges meet; not finite for parallel ones. */
export function meeting(one: Line, other: Line): Point {
  const determinant = one.normal.x * other.normal.y - one.normal.y * other.normal.x
  return {
    x: (one.offset * other.normal.y - other.offset * one.normal.y) / determinant,
    y: (one.normal.x * other.offset - other.normal.x * one.offset) / determinant,
  }
}

interface Crossing {
  point: Point
  step: number
  half: number
}

/** Where the level falls through the middle between inside and outside, going out; undefined without a clear step. */
function crossing(picture: Grey, place: Point, normal: Point): Crossing | undefined {
  const levels = Array.from({ length: 2 * REACH + 1 }, (_, k) =>
    levelAt(picture, place.x + (k - REACH) * normal.x, place.y + (k - REACH) * normal.y),
  )
  const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  // The steepest fall over two pixels says where to look.
  let [at, fall] = [-1, 0]
  for (let k = 1; k < 2 * REACH; k++) {
    const own = (levels[k - 1] ?? 0) - (levels[k + 1] ?? 0)
    if (own > fall) [at, fall] = [k, own]
  }
  if (at < 2 || at > 2 * REACH - 2) return undefined
  const inside = mean(levels.slice(Math.max(0, at - 4), at - 1))
  const outside = mean(levels.slice(at + 2, at + 5))
  const step = inside - outside
  if (step < LEAST_STEP) return undefined
  const half = (inside + outside) / 2
  for (let k = Math.max(0, at - 2); k < at + 2; k++) {
    const [before, after] = [levels[k] ?? 0, levels[k + 1] ?? 0]
    if (before < half || after >= half) continue
    const out = k + (before - half) / (before - after) - REACH
    return { point: { x: place.x + out * normal.x, y: place.y + out * normal.y }, step, half }
  }
  return undefined
}

/** Bilinear; beyond the picture its outermost pixels. */
function levelAt({ width, height, pixels }: Grey, x: number, y: number): number {
  const [u, v] = [Math.max(0, Math.min(width - 1, x - 0.5)), Math.max(0, Math.min(height - 1, y - 0.5))]
  const [left, top] = [Math.floor(u), Math.floor(v)]
  const [right, below] = [Math.min(width - 1, left + 1), Math.min(height - 1, top + 1)]
  const level = (column: number, row: number): number => pixels[row * width + column] ?? 0
  const upper = level(left, top) * (1 - u + left) + level(right, top) * (u - left)
  const lower = level(left, below) * (1 - u + left) + level(right, below) * (u - left)
  return upper * (1 - v + top) + lower * (v - top)
}

function distanceTo({ normal, offset }: Line, { x, y }: Point): number {
  return normal.x * x + normal.y * y - offset
}

/** The line of total least squares, its normal to the side of the one given; through no points it leads nowhere. */
function lineThrough(points: readonly Point[], towards: Point): Line {
  const count = points.length
  const [x, y] = [
    points.reduce((sum, p) => sum + p.x, 0) / count,
    points.reduce((sum, p) => sum + p.y, 0) / count,
  ]
  let [xx, xy, yy] = [0, 0, 0]
  for (const point of points) {
    xx += (point.x - x) ** 2
    xy += (point.x - x) * (point.y - y)
    yy += (point.y - y) ** 2
  }
  const angle = Math.atan2(2 * xy, xx - yy) / 2
  const side = Math.sign(-Math.sin(angle) * towards.x + Math.cos(angle) * towards.y) || 1
  const normal = { x: -Math.sin(angle) * side, y: Math.cos(angle) * side }
  return { normal, offset: normal.x * x + normal.y * y }
}
