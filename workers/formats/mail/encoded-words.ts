import { decodeCharset } from './charset.ts'
import { decodeBase64, decodeQuotedPrintable } from './transfer.ts'

interface Word {
  charset: string
  encoding: string
  text: string
}

/** RFC 2047, section 2, with a language after the set (RFC 2231, section 5) and blanks that a fold has left inside. */
const WORD = /=\?([^?\s*]+)(?:\*[^?]*)?\?([BbQq])\?([^?]*)\?=/g

/**
 * Text of a header with its encoded words decoded. Words that only white space parts are one text, and those of one
 * set are put together as bytes first, so that a letter may be split over two.
 */
export function decodeWords(text: string): string {
  if (!text.includes('=?')) return text
  let out = ''
  let at = 0
  let run: Word[] = []
  for (const match of text.matchAll(WORD)) {
    const between = text.slice(at, match.index)
    if (run.length > 0 && between.trim() !== '') {
      out += decodeRun(run)
      run = []
    }
    if (run.length === 0) out += between
    run.push({ charset: match[1] ?? '', encoding: (match[2] ?? '').toUpperCase(), text: match[3] ?? '' })
    at = match.index + match[0].length
  }
  return out + decodeRun(run) + text.slice(at)
}

function decodeRun(words: readonly Word[]): string {
  let out = ''
  let charset = ''
  let bytes: Uint8Array[] = []
  let base64 = ''
  const endBase64 = (): void => {
    if (base64 !== '') bytes.push(decodeBase64(base64))
    base64 = ''
  }
  const endCharset = (): void => {
    endBase64()
    if (bytes.length > 0) out += decodeCharset(Buffer.concat(bytes), charset)
    bytes = []
  }
  for (const word of words) {
    if (word.charset.toLowerCase() !== charset) {
      endCharset()
      charset = word.charset.toLowerCase()
    }
    if (word.encoding === 'B') {
      // Some senders cut the base64 itself in two; what is whole ends with padding or after four letters.
      base64 += word.text.replace(/\s/g, '')
      if (base64.endsWith('=') || base64.length % 4 === 0) endBase64()
    } else {
      endBase64()
      bytes.push(decodeQuotedPrintable(Buffer.from(word.text.replaceAll('_', '=20'), 'latin1')))
    }
  }
  endCharset()
  return out
}
