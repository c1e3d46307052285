import type { Grey } from '../../recognition.ts'
import { decode, type Glyph } from './ctc.ts'
import type { TurnedRect } from './geometry.ts'
import type { Models } from './models.ts'
import { cropped } from './raster.ts'

/** Height of what the recogniser reads, in pixels. */
const HEIGHT = 48

/** Narrowest strip the recogniser was trained on, and the longest one tried; longer ones are squeezed. */
const MIN_WIDTH = 320
const MAX_WIDTH = 4096

/** Strips read at once. */
const BATCH = 6

/** What was read in one region. */
export interface Reading {
  rect: TurnedRect
  /** The region, straightened. */
  strip: Grey
  glyphs: Glyph[]
  /** Width of a time step in pixels of the strip. */
  stepPx: number
}

/** Mean over the characters; 0 where nothing was read. */
export function confidenceOf(glyphs: readonly Glyph[]): number {
  if (glyphs.length === 0) return 0
  return glyphs.reduce((sum, { confidence }) => sum + confidence, 0) / glyphs.length
}

/** Reads regions of a picture, several of similar width at a time, and answers them in the order given. */
export async function readRegions(
  { recogniser, keys, alike }: Models,
  picture: Grey,
  rects: readonly TurnedRect[],
  checkpoint: () => void,
): Promise<Reading[]> {
  const widthOf = ({ width, height }: TurnedRect): number =>
    Math.min(Math.max(Math.round((HEIGHT * width) / height), 8), MAX_WIDTH)
  const order = rects.map((rect, index) => ({ rect, index, width: widthOf(rect) }))
  order.sort((a, b) => a.width - b.width || a.index - b.index)
  const readings: { index: number; reading: Reading }[] = []
  for (let at = 0; at < order.length; at += BATCH) {
    checkpoint()
    const batch = order.slice(at, at + BATCH)
    const width = Math.ceil(Math.max(MIN_WIDTH, ...batch.map((strip) => strip.width)) / 8) * 8
    const strips = batch.map((strip) => cropped(picture, strip.rect, strip.width, HEIGHT))
    const { data, shape } = await recogniser.run({
      data: tensorOf(strips, width, HEIGHT),
      shape: [strips.length, 3, HEIGHT, width],
    })
    const [, steps = 0, classes = 0] = shape
    batch.forEach(({ rect, index }, i) => {
      const probabilities = data.subarray(i * steps * classes, (i + 1) * steps * classes)
      const strip = strips[i]
      if (strip === undefined) return
      const reading = {
        rect,
        strip,
        glyphs: halfWidth(decode(probabilities, keys, alike)),
        stepPx: width / steps,
      }
      readings.push({ index, reading })
    })
  }
  return readings.sort((a, b) => a.index - b.index).map(({ reading }) => reading)
}

/**
 * The recogniser, trained on Chinese, often reads Latin punctuation as its full-width twin (U+FF01 to U+FF5E).
 * Where no Han character is near, the plain one is meant.
 */
function halfWidth(glyphs: Glyph[]): Glyph[] {
  if (glyphs.some(({ text }) => /\p{Script=Han}/u.test(text))) return glyphs
  return glyphs.map((glyph) => ({
    ...glyph,
    text: glyph.text.replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0)),
  }))
}

/** Strips as the recogniser and the classifier take them: -1..1 in three equal planes, grey (0) behind the end. */
export function tensorOf(strips: readonly Grey[], width: number, height: number): Float32Array {
  const plane = width * height
  const data = new Float32Array(strips.length * 3 * plane)
  strips.forEach((strip, n) => {
    for (let channel = 0; channel < 3; channel++) {
      const to = (n * 3 + channel) * plane
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < strip.width; x++) {
          data[to + y * width + x] = (strip.pixels[y * strip.width + x] ?? 0) / 127.5 - 1
        }
      }
    }
  })
  return data
}
