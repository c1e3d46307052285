import { Fault } from '../../../bridge/faults.ts'
import type { Attachment, Content, FormatReader, Mail, Section } from '../content.ts'
import { BlockList } from '../legacy/block-list.ts'
import { latin1 } from './charset.ts'
import { readMessage } from './eml.ts'
import type { HtmlToBlocks } from './html-blocks.ts'

const MAX_FROM_LINE_BYTES = 400
/** What a mail counts as, beside its text. */
const MESSAGE_CHARS = 20

/**
 * Reads a mailbox (RFC 4155 and its kin): a section for each mail. Lengths that headers claim are not trusted; mails
 * are told apart by their line `From …` alone. A mail that cannot be read says why, the others are read. Faults: none
 * of its own; limits of parts and depth hold for each mail.
 */
export const mboxReader =
  (htmlToBlocks: HtmlToBlocks): FormatReader =>
  (bytes, options, ctx): Content => {
    const mailbox = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const list = new BlockList(options.maxChars)
    const sections: Section[] = []
    const attachments: Attachment[] = []
    for (const message of messages(mailbox, ctx.checkpoint)) {
      ctx.checkpoint()
      if (list.full) break
      // An empty mail counts too.
      list.spend(MESSAGE_CHARS)
      const body = new BlockList(list.left)
      let title: string | undefined
      try {
        const read = readMessage(unquoteFrom(message), options, ctx.checkpoint, htmlToBlocks, body)
        title = read.mail.subject
        list.add({ kind: 'paragraph', text: headText(read.mail) })
        for (const attachment of read.attachments) attachments.push(attachment)
      } catch (error) {
        if (!(error instanceof Fault) || (error.code !== 'ARCHIVE_BOMB' && error.code !== 'TOO_DEEP'))
          throw error
        list.add({ kind: 'paragraph', text: `(This mail could not be read: ${error.message})` })
      }
      for (const block of body.take()) list.add(block)
      if (body.full) list.spend(Infinity)
      const blocks = list.take()
      sections.push(title === undefined || title === '' ? { blocks } : { title, blocks })
    }
    const content: Content = { sections }
    if (attachments.length > 0) content.attachments = attachments
    if (list.full) content.truncated = true
    return content
  }

/** A mailbox has one head for each mail, so that they stand in the text. */
function headText({ from, to, cc, date }: Mail): string {
  const lines = [
    ['From', from],
    ['To', to.join(', ')],
    ['Cc', cc.join(', ')],
    ['Date', date],
  ]
  return lines
    .flatMap(([name, value]) => (value === undefined || value === '' ? [] : [`${name}: ${value}`]))
    .join('\n')
}

/** The mails of a mailbox, each without its line `From …`. */
function* messages(mailbox: Buffer, checkpoint: () => void): Generator<Buffer> {
  let start = -1
  const first = isFromLine(mailbox, 0) ? 0 : nextFromLine(mailbox, 0, checkpoint)
  for (let at = first; at !== -1; at = nextFromLine(mailbox, at, checkpoint)) {
    if (start !== -1) yield mailbox.subarray(start, at)
    const feed = mailbox.indexOf(0x0a, at)
    start = feed === -1 ? mailbox.length : feed + 1
  }
  // Without any such line it is one mail.
  yield mailbox.subarray(Math.max(0, start))
}

function nextFromLine(mailbox: Buffer, from: number, checkpoint: () => void): number {
  let at = mailbox.indexOf('\nFrom ', from)
  for (let tries = 1; at !== -1 && !isFromLine(mailbox, at + 1); tries += 1) {
    if (tries % 1024 === 0) checkpoint()
    at = mailbox.indexOf('\nFrom ', at + 1)
  }
  return at === -1 ? -1 : at + 1
}

/**
 * Whether a mail starts here rather than a sentence: a time or a year stands in the line, an empty line before it (or
 * the full date of RFC 4155 in it), and a field of a header after it.
 */
function isFromLine(mailbox: Buffer, at: number): boolean {
  const feed = mailbox.subarray(at, at + MAX_FROM_LINE_BYTES).indexOf(0x0a)
  if (feed === -1) return false
  const line = latin1(mailbox.subarray(at, at + feed))
  if (!line.startsWith('From ')) return false
  const next = latin1(mailbox.subarray(at + feed + 1, at + feed + 81))
  const dated = / [A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d(:\d\d)? /.test(line)
  const headed = /^(?:>?From |[!-9;-~]+[ \t]*:)/.test(next)
  if (dated) return headed || /^\r?\n/.test(next)
  if (!headed) return false
  const parted =
    at === 0 || mailbox[at - 2] === 0x0a || (mailbox[at - 2] === 0x0d && mailbox[at - 3] === 0x0a)
  return parted && /\d\d:\d\d|\d{4}|^From (?:\S+@\S+|-)/.test(line)
}

/** Takes one mark off lines that a mailbox has quoted: `>From`, `>>From` … */
function unquoteFrom(message: Buffer): Uint8Array {
  if (!message.includes('\n>') || !message.includes('>From ')) return message
  return Buffer.from(latin1(message).replace(/^>(>*From )/gm, '$1'), 'latin1')
}
