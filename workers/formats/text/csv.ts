import type { FormatReader } from '../content.ts'
import { textHead } from './text-head.ts'

/** The comma last, since it stands in numbers and sentences too. */
const delimiters = ['\t', ';', '|', ','] as const
type Delimiter = (typeof delimiters)[number]

/** Characters from which the delimiter is told. */
const SAMPLE_CHARS = 20_000

/**
 * Reads a table of separated values (RFC 4180; also with semicolons, tabs or bars, and any line ends). A quote opens a
 * quoted field only at its start; one that never ends takes the rest. Fault: DAMAGED where it is no text.
 */
export const readCsv: FormatReader = (bytes, { maxChars }, { checkpoint }) => {
  const head = textHead(bytes, maxChars)
  const declared = /^sep=(.)\n/i.exec(head.text)
  const text = declared === null ? head.text : head.text.slice(declared[0].length)
  const delimiter = delimiters.find((one) => one === declared?.[1]) ?? delimiterOf(text)
  const rows = rowsOf(text, delimiter, checkpoint)
  return {
    sections: [{ blocks: [{ kind: 'table', text: '', rows, headed: isHeaded(rows) }] }],
    ...(head.truncated ? { truncated: true } : {}),
  }
}

/** The one that parts most rows into the same number of fields, more than one; a comma where none does. */
function delimiterOf(text: string): Delimiter {
  const sample = text.slice(0, SAMPLE_CHARS)
  let best: Delimiter = ','
  let most = 0
  for (const delimiter of delimiters) {
    const rows = rowsOf(sample, delimiter, () => {}).slice(0, 200)
    const whole = rows.length > 1 && sample.length < text.length ? rows.slice(0, -1) : rows
    const score = evenness(whole.map((row) => row.length))
    if (score > most) [best, most] = [delimiter, score]
  }
  return best
}

/** Share of rows of the most frequent width; of equal shares the wider counts more. */
function evenness(widths: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const width of widths) if (width > 1) counts.set(width, (counts.get(width) ?? 0) + 1)
  const scores = Array.from(counts, ([width, count]) => count / widths.length + Math.min(width, 100) / 1000)
  return Math.max(0, ...scores)
}

function rowsOf(text: string, delimiter: Delimiter, checkpoint: () => void): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    const { field, end } = text[at] === '"' ? quoted(text, at, delimiter) : bare(text, at, delimiter)
    row.push(field)
    const closing = text[end]
    at = end + 1
    if (closing === delimiter) {
      if (at === text.length) row.push('')
      continue
    }
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
    if (rows.length % 1024 === 0) checkpoint()
  }
  if (row.length > 0) rows.push(row)
  return rows
}

function bare(text: string, start: number, delimiter: Delimiter): { field: string; end: number } {
  let end = start
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n') end += 1
  return { field: text.slice(start, end), end }
}

/** A quoted field; what stands between its last quote and the delimiter is taken with it, as spreadsheets do. */
function quoted(text: string, start: number, delimiter: Delimiter): { field: string; end: number } {
  let close = text.indexOf('"', start + 1)
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
  const inside = text.slice(start + 1, close < 0 ? text.length : close).replaceAll('""', '"')
  if (close < 0) return { field: inside, end: text.length }
  const rest = bare(text, close + 1, delimiter)
  return { field: inside + rest.field, end: rest.end }
}

/** A first row of words, all different, over rows among which some field is a number or a date. */
function isHeaded(rows: readonly string[][]): boolean {
  const [first = [], ...rest] = rows
  const figures = (row: readonly string[]): boolean =>
    row.some((field) => /^[^\p{L}]*\d[^\p{L}]*$/u.test(field))
  const named = first.length > 1 && first.every((field) => /\p{L}/u.test(field)) && !figures(first)
  return named && new Set(first).size === first.length && rest.slice(0, 100).some(figures)
}
