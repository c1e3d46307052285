import type { Attachment, Content, FormatOptions, FormatReader, Mail } from '../content.ts'
import { BlockList } from '../legacy/block-list.ts'
import { parseAddresses } from './addresses.ts'
import { fieldOf, parseHeader, textOf, type Header } from './header.ts'
import type { HtmlToBlocks } from './html-blocks.ts'
import { parseMailDate } from './mail-date.ts'
import { addText, isFile } from './message-text.ts'
import { decodedBody, parseParts, type Part } from './parts.ts'

/**
 * Reads a mail (RFC 5322, MIME). Its text is one section; files, mails in it and calendars are attachments, to be read
 * in their turn. Faults: ARCHIVE_BOMB (parts), TOO_DEEP.
 */
export const emlReader =
  (htmlToBlocks: HtmlToBlocks): FormatReader =>
  (bytes, options, ctx): Content => {
    const list = new BlockList(options.maxChars)
    const { mail, attachments } = readMessage(bytes, options, ctx.checkpoint, htmlToBlocks, list)
    const title = mail.subject === undefined || mail.subject === '' ? {} : { title: mail.subject }
    const content: Content = { sections: [{ ...title, blocks: list.take() }], mail }
    if (attachments.length > 0) content.attachments = attachments
    if (list.full) content.truncated = true
    return content
  }

/** Reads one mail and adds its text to a list. Faults as of `emlReader`. */
export function readMessage(
  bytes: Uint8Array,
  options: FormatOptions,
  checkpoint: () => void,
  htmlToBlocks: HtmlToBlocks,
  list: BlockList,
): { mail: Mail; attachments: Attachment[] } {
  const root = parseParts(bytes, options, checkpoint)
  addText(root, { list, maxChars: options.maxChars, htmlToBlocks, checkpoint })
  const attachments: Attachment[] = []
  addAttachments(root, attachments, checkpoint)
  return { mail: mailOf(root.header), attachments }
}

/** Who, to whom, what about and when. */
export function mailOf(header: Header): Mail {
  const addresses = (name: string): string[] => (header.get(name) ?? []).flatMap(parseAddresses)
  const [from] = [...addresses('from'), ...addresses('sender')]
  const subject = textOf(header, 'subject')
  const date = parseMailDate(fieldOf(header, 'date') ?? '')
  return {
    ...(from === undefined ? {} : { from }),
    to: addresses('to'),
    cc: addresses('cc'),
    ...(subject === undefined ? {} : { subject }),
    ...(date === undefined ? {} : { date }),
  }
}

function addAttachments(part: Part, attachments: Attachment[], checkpoint: () => void): void {
  checkpoint()
  for (const child of part.parts) addAttachments(child, attachments, checkpoint)
  if (part.parts.length > 0 || !(isFile(part) || part.type === 'text/calendar')) return
  const bytes = decodedBody(part)
  const name = part.fileName ?? nameOfMail(part, bytes)
  attachments.push({ ...(name === undefined ? {} : { name }), mediaType: part.type, bytes })
}

/** A mail in a mail is named by what it is about. */
function nameOfMail({ type }: Part, bytes: Uint8Array): string | undefined {
  if (type !== 'message/rfc822') return undefined
  const subject = textOf(parseHeader(bytes, 0).header, 'subject')?.slice(0, 100)
  return subject === undefined || subject === '' ? undefined : `${subject}.eml`
}
