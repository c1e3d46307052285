import { quantile } from '../../../wasm/light-plan.ts'
import { flattenLight, groundOf, lightKernel, type LightKernel } from '../../../wasm/light.ts'
import type { ResampleKernel } from '../../../wasm/resample.ts'
import { resample, resampleKernel } from '../../../wasm/resample.ts'
import type { Leaf } from '../../leaf.ts'
import type { Grey, PageRaster } from '../../recognition.ts'
import { components, type Components } from './components.ts'
import { inkOf } from './ink.ts'
import { layoutOf, levelled } from './layout.ts'
import { lettersOf, type Letters } from './letters.ts'
import { readPage } from './page.ts'
import { isWithin, mapQuad, type Quad } from '../../homography.ts'
import { isDark } from './polarity.ts'
import { sheetOf } from './sheet.ts'
import { skewOf } from './skew.ts'

/** Which page to measure. */
export interface MeasureTask {
  page: PageRaster
}

/** What a page is like, for deciding what to do before it is read. */
export interface PageMeasures {
  /** Degrees clockwise by which the page must be turned for its lines to be level, -12..12 in steps of 0.1. */
  skewDegrees: number
  /** 0..1: how far that angle stands out. */
  skewSureness: number
  /** How uneven the ground is: 0 for one level, towards 1 when parts lie in the dark. */
  lightRange: number
  /** How much darker ink is than its ground, 0..1. */
  contrast: number
  /** Median height of what looks like letters, capital and small, in pixels of the page; 0 without any. */
  textHeight: number
  /** Roughly, over all columns. */
  lines: number
  /** Columns of text; 0 on a blank page. */
  columns: number
  /** White on black. */
  dark: boolean
  /** Nothing looks like a letter. */
  blank: boolean
  /** Grain or specks that may be taken for letters. */
  noisy: boolean
  /** Corners of the sheet in pixels of the page, where it is a photograph of a sheet seen at an angle. */
  sheet?: Quad
}

/** Pages are measured at about so many pixels: letters of 10 points on A4 are then 15 pixels high. */
const WORKING_PIXELS = 2_200_000

/** Longest side of the copy in which the sheet is looked for. */
const SHEET_SIDE = 512

/** Letters beside the sheet at most, and as a share of all: what it lies on has grain, which can look like a few. */
const LETTERS_BESIDE = 4
const SHARE_BESIDE = 0.03

/** Labels at most: noise over a whole page stays below. */
const MAX_LABELS = 600_000

let light: LightKernel | undefined

/**
 * Measures a page: on a copy reduced by a whole factor, with its light flattened and dark pages turned to black on
 * white first, so that thresholds see ink and not shadows. Faults: TOO_MANY_PIXELS, INVALID_INPUT.
 */
export const measure: Leaf<MeasureTask, PageMeasures> = (task, ctx) => {
  const page = readPage(task.page, ctx)
  const between = (): void => ctx.checkpoint()
  light ??= lightKernel(ctx.assets.wasm('light'))
  const kernel = (): ResampleKernel => resampleKernel(ctx.assets.wasm('resample'))
  const { picture, factor } = reduced(page, kernel, between)
  ctx.progress(0.3)
  const dark = isDark(picture)
  const upright = dark ? inverted(picture) : picture
  const ground = groundOf(light, upright, between)
  const flat = { ...picture, pixels: flattenLight(light, upright, ground, between) }
  const ink = inkOf(flat, upright, quantile(ground.levels, 0.5))
  const options = { threshold: ink.threshold, neighbours: 8, maxLabels: MAX_LABELS } as const
  const found = components(flat, options, between)
  ctx.progress(0.7)
  const letters = lettersOf(found, flat)
  const skew = skewOf(feet(found, letters), between)
  const boxes = letters.numbers.map((number) => found.boxes.subarray(number * 5, number * 5 + 4))
  const contrast = contrastOf(flat, found, letters)
  const bright = quantile(ground.levels, 0.95)
  const corners = sheetOn(picture, kernel, between)
  const sheet = corners && holdsAll(corners, boxes) ? corners : undefined
  return {
    skewDegrees: skew.degrees,
    skewSureness: rounded(skew.sureness),
    lightRange: rounded(1 - quantile(ground.levels, 0.05) / bright),
    contrast: rounded(contrast),
    textHeight: rounded(letters.height * factor),
    ...layoutOf(levelled(boxes, skew.degrees), letters.height),
    dark: dark && letters.numbers.length > 0,
    blank: letters.numbers.length === 0,
    noisy: ink.grain > 10 || letters.specks > Math.max(60, 2 * letters.numbers.length),
    ...(sheet && {
      sheet: mapQuad(sheet, ({ x, y }) => ({
        x: rounded((x * page.width) / picture.width),
        y: rounded((y * page.height) / picture.height),
      })),
    }),
  }
}

