import { append } from '../../append.ts'
import type { Block, FormatReader } from '../content.ts'
import { htmlContent } from './html.ts'
import { inlineMarkdown, labelOf } from './markdown-inline.ts'
import { textHead } from './text-head.ts'

/** Lists and quotes within each other; what is deeper is read as a paragraph. */
const MAX_DEPTH = 32

const heading = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/
/** Bounded, since a repeated group takes room on the stack of the regular expression. */
const rule = /^ {0,3}([-*_])(?:[ \t]*\1){2,200}[ \t]*$/
const fence = /^( {0,3})(`{3,}|~{3,})([^`]*)$/
const quote = /^(?: {0,3}> ?){1,64}/
const bullet = /^( {0,3})([-+*]|\d{1,9}[.)])(?:( {1,4})(?! {4})|\t|( )(?= {4})|$)/
const definition = /^[ >]{0,50}\[([^\]]{1,999})\]:[ \t]*<?(\S+?)>?(?:[ \t]+["'(].*["')])?[ \t]*$/
const footnote = /^\[\^([^\]\s]{1,99})\]:[ \t]*(.*)$/
const html = /^ {0,3}<(?:[a-zA-Z][a-zA-Z0-9-]*(?=[\s/>]|$)|\/[a-zA-Z]|!--|!\[CDATA\[|![A-Z]|\?)/
/** Elements that may open a line of a paragraph as well as a block. */
const phrases =
  /^ {0,3}<\/?(?:a|abbr|b|br|code|em|font|i|img|kbd|mark|s|small|span|strong|sub|sup|u|https?|mailto)\b/i

interface State {
  blocks: Block[]
  references: ReadonlyMap<string, string>
  maxChars: number
  checkpoint: () => void
}

/**
 * Reads Markdown (CommonMark 0.31 with GitHub's tables and notes) without its marks. HTML within is read as a web page
 * is; front matter is kept as code. Fault: DAMAGED where it is no text.
 */
export const readMarkdown: FormatReader = (bytes, { maxChars }, { checkpoint }) => {
  const { text, truncated } = textHead(bytes, maxChars)
  return {
    sections: [{ blocks: markdownBlocks(text, maxChars, checkpoint) }],
    ...(truncated ? { truncated } : {}),
  }
}

/** The blocks of a text in Markdown. */
export function markdownBlocks(text: string, maxChars: number, checkpoint: () => void): Block[] {
  const lines = text
    .split('\n')
    .map((line) => line.replace(/^[ \t]+/, (indent) => indent.replaceAll('\t', '    ')))
  const references = new Map<string, string>()
  for (const line of lines) {
    const [, label, url] = line.includes(']:') ? (definition.exec(line) ?? []) : []
    if (
      label !== undefined &&
      url !== undefined &&
      !label.startsWith('^') &&
      !references.has(labelOf(label))
    ) {
      references.set(labelOf(label), url)
    }
  }
  const state: State = { blocks: [], references, maxChars, checkpoint }
  const start = frontMatter(lines, state)
  parse(lines.slice(start), state, 0, false)
  return state.blocks
}

function frontMatter(lines: readonly string[], { blocks }: State): number {
  if (lines[0]?.trimEnd() !== '---') return 0
  const end = lines.findIndex((line, i) => i > 0 && /^(---|\.\.\.)\s*$/.test(line))
  if (end < 2 || !/^[\w-]+\s*:/.test(lines[1] ?? '')) return 0
  blocks.push({ kind: 'code', text: lines.slice(1, end).join('\n') })
  return end + 1
}

function parse(lines: readonly string[], state: State, depth: number, quoted: boolean): void {
  let at = 0
  while (at < lines.length) {
    if (at % 256 === 0) state.checkpoint()
    at = block(lines, at, state, depth, quoted)
  }
}

/** Reads the block that starts at a line; returns the line after it. */
function block(lines: readonly string[], at: number, state: State, depth: number, quoted: boolean): number {
  const line = lines[at] ?? ''
  if (isBlank(line)) return at + 1
  const title = heading.exec(line)
  if (title !== null) {
    const text = (title[2] ?? '').replace(/(^|[ \t])#+[ \t]*$/, '')
    push(state, text, { kind: 'heading', level: title[1]?.length ?? 1 })
    return at + 1
  }
  if (rule.test(line)) return at + 1
  if (fence.test(line)) return fenced(lines, at, state)
  if (line.startsWith('    ')) return indented(lines, at, state)
  if (depth < MAX_DEPTH && quote.test(line)) return quotation(lines, at, state, depth)
  if (depth < MAX_DEPTH && bullet.test(line)) return item(lines, at, state, depth, quoted)
  if (html.test(line) && !phrases.test(line)) return markup(lines, at, state)
  if (footnote.test(line)) return note(lines, at, state)
  if (line.includes(']:') && definition.test(line)) return at + 1
  if (isTable(line, lines[at + 1])) return table(lines, at, state)
  return paragraph(lines, at, state, depth, quoted)
}

const isBlank = (line: string): boolean => line.trim() === ''

function push(state: State, source: string, block: Omit<Block, 'text'>): void {
  const { text, links, emphasis, alts } = inlineMarkdown(source, state.references)
  if (text !== '')
    state.blocks.push({
      ...block,
      text,
      ...(links.length > 0 && { links }),
      ...(emphasis.length > 0 && { emphasis }),
    })
  for (const alt of alts) state.blocks.push({ kind: 'alt text', text: alt })
}

function fenced(lines: readonly string[], at: number, { blocks }: State): number {
  const [, indent = '', marks = ''] = fence.exec(lines[at] ?? '') ?? []
  const closes = (line: string): boolean => {
    const text = line.trim()
    return text.length >= marks.length && text === (marks[0] ?? '').repeat(text.length) && !/^ {4}/.test(line)
  }
  let end = at + 1
  while (end < lines.length && !closes(lines[end] ?? '')) end += 1
  const code = lines.slice(at + 1, end).map((line) => dedent(line, indent.length))
  if (code.length > 0) blocks.push({ kind: 'code', text: code.join('\n') })
  return end + 1
}

/** A line without up to so many of the blanks at its start. */
function dedent(line: string, most: number): string {
  let blanks = 0
  while (blanks < most && line.charAt(blanks) === ' ') blanks += 1
  return line.slice(blanks)
}

function indented(lines: readonly string[], at: number, { blocks }: State): number {
  let end = at
  while (end < lines.length && ((lines[end] ?? '').startsWith('    ') || isBlank(lines[end] ?? ''))) end += 1
  const code = lines.slice(at, end).map((line) => dedent(line, 4))
  blocks.push({ kind: 'code', text: code.join('\n').trimEnd() })
  return end
}

/** Quotes within quotes are read as one. */
function quotation(lines: readonly string[], at: number, state: State, depth: number): number {
  const inside: string[] = []
  let end = at
  for (; end < lines.length; end += 1) {
    const line = lines[end] ?? ''
    if (quote.test(line)) inside.push(line.replace(quote, ''))
    else if (isBlank(line) || isBlank(inside.at(-1) ?? '') || interrupts(line)) break
    else inside.push(line)
  }
  parse(inside, state, depth + 1, true)
  return end
}

function item(lines: readonly string[], at: number, state: State, depth: number, quoted: boolean): number {
  const first = lines[at] ?? ''
  const [mark = '', , marker = ''] = bullet.exec(first) ?? []
  const width = mark.trimEnd() === mark ? mark.length + 1 : mark.length
  const inside = [first.slice(mark.length)]
  let end = at + 1
  for (; end < lines.length; end += 1) {
    const line = lines[end] ?? ''
    const before = inside.at(-1) ?? ''
    if (line.startsWith(' '.repeat(width))) inside.push(line.slice(width))
    else if (isBlank(line)) inside.push('')
    else if (isBlank(before) || interrupts(line) || bullet.test(line.trimStart())) break
    else inside.push(line.trimStart())
  }
  const from = state.blocks.length
  parse(inside, state, depth + 1, quoted)
  const own = state.blocks.slice(from)
  const [head, ...rest] = own
  state.blocks.length = from
  const level = depth - (quoted ? 1 : 0)
  const label = /\d/.test(marker) ? marker : '•'
  const isText = head?.kind === 'paragraph' || head?.kind === 'quote'
  if (isText) state.blocks.push({ ...head, kind: 'item', level: Math.max(0, level), label })
  for (const block of isText ? rest : own) state.blocks.push(block)
  return end
}

function markup(lines: readonly string[], at: number, state: State): number {
  const first = lines[at] ?? ''
  const closing = /^ {0,3}<(script|pre|style|textarea)\b/i.exec(first)?.[1]
  const ends = first.trimStart().startsWith('<!--')
    ? '-->'
    : closing === undefined
      ? undefined
      : `</${closing}>`
  let end = at
  if (ends === undefined) while (end < lines.length && !isBlank(lines[end] ?? '')) end += 1
  else {
    while (end < lines.length && (lines[end] ?? '').toLowerCase().includes(ends.toLowerCase()) === false)
      end += 1
    end += 1
  }
  const { maxChars, checkpoint } = state
  const source = lines.slice(at, end).join('\n')
  append(state.blocks, htmlContent(source, { maxChars, checkpoint }).blocks)
  return Math.max(end, at + 1)
}

function note(lines: readonly string[], at: number, state: State): number {
  const [, label = '', text = ''] = footnote.exec(lines[at] ?? '') ?? []
  const inside = [text]
  let end = at + 1
  for (; end < lines.length && !isBlank(lines[end] ?? '') && !interrupts(lines[end] ?? ''); end += 1) {
    if ((lines[end] ?? '').includes(']:')) break
    inside.push((lines[end] ?? '').trimStart())
  }
  push(state, inside.join('\n'), { kind: 'footnote', label })
  return end
}

function isTable(line: string, next: string | undefined): boolean {
  if (next === undefined || !line.includes('|') || !next.includes('-')) return false
  const marks = cells(next)
  return marks.every((mark) => /^:?-+:?$/.test(mark)) && marks.length === cells(line).length
}

function table(lines: readonly string[], at: number, state: State): number {
  const text = (cell: string): string => inlineMarkdown(cell, state.references).text
  const rows = [cells(lines[at] ?? '').map(text)]
  let end = at + 2
  for (; end < lines.length && !isBlank(lines[end] ?? '') && !interrupts(lines[end] ?? ''); end += 1) {
    rows.push(cells(lines[end] ?? '').map(text))
  }
  state.blocks.push({ kind: 'table', text: '', rows, headed: true })
  return end
}

/** What stands between the bars of a row that are not escaped. */
function cells(line: string): string[] {
  const row = line.trim().replace(/^\|/, '')
  const result: string[] = ['']
  for (const [piece] of row.matchAll(/[^|\\]+|\\.?|\|/g)) {
    if (piece === '|') result.push('')
    else result[result.length - 1] += piece === '\\|' ? '|' : piece
  }
  if (row.endsWith('|') && result.length > 1) result.pop()
  return result.map((cell) => cell.trim())
}

function paragraph(
  lines: readonly string[],
  at: number,
  state: State,
  depth: number,
  quoted: boolean,
): number {
  const own = [(lines[at] ?? '').trimStart()]
  let end = at + 1
  for (; end < lines.length; end += 1) {
    const line = lines[end] ?? ''
    const underline = /^ {0,3}(=+|-+)[ \t]*$/.exec(line)
    if (underline !== null) {
      push(state, own.join('\n'), { kind: 'heading', level: underline[1]?.startsWith('=') === true ? 1 : 2 })
      return end + 1
    }
    if (isBlank(line) || interrupts(line) || (depth < MAX_DEPTH && opensItem(line))) break
    if (isTable(line, lines[end + 1])) break
    own.push(line.trimStart())
  }
  push(state, own.join('\n'), { kind: quoted ? 'quote' : 'paragraph' })
  return end
}

/** Whether a line starts a block even where a paragraph is open. */
const interrupts = (line: string): boolean =>
  heading.test(line) ||
  rule.test(line) ||
  fence.test(line) ||
  quote.test(line) ||
  (html.test(line) && !phrases.test(line))

/** An item that has text; of ordered ones only the first of a list. */
const opensItem = (line: string): boolean => /^ {0,3}(?:[-+*]|1[.)])[ \t]+\S/.test(line)
