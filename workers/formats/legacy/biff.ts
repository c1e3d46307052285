import { decodeCodePage } from './code-page.ts'
import { utf16 } from './doc-fib.ts'
import { Fields } from './fields.ts'

/** Numbers of the records that are read ([MS-XLS] 2.3). */
export const record = {
  formula: 0x06,
  eof: 0x0a,
  header: 0x14,
  footer: 0x15,
  note: 0x1c,
  date1904: 0x22,
  filePass: 0x2f,
  continued: 0x3c,
  codePage: 0x42,
  object: 0x5d,
  boundSheet: 0x85,
  multipleRk: 0xbd,
  richString: 0xd6,
  format: 0xe0,
  sharedStrings: 0xfc,
  sharedLabel: 0xfd,
  textObject: 0x1b6,
  number: 0x203,
  label: 0x204,
  boolOrError: 0x205,
  string: 0x207,
  rk: 0x27e,
  formatCode: 0x41e,
  start: 0x809,
  seriesText: 0x100d,
} as const

/** A record of a workbook and where the next one starts. */
export interface BiffRecord {
  type: number
  data: Fields
  next: number
}

const WHAT = 'Excel workbook'

/** The record at a place; undefined at the end of the stream, also where a record is cut. */
export function recordAt(stream: Uint8Array, at: number): BiffRecord | undefined {
  if (at + 4 > stream.length) return undefined
  const u16 = (place: number): number => (stream[place] ?? 0) + (stream[place + 1] ?? 0) * 0x100
  const next = at + 4 + u16(at + 2)
  if (next > stream.length) return undefined
  return { type: u16(at), data: new Fields(stream.subarray(at + 4, next), WHAT), next }
}

/** The records that go on with the one before a place. */
export function continuations(stream: Uint8Array, at: number): { parts: Fields[]; next: number } {
  const parts: Fields[] = []
  let next = at
  for (let part = recordAt(stream, at); part?.type === record.continued; part = recordAt(stream, next)) {
    parts.push(part.data)
    next = part.next
  }
  return { parts, next }
}

/** How strings are kept: as bytes of a code page up to Excel 95, else as [MS-XLS] 2.5.293 has them. */
export interface Strings {
  modern: boolean
  codePage: number
}

/** A string with its length before it, in one byte or two; it ends with its record at the latest. */
export function stringAt(
  data: Fields,
  at: number,
  lengthBytes: 1 | 2,
  { modern, codePage }: Strings,
): string {
  const length = lengthBytes === 1 ? data.u8(at) : data.u16(at)
  const start = at + lengthBytes
  if (!modern) return decodeCodePage(data.bytes.subarray(start, start + length), codePage)
  if (start >= data.length) return ''
  const flags = data.u8(start)
  const from = start + 1 + ((flags & 8) === 0 ? 0 : 2) + ((flags & 4) === 0 ? 0 : 4)
  return characters(data.bytes.subarray(from, from + length * ((flags & 1) === 0 ? 1 : 2)), (flags & 1) !== 0)
}

/** Characters of two bytes, or those of one that are the first 256 of Unicode. */
export const characters = (bytes: Uint8Array, wide: boolean): string =>
  wide ? utf16(bytes) : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
