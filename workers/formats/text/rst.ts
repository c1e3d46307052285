import type { Block, Emphasis, FormatReader, Link } from '../content.ts'
import { blockOf, trimmed, type Inline } from '../inline.ts'
import { textHead } from './text-head.ts'

const MAX_DEPTH = 32
/** Bounded, as is what else repeats a group: each turn takes room on the stack of the regular expression. */
const underline = /^([!-/:-@[-`{-~])\1{0,500}$/
const columnMarks = /^=+(?: +=+){1,200}$/
const rowMarks = /^-+(?: +-+){0,200}$/
const listItem = /^(?:([-+*•‣])|(\(?(?:\d{1,9}|[a-zA-Z]|#)[.)]))(?:\s+|$)/
const directive = /^\.\. (?:\|[^|]{1,99}\| )?([\w:-]{1,99})::(?:\s+(.*))?$/
const target = /^\.\. _(`[^`]{1,500}`|[^:]{1,500}):\s+(\S.*)$/
const note = /^\.\. \[([#*]?[\w-]{0,99})\]\s+(.*)$/
/** Directives whose content is shown as it stands. */
const literal = new Set(
  'code code-block sourcecode parsed-literal math raw literalinclude productionlist'.split(' '),
)
/** Directives with nothing to read. */
const silent = new Set('contents include index toctree highlight meta role default-role sectnum'.split(' '))

interface State {
  blocks: Block[]
  targets: ReadonlyMap<string, string>
  /** Marks of sections in the order they were met, with whether a line stands over the title. */
  marks: string[]
  checkpoint: () => void
}

/**
 * Reads reStructuredText (docutils' specification) without its marks: sections, lists, tables, literal blocks, notes,
 * links, and the text of directives. Fault: DAMAGED where it is no text.
 */
export const readRst: FormatReader = (bytes, { maxChars }, { checkpoint }) => {
  const { text, truncated } = textHead(bytes, maxChars)
  const lines = text.split('\n').map((line) => line.replaceAll('\t', '        ').trimEnd())
  const found = lines.flatMap((line): [string, string][] => {
    const [, name, url] = line.startsWith('.. _') ? (target.exec(line) ?? []) : []
    return name === undefined || url === undefined ? [] : [[labelOf(name), url]]
  })
  const state: State = { blocks: [], targets: new Map(found), marks: [], checkpoint }
  parse(lines, state, 0, 0)
  return { sections: [{ blocks: state.blocks }], ...(truncated ? { truncated } : {}) }
}

const labelOf = (text: string): string => text.replaceAll('`', '').trim().replace(/\s+/g, ' ').toLowerCase()

const indentOf = (line: string): number => line.length - line.trimStart().length

function parse(lines: readonly string[], state: State, depth: number, lists: number): void {
  let at = 0
  while (at < lines.length) {
    if (at % 256 === 0) state.checkpoint()
    at = block(lines, at, state, depth, lists)
  }
}

/** Reads the block that starts at a line; returns the line after it. */
function block(lines: readonly string[], at: number, state: State, depth: number, lists: number): number {
  const line = lines[at] ?? ''
  if (line === '') return at + 1
  if (depth === 0) {
    const title = section(lines, at, state)
    if (title !== undefined) return title
  }
  if (/^\+[-=+]{2,}\+$/.test(line)) return gridTable(lines, at, state)
  if (columnMarks.test(line)) return simpleTable(lines, at, state)
  if (line.length > 3 && underline.test(line)) return at + 1
  if (depth < MAX_DEPTH) {
    if (line.startsWith('..') && /^\.\.( |$)/.test(line)) return explicit(lines, at, state, depth, lists)
    if (line.startsWith(' ')) return quotation(lines, at, state, depth, lists)
    if (listItem.test(line)) return item(lines, at, state, depth, lists)
  }
  return paragraph(lines, at, state, depth)
}

/** A title with a line of marks under it, and perhaps over it; its level is when its marks were first met. */
function section(lines: readonly string[], at: number, state: State): number | undefined {
  const over = underline.test(lines[at] ?? '') && (lines[at] ?? '').length > 1
  const [title, under] = over
    ? [lines[at + 1] ?? '', lines[at + 2] ?? '']
    : [lines[at] ?? '', lines[at + 1] ?? '']
  if (title === '' || under.length < Math.min(title.trim().length, 4) || !underline.test(under))
    return undefined
  if (over ? under !== lines[at] : title.startsWith(' ')) return undefined
  if (underline.test(title) && title.length > 3) return undefined
  const mark = `${under.charAt(0)}${over ? 'over' : ''}`
  if (!state.marks.includes(mark)) state.marks.push(mark)
  push(state, title.trim(), { kind: 'heading', level: Math.min(6, state.marks.indexOf(mark) + 1) })
  return at + (over ? 3 : 2)
}

/** Lines from one on that are blank or indented, dedented by the least of them. */
function indentedBlock(lines: readonly string[], from: number): { inside: string[]; end: number } {
  let end = from
  while (end < lines.length && (lines[end] === '' || (lines[end] ?? '').startsWith(' '))) end += 1
  const own = lines.slice(from, end)
  const least = own.reduce((least, line) => (line === '' ? least : Math.min(least, indentOf(line))), 1000)
  return { inside: own.map((line) => line.slice(least)), end }
}

/** Comments, targets, notes and directives: what starts with two dots. */
function explicit(lines: readonly string[], at: number, state: State, depth: number, lists: number): number {
  const line = lines[at] ?? ''
  const { inside, end } = indentedBlock(lines, at + 1)
  const [, label, text] = note.exec(line) ?? []
  if (label !== undefined && text !== undefined) {
    push(state, [text, ...inside].join('\n').trim(), {
      kind: 'footnote',
      label: label.replace(/^[#*]/, '') || label,
    })
    return end
  }
  const [, name, argument = ''] = directive.exec(line) ?? []
  if (name === undefined || silent.has(name)) return end
  const options = inside.findIndex((option) => !/^:[\w-]+:/.test(option))
  const content = options < 0 ? [] : inside.slice(options)
  const alt = inside
    .find((option) => option.startsWith(':alt:'))
    ?.slice(5)
    .trim()
  if (alt) state.blocks.push({ kind: 'alt text', text: alt })
  if (literal.has(name)) code(content, state)
  else {
    const isPath = name === 'image' || name === 'figure'
    if (name === 'csv-table') code([argument, ...content], state)
    else parse(isPath ? content : [argument, ...content], state, depth + 1, lists)
  }
  return end
}

function code(lines: readonly string[], { blocks }: State): void {
  const text = lines.join('\n').replace(/^\n+/, '').trimEnd()
  if (text !== '') blocks.push({ kind: 'code', text })
}

function quotation(lines: readonly string[], at: number, state: State, depth: number, lists: number): number {
  const { inside, end } = indentedBlock(lines, at)
  const from = state.blocks.length
  parse(inside, state, depth + 1, lists)
  for (const block of state.blocks.slice(from)) if (block.kind === 'paragraph') block.kind = 'quote'
  return end
}

function item(lines: readonly string[], at: number, state: State, depth: number, lists: number): number {
  const first = lines[at] ?? ''
  const [mark = '', , number] = listItem.exec(first) ?? []
  const rest = indentedBlock(lines, at + 1)
  const from = state.blocks.length
  parse([first.slice(mark.length), ...rest.inside], state, depth + 1, lists + 1)
  const head = state.blocks[from]
  if (head?.kind === 'paragraph') {
    head.kind = 'item'
    head.level = lists
    head.label = number === undefined || number.startsWith('#') ? '•' : number
  }
  return rest.end
}

function paragraph(lines: readonly string[], at: number, state: State, depth: number): number {
  let end = at + 1
  while (end < lines.length && lines[end] !== '' && !(lines[end] ?? '').startsWith(' ')) end += 1
  const own = lines.slice(at, end).join('\n')
  const opensLiteral = own.endsWith('::')
  const text = opensLiteral ? own.replace(/\s*::$/, own === '::' || /\s::$/.test(own) ? '' : ':') : own
  push(state, text, { kind: 'paragraph' })
  let next = end
  while (lines[next] === '') next += 1
  const follows = depth < MAX_DEPTH && (lines[next] ?? '').startsWith(' ')
  if (!opensLiteral || !follows) return follows && next === end ? definition(lines, end, state, depth) : end
  const literalText = indentedBlock(lines, end)
  code(literalText.inside, state)
  return literalText.end
}

/** What is indented right under a line defines it, or goes on with it. */
function definition(lines: readonly string[], at: number, state: State, depth: number): number {
  const { inside, end } = indentedBlock(lines, at)
  parse(inside, state, depth + 1, 0)
  return end
}

/** A table drawn with `+`, `-` and `|`. Cells that span columns are read as one. */
function gridTable(lines: readonly string[], at: number, state: State): number {
  const rows: string[][] = []
  let parts: string[][] = []
  let headed = false
  let end = at
  for (; end < lines.length && /^[+|]/.test(lines[end] ?? ''); end += 1) {
    const line = lines[end] ?? ''
    if (!/^\+[-=+]+\+$/.test(line)) {
      const cells = line.replace(/^\||\|$/g, '').split('|')
      cells.forEach((cell, i) => (parts[i] ??= []).push(cell.trim()))
      continue
    }
    if (parts.length > 0) rows.push(Array.from(parts, (cell) => plain(cell.join('\n').trim(), state)))
    if (line.includes('=') && rows.length === 1) headed = true
    parts = []
  }
  if (rows.length > 0) state.blocks.push({ kind: 'table', text: '', rows, headed })
  return Math.max(end, at + 1)
}

/** A table whose columns stand under runs of `=`. A row whose first cell is blank goes on with the one before. */
function simpleTable(lines: readonly string[], at: number, state: State): number {
  const border = lines[at] ?? ''
  const columns = Array.from(border.matchAll(/=+/g), ({ index }) => index).slice(0, 200)
  const rows: string[][] = []
  let borders = 1
  let end = at + 1
  for (; end < lines.length; end += 1) {
    const line = lines[end] ?? ''
    if (/^=+$/.test(line) || columnMarks.test(line)) {
      borders += 1
      const isLast = borders === 3 || (lines[end + 1] ?? '') === ''
      if (isLast) break
      continue
    }
    if (line === '' || rowMarks.test(line)) continue
    const row = columns.map((from, i) => line.slice(from, columns[i + 1]).trim())
    const before = rows.at(-1)
    if (row[0] === '' && before !== undefined)
      row.forEach((cell, i) => (before[i] += cell === '' ? '' : `\n${cell}`))
    else rows.push(row)
  }
  const read = rows.map((row) => row.map((cell) => plain(cell, state)))
  if (read.length > 0) state.blocks.push({ kind: 'table', text: '', rows: read, headed: borders === 3 })
  return end + 1
}

const plain = (text: string, state: State): string => inline(text, state).text.trim()

function push(state: State, source: string, block: Omit<Block, 'text'>): void {
  const { kind, ...more } = block
  const said = trimmed(inline(source.replace(/\s*\n\s*/g, ' '), state))
  if (said.text !== '') state.blocks.push(blockOf(kind, said, more))
}

/** Literals, links with their address or by name, roles, emphasis, bare addresses: each up to its own end. */
const marks =
  /``([^`]+)``|(?::[\w:-]{1,99}:)?`([^`]{1,2000})`(__?)?|\*\*([^*\s][^*]*)\*\*|\*([^*\s][^*]*)\*|\b([\w-]{1,99})_\b|\[([#\w*-]{1,99})\]_|https?:\/\/[^\s<>`]+|\|([^|\s][^|]{0,99})\|_?|\\(.)/g

function inline(source: string, { targets }: State): Inline {
  const links: Link[] = []
  const stressed: Emphasis[] = []
  let text = ''
  let at = 0
  for (const match of source.matchAll(marks)) {
    const [whole, literal, quoted, reference, strong, emphasis, name, cited, substituted, escaped] = match
    text += source.slice(at, match.index)
    at = match.index + whole.length
    const start = text.length
    const [, label, address] = /^([^<]*?)\s*<([^<>]+)>$/.exec(quoted ?? '') ?? []
    const shown = label || address || quoted
    const own = literal ?? shown ?? strong ?? emphasis ?? name ?? substituted ?? escaped
    text +=
      cited === undefined ? (own ?? whole).replace(/^ $/, '') : `[${cited.replace(/^[#*]/, '') || cited}]`
    if (strong !== undefined || emphasis !== undefined)
      stressed.push({ start, end: text.length, strong: strong !== undefined })
    const named =
      reference === undefined && name === undefined ? undefined : targets.get(labelOf(name ?? shown ?? ''))
    const url = reference === undefined ? named : (address ?? named)
    const bare = /^https?:/.test(whole) ? whole.replace(/[.,;:!?)\]]+$/, '') : undefined
    if (name !== undefined && named === undefined) text += '_'
    else if (url !== undefined) links.push({ start, end: text.length, url })
    else if (bare !== undefined) links.push({ start, end: start + bare.length, url: bare })
  }
  return { text: text + source.slice(at), links, emphasis: stressed }
}
