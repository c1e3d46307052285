import type { Word } from '../../bridge/operations/ocr.ts'
import type { Engine } from '../../workers/recognition.ts'

/** What was read on one page; boxes in pixels of the raster turned upright. */
export interface PageReading {
  text: string
  confidence: number
  rotation: 0 | 90 | 180 | 270
  skewDegrees: number
  engine: Engine | 'none'
  languages: string[]
  /** Words line by line, in reading order. */
  lines: Word[][]
}

/** A reading is taken at once from this confidence on; the two programs count theirs differently. */
const SURE = { tesseract: 0.94, ppocr: 0.94 } as const

export const nothing: PageReading = {
  text: '',
  confidence: 0,
  rotation: 0,
  skewDegrees: 0,
  engine: 'none',
  languages: [],
  lines: [],
}

export function isSure({ engine, confidence }: PageReading): boolean {
  return engine !== 'none' && confidence >= SURE[engine]
}

export function surer(a: PageReading, b: PageReading): PageReading {
  return b.confidence > a.confidence ? b : a
}
