import { positions, table, type DocFile } from './doc-fib.ts'
import type { Look } from '../inline.ts'
import type { Fields } from './fields.ts'

/** What a run of characters is, as far as it bears on the text. */
export interface CharacterStyle extends Look {
  hidden: boolean
  deleted: boolean
  /** Who deleted it, as a place in the table of those who revise. */
  author: number
  /** A character of a symbol font that stands for the one in the text. */
  symbol?: { font: number; code: number }
}

/** What a paragraph is, as far as it bears on the text. */
export interface ParagraphFormat {
  inTable: boolean
  /** Whether its mark ends a row rather than a cell. */
  rowEnd: boolean
  /** Depth of tables it is in; 1 outside of nested ones. */
  depth: number
  /** Of a list, from 0. */
  level: number
  /** List it belongs to, from 1; 0 for none. */
  list: number
  /** Of an outline, from 0; 9 is body text. */
  outline: number
}

/** A paragraph of which nothing is said. */
export const plainFormat: Readonly<ParagraphFormat> = {
  inTable: false,
  rowEnd: false,
  depth: 1,
  level: 0,
  list: 0,
  outline: 9,
}

/** Properties by place in the stream: runs in ascending order. */
export interface Runs<T> {
  /** The properties at a byte, and where their run ends. */
  at(byte: number): { value: T | undefined; end: number }
}

/** Text of which nothing is said. */
export const plainLook: Readonly<Look> = { strong: false, italic: false }

const PAGE_BYTES = 512
/** A switch that leaves a property as it is. */
const AS_STYLE = 0x80

/** Characters' properties from the pages that hold them ([MS-DOC] 2.9.33, ChpxFkp), on top of their styles'. */
export function characterRuns(
  doc: DocFile,
  styles: readonly Look[],
  checkpoint: () => void,
): Runs<CharacterStyle> {
  return runs(doc, table.characterPages, 1, checkpoint, (page, offset) => {
    const [from, end] = [offset + 1, offset + 1 + page.u8(offset)]
    const style: CharacterStyle = { ...plainLook, hidden: false, deleted: false, author: 0 }
    for (const { code, at } of sprms(page, from, end)) {
      if (code === 0x0800) style.deleted = page.u8(at) === 1
      else if (code === 0x083c) style.hidden = page.u8(at) === 1
      else if (code === 0x4863) style.author = page.u16(at)
      else if (code === 0x6a09) style.symbol = { font: page.u16(at), code: page.u16(at + 2) }
    }
    return Object.assign(style, lookOf(page, from, end, plainLook, styles))
  })
}

/** What modifiers between two places make of the look of text; the style they may name comes first. */
export function lookOf(page: Fields, from: number, end: number, base: Look, styles: readonly Look[]): Look {
  const look = { ...base }
  for (const { code, at } of sprms(page, from, end)) {
    if (code === 0x4a30) Object.assign(look, styles[page.u16(at)])
    // What is 0x80 is as the style has it ([MS-DOC] 2.9.327, ToggleOperand).
    else if (code === 0x0835 && page.u8(at) !== AS_STYLE) look.strong = page.u8(at) === 1
    else if (code === 0x0836 && page.u8(at) !== AS_STYLE) look.italic = page.u8(at) === 1
  }
  return look
}

/** Paragraphs' properties from the pages that hold them ([MS-DOC] 2.9.175, PapxFkp), on top of their styles'. */
export function paragraphRuns(
  doc: DocFile,
  styles: readonly ParagraphFormat[],
  checkpoint: () => void,
): Runs<ParagraphFormat> {
  return runs(doc, table.paragraphPages, 13, checkpoint, (page, offset) => {
    const first = page.u8(offset)
    const start = first === 0 ? offset + 2 : offset + 1
    const end = first === 0 ? start + page.u8(offset + 1) * 2 : start + first * 2 - 1
    return paragraphFormat(page, start + 2, end, styles[page.u16(start)] ?? plainFormat)
  })
}

/** What modifiers between two places make of the format of a paragraph. */
export function paragraphFormat(
  page: Fields,
  from: number,
  end: number,
  base: ParagraphFormat,
): ParagraphFormat {
  const format = { ...base }
  for (const { code, at } of sprms(page, from, end)) {
    if (code === 0x2416) format.inTable = page.u8(at) !== 0
    else if (code === 0x2417) format.rowEnd = page.u8(at) !== 0
    else if (code === 0x6649) format.depth = page.u32(at)
    else if (code === 0x260a) format.level = Math.min(8, page.u8(at))
    else if (code === 0x460b) format.list = page.u16(at)
    else if (code === 0x2640) format.outline = page.u8(at)
  }
  return format
}

/** Bytes of an operand by the upper three bits of its code ([MS-DOC] 2.2.5.1); 0 where it says so itself. */
const OPERAND_BYTES = [1, 1, 2, 4, 2, 2, 0, 3]

/** Property modifiers of a list of them: their codes and where their operands start. */
function* sprms(page: Fields, from: number, end: number): Generator<{ code: number; at: number }> {
  for (let at = from; at + 3 <= Math.min(end, page.length);) {
    const code = page.u16(at)
    at += 2
    const fixed = OPERAND_BYTES[code >> 13] ?? 1
    // The definition of a table counts its length in two bytes, and one too many (2.9.315).
    const long = code === 0xd608
    const bytes = fixed > 0 ? fixed : long ? page.u16(at) + 1 : page.u8(at) + 1
    if (at + bytes > page.length) return
    yield { code, at: fixed > 0 ? at : at + (long ? 2 : 1) }
    at += bytes
  }
}

/** Runs of all pages of one kind; each page counts once, and those behind their like are left out. */
function runs<T>(
  doc: DocFile,
  index: number,
  entryBytes: number,
  checkpoint: () => void,
  parse: (page: Fields, offset: number) => T,
): Runs<T> {
  const starts: number[] = []
  const ends: number[] = []
  const values: (T | undefined)[] = []
  const plc = doc.table(index)
  const { at, dataAt } = positions(plc, 4)
  const seen = new Set<number>()
  for (let entry = 0; doc.modern && entry + 1 < at.length; entry += 1) {
    checkpoint()
    const number = plc.u32(dataAt(entry)) & 0x3fffff
    const from = number * PAGE_BYTES
    if (seen.has(number) || from + PAGE_BYTES > doc.main.length) continue
    seen.add(number)
    const page = doc.main.page(from, PAGE_BYTES)
    const count = page.u8(PAGE_BYTES - 1)
    if ((count + 1) * 4 + count * entryBytes > PAGE_BYTES) continue
    for (let run = 0; run < count; run += 1) {
      const [start, end] = [page.u32(run * 4), page.u32(run * 4 + 4)]
      if (start < (ends.at(-1) ?? 0) || end <= start) continue
      const offset = page.u8((count + 1) * 4 + run * entryBytes) * 2
      starts.push(start)
      ends.push(end)
      values.push(offset === 0 || offset > PAGE_BYTES - 3 ? undefined : parse(page, offset))
    }
  }
  return {
    at(byte) {
      const run = lastAtMost(starts, byte)
      const end = ends[run] ?? 0
      if (run >= 0 && byte < end) return { value: values[run], end }
      return { value: undefined, end: starts[run + 1] ?? Infinity }
    },
  }
}

/** Place of the last number that is not above a limit; -1 where all are. */
export function lastAtMost(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? 0) <= limit) low = middle + 1
    else high = middle
  }
  return low - 1
}
