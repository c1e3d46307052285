/** How lines of text lean. */
export interface Skew {
  /** Degrees clockwise by which the picture must be turned for its lines to be level; -12..12 in steps of 0.1. */
  degrees: number
  /** 0..1: how far the rows at that angle stand out from those at others; 0 without any points. */
  sureness: number
}

/** Steepest lean that is looked for, in tenths of a degree. */
const MOST = 120
const COARSE = 5

/**
 * The angle of lines of text by projection profiles: points where letters end below are summed up along rows sheared
 * by each angle, and the angle wins whose sums vary most (Postl, "Detection of linear oblique structures and skew
 * scan in digitized documents", 1986). Half a degree at a time, then a tenth about the best.
 *
 * @param points x and y in turn, in pixels.
 * @param between called for every angle; may throw.
 */
export function skewOf(points: Int32Array, between?: () => void): Skew {
  if (points.length === 0) return { degrees: 0, sureness: 0 }
  const rows = rowsOf(points)
  const coarse = range(-MOST, MOST, COARSE).map((tenths) => {
    between?.()
    return { tenths, score: variation(points, tenths, rows) }
  })
  const near = coarse.reduce(better)
  const from = Math.max(-MOST, near.tenths - COARSE)
  const best = range(from, Math.min(MOST, near.tenths + COARSE), 1)
    .map((tenths) => ({ tenths, score: variation(points, tenths, rows) }))
    .reduce(better)
  const others = coarse.map(({ score }) => score).sort((a, b) => a - b)
  const usual = others[others.length >> 1] ?? 0
  return { degrees: best.tenths / 10, sureness: best.score > 0 ? Math.max(0, 1 - usual / best.score) : 0 }
}

interface Tried {
  tenths: number
  score: number
}

/** The higher score; of equal ones the smaller angle. */
function better(one: Tried, other: Tried): Tried {
  if (other.score !== one.score) return other.score > one.score ? other : one
  return Math.abs(other.tenths) < Math.abs(one.tenths) ? other : one
}

function range(from: number, to: number, step: number): number[] {
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => from + i * step)
}

/** Sums of sheared rows, with room for the steepest shear on both sides. */
function rowsOf(points: Int32Array): { sums: Float64Array; offset: number } {
  let [right, bottom] = [0, 0]
  for (let i = 0; i < points.length; i += 2) {
    right = Math.max(right, points[i] ?? 0)
    bottom = Math.max(bottom, points[i + 1] ?? 0)
  }
  const offset = Math.ceil(right * Math.tan((MOST * Math.PI) / 1800)) + 1
  return { sums: new Float64Array(bottom + 2 * offset + 3), offset }
}

/**
 * The sum of the squares of the sheared rows, which is their variance but for constants. A point is shared out
 * between two rows and rows are summed in pairs, so that angles are not favoured for falling on whole rows.
 */
function variation(points: Int32Array, tenths: number, { sums, offset }: ReturnType<typeof rowsOf>): number {
  const slope = Math.tan((tenths * Math.PI) / 1800)
  sums.fill(0)
  for (let i = 0; i < points.length; i += 2) {
    const row = (points[i + 1] ?? 0) + (points[i] ?? 0) * slope + offset
    const whole = Math.floor(row)
    sums[whole] = (sums[whole] ?? 0) + whole + 1 - row
    sums[whole + 1] = (sums[whole + 1] ?? 0) + row - whole
  }
  let total = 0
  for (let row = 1; row < sums.length; row++) total += ((sums[row - 1] ?? 0) + (sums[row] ?? 0)) ** 2
  return total
}
