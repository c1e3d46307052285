import type { Block } from '../content.ts'
import { decodeText } from '../text/encoding.ts'
import { htmlContent } from '../text/html.ts'
import type { OfficePackage } from './package.ts'

/**
 * Text of an imported part (ECMA-376 part 1, section 17.17.2), of web pages and plain text; the others are offered
 * as attachments.
 */
export function altChunkBlocks(office: OfficePackage, part: string | undefined): Block[] {
  const type = part === undefined ? '' : (office.contentType(part) ?? '')
  const isPage = /html/i.test(type)
  if (part === undefined || (!isPage && !/^text\/plain/i.test(type))) return []
  const bytes = office.bytes(part)
  const decoded = bytes && decodeText(bytes, /charset\s*=\s*["']?([\w-]+)/i.exec(headOf(bytes))?.[1])
  if (decoded === undefined) return []
  const { maxChars } = office.limits
  if (isPage) return htmlContent(decoded.text, { maxChars, checkpoint: office.checkpoint }).blocks
  const lines = decoded.text.split(/\r?\n/).map((line) => line.trim())
  return lines.filter(Boolean).map((line): Block => ({ kind: 'paragraph', text: line }))
}

const headOf = (bytes: Uint8Array): string => Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
