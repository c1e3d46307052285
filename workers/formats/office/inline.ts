import type { Block, BlockKind, Link } from '../content.ts'
import { blockText, isRunning } from '../content-text.ts'

/** Text as it is put together, with the links in it. */
export interface Inline {
  text: string
  links: Link[]
}

/** Adds to an array, however many there are. */
export function append<T>(to: T[], more: Iterable<T>): void {
  for (const each of more) to.push(each)
}

/** Links what `write` adds to the text. */
export function linked(inline: Inline, url: string | undefined, write: () => void): void {
  const start = inline.text.length
  write()
  if (url !== undefined && url !== '' && inline.text.length > start) {
    inline.links.push({ start, end: inline.text.length, url })
  }
}

/** Text and links without white space at the ends. */
export function trimmed({ text, links }: Inline): Inline {
  const from = text.length - text.trimStart().length
  const to = text.trimEnd().length
  if (from === 0 && to === text.length) return { text, links }
  return {
    text: text.slice(from, Math.max(from, to)),
    links: links
      .map(({ start, end, url }) => ({
        start: Math.max(start, from) - from,
        end: Math.min(end, to) - from,
        url,
      }))
      .filter(({ start, end }) => start < end),
  }
}

/** A block of a text; `links` is left out where there are none. */
export function blockOf(kind: BlockKind, { text, links }: Inline, more: Partial<Block> = {}): Block {
  return { kind, text, ...more, ...(links.length === 0 ? {} : { links }) }
}

/** Texts one after another with something between them. */
export function joined(parts: readonly Inline[], between: string): Inline {
  const whole: Inline = { text: '', links: [] }
  for (const [index, { text, links }] of parts.entries()) {
    if (index > 0) whole.text += between
    const at = whole.text.length
    for (const { start, end, url } of links) whole.links.push({ start: at + start, end: at + end, url })
    whole.text += text
  }
  return whole
}

/**
 * What stands apart from the running text (a note, a text box, a header) as one block of lines, and after it the
 * blocks in it that are not running text themselves.
 */
export function asOneBlock(kind: BlockKind, blocks: readonly Block[], label?: string): Block[] {
  const { text, links } = runningText(blocks)
  const rest = blocks.filter((block) => !isRunning(block))
  if (text === '') return rest
  return [blockOf(kind, { text, links }, label === undefined ? {} : { label }), ...rest]
}

/** The running text of blocks, a line or more for each. */
export function runningText(blocks: readonly Block[]): Inline {
  const lines = blocks.filter(isRunning).map((block): Inline => {
    const text = blockText(block)
    // The marker of an item stands before its text.
    const shift = block.kind === 'item' ? text.length - block.text.length : 0
    const links = (block.links ?? []).map(({ start, end, url }) => ({
      start: start + shift,
      end: end + shift,
      url,
    }))
    return { text, links }
  })
  return joined(lines, '\n')
}
