/** A place in a picture, in pixels: 0, 0 is the upper left corner of the first one. */
export interface Point {
  x: number
  y: number
}

/** Corners from the upper left one on, clockwise. */
export type Quad = [upperLeft: Point, upperRight: Point, lowerRight: Point, lowerLeft: Point]

/** Each corner led somewhere. */
export function mapQuad([p, q, r, s]: Quad, lead: (corner: Point) => Point): Quad {
  return [lead(p), lead(q), lead(r), lead(s)]
}

/** Whether a point lies in a convex quadrilateral. */
export function isWithin({ x, y }: Point, quad: Quad): boolean {
  return quad.every((corner, i) => {
    const next = quad[(i + 1) % 4] ?? corner
    return (next.x - corner.x) * (y - corner.y) >= (next.y - corner.y) * (x - corner.x)
  })
}

/** x' = (a x + b y + c) / w, y' = (d x + e y + f) / w, where w = g x + h y + i. */
export type Homography = [
  a: number,
  b: number,
  c: number,
  d: number,
  e: number,
  f: number,
  g: number,
  h: number,
  i: number,
]

/**
 * The map from a square of side 1 to a quadrilateral, corner to corner, in closed form (Heckbert, "Fundamentals of
 * texture mapping and image warping", 1989, section 2.2.3). Corners on one line give numbers that are not finite.
 */
export function squareToQuad([p, q, r, s]: Quad): Homography {
  const [sumX, sumY] = [p.x - q.x + r.x - s.x, p.y - q.y + r.y - s.y]
  const [dx1, dx2, dy1, dy2] = [q.x - r.x, s.x - r.x, q.y - r.y, s.y - r.y]
  const determinant = dx1 * dy2 - dx2 * dy1
  const g = (sumX * dy2 - dx2 * sumY) / determinant
  const h = (dx1 * sumY - sumX * dy1) / determinant
  return [
    q.x - p.x + g * q.x,
    s.x - p.x + h * s.x,
    p.x,
    q.y - p.y + g * q.y,
    s.y - p.y + h * s.y,
    p.y,
    g,
    h,
    1,
  ]
}

/** Where a point is led to. */
export function project([a, b, c, d, e, f, g, h, i]: Homography, { x, y }: Point): Point {
  const w = g * x + h * y + i
  return { x: (a * x + b * y + c) / w, y: (d * x + e * y + f) / w }
}

/** The same map for points that were scaled and moved before: x is read as `across` x + `right`, y as `down` y + `below`. */
export function rescaledBefore(
  [a, b, c, d, e, f, g, h, i]: Homography,
  { across, down, right, below }: { across: number; down: number; right: number; below: number },
): Homography {
  return [
    a * across,
    b * down,
    a * right + b * below + c,
    d * across,
    e * down,
    d * right + e * below + f,
    g * across,
    h * down,
    g * right + h * below + i,
  ]
}

/**
 * How many times wider than high the rectangle is that a camera sees as this quadrilateral, if its optical axis meets
 * the picture at `middle`: sides of the rectangle are at right angles and of known proportion only for one focal length
 * (Zhang and He, "Whiteboard scanning and image enhancement", 2007, section 3.2). Where the quadrilateral tells of no
 * plausible focal length, the proportion of its own sides.
 */
export function aspectOf(quad: Quad, middle: Point): number {
  const { width, height } = sidesOf(quad)
  const centred = mapQuad(quad, ({ x, y }) => ({ x: x - middle.x, y: y - middle.y }))
  const [a, b, , d, e, , g, h] = squareToQuad(centred)
  const focalSquared = -(a * b + d * e) / (g * h)
  const focal = Math.sqrt(focalSquared) / Math.hypot(middle.x, middle.y)
  // Lenses of telephones and cameras see the half diagonal at 15 to 50 degrees.
  if (!(focal >= 0.8 && focal <= 4)) return width / height
  return Math.sqrt(((a * a + d * d) / focalSquared + g * g) / ((b * b + e * e) / focalSquared + h * h))
}

/** The longer of the two opposite sides, either way. */
export function sidesOf([p, q, r, s]: Quad): { width: number; height: number } {
  return { width: Math.max(distance(p, q), distance(s, r)), height: Math.max(distance(p, s), distance(q, r)) }
}

export function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y)
}
