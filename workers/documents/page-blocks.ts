import type { BlockKind } from '../formats/content.ts'
import { joinLines } from '../page-blocks.ts'
import { lineText } from './bidi.ts'
import { rowPieces, type Piece, type Row } from './lines.ts'
import { normalise } from './normalise.ts'
import { isApart, usualPitch, type Part } from './page-text.ts'
import { tableAt, type Cell } from './page-tables.ts'
import type { Run } from './run.ts'
import type { Tag } from './structure.ts'

/** A heading, paragraph, item of a list or table of a page, with the words it is made of. */
export interface PlacedBlock {
  kind: Extract<BlockKind, 'heading' | 'paragraph' | 'item' | 'table'>
  /** Lines of a paragraph joined; of a table nothing, its text is in the cells. */
  text: string
  /** Of a heading 1 to 6, by its tag or its size among those of the page; of an item its depth, where tags tell it. */
  level?: number
  /** Marker of an item. */
  label?: string
  rows?: string[][]
  /** Whether the first row of a table is its heading. */
  headed?: boolean
  pieces: Piece[]
}

/** A heading is so much larger than the text of the page. */
const HEADING_SCALE = 1.18
/** And no longer than this: large text of many words is a text in large print. */
const HEADING_CHARS = 200

/** Bullets, numbers and letters that begin the items of lists; "(415) 555-0199" is a telephone number. */
const MARKER = /^([•▪➢●■□◦‣·–-]|(?!\(\d+\)\s+\d{3})\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})[.)])\s+(?=\S)/

/** What the tags of a page say of its runs. */
export interface RunTags {
  of(run: Run): Tag | undefined
  hasHeadings: boolean
}

const untagged: RunTags = { of: () => undefined, hasHeadings: false }

/** The blocks of a page in reading order, by its geometry and, where it has tags, by those. */
export function pageBlocks(parts: readonly Part[], tags = untagged): PlacedBlock[] {
  const sizes = sizesOf(parts)
  return parts.flatMap((part) =>
    part.rows === undefined ? [plain(part)] : rowBlocks(part.rows, sizes, tags),
  )
}

interface Sizes {
  /** Font size of most of the text. */
  body: number
  /** Sizes of headings, the largest first, those within a twentieth of each other as one. */
  headings: number[]
}

function sizesOf(parts: readonly Part[]): Sizes {
  const rows = parts.flatMap((part) => part.rows ?? [])
  const chars = (row: Row): number => row.runs.reduce((sum, { text }) => sum + text.length, 0)
  const bySize = rows.map((row) => ({ size: row.size, chars: chars(row) })).sort((a, b) => a.size - b.size)
  const half = bySize.reduce((sum, one) => sum + one.chars, 0) / 2
  let seen = 0
  const body = bySize.find((one) => (seen += one.chars) >= half)?.size ?? 0
  const headings: number[] = []
  for (const { size } of bySize.toReversed()) {
    if (size < HEADING_SCALE * body) break
    if (headings.length === 0 || size < 0.95 * (headings.at(-1) ?? 0)) headings.push(size)
  }
  return { body, headings }
}

function rowBlocks(rows: readonly Row[], sizes: Sizes, tags: RunTags): PlacedBlock[] {
  const pitch = usualPitch(rows.filter((row) => levelOf(row, sizes) === undefined))
  const blocks: PlacedBlock[] = []
  let lines: Row[] = []
  const end = (): void => {
    if (lines.length > 0) blocks.push(lineBlock(lines, sizes, tags))
    lines = []
  }
  for (let at = 0; at < rows.length;) {
    const { cells, rows: length } = tableAt(rows, at)
    if (cells !== undefined) {
      end()
      blocks.push(tableBlock(cells))
    } else {
      for (const row of rows.slice(at, at + length)) {
        const before = lines.at(-1)
        if (before !== undefined && startsAnew(before, row, pitch, sizes, tags)) end()
        lines.push(row)
      }
    }
    at += length
  }
  end()
  return blocks
}

