import type { Grey } from '../../recognition.ts'
import { areaOf, brightRegion, largestQuad, type BrightRegion } from './bright-region.ts'
import { edgeBetween, meeting, type Edge } from './edges.ts'
import type { Point, Quad } from '../../homography.ts'

/** Levels at which a picture is parted into bright and dark, from the darkest on. */
const LEVELS = Array.from({ length: 20 }, (_, i) => 40 + 10 * i)
/** Share of the picture that a sheet covers: less is a note on it, more has no surroundings to tell it from. */
const LEAST_SHARE = 0.2
const MOST_SHARE = 0.97
/** Share of the outermost pixels that may be bright: most pictures are without surroundings, and known by this at once. */
const BRIGHT_RIM = 0.2
/** How well the bright part fills its quadrilateral, and that its hull. */
const FILLED = 0.93
/** Share of each side along which the sheet is seen to end. */
const LEAST_SUPPORT = 0.75
/** Levels by which the sheet is brighter than what it lies on. */
const LEAST_STEP = 25
/** Largest other bright part, as a share of the sheet: more may be another sheet. */
const OTHER_SHEET = 0.01
/** Largest departure of a corner from a right angle, in degrees: below it turning is enough, above it no page is read. */
const LEAST_BEND = 1.5
const MOST_BEND = 40
/** Pixels by which corners lie within the picture at least. */
const MARGIN = 1

/**
 * Finds the sheet that lies askew in a photograph: four straight sides along which it is brighter than what it lies
 * on, about a bright part without another like it, seen at an angle. Undefined where any of that is in doubt, since a
 * page warped wrongly cannot be read at all: scans, screens, pages that fill the picture or have a border around them,
 * frames printed on a page, several sheets.
 *
 * @param picture reduced to some 500 pixels a side, so that letters are grey and only the sheet has edges.
 * @param between called for every level; may throw.
 */
export function sheetOf(picture: Grey, between?: () => void): Quad | undefined {
  let best: Candidate | undefined
  const rim = rimOf(picture)
  for (const level of LEVELS) {
    between?.()
    if (rim.filter((own) => own > level).length > BRIGHT_RIM * rim.length) continue
    const found = sheetAbove(picture, level)
    if (found && found.support > (best?.support ?? 0)) best = found
  }
  // Print makes a small sheet grey as a whole, so that it is not seen at every level.
  return best && !hasCompany(brightRegion(picture, best.half)) ? best.quad : undefined
}

interface Candidate {
  quad: Quad
  /** Levels by which the weakest side stands out, times the share of it that does. */
  support: number
  /** Level between the sheet and what it lies on. */
  half: number
}

/** Whether another bright part lies beside the largest. */
function hasCompany(region: BrightRegion | undefined): boolean {
  return region !== undefined && region.nextArea > OTHER_SHEET * region.area
}

/** The outermost pixels. */
function rimOf({ width, height, pixels }: Grey): Uint8Array {
  const column = (x: number): Uint8Array =>
    Uint8Array.from({ length: height }, (_, y) => pixels[y * width + x] ?? 0)
  const rows = [pixels.subarray(0, width), pixels.subarray(-width)]
  return Uint8Array.from([...rows, column(0), column(width - 1)].flatMap((own) => [...own]))
}

function sheetAbove(picture: Grey, level: number): Candidate | undefined {
  const region = brightRegion(picture, level)
  const pixels = picture.width * picture.height
  if (!region || region.area < LEAST_SHARE * pixels || region.area > MOST_SHARE * pixels) return undefined
  if (hasCompany(region)) return undefined
  const rough = largestQuad(region.hull)
  if (!rough || areaOf(rough) < FILLED * areaOf(region.hull)) return undefined
  const edges = rough.map((corner, i) => edgeBetween(picture, corner, rough[(i + 1) % 4] ?? corner))
  if (edges.some(({ support, step }) => support < LEAST_SUPPORT || step < LEAST_STEP)) return undefined
  const quad = cornersOf(edges)
  if (!quad || !liesWithin(quad, picture)) return undefined
  const area = areaOf(quad)
  if (region.area < FILLED * area || area < FILLED * region.area) return undefined
  const bend = bendOf(quad)
  if (!(bend >= LEAST_BEND && bend <= MOST_BEND)) return undefined
  return {
    quad,
    support: Math.min(...edges.map(({ support, step }) => support * step)),
    half: edges.reduce((sum, { half }) => sum + half / 4, 0),
  }
}

function cornersOf(edges: readonly Edge[]): Quad | undefined {
  const [top, right, bottom, left] = edges
  if (!top || !right || !bottom || !left) return undefined
  return [meeting(left, top), meeting(top, right), meeting(right, bottom), meeting(bottom, left)]
}

function liesWithin(quad: Quad, { width, height }: Grey): boolean {
  return quad.every(({ x, y }) => x >= MARGIN && y >= MARGIN && x <= width - MARGIN && y <= height - MARGIN)
}

/** Largest departure of a corner from a right angle, in degrees. */
function bendOf(quad: Quad): number {
  const angles = quad.map((corner, i) => {
    const [before, after] = [quad[(i + 3) % 4] ?? corner, quad[(i + 1) % 4] ?? corner]
    const [one, other] = [direction(corner, before), direction(corner, after)]
    const cosine = one.x * other.x + one.y * other.y
    return Math.abs((Math.acos(Math.max(-1, Math.min(1, cosine))) * 180) / Math.PI - 90)
  })
  return Math.max(...angles)
}

function direction(from: Point, to: Point): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  return { x: (to.x - from.x) / length, y: (to.y - from.y) / length }
}
