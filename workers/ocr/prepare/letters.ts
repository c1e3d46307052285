import type { Grey } from '../../recognition.ts'
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

/** Levels by which the edge of a letter falls within three pixels. */
const LEAST_STEP = 6

/**
 * Picks the components that look like letters or a few that touch: not too low, not too high for the page, neither a
 * ruling nor the frame of a picture nor a soft shade, and of about the usual height. Dots and commas are neither letters
 * nor specks.
 *
 * @param page the picture whose components were found.
 */
export function lettersOf(found: Components, page: Grey): Letters {
  const { boxes } = found
  const highest = Math.max(24, page.height / 6)
  const steps = stepsOf(found, page)
  const candidates: { number: number; height: number }[] = []
  let specks = 0
  for (let number = 0; number * 5 < boxes.length; number++) {
    const [, , width = 0, height = 0, area = 0] = boxes.subarray(number * 5, number * 5 + 5)
    const fill = area / (width * height)
    if (area <= 3) specks++
    const sized = height >= LEAST_HEIGHT && height <= highest && width <= WIDEST * height && area >= 8
    if ((steps[number] ?? 0) < LEAST_STEP) continue
    // A solid box is an l when it is narrow, else a bar or a blot.
    const shaped = width * 12 >= height && fill >= 0.08 && (fill <= 0.98 || width <= height / 2)
    if (sized && shaped) candidates.push({ number, height })
  }
  const usual = median(candidates.map(({ height }) => height))
  const letters = candidates.filter(({ height }) => height >= usual / 2.2 && height <= usual * 2.5)
  return {
    numbers: letters.map(({ number }) => number),
    height: median(letters.map(({ height }) => height)),
    specks,
  }
}

/** How far levels fall at the edges of each component, over three pixels along the rows; the mean of its runs. */
function stepsOf({ boxes, runs }: Components, { width, pixels }: Grey): Float64Array {
  const sums = new Float64Array(boxes.length / 5)
  const counts = new Float64Array(sums.length)
  for (let i = 0; i < runs.length; i += 4) {
    const number = runs[i] ?? 0
    const row = (runs[i + 1] ?? 0) * width
    const [first, end] = [runs[i + 2] ?? 0, runs[i + 3] ?? 0]
    const fall = (outside: number, inside: number): number =>
      (pixels[row + outside] ?? 0) - (pixels[row + inside] ?? 0)
    const left = fall(Math.max(0, first - 2), Math.min(first + 1, end - 1))
    const right = fall(Math.min(width - 1, end + 1), Math.max(end - 2, first))
    sums[number] = (sums[number] ?? 0) + Math.max(left, right)
    counts[number] = (counts[number] ?? 0) + 1
  }
  return sums.map((sum, number) => sum / (counts[number] ?? 1))
}

/** The middle one; 0 of none. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0
}
