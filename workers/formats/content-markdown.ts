import type { Block, Emphasis, Link, Section } from './content.ts'
import { markOf } from './content-text.ts'
import { tight, type Span } from './spans.ts'

/** A section as Markdown (CommonMark, tables of GitHub's). */
export function sectionMarkdown({ title, sheet, blocks }: Section): string {
  const parts: string[] = []
  let before: Block | undefined
  for (const block of blocks) {
    const own = blockMarkdown(block)
    if (own === '') continue
    if (before?.kind === 'item' && block.kind === 'item') parts.push('\n', own)
    else parts.push(before === undefined ? '' : '\n\n', own)
    before = block
  }
  const text = parts.join('')
  const named = blocks.find(({ kind }) => kind === 'heading')?.text === title
  return title === undefined || named
    ? text
    : [`${sheet === true ? '##' : '#'} ${escaped(title)}`, text].filter(Boolean).join('\n\n')
}

function blockMarkdown(block: Block): string {
  const { kind, text, level, label, rows } = block
  switch (kind) {
    case 'heading':
      return `${'#'.repeat(Math.min(6, Math.max(1, level ?? 1)))} ${oneLine(inline({ ...block, emphasis: [] }))}`
    case 'paragraph':
      return lineBreaks(inline(block))
    case 'item': {
      return `${'    '.repeat(level ?? 0)}${marker(label)} ${oneLine(inline(block))}`
    }
    case 'table':
      return tableMarkdown(rows ?? text.split('\n').map((row) => row.split('\t')), block.headed ?? false)
    case 'code':
      return fenced(text, label)
    case 'quote':
      return inline(block)
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n')
    default:
      return text === '' && rows === undefined
        ? ''
        : `> **${markOf(block)}:** ${oneLine(rows === undefined ? inline(block) : escaped(rows.flat().join(' ')))}`
  }
}

/** Markers that Markdown does not know, as letters and Roman numbers, are kept as text of the item. */
function marker(label = ''): string {
  if (/^\d{1,9}[.)]$/.test(label)) return label
  return /[\p{L}\p{N}]/u.test(label) ? `* ${escaped(label)}` : '*'
}

interface Marked extends Span {
  open: string
  close: string
}

/** Text with its links and emphasis, and with all escaped that Markdown would read as a mark. */
function inline({ text, links = [], emphasis = [] }: Block): string {
  const marks: Marked[] = [
    ...links.map(({ start, end, url }) => ({ start, end, open: '[', close: `](${target({ url })})` })),
    ...emphasised(text, emphasis, true),
    ...emphasised(text, emphasis, false),
  ]
  marks.sort((a, b) => a.start - b.start || b.end - a.end)
  return written(text, 0, text.length, marks)
}

/** Stretches of one kind, those as one that touch or overlap: their marks would be read as others. */
function emphasised(text: string, emphasis: readonly Emphasis[], strong: boolean): Marked[] {
  const mark = strong ? '**' : '*'
  const whole: Span[] = []
  for (const { start, end } of emphasis.filter((span) => span.strong === strong).sort(byStart)) {
    const last = whole.at(-1)
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end)
    else whole.push({ start, end })
  }
  return tight(text, whole)
    .filter((span) => canStand(text, span))
    .map((span) => ({ ...span, open: mark, close: mark }))
}

const byStart = (a: Span, b: Span): number => a.start - b.start

/** Marks within marks within marks; what is deeper is no emphasis that somebody sees. */
const MAX_NESTING = 8

/** A part of a text with the marks that lie within it, in the order they begin; of two that overlap the first. */
function written(text: string, from: number, to: number, marks: readonly Marked[], depth = 0): string {
  let out = ''
  let at = from
  let index = 0
  for (let mark = marks[index]; mark !== undefined; mark = marks[index]) {
    index += 1
    const { start, end, open, close } = mark
    if (start < at || end > to || start >= end || depth === MAX_NESTING) continue
    const first = index
    while ((marks[index]?.start ?? end) < end) index += 1
    const inner = written(text, start, end, marks.slice(first, index), depth + 1)
    out += `${escaped(text.slice(at, start))}${open}${inner}${close}`
    at = end
  }
  return out + escaped(text.slice(at, to))
}

/** Marks of emphasis beside a letter count only where a letter stands within them too (CommonMark 0.31, 6.2). */
function canStand(text: string, { start, end }: Span): boolean {
  const isFree = (outside: string, inside: string): boolean =>
    /^[\s\p{P}\p{S}]?$/u.test(outside) || /[\p{L}\p{N}]/u.test(inside)
  return isFree(text.charAt(start - 1), text.charAt(start)) && isFree(text.charAt(end), text.charAt(end - 1))
}

/** Characters that mean something anywhere, and those that do at the start of a line (CommonMark 0.31). */
function escaped(text: string): string {
  return text
    .replace(/[\\`*_[\]<>]/g, '\\$&')
    .replace(/^(\s*)([#+-]|~~~)/gm, '$1\\$2')
    .replace(/^(\s*\d{1,9})([.)])(?=\s|$)/gm, '$1\\$2')
}

const target = ({ url }: Pick<Link, 'url'>): string =>
  /[\s()<>]/.test(url) ? `<${url.replace(/[<>\s]/g, encodeURIComponent)}>` : url

const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, ' ')

/** A line feed within a paragraph is kept as a hard break. */
const lineBreaks = (text: string): string => text.trimEnd().replace(/ *\n/g, '\\\n')

function tableMarkdown(rows: readonly string[][], headed: boolean): string {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  if (width === 0) return ''
  const line = (cells: readonly string[]): string =>
    `|${Array.from({ length: width }, (_, i) => ` ${cell(cells[i] ?? '')} `).join('|')}|`
  const [first = [], ...rest] = headed ? rows : [[], ...rows]
  return [line(first), `|${' --- |'.repeat(width)}`, ...rest.map(line)].join('\n')
}

const cell = (text: string): string =>
  escaped(text)
    .replace(/\|/g, '\\|')
    .trim()
    .replace(/\s*\n\s*/g, '<br>')

/** Fenced by more backticks than stand in it, its language behind the first. */
function fenced(text: string, language = ''): string {
  let longest = 2
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${/^[\w+#.-]+$/.test(language) ? language : ''}\n${text}\n${fence}`
}
