import { fault } from '../../bridge/faults.ts'

/** Bytes within which the header of a PDF must stand; what comes before it is junk that readers skip. */
const headerWithin = 1024

/** First bytes of what people send by mistake, and what to call it. */
const known: readonly { starts: string; name: string }[] = [
  { starts: 'PK\x03\x04', name: 'a ZIP archive (or an Office file)' },
  { starts: '\x89PNG', name: 'a PNG picture' },
  { starts: '\xff\xd8\xff', name: 'a JPEG picture' },
  { starts: 'GIF8', name: 'a GIF picture' },
  { starts: 'II*\0', name: 'a TIFF picture' },
  { starts: 'MM\0*', name: 'a TIFF picture' },
  { starts: '\xd0\xcf\x11\xe0', name: 'an old Office file' },
  { starts: '{\\rtf', name: 'an RTF text' },
  { starts: '\x1f\x8b', name: 'a gzip archive' },
  { starts: '7z\xbc\xaf', name: 'a 7z archive' },
  { starts: '%!PS', name: 'a PostScript file' },
  { starts: 'From ', name: 'an e-mail' },
]

/**
 * Refuses bytes that are no PDF, before pdf.js sees them. A file whose header is missing passes when it holds PDF
 * objects, since those can be rescued. Faults: EMPTY_FILE, TYPE_UNSUPPORTED (`data.looksLike` where it is known).
 */
export function requirePdf(bytes: Buffer): void {
  if (bytes.length === 0) throw fault('EMPTY_FILE', 'Expected a PDF; the file has no bytes.')
  const start = bytes.subarray(0, headerWithin)
  if (start.includes('%PDF-')) return
  const looksLike = lookOf(start.toString('latin1'))
  if (looksLike === undefined && /\d\s+\d+\s+obj\b/.test(bytes.subarray(0, 65_536).toString('latin1'))) return
  throw fault(
    'TYPE_UNSUPPORTED',
    `Expected a PDF; the bytes look like ${looksLike ?? 'none of the known types'}. Send the file as what it is.`,
    looksLike === undefined ? {} : { looksLike },
  )
}

/** What the first bytes of a file look like, where it is known. */
export function lookOf(text: string): string | undefined {
  const match = known.find((type) => text.startsWith(type.starts))
  if (match) return match.name
  const words = text.replace(/^(\xef\xbb\xbf)?\s*/, '').slice(0, 200)
  if (/^<(!doctype html|html|head|body)/i.test(words) || /<html[\s>]/i.test(words)) return 'an HTML page'
  if (/^<\?xml/i.test(words)) return 'an XML file'
  return undefined
}
