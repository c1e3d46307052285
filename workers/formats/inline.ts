import { append } from '../append.ts'
import type { Block, BlockKind, Emphasis, Link } from './content.ts'
import { blockText, isRunning } from './content-text.ts'
import { shifted, within } from './spans.ts'

/** Text as it is put together, with the links in it. */
export interface Inline {
  text: string
  links: Link[]
  emphasis?: Emphasis[]
}

/** How text looks, as far as Markdown shows it. */
export interface Look {
  strong: boolean
  italic: boolean
}

/** Adds text of one look. */
export function add(inline: Inline, text: string, { strong, italic }: Look): void {
  const start = inline.text.length
  inline.text += text
  if (text === '' || !(strong || italic)) return
  const end = inline.text.length
  inline.emphasis ??= []
  if (strong) inline.emphasis.push({ start, end, strong: true })
  if (italic) inline.emphasis.push({ start, end, strong: false })
}

/** Links what `write` adds to the text. */
export function linked(inline: Inline, url: string | undefined, write: () => void): void {
  const start = inline.text.length
  write()
  if (url !== undefined && url !== '' && inline.text.length > start) {
    inline.links.push({ start, end: inline.text.length, url })
  }
}

/** Text, links and emphasis without white space at the ends. */
export function trimmed({ text, links, emphasis }: Inline): Inline {
  const from = text.length - text.trimStart().length
  const to = Math.max(from, text.trimEnd().length)
  return {
    text: text.slice(from, to),
    links: within(links, from, to),
    ...(emphasis && { emphasis: within(emphasis, from, to) }),
  }
}

/** A block of a text; links and emphasis are left out where there are none. */
export function blockOf(
  kind: BlockKind,
  { text, links, emphasis = [] }: Inline,
  more: Partial<Block> = {},
): Block {
  return {
    kind,
    text,
    ...more,
    ...(links.length > 0 && { links }),
    ...(emphasis.length > 0 && { emphasis }),
  }
}

/** Texts one after another with something between them. */
export function joined(parts: readonly Inline[], between: string): Inline {
  const whole: Inline = { text: '', links: [] }
  const emphasis: Emphasis[] = []
  for (const [index, { text, links, emphasis: own = [] }] of parts.entries()) {
    if (index > 0) whole.text += between
    append(whole.links, shifted(links, whole.text.length))
    append(emphasis, shifted(own, whole.text.length))
    whole.text += text
  }
  return emphasis.length === 0 ? whole : { ...whole, emphasis }
}

/**
 * What stands apart from the running text (a note, a text box, a header) as one block of lines, and after it the
 * blocks in it that are not running text themselves.
 */
export function asOneBlock(kind: BlockKind, blocks: readonly Block[], label?: string): Block[] {
  const running = runningText(blocks)
  const rest = blocks.filter((block) => !isRunning(block))
  if (running.text === '') return rest
  return [blockOf(kind, running, label === undefined ? {} : { label }), ...rest]
}

/** The running text of blocks, a line or more for each. */
export function runningText(blocks: readonly Block[]): Inline {
  const lines = blocks.filter(isRunning).map((block): Inline => {
    const text = blockText(block)
    // The marker of an item stands before its text.
    const shift = block.kind === 'item' ? text.length - block.text.length : 0
    return { text, links: shifted(block.links ?? [], shift), emphasis: shifted(block.emphasis ?? [], shift) }
  })
  return joined(lines, '\n')
}
