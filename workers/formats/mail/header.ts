import { decodeCharset } from './charset.ts'
import { decodeWords } from './encoded-words.ts'

/** Fields of a header: by name in small letters, unfolded, in their order. */
export type Header = ReadonlyMap<string, readonly string[]>

/** Bytes of one field that are read: enough for ten thousand recipients. */
const MAX_FIELD_BYTES = 1 << 20

const LF = 0x0a
const CR = 0x0d

/**
 * Reads a header up to the empty line (RFC 5322, section 2.2); `end` is where the body starts. A line that is no
 * field ends it as well: the body then starts with that line. Bytes beyond ASCII are UTF-8 (RFC 6532), else Western.
 */
export function parseHeader(
  bytes: Uint8Array,
  from: number,
  checkpoint: () => void = () => undefined,
): { header: Header; end: number } {
  const header = new Map<string, string[]>()
  let at = from
  let start = -1
  const endField = (end: number): void => {
    if (start !== -1) addField(header, bytes.subarray(start, Math.min(end, start + MAX_FIELD_BYTES)))
    start = -1
  }
  for (let lines = 1; at < bytes.length; lines += 1) {
    if (lines % 4096 === 0) checkpoint()
    const feed = bytes.indexOf(LF, at)
    const next = feed === -1 ? bytes.length : feed + 1
    const first = bytes[at]
    if (first === LF || (first === CR && at + 2 >= next)) {
      endField(at)
      return { header, end: next }
    }
    if (first !== 0x20 && first !== 0x09) {
      endField(at)
      if (isField(bytes, at)) start = at
      else if (header.size > 0 || !isEnvelope(bytes, at)) return { header, end: at }
    }
    at = next
  }
  endField(at)
  return { header, end: at }
}

/** A name of printable characters, then a colon; white space before it is obsolete but allowed (section 4.5). */
function isField(bytes: Uint8Array, from: number): boolean {
  // Two dashes start a delimiter, not a name.
  if (bytes[from] === 0x2d && bytes[from + 1] === 0x2d) return false
  let at = from
  while (at < from + 200 && (bytes[at] ?? 0) > 0x20 && bytes[at] !== 0x3a && bytes[at] !== 0x7f) at += 1
  if (at === from) return false
  while (bytes[at] === 0x20 || bytes[at] === 0x09) at += 1
  return bytes[at] === 0x3a
}

/** The line `From …` of a mailbox, or one that such a file has quoted. */
const isEnvelope = (bytes: Uint8Array, at: number): boolean =>
  /^>?From /.test(Buffer.from(bytes.subarray(at, at + 6)).toString('latin1'))

function addField(header: Map<string, string[]>, bytes: Uint8Array): void {
  const colon = bytes.indexOf(0x3a)
  const name = decodeCharset(bytes.subarray(0, colon)).trim().toLowerCase()
  const value = decodeCharset(bytes.subarray(colon + 1))
    .replace(/\r?\n/g, '')
    .trim()
  const values = header.get(name)
  if (values === undefined) header.set(name, [value])
  else values.push(value)
}

/** The first value of a field as it stands. */
export const fieldOf = (header: Header, name: string): string | undefined => header.get(name)?.[0]

/** The text of a field that is meant for people: decoded, with single blanks. */
export function textOf(header: Header, name: string): string | undefined {
  const value = fieldOf(header, name)
  return value === undefined ? undefined : tidy(decodeWords(value))
}

/** One line: what is no text becomes a blank. */
export const tidy = (text: string): string => text.replace(/[\x00-\x20\x7f]+/g, ' ').trim()
