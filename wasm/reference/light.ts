import type { GreyPicture } from '../grey.ts'
import { groundBlock, smoothGround, type Ground } from '../light-plan.ts'

/** The slow twin of `groundOf`: the brightest mean of 4 x 4 pixels in every block, smoothed. */
export function groundReference(picture: GreyPicture): Ground {
  const blockPx = groundBlock(picture.width, picture.height)
  const columns = Math.ceil(picture.width / blockPx)
  const rows = Math.ceil(picture.height / blockPx)
  const levels = Uint8Array.from({ length: columns * rows }, (_, i) =>
    brightest(picture, (i % columns) * blockPx, Math.floor(i / columns) * blockPx, blockPx),
  )
  return smoothGround({ blockPx, columns, rows, levels })
}

function brightest(
  { width, height, pixels }: GreyPicture,
  left: number,
  top: number,
  blockPx: number,
): number {
  let most = 0
  for (let y = top; y < top + blockPx; y += 4) {
    for (let x = left; x < left + blockPx; x += 4) {
      let sum = 0
      for (let k = 0; k < 16; k++) {
        const row = Math.min(y + (k >> 2), height - 1)
        sum += pixels[row * width + Math.min(x + (k & 3), width - 1)] ?? 0
      }
      most = Math.max(most, (sum + 8) >> 4)
    }
  }
  return most
}

/** The slow twin of `flattenLight`: 255 p / ground in f32, the ground linear between the middles of its blocks. */
export function flattenReference({ width, height, pixels }: GreyPicture, ground: Ground): Uint8Array {
  const { blockPx, columns, rows, levels } = ground
  const level = (column: number, row: number): number =>
    levels[Math.max(0, Math.min(row, rows - 1)) * columns + Math.max(0, Math.min(column, columns - 1))] ?? 0
  return Uint8Array.from({ length: width * height }, (_, i) => {
    const across = ((i % width) + 0.5) / blockPx - 0.5
    const down = (Math.floor(i / width) + 0.5) / blockPx - 0.5
    const [column, row] = [Math.floor(across), Math.floor(down)]
    const between = (a: number, b: number, share: number): number => a + (b - a) * share
    const upper = between(level(column, row), level(column + 1, row), across - column)
    const lower = between(level(column, row + 1), level(column + 1, row + 1), across - column)
    const quotient = Math.fround(((pixels[i] ?? 0) * 255) / between(upper, lower, down - row))
    return Math.min(255, Math.floor(Math.fround(quotient + 0.5)))
  })
}
