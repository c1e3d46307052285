import { table, type DocFile } from './doc-fib.ts'
import { paragraphFormat, plainFormat, type ParagraphFormat } from './doc-properties.ts'
import type { Fields } from './fields.ts'

/** Styles that a style may be based on, one on another. */
const MAX_BASES = 16
const MAX_STYLES = 4096

interface Style {
  base: number
  /** Where its modifiers of paragraphs lie in the sheet; none for styles of characters. */
  from: number
  end: number
}

/** The formats of paragraphs that the style sheet defines ([MS-DOC] 2.9.271, STSH), by number of the style. */
export function readStyles(doc: DocFile): ParagraphFormat[] {
  const sheet = doc.table(table.styles)
  const styles: Style[] = []
  if (!doc.modern || sheet.length < 6) return []
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
  return styles.map((_, index) => formatOf(index, 0))
}

/** A definition ([MS-DOC] 2.9.258, STD): base and kind, the name, then the modifiers. */
function styleAt(sheet: Fields, at: number, end: number, baseBytes: number): Style {
  const none = { base: 0xfff, from: end, end }
  if (at + baseBytes + 2 > end || baseBytes < 10) return none
  const kindAndBase = sheet.u16(at + 2)
  const base = kindAndBase >> 4
  const nameAt = at + baseBytes
  const upx = nameAt + 2 + sheet.u16(nameAt) * 2 + 2
  if ((kindAndBase & 0xf) !== 1 || upx + 4 > end) return { ...none, base }
  return { base, from: upx + 4, end: Math.min(end, upx + 2 + sheet.u16(upx)) }
}
