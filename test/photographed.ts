import type { GreyPicture } from '../wasm/grey.ts'
import { project, squareToQuad, type Homography, type Point, type Quad } from '../workers/homography.ts'
import { grey } from './grey.ts'

/** The map that leads back, by the adjugate. */
export function inverse([a, b, c, d, e, f, g, h, i]: Homography): Homography {
  return [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ]
}

/** How a sheet is held before the camera: degrees by which it is tilted away and to the side, and turned. */
export interface Pose {
  tilt?: number
  swing?: number
  roll?: number
  /** Pixels from the camera to the middle of the sheet. */
  distance: number
}

/** Corners of a sheet in the picture of a pinhole camera of a focal length in pixels, its axis through the middle. */
export function seenCorners(sheet: Size, picture: Size, focal: number, pose: Pose): Quad {
  const [tilt, swing, roll] = [pose.tilt ?? 0, pose.swing ?? 0, pose.roll ?? 0].map(
    (of) => (of * Math.PI) / 180,
  )
  const seen = (across: number, down: number): Point => {
    let [x, y, z] = [across * sheet.width, down * sheet.height, 0]
    ;[x, y] = turnedBy(x, y, roll ?? 0)
    ;[y, z] = turnedBy(y, z, tilt ?? 0)
    ;[x, z] = turnedBy(x, z, swing ?? 0)
    const scale = focal / (pose.distance + z)
    return { x: picture.width / 2 + x * scale, y: picture.height / 2 + y * scale }
  }
  return [seen(-0.5, -0.5), seen(0.5, -0.5), seen(0.5, 0.5), seen(-0.5, 0.5)]
}

interface Size {
  width: number
  height: number
}

function turnedBy(x: number, y: number, angle: number): [number, number] {
  return [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)]
}

/** A photograph of sheets on a ground, each with its corners in the picture; four samples a pixel. */
export function photographed(
  { width, height }: Size,
  sheets: readonly { sheet: GreyPicture; corners: Quad }[],
  ground: (x: number, y: number) => number,
): GreyPicture {
  const placed = sheets.map(({ sheet, corners }) => ({ sheet, back: inverse(squareToQuad(corners)) }))
  const level = (x: number, y: number): number => {
    for (const { sheet, back } of placed) {
      const { x: u, y: v } = project(back, { x, y })
      if (u >= 0 && u < 1 && v >= 0 && v < 1)
        return levelAt(sheet, u * sheet.width - 0.5, v * sheet.height - 0.5)
    }
    return ground(x, y)
  }
  const samples = [
    [0.25, 0.25],
    [0.75, 0.25],
    [0.25, 0.75],
    [0.75, 0.75],
  ] as const
  return grey(width, height, (x, y) => samples.reduce((sum, [dx, dy]) => sum + level(x + dx, y + dy), 0) / 4)
}

function levelAt({ width, height, pixels }: GreyPicture, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const at = (column: number, row: number): number =>
    pixels[Math.max(0, Math.min(height - 1, row)) * width + Math.max(0, Math.min(width - 1, column))] ?? 0
  const [across, down] = [x - left, y - top]
  const upper = at(left, top) * (1 - across) + at(left + 1, top) * across
  const lower = at(left, top + 1) * (1 - across) + at(left + 1, top + 1) * across
  return upper * (1 - down) + lower * down
}
