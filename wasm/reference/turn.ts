import type { GreyPicture } from '../grey.ts'
import { planTurn } from '../turn-plan.ts'

const UNIT = 2 ** 32

/** The slow twin of `turn`: four neighbours of every place, weighed in 1/256, rounded once. */
export function turnReference(picture: GreyPicture, degrees: number, ground: number): GreyPicture {
  const plan = planTurn(picture.width, picture.height, degrees)
  const level = (x: number, y: number): number =>
    x >= 0 && y >= 0 && x < picture.width && y < picture.height
      ? (picture.pixels[y * picture.width + x] ?? 0)
      : ground
  const pixels = Uint8Array.from({ length: plan.width * plan.height }, (_, i) => {
    const [x, y] = [i % plan.width, Math.floor(i / plan.width)]
    const u = (plan.u + x * plan.uAlong + y * plan.uDown) / UNIT
    const v = (plan.v + x * plan.vAlong + y * plan.vDown) / UNIT
    const [left, top] = [Math.floor(u), Math.floor(v)]
    const [right, below] = [Math.floor((u - left) * 256), Math.floor((v - top) * 256)]
    const upper = level(left, top) * (256 - right) + level(left + 1, top) * right
    const lower = level(left, top + 1) * (256 - right) + level(left + 1, top + 1) * right
    return (upper * (256 - below) + lower * below + 32_768) >> 16
  })
  return { width: plan.width, height: plan.height, pixels }
}
