import type { Content, FormatLimits, FormatReader } from '../workers/formats/content.ts'
import type { HtmlToBlocks } from '../workers/formats/mail/html-blocks.ts'

/** Limits that no honest file of a test reaches. */
export const limits: FormatLimits = {
  maxUnfoldedBytes: 50_000_000,
  maxEntries: 1000,
  maxDepth: 50,
  maxChars: 1_000_000,
}

/** A page without its marks: enough for telling that it has been read. */
export const tagless: HtmlToBlocks = (html) => ({
  blocks: [{ kind: 'paragraph', text: html.replace(/<[^>]*>/g, '').trim() }],
  truncated: false,
})

/** What a reader that does not wait gives. */
export function readNow(reader: FormatReader, bytes: Uint8Array, options: FormatLimits = limits): Content {
  const content = reader(bytes, options, { checkpoint: () => undefined })
  if (content instanceof Promise) throw new TypeError('This reader waits.')
  return content
}
