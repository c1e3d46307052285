import { fault } from '../../../bridge/faults.ts'
import type { FormatLimits } from '../content.ts'
import { latin1 } from './charset.ts'
import { fieldOf, parseHeader, type Header } from './header.ts'
import { parseParameters, type Parameterised } from './parameters.ts'
import { decodeTransfer } from './transfer.ts'

/** A part of a mail, or the mail itself. One that has parts has no body. */
export interface Part {
  header: Header
  /** `text/plain`; what its sender has declared, or what holds where nothing is (RFC 2045, section 5.2). */
  type: string
  parameters: Parameterised['parameters']
  /** `attachment`, `inline` or nothing. */
  disposition: string
  fileName?: string | undefined
  /** As it lies in the mail, its transfer encoding still on it. */
  body: Uint8Array
  parts: Part[]
}

/** RFC 2046, section 5.1.1, allows 70 characters; some senders take more. */
const MAX_BOUNDARY_CHARS = 500

interface Open {
  part: Part
  boundary: string
  bodyStart: number
}

/**
 * Takes a mail apart into its tree of parts (RFC 2046, section 5.1) in one walk over its lines. A multipart that is
 * not closed ends where the one around it goes on, or with the mail; one whose boundary never comes is plain text.
 * Faults: TOO_DEEP, ARCHIVE_BOMB.
 */
export function parseParts(
  bytes: Uint8Array,
  { maxDepth, maxEntries }: Pick<FormatLimits, 'maxDepth' | 'maxEntries'>,
  checkpoint: () => void,
): Part {
  const mail = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const open: Open[] = []
  /** Depth of the innermost open multipart of a boundary. */
  const depths = new Map<string, number>()
  let count = 0
  /** The part whose body goes on; none between the end of a multipart and what comes next. */
  let leaf: { part: Part; bodyStart: number } | undefined

  const close = (depth: number, end: number): void => {
    if (leaf !== undefined) leaf.part.body = mail.subarray(leaf.bodyStart, Math.max(leaf.bodyStart, end))
    leaf = undefined
    for (let last = open.at(-1); last !== undefined && open.length > depth; last = open.at(-1)) {
      if (last.part.parts.length === 0)
        last.part.body = mail.subarray(last.bodyStart, Math.max(last.bodyStart, end))
      open.pop()
      const outer = open.findLastIndex(({ boundary }) => boundary === last.boundary)
      if (outer === -1) depths.delete(last.boundary)
      else depths.set(last.boundary, outer)
    }
  }
  const start = (at: number, around: Part | undefined): { part: Part; next: number } => {
    count += 1
    if (count > maxEntries)
      throw fault('ARCHIVE_BOMB', `The mail has more than ${maxEntries} parts.`, { maxEntries })
    const { header, end } = parseHeader(mail, at, checkpoint)
    const part = newPart(header, around?.type === 'multipart/digest' ? 'message/rfc822' : 'text/plain')
    around?.parts.push(part)
    const boundary = part.type.startsWith('multipart/')
      ? (part.parameters.get('boundary') ?? firstBoundary(mail, end))
      : ''
    if (boundary === '' || boundary.length > MAX_BOUNDARY_CHARS) {
      leaf = { part, bodyStart: end }
    } else {
      if (open.length >= maxDepth) {
        throw fault('TOO_DEEP', `The parts of the mail are nested more than ${maxDepth} deep.`, { maxDepth })
      }
      depths.set(boundary, open.length)
      open.push({ part, boundary, bodyStart: end })
    }
    return { part, next: end }
  }

  const { part: root, next } = start(leadingBytes(mail), undefined)
  let at = next
  for (let lines = 1; open.length > 0; lines += 1) {
    const line = nextDashes(mail, at)
    if (line === -1) break
    if (lines % 1024 === 0) checkpoint()
    const feed = mail.indexOf(0x0a, line)
    const lineEnd = feed === -1 ? mail.length : feed + 1
    at = lineEnd
    if (lineEnd - line > MAX_BOUNDARY_CHARS + 200) continue
    const text = latin1(mail.subarray(line + 2, lineEnd)).trimEnd()
    const opens = depths.get(text)
    const depth = opens ?? (text.endsWith('--') ? depths.get(text.slice(0, -2)) : undefined)
    if (depth === undefined) continue
    // The line break before a delimiter is its own.
    close(depth + 1, line - (mail[line - 1] === 0x0a ? (mail[line - 2] === 0x0d ? 2 : 1) : 0))
    if (opens === undefined) close(depth, line)
    else at = start(lineEnd, open[depth]?.part).next
  }
  close(0, mail.length)
  return root
}

/** Bytes before the header: a mark of UTF-8, empty lines. */
function leadingBytes(mail: Buffer): number {
  let at = mail[0] === 0xef && mail[1] === 0xbb && mail[2] === 0xbf ? 3 : 0
  while (mail[at] === 0x0d || mail[at] === 0x0a) at += 1
  return at
}

/** Where the next line that starts with two dashes stands; -1 where none does. */
function nextDashes(mail: Buffer, at: number): number {
  if (mail[at] === 0x2d && mail[at + 1] === 0x2d && (at === 0 || mail[at - 1] === 0x0a)) return at
  const found = mail.indexOf('\n--', at)
  return found === -1 ? -1 : found + 1
}

/** A multipart that does not say its boundary: the first line of dashes that a field follows. */
function firstBoundary(mail: Buffer, from: number): string {
  const text = latin1(mail.subarray(from, from + 8192))
  return /(?:^|\n)--([^\s-][^\r\n]{0,200}?)[ \t]*\r?\n(?=[!-9;-~]+:)/.exec(text)?.[1] ?? ''
}

function newPart(header: Header, otherwise: string): Part {
  const { value, parameters } = parseParameters(fieldOf(header, 'content-type') ?? '')
  const disposition = parseParameters(fieldOf(header, 'content-disposition') ?? '')
  return {
    header,
    type: /^[!-.0-~]+\/[!-.0-~]+$/.test(value) ? value : value === 'text' ? 'text/plain' : otherwise,
    parameters,
    disposition: disposition.value,
    fileName: disposition.parameters.get('filename') ?? parameters.get('name'),
    body: new Uint8Array(),
    parts: [],
  }
}

/** The body of a part without its transfer encoding, as a copy. */
export const decodedBody = ({ header, body }: Part): Uint8Array =>
  decodeTransfer(body, fieldOf(header, 'content-transfer-encoding') ?? '')
