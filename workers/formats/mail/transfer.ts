import { hexDigit } from '../legacy/hex.ts'
import { latin1 } from './charset.ts'

/**
 * Bytes of a body as they were before a transfer encoding (RFC 2045, section 6) was laid over them. What is not of the
 * encoding is left as it stands or out, as the RFC asks; an unknown encoding counts as none. The result is a copy.
 */
export function decodeTransfer(body: Uint8Array, encoding: string): Uint8Array {
  switch (encoding.trim().toLowerCase()) {
    case 'base64':
      return decodeBase64(latin1(body))
    case 'quoted-printable':
      return decodeQuotedPrintable(body)
    case 'x-uuencode':
    case 'x-uue':
    case 'uuencode':
      return decodeUu(latin1(body))
    default:
      return new Uint8Array(body)
  }
}

/** More paddings than this within one body are junk rather than pieces. */
const MAX_PIECES = 1000

/** Base64 with anything between its letters; padding within it parts two pieces that were put together. */
export function decodeBase64(text: string): Uint8Array {
  const padding = text.indexOf('=')
  if (padding === -1 || !/[A-Za-z0-9+/]/.test(text.slice(padding))) return Buffer.from(text, 'base64')
  const pieces = text.split(/=+/, MAX_PIECES)
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece, 'base64')))
}

const CR = 0x0d
const LF = 0x0a
const EQUALS = 0x3d

/** Section 6.7: white space at the end of a line was added on the way. */
export function decodeQuotedPrintable(body: Uint8Array): Uint8Array {
  const out = new Uint8Array(body.length)
  let length = 0
  /** Where the last byte that counts of this line ends. */
  let solid = 0
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] ?? 0
    if (byte === EQUALS) {
      const value = hexPair(body[at + 1], body[at + 2])
      if (value !== undefined) {
        out[length++] = value
        solid = length
        at += 2
        continue
      }
      const end = softBreak(body, at + 1)
      if (end !== undefined) {
        at = end
        solid = length
        continue
      }
    }
    if (byte === CR || byte === LF) length = solid
    out[length++] = byte
    if (byte !== 0x20 && byte !== 0x09) solid = length
  }
  return out.subarray(0, length)
}

/** Last byte of the line break that follows, blanks before it allowed; undefined where text follows. */
function softBreak(body: Uint8Array, from: number): number | undefined {
  let at = from
  while (at < from + 80 && (body[at] === 0x20 || body[at] === 0x09)) at += 1
  if (at >= body.length) return at
  if (body[at] === LF) return at
  if (body[at] !== CR) return undefined
  return body[at + 1] === LF ? at + 1 : at
}

function hexPair(high: number | undefined, low: number | undefined): number | undefined {
  const [first, second] = [hexDigit(high), hexDigit(low)]
  return first === undefined || second === undefined ? undefined : first * 16 + second
}

/** The lines between `begin` and `end` (POSIX, uuencode); a line says by its first character how long it is. */
function decodeUu(text: string): Uint8Array {
  const out = new Uint8Array(text.length)
  let filled = 0
  for (let at = 0; at < text.length;) {
    const feed = text.indexOf('\n', at)
    const end = feed === -1 ? text.length : feed
    const line = text.slice(at, end).trimEnd()
    at = end + 1
    if (line === 'end') break
    if (line === '' || line.startsWith('begin ')) continue
    const length = Math.min(sixBits(line, 0), Math.floor(((line.length - 1) * 3) / 4))
    for (let index = 0; index < length; index += 1) {
      const from = 1 + Math.floor((index * 4) / 3)
      out[filled++] = ((sixBits(line, from) << 6) | sixBits(line, from + 1)) >> (4 - (index % 3) * 2)
    }
  }
  return out.subarray(0, filled)
}

const sixBits = (line: string, at: number): number => (line.charCodeAt(at) - 32) & 63
