import type { Content, FormatReader } from '../content.ts'
import type { HtmlToBlocks } from '../mail/html-blocks.ts'
import { BlockList } from './block-list.ts'
import { damaged, ownBytes } from './fields.ts'
import { RtfReading } from './rtf-reading.ts'

/**
 * Reads Rich Text Format (RTF 1.9.1), and HTML that RTF carries ([MS-OXRTFEX], mail of Outlook). Pictures and objects
 * are left out; notes, comments, boxes, hidden and deleted text stand after their paragraph. Faults: DAMAGED, TOO_DEEP.
 */
export const rtfReader =
  (htmlToBlocks: HtmlToBlocks): FormatReader =>
  (bytes, options, ctx): Content => {
    const start = Buffer.from(bytes.subarray(0, 64)).indexOf('{\\rt')
    if (start === -1) throw damaged('RTF file', 'it does not start with {\\rtf')
    const list = new BlockList(options.maxChars)
    const reading = new RtfReading(ownBytes(bytes.subarray(start)), list, options.maxDepth, ctx.checkpoint)
    const html = reading.read()
    if (html !== undefined)
      list.addAll(htmlToBlocks(html, { maxChars: list.left, checkpoint: ctx.checkpoint }))
    const content: Content = { sections: [{ blocks: list.take() }] }
    if (list.full || reading.truncated) content.truncated = true
    return content
  }
