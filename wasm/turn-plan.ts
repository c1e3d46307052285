/** A turn as a walk through the source, in 1/2^32 of a pixel. */
export interface TurnPlan {
  /** Sides of the outcome: all of the source fits in. */
  width: number
  height: number
  /** Place in the source of the first pixel, a step along a row and one down. */
  u: number
  v: number
  uAlong: number
  vAlong: number
  uDown: number
  vDown: number
  /**
   * From the outcome to the source, pixels covering 0..1, 1..2, …:
   * x' = a x + c y + e, y' = b x + d y + f.
   */
  toSource: [a: number, b: number, c: number, d: number, e: number, f: number]
}

const UNIT = 2 ** 32

/** Plans a turn of so many degrees clockwise about the middle. RangeError beyond 45 degrees or sides of 32,000. */
export function planTurn(width: number, height: number, degrees: number): TurnPlan {
  if (!(Math.abs(degrees) <= 45)) throw new RangeError(`${degrees} degrees; at most 45 either way are taken`)
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  // A hair is allowed for, so that 0 degrees keep the sides.
  const side = (along: number, across: number): number =>
    Math.ceil(along * cos + across * Math.abs(sin) - 1e-6)
  const [outWidth, outHeight] = [side(width, height), side(height, width)]
  if (Math.max(outWidth, outHeight) > 32_000)
    throw new RangeError(`the turned picture has ${outWidth} x ${outHeight} pixels; 32,000 a side are taken`)
  const e = width / 2 - (cos * outWidth) / 2 - (sin * outHeight) / 2
  const f = height / 2 + (sin * outWidth) / 2 - (cos * outHeight) / 2
  // Pixels are looked up at their middles; half of 1/256 rounds to the nearest of the bits that count.
  const place = (offset: number): number => Math.round((offset - 0.5 + 1 / 512) * UNIT)
  return {
    width: outWidth,
    height: outHeight,
    u: place((cos + sin) / 2 + e),
    v: place((cos - sin) / 2 + f),
    uAlong: Math.round(cos * UNIT),
    vAlong: Math.round(-sin * UNIT),
    uDown: Math.round(sin * UNIT),
    vDown: Math.round(cos * UNIT),
    toSource: [cos, -sin, sin, cos, e, f],
  }
}
