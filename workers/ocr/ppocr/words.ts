import type { Glyph } from './ctc.ts'
import { slice, type TurnedRect } from './geometry.ts'
import { inkColumns, widestGap } from './ink.ts'
import { settleLookAlikes } from './look-alikes.ts'
import { confidenceOf, type Reading } from './recogniser.ts'

/** The words of one region. */
export interface Region {
  rect: TurnedRect
  words: PlacedWord[]
}

/** A word and the part of the region it stands in. */
export interface PlacedWord {
  text: string
  confidence: number
  rect: TurnedRect
}

/** The empty columns between two characters that follow each other, and whether a space was read there. */
interface Gap {
  from: number
  to: number
  read: boolean
}

/** Characters of a region without spaces, the gaps between them, and the outermost columns with ink. */
export interface SpacedGlyphs {
  reading: Reading
  glyphs: Glyph[]
  gaps: Gap[]
  from: number
  to: number
}

/** Width of a space, as a share of the strip's height, where a page tells nothing: that of typewriters. */
const USUAL_SPACE = 0.6

/** A gap this share of a usual space is a space that was not read; a read space below the other is none. */
const MISSING = 0.62
const FALSE = 0.4

/**
 * Points inside numbers and closing marks stand in wide gaps in typewriter faces; this share of the height
 * parts even them.
 */
const MARK_SPACE = 0.5

/** So many spaces that were read in a line tell how wide its spaces are; otherwise the page does. */
const ENOUGH = 3

/** Part of the height by which a one stands apart from the digits beside it: figures are all set equally wide. */
const ONE_ROOM = 0.17

/** Gaps between letters from which on a page tells how wide its spaces are though none was read. */
const ENOUGH_LETTERS = 12

/** Measures the gaps between the characters of a region. */
export function measureGaps(reading: Reading): SpacedGlyphs {
  const ink = inkColumns(reading.strip)
  const at = ({ step }: Glyph): number => (step + 0.5) * reading.stepPx
  const glyphs: Glyph[] = []
  const gaps: Gap[] = []
  let read = false
  for (const glyph of reading.glyphs) {
    if (glyph.text === ' ') {
      read = true
      continue
    }
    const last = glyphs.at(-1)
    if (last !== undefined) gaps.push({ ...widestGap(ink, at(last), at(glyph)), read })
    glyphs.push(glyph)
    read = false
  }
  return { reading, glyphs, gaps, from: Math.max(ink.indexOf(1), 0), to: ink.lastIndexOf(1) + 1 }
}

/** Usual width of the spaces that were read; two spaces beside each other make some of them too wide. */
function usualSpace(regions: readonly SpacedGlyphs[], enough: number): number | undefined {
  const widths = regions
    .flatMap(({ gaps }) => gaps.filter(({ read }) => read).map(({ from, to }) => to - from))
    .sort((a, b) => a - b)
  return widths.length < enough ? undefined : widths[Math.floor(widths.length * 0.4)]
}

/**
 * Usual width of the spaces of a page on which hardly any were read: the gaps between letters fall into two groups,
 * parted where the variance between them is largest (Otsu 1979). Undefined where they are not clearly apart, as in
 * faces of typewriters.
 */
function spaceAmongLetters(regions: readonly SpacedGlyphs[]): number | undefined {
  // Capitals beside capitals stand in titles, which are set wider.
  const areLetters = (glyphs: readonly Glyph[], i: number): boolean =>
    /^(?:\p{L}\p{Ll}|\p{Ll}\p{L})$/u.test(`${glyphs[i]?.text}${glyphs[i + 1]?.text}`)
  const widths = regions
    .flatMap(({ glyphs, gaps }) =>
      gaps.filter((_, i) => areLetters(glyphs, i)).map(({ from, to }) => to - from),
    )
    .sort((a, b) => a - b)
  if (widths.length < ENOUGH_LETTERS) return undefined
  const all = widths.reduce((sum, width) => sum + width, 0)
  let [most, split, below] = [0, 0, 0]
  for (let n = 1; n < widths.length; n++) {
    below += widths[n - 1] ?? 0
    if (widths[n] === widths[n - 1]) continue
    const apart = (all - below) / (widths.length - n) - below / n
    const variance = n * (widths.length - n) * apart * apart
    if (variance > most) [most, split] = [variance, n]
  }
  const [narrow, wide] = [widths.slice(0, split), widths.slice(split)]
  const usual = wide[Math.floor(wide.length * 0.4)]
  if (usual === undefined || wide.length < ENOUGH || narrow.length < wide.length) return undefined
  const usualNarrow = narrow[Math.floor(narrow.length / 2)] ?? 0
  const between = widths.filter((width) => width > usual * 0.6 && width < usual * 0.75).length
  return usual >= 2.2 * usualNarrow + 2 && between <= 0.15 * wide.length ? usual : undefined
}

/** Whether a gap is between numerals one of which is a one, as narrow as it is. */
function isBesideOne(glyphs: readonly Glyph[], after: number): boolean {
  const [before = '', behind = ''] = [glyphs[after]?.text, glyphs[after + 1]?.text]
  return (before === '1' && /^\d$/.test(behind)) || (behind === '1' && /^\d$/.test(before))
}

/** Whether the character behind a gap, or the one before, is a mark that belongs to the number or text before it. */
function isMarkGap(glyphs: readonly Glyph[], after: number): boolean {
  const text = (from: number): string =>
    glyphs
      .slice(Math.max(from, 0), from + 3)
      .map((glyph) => glyph.text)
      .join('')
  const number = /^(?:\d[.,:'/-]|\p{L}-)\d$/u
  return number.test(text(after)) || number.test(text(after - 1)) || /^[,;.)]/.test(text(after + 1))
}

/**
 * Splits regions of one page into words: at the spaces that were read, and where the recogniser swallowed one,
 * its known weakness, although the gap between two characters is as wide as the spaces that were read elsewhere.
 */
export function splitWords(regions: readonly SpacedGlyphs[]): Region[] {
  const ofPage = usualSpace(regions, ENOUGH) ?? spaceAmongLetters(regions)
  return regions.map((region) => {
    const { reading, glyphs, gaps } = region
    const { width, height } = reading.strip
    const space = usualSpace([region], ENOUGH) ?? ofPage ?? USUAL_SPACE * height
    const words: PlacedWord[] = []
    let [first, start] = [0, region.from]
    const end = (next: number, to: number): void => {
      const word = settleLookAlikes(glyphs.slice(first, next), /[.!?]$/.test(words.at(-1)?.text ?? ''))
      words.push({
        text: word.map(({ text }) => text).join(''),
        confidence: confidenceOf(word),
        rect: slice(reading.rect, start / width, to / width),
      })
    }
    gaps.forEach(({ from, to, read }, i) => {
      const room = isBesideOne(glyphs, i) ? ONE_ROOM * height : 0
      const needed = (read ? FALSE : MISSING) * space + room
      if (to - from < (isMarkGap(glyphs, i) ? Math.max(needed, MARK_SPACE * height) : needed)) return
      end(i + 1, from)
      ;[first, start] = [i + 1, to]
    })
    if (glyphs.length > 0) end(glyphs.length, Math.max(region.to, start))
    return { rect: reading.rect, words }
  })
}