/** Corners of the sheet on a picture, looked for in a smaller copy. */
function sheetOn(picture: Grey, kernel: () => ResampleKernel, between: () => void): Quad | undefined {
  const scale = SHEET_SIDE / Math.max(picture.width, picture.height)
  if (scale >= 1) return sheetOf(picture, between)
  const [width, height] = [Math.ceil(picture.width * scale), Math.ceil(picture.height * scale)]
  const found = sheetOf(resample(kernel(), picture, width, height, between), between)
  const [across, down] = [picture.width / width, picture.height / height]
  return found && mapQuad(found, ({ x, y }) => ({ x: x * across, y: y * down }))
}

/** Whether hardly anything that looks like a letter stands beside the sheet, so that warping it loses nothing. */
function holdsAll(sheet: Quad, boxes: readonly Int32Array[]): boolean {
  const beside = boxes.filter(
    ([left = 0, top = 0, width = 0, height = 0]) =>
      !isWithin({ x: left + width / 2, y: top + height / 2 }, sheet),
  )
  return beside.length <= Math.max(LETTERS_BESIDE, SHARE_BESIDE * boxes.length)
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}

function inverted(picture: Grey): Grey {
  return { ...picture, pixels: picture.pixels.map((level) => 255 - level) }
}

interface Reduced {
  picture: Grey
  /** Pixels of the page for one of the picture. */
  factor: number
}

function reduced(page: Grey, kernel: () => ResampleKernel, between: () => void): Reduced {
  const factor = Math.ceil(Math.sqrt((page.width * page.height) / WORKING_PIXELS))
  if (factor <= 1) return { picture: page, factor: 1 }
  const [width, height] = [Math.ceil(page.width / factor), Math.ceil(page.height / factor)]
  return { picture: resample(kernel(), page, width, height, between), factor }
}

/** The lowest point of ink in each column of each letter, x and y in turn: most of them lie on a baseline. */
function feet({ boxes, runs }: Components, { numbers }: Letters): Int32Array {
  const places = new Int32Array(boxes.length / 5).fill(-1)
  let length = 0
  for (const number of numbers) {
    places[number] = length
    length += 2 * (boxes[number * 5 + 2] ?? 0)
  }
  const points = new Int32Array(length)
  // Runs come in order of their rows, so the lowest is written last.
  for (let i = 0; i < runs.length; i += 4) {
    const number = runs[i] ?? 0
    const place = places[number] ?? -1
    if (place < 0) continue
    const left = boxes[number * 5] ?? 0
    for (let x = runs[i + 2] ?? 0; x < (runs[i + 3] ?? 0); x++) {
      points[place + 2 * (x - left)] = x
      points[place + 2 * (x - left) + 1] = runs[i + 1] ?? 0
    }
  }
  return points
}

/** How much darker the ink of letters is than white, by the median of its levels. */
function contrastOf({ width, pixels }: Grey, { runs }: Components, { numbers }: Letters): number {
  const chosen = new Set(numbers)
  const levels: number[] = []
  for (let i = 0; i < runs.length; i += 4) {
    if (!chosen.has(runs[i] ?? 0)) continue
    const middle = ((runs[i + 2] ?? 0) + (runs[i + 3] ?? 0)) >> 1
    levels.push(pixels[(runs[i + 1] ?? 0) * width + middle] ?? 255)
  }
  return levels.length === 0 ? 0 : 1 - quantile(Uint8Array.from(levels), 0.5) / 255
}
