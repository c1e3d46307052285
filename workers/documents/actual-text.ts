import { tokens } from './content-tokens.ts'
import { pageContent } from './page-content.ts'
import type { RawObjects } from './raw-objects.ts'

/**
 * The replacement texts of a page's marked content (ISO 32000-1, 14.9.4), one entry for each BMC or BDC operator in
 * order, undefined where it has none. Browsers write them for clusters whose glyphs stand for several letters; pdf.js
 * keeps them to itself. Empty when the page's content cannot be got at.
 */
export function actualTexts(objects: RawObjects, pageNumber: number): (string | undefined)[] {
  const content = pageContent(objects, pageNumber) ?? ''
  return content.includes('/ActualText') ? markedContent(content) : []
}

function markedContent(content: string): (string | undefined)[] {
  const found: (string | undefined)[] = []
  let text: string | undefined
  let named = false
  for (const piece of tokens(content)) {
    if (piece === '/ActualText') {
      named = true
      continue
    }
    if (piece === 'BDC' || piece === 'BMC') {
      found.push(text)
      text = undefined
    } else if (named) {
      text = stringOf(piece)
    } else if (/^[A-Za-z'"*]/.test(piece)) {
      text = undefined
    }
    named = false
  }
  return found
}

/** The text of a PDF string: UTF-16 after a byte-order mark, UTF-8 after its mark, else PDFDocEncoding. */
function stringOf(piece: string): string | undefined {
  const bytes = piece.startsWith('<')
    ? Buffer.from(piece.slice(1, -1).replace(/\s/g, ''), 'hex')
    : Buffer.from(unescaped(piece.slice(1, -1)), 'latin1')
  if (!piece.startsWith('<') && !piece.startsWith('(')) return undefined
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return bytes
      .subarray(2, bytes.length & ~1)
      .swap16()
      .toString('utf16le')
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return bytes.subarray(3).toString('utf8')
  return bytes.toString('latin1')
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

function unescaped(text: string): string {
  return text.replace(/\\([0-7]{1,3}|\r\n|[^])/g, (_, code: string) => {
    if (/^[0-7]/.test(code)) return String.fromCharCode(Number.parseInt(code, 8) & 0xff)
    return /^[\r\n]/.test(code) ? '' : (escapes[code] ?? code)
  })
}
