import type { Components } from './components.ts'

/** Components that look like letters, and what else there is. */
export interface Letters {
  /** Numbers of the components. */
  numbers: number[]
  /** Median height in pixels; 0 without letters. */
  height: number
  /** Components too small for a letter. */
  specks: number
}

/** Lowest letter, in pixels of the picture that was labelled. */
const LEAST_HEIGHT = 4

/** Most runs of touching letters are not wider than this many times their height. */
const WIDEST = 15

/**
 * Picks the components that look like letters or a few that touch: not too low, not too high for the page, neither a
 * ruling nor the frame of a picture, and of about the usual height. Dots and commas are neither letters nor specks.
 */
export function lettersOf({ boxes }: Components, pageHeight: number): Letters {
  const highest = Math.max(24, pageHeight / 6)
  const candidates: { number: number; height: number }[] = []
  let specks = 0
  for (let number = 0; number * 5 < boxes.length; number++) {
    const [, , width = 0, height = 0, area = 0] = boxes.subarray(number * 5, number * 5 + 5)
    const fill = area / (width * height)
    if (area <= 3) specks++
    const sized = height >= LEAST_HEIGHT && height <= highest && width <= WIDEST * height && area >= 8
    if (sized && width * 12 >= height && fill >= 0.08 && fill <= 0.98) candidates.push({ number, height })
  }
  const usual = median(candidates.map(({ height }) => height))
  const letters = candidates.filter(({ height }) => height >= usual / 2.2 && height <= usual * 2.5)
  return {
    numbers: letters.map(({ number }) => number),
    height: median(letters.map(({ height }) => height)),
    specks,
  }
}

/** The middle one; 0 of none. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0
}
