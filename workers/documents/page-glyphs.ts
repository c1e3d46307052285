import type { LeafContext } from '../leaf.ts'
import { dingbat, isDingbatFont } from './dingbats.ts'
import { list } from './drawn-pictures.ts'
import { Graphics, number, type LayerCheck } from './graphics.ts'
import { partHidden, type HiddenBecause, type PaintedGlyph } from './hidden-glyphs.ts'
import { identity, multiply } from './matrix.ts'
import type { PdfPage, Pdfjs } from './pdfjs.ts'
import type { PlacedGlyph } from './placed-glyph.ts'

interface Font {
  name?: unknown
  fontMatrix?: unknown
  vertical?: unknown
  defaultVMetrics?: unknown
  isType3Font?: unknown
}

/** The glyphs of a page: those that are seen, and those that are not by the reason why. */
export interface PageGlyphs {
  shown: PlacedGlyph[]
  hidden: Map<HiddenBecause, PlacedGlyph[]>
}

export interface GlyphReading {
  /** The text that stands for a cluster of glyphs, one for each marked content of the page. */
  replacements?: readonly (string | undefined)[]
  /** Asked only for pages with layers. */
  layers?: () => Promise<LayerCheck>
}

/**
 * The glyphs of a page one by one, from pdf.js' list of drawing operators (ISO 32000-1, 9.4). It costs about half as
 * much again as asking for the text, but tells what that hides: the true place of each glyph, and whether it is seen.
 */
export async function readGlyphs(
  page: PdfPage,
  pdfjs: Pdfjs,
  { replacements = [], layers }: GlyphReading,
  ctx: LeafContext,
): Promise<PageGlyphs> {
  const { OPS, AnnotationMode } = pdfjs
  const { fnArray, argsArray } = await page.getOperatorList({ annotationMode: AnnotationMode.DISABLE })
  const marks = countMarks(fnArray, OPS) === replacements.length ? replacements : []
  const hasLayers = fnArray.some(
    (operator, index) => operator === OPS.beginMarkedContentProps && list(argsArray[index])[0] === 'OC',
  )
  const isShown = hasLayers && layers ? await layers() : () => true
  const viewport = page.getViewport({ scale: 1 })
  const graphics = new Graphics(OPS, multiply(viewport.transform, identity), isShown)
  const glyphs: PaintedGlyph[] = []
  let textMatrix = identity
  let lineMatrix = identity
  let depth = 0
  let mark = 0
  /** Marked content that is open: its replacement, until the first glyph has taken it, and its id. */
  const open: (string | undefined)[] = []
  const ids: (string | undefined)[] = []

  const moveLine = (x: number, y: number): void => {
    lineMatrix = multiply(lineMatrix, [1, 0, 0, 1, x, y])
    textMatrix = lineMatrix
  }
  const show = (items: readonly unknown[]): void => {
    graphics.shown()
    const { state } = graphics
    const font: Font = page.commonObjs.has(state.font) ? page.commonObjs.get(state.font) : {}
    // Glyphs that are drawings may have colours of their own.
    const look = font.isType3Font === true ? { ...state.look, fill: undefined } : state.look
    const order = graphics.paint.count
    const vertical = font.vertical === true
    const dingbats = isDingbatFont(font.name)
    const unit = number(list(font.fontMatrix)[0], 0.001) * state.size
    for (const item of items) {
      if (typeof item === 'number') {
        const back = (-item / 1000) * state.size
        textMatrix = multiply(
          textMatrix,
          vertical ? [1, 0, 0, 1, 0, back] : [1, 0, 0, 1, back * state.scale, 0],
        )
        continue
      }
      if (!isGlyph(item)) continue
      const metrics = list(item.vmetric ?? font.defaultVMetrics)
      const width = vertical ? number(metrics[0], -1000) * unit : item.width * unit * state.scale
      const scaled = multiply(state.ctm, textMatrix)
      const matrix = multiply(scaled, [state.size * state.scale, 0, 0, state.size, 0, state.rise])
      const advance = vertical
        ? Math.abs(width) * Math.hypot(scaled[2], scaled[3])
        : Math.abs(width) * Math.hypot(scaled[0], scaled[1])
      const text = replaced(open, dingbats ? dingbat(item.unicode) : item.unicode)
      const space = text.trim() === '' && /^\s+$/.test(text)
      glyphs.push({ text, matrix, advance, vertical, space, mark: ids.at(-1), look, order })
      const spacing = state.charSpacing + (item.isSpace ? state.wordSpacing : 0)
      const move = vertical
        ? [1, 0, 0, 1, 0, width - spacing]
        : [1, 0, 0, 1, width + spacing * state.scale, 0]
      textMatrix = multiply(textMatrix, move)
    }
  }

  for (const [index, operator] of fnArray.entries()) {
    if (index % 1000 === 0) ctx.checkpoint()
    const args = list(argsArray[index])
    const { state } = graphics
    switch (operator) {
      case OPS.beginText:
        textMatrix = lineMatrix = identity
        break
      case OPS.setFont:
        state.font = String(args[0])
        state.size = number(args[1], state.size)
        break
      case OPS.setCharSpacing:
        state.charSpacing = number(args[0], 0)
        break
      case OPS.setWordSpacing:
        state.wordSpacing = number(args[0], 0)
        break
      case OPS.setHScale:
        state.scale = number(args[0], 100) / 100
        break
      case OPS.setLeading:
        state.leading = -number(args[0], 0)
        break
      case OPS.setTextRise:
        state.rise = number(args[0], 0)
        break
      case OPS.moveText:
        moveLine(number(args[0], 0), number(args[1], 0))
        break
      case OPS.setLeadingMoveText:
        state.leading = number(args[1], 0)
        moveLine(number(args[0], 0), number(args[1], 0))
        break
      case OPS.setTextMatrix:
        textMatrix = lineMatrix = multiply(list(args[0]), identity)
        break
      case OPS.nextLine:
        moveLine(0, state.leading)
        break
      case OPS.showText:
        show(list(args[0]))
        break
      default:
        graphics.apply(operator, args)
    }
    if (operator === OPS.paintFormXObjectBegin) depth += 1
    else if (operator === OPS.paintFormXObjectEnd) depth -= 1
    else if (operator === OPS.endMarkedContent) {
      open.pop()
      ids.pop()
    } else if (operator === OPS.beginMarkedContent || operator === OPS.beginMarkedContentProps) {
      open.push(depth === 0 ? marks[mark++] : undefined)
      ids.push(contentId(page, args[1]) ?? ids.at(-1))
    }
  }
  graphics.end()
  return partHidden(glyphs, graphics.paint, { width: viewport.width, height: viewport.height })
}

