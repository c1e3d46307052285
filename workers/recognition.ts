/** A grey picture: one byte a pixel, rows from the top without padding, 0 is black. */
export interface Grey {
  width: number
  height: number
  pixels: Uint8Array
}

/** Left, top, width and height in pixels of the picture an engine was given. */
export type Box = [x: number, y: number, width: number, height: number]

export interface OcrWord {
  text: string
  box: Box
  /** 0..1. */
  confidence: number
}

export interface OcrLine {
  /** The words as they are read, with the blanks the engine saw. */
  text: string
  box: Box
  confidence: number
  words: OcrWord[]
}

/** Which program reads the page. */
export type Engine = 'tesseract' | 'ppocr'

/** What one engine read on one page, lines in reading order. */
export interface Recognition {
  engine: Engine
  lines: OcrLine[]
  /** Mean over the words, weighted by their length; 0 where there are none. */
  confidence: number
  /** Degrees clockwise by which the picture must be turned to stand upright, as far as the engine found out. */
  rotation: 0 | 90 | 180 | 270
}

/** Where a leaf finds the page: a file of grey bytes in `ctx.files`. */
export interface PageRaster {
  digest: string
  width: number
  height: number
}
