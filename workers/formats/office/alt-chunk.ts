import { Tokenizer, TokenizerMode } from 'parse5'
import type { Block } from '../content.ts'
import type { OfficePackage } from './package.ts'

/** Elements that stand on lines of their own. */
const ownLine =
  /^(?:address|article|aside|blockquote|br|dd|div|dl|dt|fieldset|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|table|tr|ul)$/
const unseen: ReadonlySet<string> = new Set(['script', 'style', 'title', 'template'])

/**
 * Text of an imported part (ECMA-376 part 1, section 17.17.2), of web pages and plain text; the others are offered
 * as attachments.
 */
export function altChunkBlocks(office: OfficePackage, part: string | undefined): Block[] {
  const type = part === undefined ? '' : (office.contentType(part) ?? '')
  const isPage = /html/i.test(type)
  if (part === undefined || (!isPage && !/^text\/plain/i.test(type))) return []
  const bytes = office.bytes(part)
  if (bytes === undefined) return []
  const text = decodedText(bytes)
  const lines = (isPage ? pageText(text) : text).split('\n').map((line) => line.trim())
  return lines.filter(Boolean).map((line): Block => ({ kind: 'paragraph', text: line }))
}

/** By its byte order mark, else by the character set it names, else UTF-8. */
function decodedText(bytes: Uint8Array): string {
  const own = Uint8Array.from(bytes)
  const named = /charset\s*=\s*["']?([\w-]+)/i.exec(
    Buffer.from(own.subarray(0, 1024)).toString('latin1'),
  )?.[1]
  const marked =
    own[0] === 0xff && own[1] === 0xfe
      ? 'utf-16le'
      : own[0] === 0xfe && own[1] === 0xff
        ? 'utf-16be'
        : undefined
  try {
    return new TextDecoder(marked ?? named).decode(own)
  } catch {
    return new TextDecoder().decode(own)
  }
}

/** Words of a page, a line for each block of it. */
function pageText(page: string): string {
  let text = ''
  let hiddenIn: string | undefined
  const add = (chars: string): void => void (text += hiddenIn === undefined ? chars : '')
  const tokenizer: Tokenizer = new Tokenizer(
    {},
    {
      onStartTag: ({ tagName }) => {
        if (unseen.has(tagName)) hiddenIn ??= tagName
        if (tagName === 'script') tokenizer.state = TokenizerMode.SCRIPT_DATA
        else if (tagName === 'style') tokenizer.state = TokenizerMode.RAWTEXT
        else if (tagName === 'title') tokenizer.state = TokenizerMode.RCDATA
        add(ownLine.test(tagName) ? '\n' : /^t[dh]$/.test(tagName) ? '\t' : '')
      },
      onEndTag: ({ tagName }) => {
        if (tagName === hiddenIn) hiddenIn = undefined
        add(ownLine.test(tagName) ? '\n' : '')
      },
      onCharacter: ({ chars }) => add(chars),
      onWhitespaceCharacter: () => add(' '),
      onNullCharacter: () => undefined,
      onComment: () => undefined,
      onDoctype: () => undefined,
      onEof: () => undefined,
    },
  )
  tokenizer.write(page, true)
  return text
}
