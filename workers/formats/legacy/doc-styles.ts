import { table, type DocFile } from './doc-fib.ts'
import type { Look } from '../inline.ts'
import { lookOf, paragraphFormat, plainFormat, plainLook, type ParagraphFormat } from './doc-properties.ts'
import type { Fields } from './fields.ts'

/** Styles that a style may be based on, one on another. */
const MAX_BASES = 16
const MAX_STYLES = 4096

interface Style {
  base: number
  kind: number
  /** Where its modifiers lie in the sheet: of paragraphs or of characters, by its kind. */
  from: number
  end: number
}

const PARAGRAPHS = 1
const CHARACTERS = 2

/** What the style sheet defines ([MS-DOC] 2.9.271, STSH), by number of the style. */
export interface DocStyles {
  paragraphs: ParagraphFormat[]
  looks: Look[]
}

export function readStyles(doc: DocFile): DocStyles {
  const sheet = doc.table(table.styles)
  const styles: Style[] = []
  if (!doc.modern || sheet.length < 6) return { paragraphs: [], looks: [] }
  const count = Math.min(MAX_STYLES, sheet.u16(2))
  const baseBytes = sheet.u16(4)
  for (let at = 2 + sheet.u16(0); styles.length < count && at + 2 <= sheet.length;) {
    const bytes = sheet.u16(at)
    styles.push(styleAt(sheet, at + 2, Math.min(sheet.length, at + 2 + bytes), baseBytes))
    at += 2 + bytes
  }
  const formatOf = (index: number, bases: number): ParagraphFormat => {
    const style = styles[index]
    if (style === undefined || bases > MAX_BASES) return plainFormat
    const format = paragraphFormat(sheet, style.from, style.end, formatOf(style.base, bases + 1))
    // The styles 1 to 9 are the headings, whatever they are called (STSH: styles of fixed index).
    return index >= 1 && index <= 9 ? { ...format, outline: index - 1 } : format
  }
  const lookAt = (index: number, bases: number): Look => {
    const style = styles[index]
    if (style?.kind !== CHARACTERS || bases > MAX_BASES) return plainLook
    return lookOf(sheet, style.from, style.end, lookAt(style.base, bases + 1), [])
  }
  return {
    paragraphs: styles.map((_, index) => formatOf(index, 0)),
    looks: styles.map((_, index) => lookAt(index, 0)),
  }
}

/** A definition ([MS-DOC] 2.9.258, STD): base and kind, the name, then the modifiers. */
function styleAt(sheet: Fields, at: number, end: number, baseBytes: number): Style {
  const none = { base: 0xfff, kind: 0, from: end, end }
  if (at + baseBytes + 2 > end || baseBytes < 10) return none
  const kindAndBase = sheet.u16(at + 2)
  const [kind, base] = [kindAndBase & 0xf, kindAndBase >> 4]
  const nameAt = at + baseBytes
  const upx = nameAt + 2 + sheet.u16(nameAt) * 2 + 2
  if (upx + 4 > end) return { ...none, kind, base }
  // Those of paragraphs start with the number of the style.
  return {
    kind,
    base,
    from: upx + (kind === PARAGRAPHS ? 4 : 2),
    end: Math.min(end, upx + 2 + sheet.u16(upx)),
  }
}
