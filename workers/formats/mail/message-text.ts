import type { FormatLimits } from '../content.ts'
import type { BlockList } from '../legacy/block-list.ts'
import { calendarTexts } from './calendar.ts'
import { decodeCharset, latin1 } from './charset.ts'
import type { HtmlToBlocks } from './html-blocks.ts'
import { decodedBody, type Part } from './parts.ts'
import { addPlain, joinFlowed } from './plain-body.ts'

/** What the reading of a mail carries along. */
export interface Reading extends Pick<FormatLimits, 'maxChars'> {
  list: BlockList
  htmlToBlocks: HtmlToBlocks
  checkpoint: () => void
}

/** Parts whose text is for people although their type is not text. */
const READABLE =
  /^(text\/.*|message\/(delivery-status|disposition-notification|feedback-report|global-delivery-status))$/
const SMIME = /^application\/(x-)?pkcs7-mime$/

/** Whether a part is a file rather than text of the mail. */
export function isFile(part: Part): boolean {
  if (part.parts.length > 0) return false
  if (part.type.startsWith('multipart/')) return false
  if (!READABLE.test(part.type) || part.disposition === 'attachment') return true
  return part.fileName !== undefined
}

/** Adds the text of a mail to the list: of alternatives one, of everything else all that is text. */
export function addText(part: Part, reading: Reading): void {
  reading.checkpoint()
  if (part.parts.length === 0) {
    if (SMIME.test(part.type)) addSealed(reading, 'S/MIME')
    else if (part.type === 'text/calendar' || !isFile(part)) addLeaf(part, reading)
  } else if (part.type === 'multipart/alternative') {
    const chosen = bestOf(part.parts)
    for (const child of part.parts)
      if (child === chosen || child.type === 'text/calendar') addText(child, reading)
  } else if (part.type === 'multipart/encrypted') {
    addSealed(reading, 'PGP')
  } else {
    for (const child of part.parts) addText(child, reading)
  }
}

/** Says why a mail has no text of its own: it is encrypted, or signed in a way that wraps it. */
function addSealed({ list }: Reading, method: string): void {
  list.add({
    kind: 'paragraph',
    text: `(The text of this mail is sealed with ${method} and is in its attachment.)`,
  })
}

/** Plain text goes before HTML, HTML before what is left; what is empty does not count. */
function bestOf(parts: readonly Part[]): Part | undefined {
  const holding = (type: string): Part | undefined => parts.find((part) => holds(part, type))
  return holding('text/plain') ?? holding('text/html') ?? parts.findLast((part) => !isFile(part))
}

/** Whether a part or one in it is of a type and says anything. */
function holds(part: Part, type: string): boolean {
  if (part.parts.length > 0) return part.parts.some((child) => holds(child, type))
  return (
    part.type === type &&
    !isFile(part) &&
    /\S/.test(leafText({ ...part, body: part.body.subarray(0, 65_536) }))
  )
}

function addLeaf(part: Part, { list, maxChars, htmlToBlocks, checkpoint }: Reading): void {
  if (list.full) return
  // No encoding takes more than twelve bytes a character: four of UTF-8, each as three. Marks of HTML come on top.
  const left = Math.min(maxChars, list.left)
  const most = Math.min(part.body.length, part.type === 'text/html' ? 100 * left + 1_000_000 : 12 * left + 64)
  const whole = leafText({ ...part, body: part.body.subarray(0, most) })
  // Of plain text half is marks of quotes and flow at most.
  const text = part.type === 'text/html' ? whole : whole.slice(0, 2 * left + 1000)
  switch (part.type) {
    case 'text/html':
      list.addAll(htmlToBlocks(text, { maxChars: left, checkpoint }))
      break
    case 'text/calendar':
      for (const event of calendarTexts(text, checkpoint)) list.add({ kind: 'paragraph', text: event })
      break
    case 'text/enriched':
    case 'text/richtext':
      // RFC 1896: commands stand between angles, a doubled one is itself.
      addPlain(
        text.replace(/<<|<[^<>]{0,60}>/g, (mark) => (mark === '<<' ? '<' : '')),
        list,
        checkpoint,
      )
      break
    default:
      addPlain(
        part.parameters.get('format')?.toLowerCase() === 'flowed' ? flowed(part, text, checkpoint) : text,
        list,
        checkpoint,
      )
  }
  if (most < part.body.length || text.length < whole.length) list.spend(Infinity)
}

const flowed = (part: Part, text: string, checkpoint: () => void): string =>
  joinFlowed(text, part.parameters.get('delsp')?.toLowerCase() === 'yes', checkpoint)

function leafText(part: Part): string {
  const bytes = decodedBody(part)
  const declared = part.parameters.get('charset')
  const charset = declared ?? (part.type === 'text/html' ? charsetOfHtml(bytes) : undefined)
  return decodeCharset(bytes, charset).replaceAll('\r\n', '\n').replaceAll('\0', '')
}

/** The set that a page itself declares at its start, as browsers look for it. */
const charsetOfHtml = (bytes: Uint8Array): string | undefined =>
  /<meta[^>]{0,200}?charset\s*=\s*["']?([\w-]{1,40})/i.exec(latin1(bytes.subarray(0, 1024)))?.[1]