function startsAnew(before: Row, row: Row, pitch: number, sizes: Sizes, tags: RunTags): boolean {
  const [one, other] = [tagOfRow(before, tags), tagOfRow(row, tags)]
  if (one ?? other) return one?.element !== other?.element || isApart(before, row, pitch)
  return (
    isApart(before, row, pitch) || levelOf(before, sizes) !== levelOf(row, sizes) || MARKER.test(textOf(row))
  )
}

/** The tag of most of the text of a row. */
function tagOfRow(row: Row | undefined, tags: RunTags): Tag | undefined {
  let [most, found]: [number, Tag | undefined] = [0, undefined]
  const chars = new Map<number, number>()
  for (const run of row?.runs ?? []) {
    const tag = tags.of(run)
    const own = (chars.get(tag?.element ?? 0) ?? 0) + run.text.length
    chars.set(tag?.element ?? 0, own)
    if (own > most) [most, found] = [own, tag]
  }
  return found
}

/** Level as a heading, by its size alone; undefined for text of the page's size. */
function levelOf(row: Row, { body, headings }: Sizes): number | undefined {
  if (row.size < HEADING_SCALE * body) return undefined
  return Math.min(6, headings.findIndex((size) => row.size >= 0.95 * size) + 1)
}

const textOf = (row: Row): string => normalise(lineText(rowPieces(row)))

function lineBlock(rows: readonly Row[], sizes: Sizes, tags: RunTags): PlacedBlock {
  const pieces = rows.flatMap((row) => partedFirst(rowPieces(row)))
  const text = joinLines(rows.map(textOf))
  const tag = tagOfRow(rows[0], tags)
  const bySize = rows[0] && (tag === undefined || !tags.hasHeadings) ? levelOf(rows[0], sizes) : undefined
  const level = tag?.kind === 'heading' ? tag.level : bySize
  if (level !== undefined && text.length <= HEADING_CHARS && /\p{L}/u.test(text)) {
    return { kind: 'heading', text, level, pieces }
  }
  const label = MARKER.exec(text)
  const depth = tag?.kind === 'item' && tag.level > 0 ? { level: tag.level } : {}
  if (label?.[1] === undefined)
    return tag?.kind === 'item'
      ? { kind: 'item', text, ...depth, pieces }
      : { kind: 'paragraph', text, pieces }
  return { kind: 'item', text: text.slice(label[0].length), label: label[1], ...depth, pieces }
}

function tableBlock(rows: readonly (readonly Cell[])[]): PlacedBlock {
  const cells = rows.map((row) =>
    row.map((runs) => (runs.length === 0 ? [] : rowPieces({ ...bounds(runs), runs: [...runs] }))),
  )
  const texts = cells.map((row) => row.map((pieces) => normalise(lineText(pieces))))
  return {
    kind: 'table',
    text: '',
    rows: texts,
    ...(isHeaded(texts) && { headed: true }),
    pieces: cells.flat().flatMap((pieces) => partedFirst(pieces)),
  }
}

/** A first row of words over rows that have figures where it has none. */
function isHeaded([first = [], ...rest]: readonly string[][]): boolean {
  const figures = (cell: string | undefined): boolean => /\d/.test(cell ?? '')
  if (rest.length === 0 || first.filter((cell) => cell !== '').length < 2 || first.some(figures)) return false
  return first.some((_, column) => rest.filter((row) => figures(row[column])).length > rest.length / 2)
}

function bounds(runs: Cell): Omit<Row, 'runs'> {
  return {
    x0: runs.reduce((least, { x0 }) => Math.min(least, x0), Infinity),
    x1: runs.reduce((most, { x1 }) => Math.max(most, x1), -Infinity),
    y: runs[0]?.y ?? 0,
    size: runs.reduce((most, { size }) => Math.max(most, size), 0),
  }
}

/** Text along curves and slopes is one paragraph. */
function plain({ text, pieces }: Part): PlacedBlock {
  return { kind: 'paragraph', text: normalise(text).replace(/\s+/g, ' '), pieces }
}

const partedFirst = (pieces: readonly Piece[]): Piece[] =>
  pieces.map((piece, place) => (place === 0 ? { ...piece, parted: true } : piece))
