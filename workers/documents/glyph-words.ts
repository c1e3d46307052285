import { isRightToLeft, reversed } from './bidi.ts'
import type { PlacedGlyph } from './placed-glyph.ts'
import type { PlacedText } from './run.ts'

/** A gap beyond the usual letter spacing that parts words, as a share of the font size. */
const wordGap = 0.13

/** The same where the line has space characters of its own, so that gaps alone mean less. */
const wordGapBesideSpaces = 0.2

/** Letters further apart than this are not spaced out: they are cells of a table. */
const mostTracking = 0.6

/**
 * Joins glyphs into words. Letter spacing is measured on each line before gaps are judged, so that a spaced-out
 * heading stays one word; right-to-left words come out in logical order.
 */
export function glyphWords(glyphs: readonly PlacedGlyph[]): PlacedText[] {
  return lines(glyphs).flatMap(lineWords)
}

/** Glyphs in a row: on one baseline, of one size, each next to the one before, on whichever side. */
function lines(glyphs: readonly PlacedGlyph[]): PlacedGlyph[][] {
  const found: PlacedGlyph[][] = []
  for (const glyph of glyphs) {
    const line = found.at(-1)
    const last = line?.findLast((other) => other.advance !== 0) ?? line?.at(-1)
    if (line && last && continues(last, glyph)) line.push(glyph)
    else found.push([glyph])
  }
  return found
}

function continues(last: PlacedGlyph, glyph: PlacedGlyph): boolean {
  if (last.vertical !== glyph.vertical) return false
  const size = sizeOf(last)
  if (Math.abs(sizeOf(glyph) - size) > 0.05 * size) return false
  const { along, across } = offset(last, glyph)
  if (Math.abs(across) > 0.1 * size + (glyph.advance === 0 ? 0.5 * size : 0)) return false
  if (glyph.advance === 0) return Math.abs(along) < last.advance + size
  if (along > last.advance - 0.5 * size) return along < last.advance + 2 * size
  // Right-to-left text may be drawn in logical order, each glyph on the left of the one before.
  return isRightToLeft(last.text + glyph.text) && along > -size - glyph.advance
}

/** Where a glyph begins, seen from another: along the line it stands on and across it, in points. */
function offset(from: PlacedGlyph, to: PlacedGlyph): { along: number; across: number } {
  const [a, b] = from.vertical ? [from.matrix[2], from.matrix[3]].map((part) => -part) : from.matrix
  const length = Math.hypot(a ?? 1, b ?? 0) || 1
  const [ux, uy] = [(a ?? 1) / length, (b ?? 0) / length]
  const dx = to.matrix[4] - from.matrix[4]
  const dy = to.matrix[5] - from.matrix[5]
  return { along: dx * ux + dy * uy, across: dy * ux - dx * uy }
}

const sizeOf = ({ matrix, vertical }: PlacedGlyph): number =>
  vertical ? Math.hypot(matrix[0], matrix[1]) : Math.hypot(matrix[2], matrix[3])

function lineWords(line: readonly PlacedGlyph[]): PlacedText[] {
  const visual = isDrawnBackwards(line) ? line.toReversed() : line
  const size = sizeOf(line[0] ?? noGlyph) || 1
  const gaps = visual.map((glyph, index) => {
    const before = visual[index - 1]
    return before ? offset(before, glyph).along - before.advance : 0
  })
  const inner = gaps.filter((_, index) => index > 0 && !visual[index]?.space && !visual[index - 1]?.space)
  const tracking = inner.length >= 3 ? Math.min(Math.max(0, median(inner)), mostTracking * size) : 0
  const beside = visual.some((glyph) => glyph.space) ? wordGapBesideSpaces : wordGap
  const tracked = split(visual, gaps, tracking + beside * size)
  // Single letters in a row, as in a table of accents, are no spaced-out word.
  const words = tracked.every((word) => isWord(word.text)) ? tracked : split(visual, gaps, beside * size)
  return words
}

/** Longest word that is taken for a spaced-out one. */
const longestTracked = 24

function isWord(text: string): boolean {
  return text.length <= longestTracked && !/\p{Ll}\p{Lu}/u.test(text)
}

/** Cuts a line at space characters and at gaps wider than `widest`, in points. */
function split(visual: readonly PlacedGlyph[], gaps: readonly number[], widest: number): PlacedText[] {
  const words: PlacedText[] = []
  let word: PlacedGlyph[] = []
  let parted = true
  const end = (): void => {
    if (word.length > 0) words.push(toText(word, parted))
    word = []
    parted = true
  }
  visual.forEach((glyph, index) => {
    if (glyph.space || (gaps[index] ?? 0) > widest) end()
    if (!glyph.space) word.push(glyph)
  })
  end()
  return words
}

const noGlyph: PlacedGlyph = {
  text: '',
  matrix: [1, 0, 0, 1, 0, 0],
  advance: 0,
  vertical: false,
  space: false,
}

/** Right-to-left text that is drawn in logical order: each letter on the left of the one before. */
function isDrawnBackwards(line: readonly PlacedGlyph[]): boolean {
  let steps = 0
  line.forEach((glyph, index) => {
    const before = line[index - 1]
    if (before && glyph.advance !== 0) steps += Math.sign(offset(before, glyph).along)
  })
  return steps < 0 && line.some((glyph) => isRightToLeft(glyph.text))
}

function toText(word: readonly PlacedGlyph[], spaced: boolean): PlacedText {
  const first = word[0] ?? noGlyph
  const last = word.at(-1) ?? first
  const pieces = word.map((glyph) => glyph.text)
  const text = pieces.some(isRightToLeft) ? reversed(pieces).join('') : pieces.join('')
  const { along } = offset(first, last)
  const { matrix, vertical, mark } = first
  return { text, matrix, advance: along + last.advance, vertical, spaced, mark }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
