import { leastAlpha, type Look } from './graphics.ts'
import type { PlacedGlyph } from './placed-glyph.ts'
import { contains, isSame, type Bounds, type Paint } from './page-paint.ts'
import type { PageSize } from '../page-words.ts'

/** Why a reader of a page does not see a text that is in it. */
export type HiddenBecause =
  | 'invisible'
  | 'in the colour of its ground'
  | 'covered'
  | 'clipped'
  | 'off the page'
  | 'too small'
  | 'on a hidden layer'

/** A glyph with how it was painted. */
export interface PaintedGlyph extends PlacedGlyph {
  look: Look
  /** How many areas had been painted before it. */
  order: number
}

/** Text smaller than this, in points, or than this share of a small page, is none that somebody reads. */
const leastSize = 1
const leastShare = 1 / 400

/** A reason counts from so many letters and digits on: a stray mark is left where it stands. */
const leastLetters = 3

/** Text rendering modes (ISO 32000-1, table 106). */
const modes = { filled: new Set([0, 2, 4, 6]), stroked: new Set([1, 2, 5, 6]), invisible: 3 }

/**
 * Parts the glyphs of a page into those that are seen and those that are not, by reason. What stands in a picture or a
 * shape counts as seen whatever its colour: it may be the text of a scan, which is laid invisibly over its picture.
 */
export function partHidden(
  glyphs: readonly PaintedGlyph[],
  paint: Paint,
  page: PageSize,
): { shown: PlacedGlyph[]; hidden: Map<HiddenBecause, PlacedGlyph[]> } {
  const reasons = glyphs.map((glyph) => (glyph.space ? undefined : reasonOf(glyph, paint, page)))
  const letters = new Map<HiddenBecause, number>()
  for (const [index, because] of reasons.entries()) {
    if (because === undefined) continue
    const more = (glyphs[index]?.text.match(/[\p{L}\p{N}]/gu) ?? []).length
    letters.set(because, (letters.get(because) ?? 0) + more)
  }
  const shown: PlacedGlyph[] = []
  const hidden = new Map<HiddenBecause, PlacedGlyph[]>()
  let last: HiddenBecause | undefined
  for (const [index, glyph] of glyphs.entries()) {
    const because = glyph.space ? last : reasons[index]
    last = because
    if (because === undefined) shown.push(glyph)
    else if ((letters.get(because) ?? 0) >= leastLetters) {
      const own = hidden.get(because) ?? []
      own.push(glyph)
      hidden.set(because, own)
    } else if (because !== 'off the page') shown.push(glyph)
  }
  return { shown, hidden }
}

function reasonOf(glyph: PaintedGlyph, paint: Paint, page: PageSize): HiddenBecause | undefined {
  const { look, matrix, order } = glyph
  const [a, b, c, d, left, baseline] = matrix
  if (!look.layerShown) return 'on a hidden layer'
  if (left < -1 || left > page.width || baseline < 0 || baseline > page.height + 1) return 'off the page'
  const [x, y] = middleOf(glyph)
  if (look.clip !== undefined && !contains(look.clip, x, y)) return 'clipped'
  const size = Math.min(Math.hypot(a, b), Math.hypot(c, d))
  if (size < Math.min(leastSize, leastShare * Math.max(page.width, page.height))) return 'too small'
  if (isTransparent(look)) return paint.isPictured(x, y) ? undefined : 'invisible'
  if (isLost(look, paint, [x, y], order)) {
    return paint.isPictured(x, y) ? undefined : 'in the colour of its ground'
  }
  const reach = size / 4
  const box: Bounds = [x - reach, y - reach, x + reach, y + reach]
  return paint.isCovered(box, order) && !paint.isPictured(x, y) ? 'covered' : undefined
}

/** About the middle of a glyph's letters. */
function middleOf({ matrix: [a, b, c, d, x, y], advance, vertical }: PaintedGlyph): [number, number] {
  if (vertical)
    return [
      x - (advance * c) / (2 * (Math.hypot(c, d) || 1)),
      y - (advance * d) / (2 * (Math.hypot(c, d) || 1)),
    ]
  const width = Math.hypot(a, b) || 1
  return [x + (advance * a) / (2 * width) + 0.3 * c, y + (advance * b) / (2 * width) + 0.3 * d]
}

function isTransparent({ mode, fillAlpha, strokeAlpha }: Look): boolean {
  if (mode === modes.invisible) return true
  const alphas = [
    ...(modes.filled.has(mode) ? [fillAlpha] : []),
    ...(modes.stroked.has(mode) ? [strokeAlpha] : []),
  ]
  return alphas.length > 0 && alphas.every((alpha) => alpha < leastAlpha)
}

/** Whether all that a text is painted with has the colour that lies beneath. */
function isLost(
  { mode, fill, stroke, plain }: Look,
  paint: Paint,
  [x, y]: [number, number],
  order: number,
): boolean {
  const colours = [...(modes.filled.has(mode) ? [fill] : []), ...(modes.stroked.has(mode) ? [stroke] : [])]
  if (!plain || colours.length === 0 || colours.some((colour) => colour === undefined || !paint.has(colour)))
    return false
  const ground = paint.groundAt(x, y, order)
  return ground !== undefined && colours.every((colour) => colour !== undefined && isSame(colour, ground))
}
