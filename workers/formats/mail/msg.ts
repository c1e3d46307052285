import type { Content, FormatReader } from '../content.ts'
import { BlockList } from '../legacy/block-list.ts'
import { openCompound } from '../legacy/cfb.ts'
import { decodeCodePage } from '../legacy/code-page.ts'
import { damaged } from '../legacy/fields.ts'
import { rtfReader } from '../legacy/rtf.ts'
import type { HtmlToBlocks } from './html-blocks.ts'
import { readStorage } from './msg-message.ts'
import { addPlain } from './plain-body.ts'

/**
 * Reads messages of Outlook ([MS-OXMSG]): plain text, else RTF or the HTML in it, else HTML. Messages within are
 * attachments, written as mails. Faults: DAMAGED, TOO_DEEP, ARCHIVE_BOMB.
 */
export const msgReader =
  (htmlToBlocks: HtmlToBlocks): FormatReader =>
  async (bytes, options, ctx): Promise<Content> => {
    const root = openCompound(bytes, options, ctx.checkpoint)
    if (!root.streams.has('__PROPERTIES_VERSION1.0')) throw damaged('Outlook message', 'it has no properties')
    const budget = { bytes: options.maxUnfoldedBytes }
    const { mail, messageClass, plain, rtf, html, attachments } = readStorage(
      root,
      0,
      options,
      budget,
      ctx.checkpoint,
    )
    const list = new BlockList(options.maxChars)
    let truncated = false
    if (/^IPM\.Note\.SMIME(?!\.MultipartSigned)/i.test(messageClass)) {
      list.add({
        kind: 'paragraph',
        text: '(The text of this mail is sealed with S/MIME and is in its attachment.)',
      })
    }
    if (plain !== undefined && plain.trim() !== '') addPlain(plain, list, ctx.checkpoint)
    else if (rtf !== undefined && Buffer.from(rtf.subarray(0, 64)).includes('{\\rt')) {
      const read = await rtfReader(htmlToBlocks)(rtf, options, ctx)
      for (const block of read.sections.flatMap(({ blocks }) => blocks)) list.add(block)
      truncated = read.truncated === true
    } else if (html !== undefined) {
      const text = decodeCodePage(html.bytes, html.codePage)
      list.addAll(htmlToBlocks(text, { maxChars: list.left, checkpoint: ctx.checkpoint }))
    }
    const title = mail.subject === undefined || mail.subject === '' ? {} : { title: mail.subject }
    const content: Content = { sections: [{ ...title, blocks: list.take() }], mail }
    if (attachments.length > 0) content.attachments = attachments
    if (truncated || list.full) content.truncated = true
    return content
  }
