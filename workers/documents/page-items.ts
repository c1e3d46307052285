import type { TextContent, TextItem, TextMarkedContent } from 'pdfjs-dist/types/src/display/api.js'
import type { LeafContext } from '../leaf.ts'
import { multiply } from './matrix.ts'
import type { PdfPage } from './pdfjs.ts'
import type { PlacedText } from './run.ts'

/** The text of a page as pdf.js hands it out, placed on the upright page. */
export interface PageItems {
  placed: PlacedText[]
  /** Whether the page was read to its end. */
  complete: boolean
  /** Whether pdf.js' own joining of glyphs hides something that the glyphs themselves tell. */
  wantsGlyphs: boolean
  /** Whether a font draws mostly single marks, as a font of bullets and ticks does. */
  hasMarks: boolean
}

/** Right-to-left text, which pdf.js turns chunk by chunk and so loses ligatures, and glyphs without a letter. */
const hidden =
  /[\p{Cc}\ufffd\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** A spaced-out heading, as pdf.js gives it: letters parted by spaces. */
const spacedOut = /(?:^|\s)(?:\p{L}\s){2,}\p{L}(?:\s|$)/u

/** A capital cut off its word by kerning that pdf.js takes for a space: "T ower". */
const cutOff = /(?:^|\s)[FPTVWY]\s\p{Ll}/u

/**
 * Reads the text of a page. Reading stops after `maxChars` characters. pdf.js leaves out glyphs that lie outside the
 * page itself.
 */
export async function readItems(page: PdfPage, maxChars: number, ctx: LeafContext): Promise<PageItems> {
  const toPage = page.getViewport({ scale: 1 }).transform
  const placed: PlacedText[] = []
  const vertical = new Set<string>()
  let spaced = false
  let chars = 0
  let complete = false
  let wantsGlyphs = false
  /** Marked content that is open: its id, where it is part of the structure. */
  const marks: (string | undefined)[] = []
  const fonts = new Map<string, { items: number; marks: number }>()
  const reader = page
    .streamTextContent({ disableNormalization: true, includeMarkedContent: true })
    .getReader()
  try {
    while (chars <= maxChars) {
      const { done, value } = await reader.read()
      complete = done
      if (done) break
      ctx.checkpoint()
      const chunk: Pick<TextContent, 'items' | 'styles'> = value
      for (const [name, style] of Object.entries(chunk.styles)) if (style.vertical) vertical.add(name)
      for (const item of chunk.items) {
        if (!('str' in item)) {
          if (item.type === 'endMarkedContent') marks.pop()
          else marks.push(item.id ?? marks.at(-1))
          // A span with properties of its own is where replacement texts are found (see actual-text.ts).
          wantsGlyphs ||= isPlainSpan(item)
          continue
        }
        if (item.str.trim() === '') {
          spaced ||= item.str !== '' || item.hasEOL
          continue
        }
        chars += item.str.length
        const text = { ...place(item, toPage, vertical.has(item.fontName), spaced), mark: marks.at(-1) }
        wantsGlyphs ||= hidden.test(item.str) || spacedOut.test(item.str) || cutOff.test(item.str)
        const before = placed.at(-1)
        const apart = before && interlocks(before, text) ? (bracketed(before, text) ?? 'unclear') : undefined
        wantsGlyphs ||= apart === 'unclear'
        const font = fonts.get(item.fontName) ?? { items: 0, marks: 0 }
        fonts.set(item.fontName, {
          items: font.items + 1,
          marks: font.marks + (item.str.trim().length === 1 ? 1 : 0),
        })
        if (Array.isArray(apart)) placed.splice(-1, 1, ...apart)
        else placed.push(text)
        spaced = item.hasEOL || item.str.endsWith(' ')
      }
    }
  } finally {
    // Does nothing to a stream that was read to its end; pdf.js insists on a reason.
    await reader.cancel(new Error('no more text is needed')).catch(() => undefined)
  }
  return {
    placed,
    complete,
    wantsGlyphs,
    hasMarks: [...fonts.values()].some((font) => 2 * font.marks >= font.items),
  }
}

/** Whether two pieces of one line stand within each other, as an "S" drawn between the brackets of "( )". */
function interlocks(before: PlacedText, text: PlacedText): boolean {
  if (before.text === text.text || !/\S\s+\S/.test(before.text + text.text)) return false
  const [a, b, , d, x, y] = text.matrix
  const size = Math.abs(d)
  if (Math.abs(b) > 0.01 * Math.abs(a) || a <= 0 || Math.abs(y - before.matrix[5]) > 0.3 * size) return false
  const from = before.matrix[4]
  return Math.min(x + text.advance, from + before.advance) - Math.max(x, from) > 0.3 * size
}

/**
 * Two interlocking pieces in their order: of the two words of one the other stands between, as an "S" within "( )".
 * Undefined where they lie otherwise.
 */
function bracketed(before: PlacedText, text: PlacedText): PlacedText[] | undefined {
  const [outer, inner] = text.advance > before.advance ? [text, before] : [before, text]
  const [, left, right] = /^(\S+)\s+(\S+)$/.exec(outer.text.trim()) ?? []
  const from = outer.matrix[4]
  const at = inner.matrix[4]
  const after = at + inner.advance
  const end = from + outer.advance
  if (left === undefined || right === undefined || at <= from || after >= end) return undefined
  const [a, b, c, d, , y] = outer.matrix
  return [
    { ...outer, text: left, advance: at - from },
    { ...inner, spaced: false },
    { ...outer, text: right, matrix: [a, b, c, d, after, y], advance: end - after, spaced: false },
  ]
}

function isPlainSpan(item: TextMarkedContent): boolean {
  return item.type === 'beginMarkedContentProps' && item.id === null && 'tag' in item && item.tag === 'Span'
}

function place(item: TextItem, toPage: number[], vertical: boolean, spaced: boolean): PlacedText {
  const matrix = multiply(toPage, item.transform)
  return {
    text: item.str,
    matrix,
    advance: vertical ? item.height : item.width,
    vertical,
    spaced: spaced || item.str.startsWith(' '),
  }
}
