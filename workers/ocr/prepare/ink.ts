import type { Grey } from '../../recognition.ts'

/** How ink and ground of a page with flattened light differ. */
export interface Ink {
  /** Levels up to this one are ink; -1 when nothing stands out of the ground. */
  threshold: number
  /** Standard deviation of the grain of the ground, in levels. */
  grain: number
}

/** Levels by which ink is darker than white at least; the faintest print that is still read. */
const LEAST_DEPTH = 12

/**
 * The threshold of Otsu ("A threshold selection method from gray-level histograms", 1979), but never so near to
 * white that grain would pass it.
 *
 * @param raw the page before its light was flattened: white cuts grain off there.
 * @param light level of its ground, which flattening took to white.
 */
export function inkOf(flat: Grey, raw: Grey, light: number): Ink {
  const histogram = new Float64Array(256)
  for (const level of flat.pixels) histogram[level] = (histogram[level] ?? 0) + 1
  const grain = (grainOf(raw) * 255) / Math.max(1, light)
  const ground = levelBelow(histogram, 0.5)
  const most = Math.floor(ground - Math.max(LEAST_DEPTH, 4.5 * grain))
  return { threshold: Math.max(-1, Math.min(otsu(histogram), most)), grain }
}

/**
 * The median difference of neighbours along the rows, as a standard deviation: of normal noise of deviation s it is
 * 0.954 s. Letters and edges are rare enough not to move a median.
 */
function grainOf({ width, height, pixels }: Grey): number {
  const histogram = new Float64Array(256)
  for (let y = 0; y < height; y += 2) {
    for (let x = 1; x < width; x += 2) {
      const difference = Math.abs((pixels[y * width + x] ?? 0) - (pixels[y * width + x - 1] ?? 0))
      histogram[difference] = (histogram[difference] ?? 0) + 1
    }
  }
  return levelBelow(histogram, 0.5) / 0.954
}

/** The least level that a share of all do not exceed. */
function levelBelow(histogram: Float64Array, share: number): number {
  const total = histogram.reduce((sum, count) => sum + count, 0)
  let sum = 0
  return histogram.findIndex((count) => (sum += count) >= total * share && sum > 0)
}

/** The level that parts the histogram into two classes with the largest variance between them. */
function otsu(histogram: Float64Array): number {
  const total = histogram.reduce((sum, count) => sum + count, 0)
  const moment = histogram.reduce((sum, count, level) => sum + count * level, 0)
  let [count, sum, best, threshold] = [0, 0, 0, -1]
  for (let level = 0; level < 255; level++) {
    count += histogram[level] ?? 0
    sum += level * (histogram[level] ?? 0)
    if (count === 0 || count === total) continue
    const variance = (sum * total - moment * count) ** 2 / (count * (total - count))
    if (variance > best) [best, threshold] = [variance, level]
  }
  return threshold
}
