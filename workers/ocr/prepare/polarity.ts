import type { Grey } from '../../recognition.ts'

/** Side of the squares that vote, in pixels: a letter or two, so that a shadow hardly changes within. */
const SQUARE = 16

/** Levels between the darkest and the brightest pixel of a square that has something on it. */
const LEAST_CONTRAST = 24

/**
 * Whether a page is white on black. Each square that has something on it votes: ink covers less than half of it, so
 * its mean is nearer to its ground. Only levels within a square are compared, so that a shadow, however deep, does
 * not make a page dark; squares with more contrast count more.
 */
export function isDark({ width, height, pixels }: Grey): boolean {
  let votes = 0
  for (let top = 0; top + 4 <= height; top += SQUARE) {
    for (let left = 0; left + 4 <= width; left += SQUARE) {
      let [least, most, sum] = [255, 0, 0]
      const [bottom, right] = [Math.min(top + SQUARE, height), Math.min(left + SQUARE, width)]
      for (let y = top; y < bottom; y++) {
        for (let x = left; x < right; x++) {
          const level = pixels[y * width + x] ?? 0
          least = Math.min(least, level)
          most = Math.max(most, level)
          sum += level
        }
      }
      const range = most - least
      // Half of the mean's place between darkest and brightest: below 0.5 the ground is dark.
      if (range >= LEAST_CONTRAST) votes += sum / ((bottom - top) * (right - left)) - least - range / 2
    }
  }
  return votes < 0
}
