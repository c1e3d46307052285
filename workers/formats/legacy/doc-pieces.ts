import { codePageOfLanguage, decodeCodePage } from './code-page.ts'
import { positions, table, utf16, type DocFile } from './doc-fib.ts'
import { damaged, type Fields } from './fields.ts'

/** Characters that lie in one stretch of the stream. */
export interface Piece {
  /** First character, and the one after the last. */
  from: number
  to: number
  /** Where in the stream it starts, and how many bytes a character takes. */
  byte: number
  width: 1 | 2
}

/** A stretch of text and where in the stream its first character lies. */
export interface Stretch {
  text: string
  /** Its first character, as a place in all the text. */
  from: number
  byte: number
  width: number
}

/** Characters that are decoded at once. */
const STRETCH_CHARS = 65_536
const COMPRESSED = 0x40000000

/** The table of pieces ([MS-DOC] 2.9.38, Clx), in the order of the text. Faults: DAMAGED. */
export function readPieces(doc: DocFile): Piece[] {
  const clx = doc.table(table.pieces)
  const plc = pieceTable(clx)
  if (plc === undefined) {
    if (doc.modern) throw damaged('Word document', 'it has no table of pieces')
    return [{ from: 0, to: Math.max(0, doc.textEnd - doc.textStart), byte: doc.textStart, width: 1 }]
  }
  const { at, dataAt } = positions(plc, 8)
  return at.slice(0, -1).map((from, index) => {
    const place = plc.u32(dataAt(index) + 2)
    const compressed = (place & COMPRESSED) !== 0
    const offset = place & ~COMPRESSED
    const to = at[index + 1] ?? from
    if (!doc.modern) return { from, to, byte: offset, width: 1 }
    return compressed
      ? { from, to, byte: offset >>> 1, width: 1 }
      : { from, to, byte: offset >>> 0, width: 2 }
  })
}

/** Modifiers of properties stand before it, each with its length. */
function pieceTable(clx: Fields): Fields | undefined {
  let at = 0
  while (at + 3 <= clx.length && clx.u8(at) === 1) at += 3 + clx.u16(at + 1)
  if (at + 5 > clx.length || clx.u8(at) !== 2) return undefined
  return clx.page(at + 5, Math.min(clx.u32(at + 1), clx.length - at - 5))
}

/** The text of a range of characters, stretch by stretch. */
export function* stretches(
  doc: DocFile,
  pieces: readonly Piece[],
  from: number,
  to: number,
): Generator<Stretch> {
  const codePage = codePageOfLanguage(doc.language)
  for (let index = firstReaching(pieces, from); index < pieces.length; index += 1) {
    const piece = pieces[index]
    if (piece === undefined || piece.from >= to) return
    for (let start = Math.max(from, piece.from); start < Math.min(to, piece.to); start += STRETCH_CHARS) {
      const byte = piece.byte + (start - piece.from) * piece.width
      const count = Math.min(to, piece.to, start + STRETCH_CHARS) - start
      const bytes = doc.main.bytes.subarray(byte, byte + count * piece.width)
      if (bytes.length === 0) break
      const text = piece.width === 2 ? utf16(bytes) : decodeCodePage(bytes, doc.modern ? 1252 : codePage)
      yield { text, from: start, byte, width: piece.width }
    }
  }
}

/** Place of the first piece that ends after a character. */
function firstReaching(pieces: readonly Piece[], character: number): number {
  let [low, high] = [0, pieces.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((pieces[middle]?.to ?? 0) <= character) low = middle + 1
    else high = middle
  }
  return low
}
