import { withWesternMarks } from '../package/western.ts'
import { isAscii, isUtf8 } from 'node:buffer'
import { bitsIn, tallyOf } from './letter-cost.ts'

export interface DecodedText {
  text: string
  /** Name of the encoding as the Encoding Standard (WHATWG) writes it. */
  encoding: string
}

/** Encodings that only statistics tell apart, the languages they are used for, and bits against the rarer of them. */
const candidates: readonly (readonly [encoding: string, languages: string, against: number])[] = [
  ['windows-1252', 'en de fr es pt it nl sv da no fi is ca', 0],
  ['iso-8859-15', 'en de fr es pt it nl sv da no fi is ca et', 3],
  ['windows-1250', 'pl cs sk hu sl hr ro', 2],
  ['iso-8859-2', 'pl cs sk hu sl hr ro', 3],
  ['windows-1254', 'tr', 2],
  ['windows-1257', 'lt lv et', 4],
  ['windows-1251', 'ru uk bg sr be mk', 2],
  ['koi8-r', 'ru bg', 3],
  ['koi8-u', 'uk be', 4],
  ['ibm866', 'ru', 6],
  ['windows-1253', 'el', 2],
  ['windows-1255', 'he', 2],
  ['windows-1256', 'ar fa ur', 2],
  ['shift_jis', 'ja', 2],
  ['euc-jp', 'ja', 3],
  ['gb18030', 'zh zh-Hant', 2],
  ['big5', 'zh-Hant', 3],
  ['euc-kr', 'ko', 2],
]
const wideLanguages = [...new Set(candidates.flatMap(([, languages]) => languages.split(' ')))]

/** Bytes that statistics look at: enough for certainty, few enough to try every candidate within milliseconds. */
const SAMPLE_BYTES = 6000

/**
 * Text of bytes in an encoding nobody vouches for; undefined where they are no text. A byte order mark decides; then
 * whether they are UTF-8, but for few broken places; then the hint, an encoding's label, if they are valid in it; then
 * which encoding makes of them the likeliest letters of a language it is used for. Deterministic.
 */
export function decodeText(bytes: Uint8Array, hint?: string): DecodedText | undefined {
  // Neither TextDecoder nor the checks of node:buffer take shared memory.
  const own = bytes.buffer instanceof SharedArrayBuffer ? Uint8Array.from(bytes) : bytes
  const encoding = encodingOf(own, hint)
  return encoding === undefined ? undefined : { text: decodeAs(own, encoding), encoding }
}

function encodingOf(bytes: Uint8Array, hint?: string): string | undefined {
  const marked = byteOrderMark(bytes)
  if (marked !== undefined) return marked
  const label = hint === undefined ? undefined : nameOf(hint)
  if (label?.startsWith('utf-16') === true && isClean(decodeAs(bytes, label))) return label
  if (bytes.includes(0)) return wideOf(bytes)
  if (hasControls(bytes)) return undefined
  if (isAscii(bytes)) return hasJisEscapes(bytes) ? 'iso-2022-jp' : 'utf-8'
  if (isUtf8(bytes) || isNearlyUtf8(bytes)) return 'utf-8'
  if (label !== undefined && !label.startsWith('utf-') && isValid(bytes, label)) return label
  return likeliest(sampleOf(bytes), candidates) ?? 'windows-1252'
}

function byteOrderMark([a, b, c]: Uint8Array): string | undefined {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  return a === 0xfe && b === 0xff ? 'utf-16be' : undefined
}

/** What the Encoding Standard calls an encoding of that label; undefined where it knows none. */
function nameOf(label: string): string | undefined {
  try {
    return new TextDecoder(label.trim()).encoding
  } catch {
    return undefined
  }
}

/**
 * Text of bytes in an encoding, named as the Encoding Standard does; what is not valid in it becomes U+FFFD. Node 20's
 * own decoder takes windows-1252 for ISO-8859-1 and loses quotation marks and dashes; this one does not.
 */
export function decodeAs(bytes: Uint8Array, encoding: string): string {
  const own = bytes.buffer instanceof SharedArrayBuffer ? Uint8Array.from(bytes) : bytes
  const text = new TextDecoder(encoding).decode(own)
  return encoding === 'windows-1252' ? withWesternMarks(text) : text
}

function isValid(bytes: Uint8Array, encoding: string): boolean {
  try {
    // `stream`: a character cut at the end is no fault.
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

/** Control characters that no text has, more than a stray one: escape, backspace and DOS's end of file are let pass. */
function hasControls(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, 65_536)
  const strange = head.reduce((sum, byte) => (byte < 0x20 && !isTextControl(byte) ? sum + 1 : sum), 0)
  return strange > 1 + head.length / 200
}

const isTextControl = (byte: number): boolean => (byte >= 8 && byte <= 13) || byte === 0x1a || byte === 0x1b

/** Escape sequences that switch to two bytes a character (RFC 1468). */
const hasJisEscapes = (bytes: Uint8Array): boolean =>
  bytes.includes(0x1b) && /\x1b\$[@B]/.test(Buffer.from(bytes).toString('latin1'))

/** Whether far more characters are whole sequences of UTF-8 than are broken. */
function isNearlyUtf8(bytes: Uint8Array): boolean {
  const text = decodeAs(bytes.subarray(0, 1_000_000), 'utf-8')
  let [whole, broken] = [0, 0]
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i)
    if (unit === 0xfffd) broken += 1
    else if (unit > 0x7f) whole += 1
  }
  return whole >= 4 * broken
}

/** UTF-16 without a mark, told by the zero bytes of blanks and line feeds; undefined for anything else with those. */
function wideOf(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, Math.min(SAMPLE_BYTES, bytes.length - (bytes.length % 2)))
  const fitting = ['utf-16le', 'utf-16be'].filter((encoding) => isClean(decodeAs(sample, encoding)))
  return likeliest(
    sample,
    fitting.map((encoding) => [encoding, wideLanguages.join(' '), 0]),
  )
}

/** Whether a text has only characters that Unicode assigns, and no controls; the last may have been cut. */
const isClean = (text: string): boolean =>
  text !== '' && !/[\p{Cn}\p{Cs}\p{Co}\ufffd\0-\x07\x0e-\x19\x1c-\x1f\x7f-\x9f]/u.test(text.slice(0, -1))

/** Lines with bytes beyond ASCII: what is plain in every encoding tells nothing but the language, and seldom that. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = []
  let left = SAMPLE_BYTES
  let at = bytes.findIndex((byte) => byte > 0x7f)
  for (; at >= 0 && left > 0; at = next(bytes, at)) {
    const start = Math.max(bytes.lastIndexOf(0x0a, at) + 1, at - 200)
    const feed = bytes.indexOf(0x0a, at)
    const end = Math.min(feed < 0 ? bytes.length : feed + 1, start + left)
    parts.push(bytes.subarray(start, end))
    left -= end - start
    at = end
  }
  return Buffer.concat(parts)
}

function next(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at += 1) if ((bytes[at] ?? 0) > 0x7f) return at
  return -1
}

/** The candidate in which the bytes cost the fewest bits in one of its languages; of equals the first. */
function likeliest(
  bytes: Uint8Array,
  among: readonly (readonly [encoding: string, languages: string, against: number])[],
): string | undefined {
  let best: string | undefined
  let fewest = Infinity
  for (const [encoding, languages, against] of among) {
    const tally = tallyOf(decodeAs(bytes, encoding))
    const bits = against + Math.min(...languages.split(' ').map((language) => bitsIn(language, tally)))
    if (bits < fewest) [best, fewest] = [encoding, bits]
  }
  return best
}
