import { isAscii, isUtf8 } from 'node:buffer'
import { decodeCodePage, decodeLabel, decodeWestern, labelOf } from '../legacy/code-page.ts'
import { ownBytes } from '../legacy/fields.ts'

/** Names that say nothing about the encoding. */
const UNSAID = new Set([
  '',
  'us-ascii',
  'ascii',
  'ansi_x3.4-1968',
  '8bit',
  '7bit',
  'binary',
  'default',
  'none',
])

/**
 * Text of bytes in a declared character set, by best effort: what declares none or one that nobody knows is read as
 * UTF-8 where it is valid, as ISO-2022-JP where it has that one's escapes, else as Western European.
 */
export function decodeCharset(bytes: Uint8Array, declared = ''): string {
  const own = ownBytes(bytes)
  const name = declared
    .trim()
    .toLowerCase()
    .replace(/^["']|["']$/g, '')
  if (UNSAID.has(name)) return decodeUnsaid(own)
  if (/^(unicode-1-1-|x-unicode-2-0-)?utf-?7$/.test(name)) return decodeUtf7(own)
  if (name === 'utf-8' || name === 'utf8') return decodeDeclaredUtf8(own)
  // RFC 2781, 4.3: a mark decides.
  if (name === 'utf-16' && own[0] === 0xfe && own[1] === 0xff) return new TextDecoder('utf-16be').decode(own)
  const codePage = Number(/^(?:cp|ibm|x-cp|windows|cp-|ms)-?(\d{3,5})$/.exec(name)?.[1])
  if (codePage > 0 && !(labelOf(codePage) ?? '').startsWith('windows')) return decodeCodePage(own, codePage)
  // GB 18030 holds all of GB 2312, and is what senders of that name write.
  return decodeLabel(own, name === 'gb2312' || name === 'gbk' ? 'gb18030' : name) ?? decodeUnsaid(own)
}

function decodeUnsaid(bytes: Uint8Array): string {
  if (isAscii(bytes) && !bytes.includes(0x1b)) return latin1(bytes)
  if (bytes.includes(0x1b) && /\x1b\$[@B]|\x1b\(J/.test(latin1(bytes.subarray(0, 4096)))) {
    return new TextDecoder('iso-2022-jp').decode(bytes)
  }
  return isUtf8(bytes) ? new TextDecoder('utf-8').decode(bytes) : decodeWestern(bytes)
}

/** Declared as UTF-8 but without one valid letter beyond ASCII: it is of a single byte each. */
function decodeDeclaredUtf8(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8').decode(bytes)
  if (!text.includes('\ufffd') || /[^\x00-\x7f\ufffd]/.test(text)) return text
  return decodeWestern(bytes)
}

/** RFC 2152: runs of base64 between `+` and `-` are UTF-16. */
function decodeUtf7(bytes: Uint8Array): string {
  return latin1(bytes).replace(/\+([A-Za-z0-9+/]*)-?/g, (_, run: string) => {
    if (run === '') return '+'
    const units = Buffer.from(run, 'base64')
    return new TextDecoder('utf-16be').decode(units.subarray(0, units.length - (units.length % 2)))
  })
}

/** Bytes as characters of the same number. */
export function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}
