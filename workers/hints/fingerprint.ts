import { createHash } from 'node:crypto'
import { fold } from './fold.ts'

/** What a person would tell two documents of one sender apart by. */
export interface FingerprintFields {
  number?: string | undefined
  date?: string | undefined
  amount?: string | undefined
}

/** Pages that have a hash of their own; more do not make two documents more alike. */
const maxPages = 24

/** Characters of a page that are hashed. */
const maxPageChars = 100_000

/** Letters a page must have for its hash to say anything. */
const minChars = 40

/** Letters in a row that are hashed together: short enough that a misread letter spoils few of them. */
const gram = 3

/**
 * A fingerprint of what a document says: `t1-<text>-<fields>-<page>.<page>…`. `text` is the start of a SHA-256 of all
 * letters and digits, the same for every copy of a file with the same text, whatever its bytes; `fields` one of number,
 * day and sum (`0` where too few are known); each `page` a 64-bit similarity hash (Charikar 2002, "Similarity
 * estimation techniques from rounding algorithms") of the pieces of its words, near for a scan of the same page.
 * Undefined where there is no text. See `compareFingerprints`.
 */
export function fingerprint(pages: readonly string[], fields: FingerprintFields): string | undefined {
  const texts = pages.map((page) => page.slice(0, maxPageChars))
  const all = texts.map(plain).join('\f')
  if (!/[^\f]/.test(all)) return undefined
  const hashes = texts.slice(0, maxPages).map(similarityHash)
  return `t1-${digest(all, 24)}-${fieldHash(fields)}-${hashes.join('.')}`
}

/** NFKC, letters and digits alone, and what recognition confuses as one. */
const plain = (text: string): string => fold(text.normalize('NFKC')).replace(/[^\p{L}\p{N}]/gu, '')

const digest = (text: string, chars: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, chars)

function fieldHash({ number, date, amount }: FingerprintFields): string {
  if ([number, date, amount].filter((field) => field !== undefined).length < 2) return '0'
  const sum = amount === undefined ? '' : Math.abs(Number(amount)).toFixed(2)
  return digest([plain(number ?? ''), date ?? '', sum].join('|'), 12)
}

/** Of the pieces of a page's words, each counted once, so that neither order nor columns matter. */
function similarityHash(page: string): string {
  const words = page.split(/\s+/).map(plain)
  if (words.join('').length < minChars) return '0'
  const pieces = new Set<string>()
  for (const word of words) {
    const marked = `<${word}>`
    for (let at = 0; at + gram <= marked.length; at += 1) pieces.add(marked.slice(at, at + gram))
  }
  const counts = new Int32Array(64)
  for (const piece of pieces) {
    const [high, low] = [hash(piece, 0x811c9dc5), hash(piece, 0x2f0b4a27)]
    for (let bit = 0; bit < 32; bit += 1) {
      counts[bit] = (counts[bit] ?? 0) + ((high >>> bit) & 1 ? 1 : -1)
      counts[32 + bit] = (counts[32 + bit] ?? 0) + ((low >>> bit) & 1 ? 1 : -1)
    }
  }
  let digits = ''
  for (let from = 0; from < 64; from += 4) {
    let digit = 0
    for (let bit = 0; bit < 4; bit += 1) if ((counts[from + bit] ?? 0) > 0) digit |= 1 << bit
    digits += digit.toString(16)
  }
  return digits
}

/** FNV-1a over UTF-16 units, its bits mixed once more (finaliser of MurmurHash3), as all of them are looked at. */
function hash(text: string, seed: number): number {
  let value = seed
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}

/** What two fingerprints say of their documents. */
export type Likeness = 'same' | 'likely' | 'similar' | 'different'

/**
 * Bits of 64 by which the hashes of two pages may differ. Measured on 58 invoices and the like: one letter of twenty
 * misread changes 11 in the middle and 14 in nine cases of ten; two senders' pages differ by 28 in the middle.
 */
const bits = { likely: 16, similar: 10 }

/**
 * Compares two fingerprints. `same`: the same text. `likely`: pages alike, and the same number, day and sum: a scan or
 * a second print of one document. `similar`: pages alike but not these: two documents of one form. `different`: all
 * else, and what is no fingerprint.
 */
export function compareFingerprints(a: string, b: string): Likeness {
  const [one, other] = [parse(a), parse(b)]
  if (one === undefined || other === undefined) return 'different'
  if (one.text === other.text) return 'same'
  if (one.pages.length !== other.pages.length) return 'different'
  let furthest: number | undefined
  for (const [index, page] of one.pages.entries()) {
    const twin = other.pages[index] ?? '0'
    if (page === '0' || twin === '0') continue
    furthest = Math.max(furthest ?? 0, distance(page, twin))
  }
  if (furthest === undefined) return 'different'
  if (one.fields !== '0' && one.fields === other.fields && furthest <= bits.likely) return 'likely'
  return furthest <= bits.similar ? 'similar' : 'different'
}

function parse(text: string): { text: string; fields: string; pages: string[] } | undefined {
  const match = /^t1-([\da-f]{24})-(0|[\da-f]{12})-((?:0|[\da-f]{16})(?:\.(?:0|[\da-f]{16}))*)$/.exec(text)
  return match
    ? { text: match[1] ?? '', fields: match[2] ?? '', pages: (match[3] ?? '').split('.') }
    : undefined
}

/** Bits in which two hashes differ. */
function distance(a: string, b: string): number {
  let count = 0
  for (let at = 0; at < 16; at += 1) {
    let differing = Number.parseInt(a.charAt(at), 16) ^ Number.parseInt(b.charAt(at), 16)
    for (; differing > 0; differing >>= 1) count += differing & 1
  }
  return count
}
