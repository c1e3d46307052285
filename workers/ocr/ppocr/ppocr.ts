import { fault } from '../../../bridge/faults.ts'
import type { Leaf } from '../../leaf.ts'
import type { Grey, PageRaster, Recognition } from '../../recognition.ts'
import { detect } from './detector.ts'
import { meanConfidence } from '../confidence.ts'
import { joinLines } from './lines.ts'
import { models } from './models.ts'
import { findRotation } from './orientation.ts'
import { turned } from './raster.ts'
import { confidenceOf, readRegions } from './recogniser.ts'
import { measureGaps, splitWords } from './words.ts'

/** Which page to read, and how large the text detector sees it. */
export interface PpocrTask {
  page: PageRaster
  /** Longest side of what the detector sees, in pixels: larger finds smaller text and takes longer. */
  maxSide?: number
}

const MAX_SIDE = 960

/** Largest size of the detector's input: its working memory grows to hundreds of bytes a pixel. */
const LARGEST_SIDE = 4096

/** Largest page taken, in pixels. */
const MAX_PIXELS = 150_000_000

/** Regions read with less confidence are no text (drop_score of PP-OCR). */
const MIN_CONFIDENCE = 0.5

/** Rules drawn with characters: they part what is above from what is below, and are not read out. */
const RULE = /^[-_=.·*~—–―]{4,}$/

/**
 * Reads a page with PP-OCRv4 (text detector, angle classifier and recogniser, all in ONNX Runtime): strong on
 * photographs, shadows, skew and pages that lie on their side or stand upside down. For child processes only:
 * ending a thread during an inference would take the service with it.
 *
 * Faults: INVALID_INPUT, TOO_MANY_PIXELS, UNAVAILABLE.
 */
export const ppocr: Leaf<PpocrTask, Recognition> = async ({ page, maxSide = MAX_SIDE }, ctx) => {
  const upright = rasterOf(page, ctx.files.read(page.digest))
  const side = Math.min(Math.max(maxSide, 32), LARGEST_SIDE)
  const checkpoint = (): void => ctx.checkpoint()
  const networks = await models(ctx.assets)
  checkpoint()
  const found = await detect(networks.detector, upright, side)
  const rotation = await findRotation(networks, upright, found, checkpoint)
  ctx.progress(0.2)
  const picture = turned(upright, rotation)
  const rects = rotation === 0 ? found : await detect(networks.detector, picture, side)
  const readings = await readRegions(networks, picture, rects, checkpoint)
  const sure = readings.filter(({ glyphs }) => confidenceOf(glyphs) >= MIN_CONFIDENCE)
  const regions = splitWords(sure.map(measureGaps))
  const lines = joinLines(regions, picture).filter(({ text }) => !RULE.test(text))
  return { engine: 'ppocr', lines, confidence: meanConfidence(lines.flatMap(({ words }) => words)), rotation }
}

/** The page as a picture. Faults: INVALID_INPUT when bytes and size disagree, TOO_MANY_PIXELS. */
function rasterOf({ width, height }: PageRaster, pixels: Uint8Array): Grey {
  if (width * height > MAX_PIXELS) {
    throw fault(
      'TOO_MANY_PIXELS',
      `The page has ${width} x ${height} pixels; at most ${MAX_PIXELS} are read.`,
      {
        width,
        height,
        maxPixels: MAX_PIXELS,
      },
    )
  }
  if (width >= 1 && height >= 1 && pixels.length === width * height) return { width, height, pixels }
  throw fault(
    'INVALID_INPUT',
    `A page of ${width} x ${height} pixels needs ${width * height} grey bytes, at least one; ${pixels.length} came.`,
  )
}
