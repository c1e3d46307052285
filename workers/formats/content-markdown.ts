import type { Block, Link, Section } from './content.ts'
import { markOf } from './content-text.ts'

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
      return `${'#'.repeat(Math.min(6, Math.max(1, level ?? 1)))} ${oneLine(inline(block))}`
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

/** Text with its links, and with all escaped that Markdown would read as a mark. */
function inline({ text, links = [] }: Block): string {
  let out = ''
  let at = 0
  for (const { start, end, url } of [...links].sort((a, b) => a.start - b.start)) {
    if (start < at || end > text.length || start >= end) continue
    out += `${escaped(text.slice(at, start))}[${escaped(text.slice(start, end))}](${target({ url })})`
    at = end
  }
  return out + escaped(text.slice(at))
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
