import type { Grey } from '../../recognition.ts'
import { components } from './components.ts'
import { minAreaRect, unclip, type TurnedRect } from './geometry.ts'
import type { Model } from './models.ts'
import { resized } from './raster.ts'

/** Settings of the DB post-processing as published with PP-OCRv4 (its det config: thresh, box_thresh, unclip_ratio). */
const THRESHOLD = 0.3
const MIN_SCORE = 0.6
const UNCLIP = 1.5

/** Regions so many times longer than high are lines, and grow by this share of their height. */
const LONG = 6
const ENDS = 0.3

/** Shortest side of a region on the network's map that can be text, in pixels. */
const MIN_SIDE = 3

/** More regions than any page has lines; the largest stay. */
const MAX_REGIONS = 3000

/** Mean and deviation of the network's three inputs (those of ImageNet); all three get the same grey. */
const MEANS = [0.485, 0.456, 0.406]
const DEVIATIONS = [0.229, 0.224, 0.225]

/** The size the network sees: sides are multiples of 32, small pictures are doubled. */
export function detectorSize(
  width: number,
  height: number,
  maxSide: number,
): { width: number; height: number } {
  const scale = Math.min(maxSide / Math.max(width, height), 2)
  const fit = (side: number): number => Math.max(Math.round((side * scale) / 32) * 32, 32)
  return { width: fit(width), height: fit(height) }
}

/** Long regions get a little more at both ends, where the network tends to leave the full stop out. */
function withEnds(rect: TurnedRect): TurnedRect {
  const more = ENDS * Math.min(rect.width, rect.height)
  if (rect.width >= LONG * rect.height) return { ...rect, width: rect.width + more }
  if (rect.height >= LONG * rect.width) return { ...rect, height: rect.height + more }
  return rect
}

/** Finds text: turned rectangles in pixels of the picture, in no particular order. */
export async function detect(detector: Model, picture: Grey, maxSide: number): Promise<TurnedRect[]> {
  const { width, height } = detectorSize(picture.width, picture.height, maxSide)
  const grey = resized(picture, width, height)
  const data = new Float32Array(3 * grey.length)
  MEANS.forEach((mean, channel) => {
    const deviation = DEVIATIONS[channel] ?? 1
    for (let i = 0; i < grey.length; i++) {
      data[channel * grey.length + i] = ((grey[i] ?? 0) / 255 - mean) / deviation
    }
  })
  const map = await detector.run({ data, shape: [1, 3, height, width] })
  const [scaleX, scaleY] = [picture.width / width, picture.height / height]
  const rects = components({ width, height, values: map.data }, THRESHOLD)
    .filter(({ mean }) => mean >= MIN_SCORE)
    .map(({ outline }) => outline)
    .filter((outline) => {
      const rect = minAreaRect(outline)
      return Math.min(rect.width, rect.height) >= MIN_SIDE
    })
    .map((outline) => minAreaRect(outline.map(({ x, y }) => ({ x: x * scaleX, y: y * scaleY }))))
    .map((rect) => withEnds(unclip(rect, UNCLIP)))
  if (rects.length <= MAX_REGIONS) return rects
  return rects.sort((a, b) => b.width * b.height - a.width * a.height).slice(0, MAX_REGIONS)
}
