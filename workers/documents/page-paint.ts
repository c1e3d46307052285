import { multiply, type Matrix } from './matrix.ts'

/** Least and greatest x, then y: `[x0, y0, x1, y1]` on the upright page, y down. */
export type Bounds = readonly [x0: number, y0: number, x1: number, y1: number]

/** Something painted on a page that is no text. */
export interface Area {
  bounds: Bounds
  /** `#rrggbb` of a rectangle in one colour; undefined where the colour differs or is not known: pictures, shapes. */
  colour?: string | undefined
  /** Whether nothing beneath can be seen any more. */
  opaque: boolean
}

/** Areas narrower than this, in points, are lines: nothing can stand on them or be hidden by them. */
const leastSide = 3

/** Areas kept of a page. One with more is a drawing; text on it counts as seen. */
const mostAreas = 4000

export const paper = '#ffffff'

/** What lies on a page besides its text, in the order it was painted. */
export class Paint {
  readonly #areas: Area[] = []
  readonly #colours = new Set<string>([paper])
  /** What has been asked of colours since the last area was added. */
  readonly #known = new Map<string, boolean>()
  #isFull = false

  /** How many areas there are so far: the place of what is painted now. */
  get count(): number {
    return this.#areas.length
  }

  add(area: Area): void {
    const [x0, y0, x1, y1] = area.bounds
    if (!(x1 - x0 >= leastSide && y1 - y0 >= leastSide)) return
    this.#isFull ||= this.#areas.length >= mostAreas
    if (this.#isFull) return
    this.#areas.push(area)
    if (area.colour !== undefined) this.#colours.add(area.colour)
    this.#known.clear()
  }

  /** Whether something of nearly this colour lies on the page, the paper included. */
  has(colour: string): boolean {
    let known = this.#known.get(colour)
    if (known === undefined) {
      known = [...this.#colours].some((other) => isSame(colour, other))
      this.#known.set(colour, known)
    }
    return known
  }

  /** The colour on which stands what was painted at a place of the order; undefined where that is not known. */
  groundAt(x: number, y: number, order: number): string | undefined {
    if (this.#isFull) return undefined
    for (let index = order - 1; index >= 0; index -= 1) {
      const area = this.#areas[index]
      if (area && contains(area.bounds, x, y)) return area.colour
    }
    return paper
  }

  /** Whether a picture or a shape lies at a point, before or after: what stands there may be read in it. */
  isPictured(x: number, y: number): boolean {
    return (
      this.#isFull || this.#areas.some(({ bounds, colour }) => colour === undefined && contains(bounds, x, y))
    )
  }

  /** Whether one area hides all of what was painted at a place of the order. */
  isCovered([x0, y0, x1, y1]: Bounds, order: number): boolean {
    if (this.#isFull) return false
    for (let index = order; index < this.#areas.length; index += 1) {
      const area = this.#areas[index]
      if (area?.opaque && contains(area.bounds, x0, y0) && contains(area.bounds, x1, y1)) return true
    }
    return false
  }
}

export const contains = ([x0, y0, x1, y1]: Bounds, x: number, y: number): boolean =>
  x >= x0 && x <= x1 && y >= y0 && y <= y1

/** Of 255: two colours that differ by no more in any part cannot be told apart beside each other. */
const leastContrast = 16

/** Whether two colours (`#rrggbb`) look the same. */
export function isSame(one: string, other: string): boolean {
  if (one === other) return true
  const [a, b] = [Number.parseInt(one.slice(1), 16), Number.parseInt(other.slice(1), 16)]
  return [16, 8, 0].every((shift) => Math.abs(((a >> shift) & 255) - ((b >> shift) & 255)) <= leastContrast)
}

/** The smallest upright bounds around a rectangle of a space. */
export function boundsOf([x0, y0, x1, y1]: Bounds, toPage: Matrix): Bounds {
  const corners = [
    [x0, y0],
    [x1, y0],
    [x0, y1],
    [x1, y1],
  ].map(([x, y]) => multiply(toPage, [1, 0, 0, 1, x, y]))
  const xs = corners.map(([, , , , x]) => x)
  const ys = corners.map(([, , , , , y]) => y)
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

/** What two bounds have in common; where that is nothing, bounds that contain nothing. */
export function common(one: Bounds | undefined, other: Bounds): Bounds {
  if (one === undefined) return other
  return [
    Math.max(one[0], other[0]),
    Math.max(one[1], other[1]),
    Math.min(one[2], other[2]),
    Math.min(one[3], other[3]),
  ]
}
