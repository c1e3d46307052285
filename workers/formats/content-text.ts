import type { Block, Section } from './content.ts'

/** Kinds that belong to the running text; all others are marked with what they are. */
const running: ReadonlySet<string> = new Set(['heading', 'paragraph', 'item', 'table', 'code', 'quote'])

/** Kinds whose label says who wrote them. */
const authored: ReadonlySet<string> = new Set(['comment', 'note', 'deleted'])

/** Whether a block is part of the running text. */
export const isRunning = ({ kind }: Block): boolean => running.has(kind)

/**
 * Plain text of a section: blocks parted by an empty line, items of a list and rows of a table on lines of their own,
 * `>` before lines that are quoted; of a sheet its name first, as `[sheet: …]`.
 */
export function sectionText({ title, sheet, hidden, blocks }: Section): string {
  let text =
    sheet === true && title !== undefined ? `[${hidden === true ? 'hidden sheet' : 'sheet'}: ${title}]` : ''
  let before: Block | undefined
  for (const block of blocks) {
    const own = block.kind === 'quote' ? blockText(block).replace(/^/gm, '> ') : blockText(block)
    if (own === '') continue
    if (text !== '') text += before?.kind === 'item' && block.kind === 'item' ? '\n' : '\n\n'
    text += own
    before = block
  }
  return text
}

/** Text of one block as it stands in the text of its section. */
export function blockText(block: Block): string {
  if (block.kind === 'item') return `${'  '.repeat(block.level ?? 0)}${block.label ?? '•'} ${block.text}`
  const text = block.rows === undefined ? block.text : tableText(block.rows)
  return isRunning(block) || text === '' ? text : `[${markOf(block)}: ${text}]`
}

/** A line for each row, its cells parted by tabs; white space within a cell becomes a blank. */
export function tableText(rows: readonly string[][]): string {
  return rows.map((cells) => cells.map((cell) => cell.replace(/\s+/g, ' ').trim()).join('\t')).join('\n')
}

/** What a block that is not of the running text is called: `comment by Ada`, `footnote 3`, `hidden, clipped`, `header`. */
export function markOf({ kind, label }: Block): string {
  if (label === undefined) return kind
  if (kind === 'hidden') return `${kind}, ${label}`
  return authored.has(kind) ? `${kind} by ${label}` : `${kind} ${label}`
}
