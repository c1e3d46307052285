import { fault } from '../../../bridge/faults.ts'
import { refuseEncryptedPackage, streamAt, type Storage } from './cfb.ts'
import { damaged, Fields } from './fields.ts'

/** Places of tables in the list of them that the file information block holds ([MS-DOC] 2.5.6). */
export const table = {
  styles: 1,
  footnoteReferences: 2,
  footnoteTexts: 3,
  commentReferences: 4,
  commentTexts: 5,
  headerTexts: 11,
  characterPages: 12,
  paragraphPages: 13,
  fonts: 15,
  pieces: 33,
  commentAuthors: 36,
  shapes: 40,
  endnoteReferences: 46,
  endnoteTexts: 47,
  revisionAuthors: 51,
  boxTexts: 56,
  lists: 73,
  listOverrides: 74,
} as const

/** Characters of each text of a document, in the order in which they follow each other ([MS-DOC] 2.5.4). */
export interface StoryLengths {
  main: number
  footnotes: number
  headers: number
  macros: number
  comments: number
  endnotes: number
  boxes: number
  headerBoxes: number
}

/** The streams of a Word document and what its file information block says of them. */
export interface DocFile {
  main: Fields
  /** From Word 97 on; before, text is of a single code page and properties are of another form. */
  modern: boolean
  language: number
  lengths: StoryLengths
  /** Where text lies if there is no table of pieces. */
  textStart: number
  textEnd: number
  /** A table by its place; an empty one where the file has none. */
  table(index: number): Fields
  /** From where a table starts to the end of all tables: what belongs to lists follows theirs uncounted. */
  tableOn(index: number): Fields
}

const WHAT = 'Word document'
const ENCRYPTED = 0x0100
const SECOND_TABLE = 0x0200
/** Number of the format of Word 97 ([MS-DOC] 2.5.1, nFib). */
const WORD_97 = 0xc1

/** Reads the file information block. Faults: DAMAGED, ENCRYPTED, TYPE_UNSUPPORTED (before Word 6). */
export function openDoc(storage: Storage): DocFile {
  refuseEncryptedPackage(storage)
  const stream = streamAt(storage, 'WordDocument')
  if (stream === undefined) throw damaged(WHAT, 'it has no stream WordDocument')
  const main = new Fields(stream, WHAT)
  const version = main.u16(2)
  if (main.u16(0) !== 0xa5ec && main.u16(0) !== 0xa5dc) {
    throw fault(
      'TYPE_UNSUPPORTED',
      'This is no document of Word 6 or later. Save it as .docx in a program that opens it.',
    )
  }
  const flags = main.u16(10)
  if ((flags & ENCRYPTED) !== 0) {
    throw fault(
      'ENCRYPTED',
      'The Word document needs a password. Remove it in Word, and send the document again.',
    )
  }
  const modern = version >= WORD_97
  const tableName = (flags & SECOND_TABLE) === 0 ? '0Table' : '1Table'
  const tables = modern ? new Fields(streamAt(storage, tableName) ?? new Uint8Array(), WHAT) : main
  const [lengthsAt, tablesAt] = modern ? [0x4c, 0x9a] : [0x34, 0x58]
  const length = (place: number): number => Math.max(0, main.i32(lengthsAt + place * 4))
  const place = (index: number): { from: number; bytes: number } => {
    const at = tablesAt + index * 8
    // Tables after that of the pieces lie elsewhere in files of Word 6 and 95.
    if (at + 8 > main.length || (!modern && index > table.pieces)) return { from: 0, bytes: 0 }
    return { from: main.u32(at), bytes: main.u32(at + 4) }
  }
  return {
    main,
    modern,
    language: main.u16(6),
    lengths: {
      main: length(0),
      footnotes: length(1),
      headers: length(2),
      macros: length(3),
      comments: length(4),
      endnotes: length(5),
      boxes: length(6),
      headerBoxes: length(7),
    },
    textStart: main.u32(0x18),
    textEnd: main.u32(0x1c),
    table(index) {
      const { from, bytes } = place(index)
      return new Fields(tables.bytes.subarray(from, Math.min(from + bytes, tables.length)), WHAT)
    },
    tableOn(index) {
      const { from, bytes } = place(index)
      return new Fields(tables.bytes.subarray(bytes === 0 ? tables.length : from), WHAT)
    },
  }
}

/** A table of positions in ascending order, each but the last with data of so many bytes ([MS-DOC] 2.2.2). */
export function positions(
  plc: Fields,
  dataBytes: number,
): { at: number[]; dataAt: (index: number) => number } {
  const count = Math.max(0, Math.floor((plc.length - 4) / (4 + dataBytes)))
  const at: number[] = []
  for (let index = 0; index <= count && plc.length >= 4; index += 1) {
    at.push(Math.max(at.at(-1) ?? 0, plc.u32(index * 4)))
  }
  return { at, dataAt: (index) => (count + 1) * 4 + index * dataBytes }
}

/** Strings of a table ([MS-DOC] 2.2.4, its extended form). */
export function stringTable(sttb: Fields): string[] {
  const found: string[] = []
  if (sttb.length < 6 || sttb.u16(0) !== 0xffff) return found
  const [count, extra] = [sttb.u16(2), sttb.u16(4)]
  for (let at = 6; found.length < count && at + 2 <= sttb.length;) {
    const end = at + 2 + sttb.u16(at) * 2
    if (end > sttb.length) break
    found.push(utf16(sttb.bytes.subarray(at + 2, end)))
    at = end + extra
  }
  return found
}

/** UTF-16 without a mark; the text has as many units as there are pairs of bytes, halves of pairs among them. */
export function utf16(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf16le')
}
