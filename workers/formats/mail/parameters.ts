import { hexDigit } from '../legacy/hex.ts'
import { decodeCharset } from './charset.ts'
import { decodeWords } from './encoded-words.ts'
import { tidy } from './header.ts'

/** `text/plain; charset=utf-8` taken apart: the value in small letters, its parameters by name. */
export interface Parameterised {
  value: string
  parameters: ReadonlyMap<string, string>
}

/** A piece of a parameter that is split or in a set of its own (RFC 2231, sections 3 and 4). */
interface Piece {
  index: number
  encoded: boolean
  text: string
}

/** Pieces of one parameter that are put together; a name needs three or four. */
const MAX_PIECES = 1000

/** Parses the value of Content-Type or Content-Disposition (RFC 2045, section 5.1). */
export function parseParameters(field: string): Parameterised {
  const [value = '', ...rest] = splitAt(withoutComments(field), ';')
  const parameters = new Map<string, string>()
  const split = new Map<string, Piece[]>()
  for (const item of rest) {
    const equals = item.indexOf('=')
    if (equals === -1) continue
    const [, name = '', index, star] =
      /^([^*]*)(?:\*(\d{1,4}))?(\*)?$/.exec(item.slice(0, equals).trim().toLowerCase()) ?? []
    const text = unquoted(item.slice(equals + 1).trim())
    if (name === '') continue
    if (index === undefined && star === undefined) {
      if (!parameters.has(name)) parameters.set(name, tidy(decodeWords(text)))
      continue
    }
    const pieces = split.get(name) ?? []
    if (pieces.length < MAX_PIECES)
      pieces.push({ index: Number(index ?? 0), encoded: star !== undefined, text })
    split.set(name, pieces)
  }
  // What comes in pieces is for those who can read them; it goes before the plain parameter of the same name.
  for (const [name, pieces] of split) parameters.set(name, tidy(joined(pieces)))
  return { value: tidy(value).toLowerCase(), parameters }
}

function joined(pieces: Piece[]): string {
  pieces.sort((a, b) => a.index - b.index)
  let charset = ''
  const bytes = pieces.map(({ encoded, text }, place) => {
    if (!encoded) return Buffer.from(text)
    const tagged = place === 0 ? /^([^']*)'[^']*'(.*)$/s.exec(text) : null
    if (tagged !== null) charset = tagged[1] ?? ''
    return percentDecoded(tagged?.[2] ?? text)
  })
  return decodeCharset(Buffer.concat(bytes), charset)
}

function percentDecoded(text: string): Buffer {
  const raw = Buffer.from(text, 'latin1')
  const out = Buffer.alloc(raw.length)
  let length = 0
  for (let at = 0; at < raw.length; at += 1) {
    const [high, low] = [hexDigit(raw[at + 1]), hexDigit(raw[at + 2])]
    if (raw[at] === 0x25 && high !== undefined && low !== undefined) {
      out[length++] = high * 16 + low
      at += 2
    } else out[length++] = raw[at] ?? 0
  }
  return out.subarray(0, length)
}

/** Parts at a character, outside of quoted strings. */
function splitAt(text: string, separator: string): string[] {
  const parts: string[] = []
  let from = 0
  let quoted = false
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]
    if (char === '\\' && quoted) at += 1
    else if (char === '"') quoted = !quoted
    else if (char === separator && !quoted) {
      parts.push(text.slice(from, at))
      from = at + 1
    }
  }
  return [...parts, text.slice(from)]
}

/** Without `(comments)`, which may be nested (RFC 5322, section 3.2.2); one that does not end is none. */
function withoutComments(text: string): string {
  if (!text.includes('(')) return text
  let out = ''
  let depth = 0
  let quoted = false
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at)
    if (char === '"' && depth === 0) quoted = !quoted
    if (char === '(' && !quoted) depth += 1
    if (depth === 0) out += char
    if (char === ')' && depth > 0) depth -= 1
  }
  return depth === 0 ? out : text
}

/** What stands within quotation marks; without the closing one to the end. */
function unquoted(text: string): string {
  if (!text.startsWith('"')) return text
  let out = ''
  for (let at = 1; at < text.length && text[at] !== '"'; at += 1) {
    // A backslash before a letter is part of a path of Windows that nobody has escaped.
    if (text[at] === '\\' && /["\\]/.test(text.charAt(at + 1))) at += 1
    out += text.charAt(at)
  }
  return out
}
