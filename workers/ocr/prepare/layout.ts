import { median } from './letters.ts'

/** A letter's box in a picture whose lines are level: left, right, and the middle between top and bottom. */
export interface LevelBox {
  left: number
  right: number
  middle: number
}

/** A rough count of what stands on a page. */
export interface Layout {
  /** Columns of text: 1 unless white gutters run down the page between lines that reach to them. */
  columns: number
  /** Lines of text, summed over the columns. */
  lines: number
}

/** Turns boxes of components (left, top, width, height in turn) by a skew, about the top left. */
export function levelled(boxes: readonly Int32Array[], degrees: number): LevelBox[] {
  const slope = Math.tan((degrees * Math.PI) / 180)
  return boxes.map(([left = 0, top = 0, width = 0, height = 0]) => {
    const middle = top + height / 2 + (left + width / 2) * slope
    const from = left - (top + height / 2) * slope
    return { left: from, right: from + width, middle }
  })
}

/**
 * Counts columns and lines. A gutter is a vertical stretch, at least twice as wide as letters are high, that hardly
 * a line crosses. It parts columns when the lines on both sides are many, long and mostly reach from one side of
 * their column to the other: prices at the right of a receipt, or a menu, are no columns.
 */
export function layoutOf(letters: readonly LevelBox[], letterHeight: number): Layout {
  if (letters.length === 0) return { columns: 0, lines: 0 }
  const stripes = stripesOf(letters, letterHeight)
  const columns = stripes.map((stripe) => linesOf(stripe, letterHeight))
  const real = columns.filter((lines) => isColumn(lines, letterHeight))
  if (real.length < 2) return { columns: 1, lines: linesOf(letters, letterHeight).length }
  return { columns: real.length, lines: columns.reduce((sum, lines) => sum + lines.length, 0) }
}

interface Line {
  left: number
  right: number
}

/** A column is wide, has several lines, and half of them fill most of it. */
function isColumn(lines: readonly Line[], letterHeight: number): boolean {
  const left = Math.min(...lines.map((line) => line.left))
  const width = Math.max(...lines.map((line) => line.right)) - left
  const filled = median(lines.map((line) => line.right - line.left)) / width
  return lines.length >= 4 && width >= 10 * letterHeight && filled >= 0.7
}

/** Letters parted at the gutters, from left to right. */
function stripesOf(letters: readonly LevelBox[], letterHeight: number): LevelBox[][] {
  const offset = Math.floor(letters.reduce((least, { left }) => Math.min(least, left), Infinity))
  const end = letters.reduce((most, { right }) => Math.max(most, right), -Infinity)
  const heights = new Float64Array(Math.ceil(end - offset) + 2)
  for (const { left, right } of letters) {
    // Blanks between words are bridged, so that only what is white down the page is low.
    const from = Math.max(0, Math.floor(left - offset - letterHeight / 2))
    const to = Math.min(heights.length, Math.ceil(right - offset + letterHeight / 2))
    for (let x = from; x < to; x++) heights[x] = (heights[x] ?? 0) + 1
  }
  const usual = [...heights].sort((a, b) => a - b)[Math.floor(heights.length * 0.75)] ?? 0
  const cuts = lowStretches(heights, usual * 0.12, letterHeight).map((middle) => middle + offset)
  const stripes: LevelBox[][] = Array.from({ length: cuts.length + 1 }, () => [])
  for (const letter of letters) {
    const centre = (letter.left + letter.right) / 2
    stripes[cuts.filter((cut) => cut < centre).length]?.push(letter)
  }
  return stripes.filter((stripe) => stripe.length > 0)
}

/** Middles of stretches that are no higher than `most` for at least `length`. */
function lowStretches(heights: Float64Array, most: number, length: number): number[] {
  const middles: number[] = []
  let start = 0
  for (let x = 0; x <= heights.length; x++) {
    if (x < heights.length && (heights[x] ?? 0) <= most) continue
    if (x - start >= length && start > 0 && x < heights.length) middles.push((start + x) / 2)
    start = x + 1
  }
  return middles
}

/** Letters gathered into lines by their middles. */
function linesOf(letters: readonly LevelBox[], letterHeight: number): Line[] {
  const lines: (Line & { middle: number; count: number })[] = []
  for (const { left, right, middle } of [...letters].sort((a, b) => a.middle - b.middle)) {
    const line = lines.at(-1)
    if (line && middle - line.middle <= 0.6 * letterHeight) {
      line.left = Math.min(line.left, left)
      line.right = Math.max(line.right, right)
      line.count++
      line.middle += (middle - line.middle) / line.count
    } else {
      lines.push({ left, right, middle, count: 1 })
    }
  }
  // What is left of a line: accents and points above it, which have its letters' company but not their number.
  const least = Math.max(2, 0.15 * median(lines.map(({ count }) => count)))
  return lines.filter(({ count }) => count >= least)
}
