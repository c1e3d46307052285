import type { PageBox } from '../page-words.ts'
import type { Matrix } from './matrix.ts'

/**
 * A run is a piece of text that a page draws in one go: the atom of the layout. Runs live in a frame in which
 * their text reads along +x and lines follow each other along +y, whatever way they stand on the page:
 *
 *      x0 ┌───────────┐ x1
 *         │ Some text │  size (of the font)
 *      y ─┴───────────┴─  baseline
 */
export interface Run {
  text: string
  x0: number
  x1: number
  /** Baseline; grows down the page. */
  y: number
  /** Font size, in points on the page. */
  size: number
  /** Place in the content stream. */
  order: number
  /** Whether the content stream has white space between the run before and this one. */
  spaced: boolean
}

/** Runs that stand the same way on the page. */
export interface Frame {
  /** Degrees clockwise by which the text is turned on the upright page; undefined: every run its own way. */
  turn: number | undefined
  runs: Run[]
}

/** Text as it stands on a page before it is put into a frame. */
export interface PlacedText {
  text: string
  /** Of the text's own space (font size 1) to the upright page, y down. */
  matrix: Matrix
  /** Advance along its baseline in points (down the page for vertical writing). */
  advance: number
  /** Vertical writing: glyphs below each other, lines from right to left. */
  vertical: boolean
  spaced: boolean
  /**
   * Where each character (UTF-16 unit) begins and ends along the baseline, two numbers each, in points from the
   * origin; NaN where a character is not drawn. Without it the advance is shared out evenly.
   */
  edges?: Float64Array
  /** Id of the marked content it is in, where that is part of the page's structure. */
  mark?: string | undefined
  /** Its place where the baseline does not tell it: the rectangle of a field. */
  box?: PageBox
}

/** Text within this many degrees of upright (or of a quarter turn) counts as straight: scans lean a little. */
const leaning = 3

/** Sorts placed text into frames, the one with most text first. */
export function toFrames(placed: readonly PlacedText[]): Frame[] {
  const frames = new Map<number | undefined, Frame>()
  placed.forEach((item, order) => {
    const turn = turnOf(item)
    let frame = frames.get(turn)
    if (!frame) frames.set(turn, (frame = { turn, runs: [] }))
    frame.runs.push(toRun(item, turn, order))
  })
  const weight = (frame: Frame): number => frame.runs.reduce((sum, run) => sum + run.text.length, 0)
  return [...frames.values()].sort((a, b) => weight(b) - weight(a))
}

function turnOf(item: PlacedText): number | undefined {
  const [a, b] = item.matrix
  const degrees = (Math.atan2(b, a) * 180) / Math.PI + (item.vertical ? 90 : 0)
  const quarter = Math.round(degrees / 90)
  return Math.abs(degrees - quarter * 90) <= leaning ? (((quarter % 4) + 4) % 4) * 90 : undefined
}

function toRun(item: PlacedText, turn: number | undefined, order: number): Run {
  const [a, b, c, d, e, f] = item.matrix
  const size = item.vertical ? Math.hypot(a, b) : Math.hypot(c, d)
  const radians = ((turn ?? (Math.atan2(b, a) * 180) / Math.PI) * Math.PI) / 180
  const cos = Math.cos(radians)
  const sin = Math.sin(radians)
  const x = e * cos + f * sin
  // Vertical writing places the middle of the line; the baseline of a line of that size lies a third below it.
  const y = f * cos - e * sin + (item.vertical ? size / 3 : 0)
  return { text: item.text, x0: x, x1: x + item.advance, y, size, order, spaced: item.spaced }
}