/** What pdf.js calls a marked content of the structure, here as in the text it hands out and in the tree. */
function contentId({ ref }: PdfPage, number: unknown): string | undefined {
  if (ref === null || !Number.isInteger(number)) return undefined
  return `p${ref.num}R${ref.gen === 0 ? '' : ref.gen}_mc${String(number)}`
}

/** Marked contents outside form XObjects, whose own are not among the replacements. */
function countMarks(operators: readonly number[], OPS: Pdfjs['OPS']): number {
  let depth = 0
  let count = 0
  for (const operator of operators) {
    if (operator === OPS.paintFormXObjectBegin) depth += 1
    else if (operator === OPS.paintFormXObjectEnd) depth -= 1
    else if (
      depth === 0 &&
      (operator === OPS.beginMarkedContent || operator === OPS.beginMarkedContentProps)
    ) {
      count += 1
    }
  }
  return count
}

/** The text of a glyph: the first within a replaced marked content takes the replacement, the others nothing. */
function replaced(open: (string | undefined)[], unicode: string): string {
  const at = open.findIndex((text) => text !== undefined)
  if (at < 0) return unicode
  const text = open[at] ?? ''
  open[at] = ''
  return text
}

interface Glyph {
  unicode: string
  width: number
  isSpace: boolean
  vmetric?: unknown
}

function isGlyph(item: unknown): item is Glyph {
  return (
    typeof item === 'object' &&
    item !== null &&
    'unicode' in item &&
    typeof item.unicode === 'string' &&
    'width' in item &&
    typeof item.width === 'number' &&
    'isSpace' in item
  )
}
