import type { LeafContext } from '../leaf.ts'
import type { PlacedGlyph } from './placed-glyph.ts'
import { baseline } from './placed-words.ts'
import type { PlacedText } from './run.ts'

/** Glyphs looked at for where a text begins, when it does not begin at the next one. */
const farthest = 4000

/**
 * Tells texts, given as pdf.js joined them, where each of their characters stands. Texts and glyphs come in the order
 * of the content stream, so they are walked side by side; a text whose glyphs are not found stays without edges.
 */
export function withEdges(
  placed: readonly PlacedText[],
  glyphs: readonly PlacedGlyph[],
  ctx: LeafContext,
): PlacedText[] {
  const drawn = glyphs.filter(({ text }) => text.trim() !== '')
  let next = 0
  return placed.map((item, index) => {
    if (index % 100 === 0) ctx.checkpoint()
    for (let at = next; at < Math.min(drawn.length, next + farthest); at += 1) {
      if (!beginsAt(item, drawn[at])) continue
      const found = edgesOf(item, drawn, at)
      if (!found) continue
      next = found.next
      return { ...item, edges: found.edges }
    }
    return item
  })
}

/** Whether a text may begin with a glyph: where it does not begin with a space, it stands at the same place. */
function beginsAt({ text, matrix }: PlacedText, glyph: PlacedGlyph | undefined): boolean {
  if (!glyph || !text.trimStart().startsWith(glyph.text)) return false
  if (/^\s/.test(text)) return true
  const near = 0.1 * Math.hypot(matrix[2], matrix[3]) + 0.1
  return Math.hypot(glyph.matrix[4] - matrix[4], glyph.matrix[5] - matrix[5]) <= near
}

/** The edges of a text whose first glyph is at `first`, and the glyph after its last; nothing where they differ. */
function edgesOf(
  item: PlacedText,
  drawn: readonly PlacedGlyph[],
  first: number,
): { edges: Float64Array; next: number } | undefined {
  const { text, matrix } = item
  const { alongX, alongY } = baseline(item)
  const edges = new Float64Array(2 * text.length).fill(Number.NaN)
  let next = first
  for (let at = 0; at < text.length;) {
    if (/\s/.test(text.charAt(at))) {
      at += 1
      continue
    }
    const glyph = drawn[next]
    const letters = glyph?.text.trim() ?? ''
    if (!glyph || !text.startsWith(letters, at)) return undefined
    const start = (glyph.matrix[4] - matrix[4]) * alongX + (glyph.matrix[5] - matrix[5]) * alongY
    for (let letter = 0; letter < letters.length; letter += 1) {
      edges[2 * (at + letter)] = start + (glyph.advance * letter) / letters.length
      edges[2 * (at + letter) + 1] = start + (glyph.advance * (letter + 1)) / letters.length
    }
    at += letters.length
    next += 1
  }
  return { edges, next }
}
