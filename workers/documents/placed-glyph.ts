import type { Matrix } from './matrix.ts'

/** One drawn glyph on the upright page. */
export interface PlacedGlyph {
  /** The letters it stands for: none, one or several. */
  text: string
  /** Of its own space (font size 1) to the upright page, y down. */
  matrix: Matrix
  /** What the pen moves on by, without letter and word spacing, in points. */
  advance: number
  vertical: boolean
  space: boolean
  /** Id of the marked content it is in, where that is part of the page's structure. */
  mark?: string | undefined
}
