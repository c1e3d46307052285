import { wordsOfLines, type PageBox } from '../page-words.ts'
import { fold } from './fold.ts'
import { findLabels, type FoundLabel } from './labels.ts'

/** A page as `documents.read` gives it. */
export interface TextPage {
  number: number
  /** In reading order, rows of tables on one line. */
  text: string
  /** In reading order too; without a box where a word has no place. */
  words?: readonly { text: string; box?: PageBox | undefined }[] | undefined
}

/** Words that stand together: a piece of a line up to a gap, or a whole line where no places are known. */
export interface Cell {
  page: number
  /** NFKC, words parted by one blank. */
  text: string
  folded: string
  row: Row
  /** Place among the cells of its row, in the order they are read. */
  column: number
  box?: PageBox
  words: { start: number; end: number; box?: PageBox }[]
  labels: FoundLabel[]
  /** Place among all cells in reading order. */
  order: number
}

/** Cells on one line, in the order they are read. */
export interface Row {
  page: number
  index: number
  cells: Cell[]
  /** Whether white space parts it from the row before. */
  apart: boolean
}

/** A document as rows and cells. */
export interface Sheet {
  rows: Row[]
  /** In reading order. */
  cells: Cell[]
}

/** Characters looked at for hints: what a person files by stands on the first pages. */
const maxChars = 120_000

/** A gap of more than this share of the letters' height parts two cells. */
const cellGap = 0.95

/** The rows and cells of pages: from the places of words where they are known, else from the lines of the text. */
export function sheetOf(pages: readonly TextPage[], checkpoint: () => void): Sheet {
  const rows: Row[] = []
  let left = maxChars
  for (const page of pages) {
    if (left <= 0) break
    checkpoint()
    const kept =
      page.text.length > left ? { ...page, text: page.text.slice(0, left), words: undefined } : page
    left -= kept.text.length
    const placed = kept.words?.filter(({ box }) => box !== undefined).length ?? 0
    if (kept.words !== undefined && placed > 0 && placed >= 0.7 * kept.words.length) placedRows(kept, rows)
    else textRows(kept, rows)
  }
  const cells = rows.flatMap((row) => row.cells).sort((a, b) => a.order - b.order)
  cells.forEach((cell, order) => (cell.order = order))
  return { rows, cells }
}

function textRows({ number, text }: TextPage, rows: Row[]): void {
  let apart = true
  let order = rows.length * 1000
  for (const line of normalised(text).split('\n')) {
    if (line.trim() === '') {
      apart = true
      continue
    }
    const row: Row = { page: number, index: rows.length, cells: [], apart }
    for (const part of line.split(/\t| {3,}/)) {
      const words = part.split(/\s+/).filter((word) => word !== '')
      if (words.length > 0)
        addCells(
          row,
          words.map((word) => ({ text: word })),
          (order += 1),
        )
    }
    if (row.cells.length > 0) rows.push(row)
    apart = false
  }
}

/** NFKC, and the digits of Arabic and Persian as ours, so that `٢٠٢٥` is a year. */
function normalised(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replaceAll('\u066b', '.')
    .replaceAll('\u066c', "'")
    .replace(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff\u00ad]/g, '')
}

interface Placed {
  text: string
  box: PageBox
  /** Top of the box once the lines of the page are level. */
  top: number
  order: number
}

function placedRows({ number, text, words }: TextPage, rows: Row[]): void {
  const base = rows.length * 1000
  const level = levelOf(text, words ?? [])
  const placed: Placed[] = []
  const loose: { text: string }[] = []
  ;(words ?? []).forEach(({ text, box }, order) => {
    const own = normalised(text).trim()
    if (own === '') return
    if (box === undefined) loose.push({ text: own })
    else placed.push({ text: own, box, top: level(box), order: base + order })
  })
  let bottom = Number.NEGATIVE_INFINITY
  for (const line of onLines(placed)) {
    const top = Math.min(...line.slice(0, 64).map((word) => word.top))
    const height = median(line.map(({ box }) => box[3]))
    const row: Row = { page: number, index: rows.length, cells: [], apart: top - bottom > 0.9 * height }
    bottom = Math.max(bottom, top + height)
    const parts = cellsOf(line, height)
    if (isRightToLeft(line)) parts.reverse()
    for (const part of parts) addCells(row, part, part[0]?.order ?? base)
    rows.push(row)
  }
  if (loose.length > 0) {
    const row: Row = { page: number, index: rows.length, cells: [], apart: true }
    addCells(row, loose, base + (words?.length ?? 0))
    rows.push(row)
  }
}

/** Lines a page needs before its slope is believed, and before it is believed to differ down the page. */
const minSlopeLines = 4
const minFannedLines = 8
/** Lines looked at for it. */
const maxSlopeLines = 200

/**
 * Where the tops of boxes are once the lines of the page are level. Lines of a page scanned or photographed aslant fall
 * from left to right, those of a sheet seen at an angle the one more than the other: how far for each unit of their
 * width, and how that changes down the page, are medians over the lines of its text (Theil and Sen). Such a page would
 * else mix its lines.
 */
function levelOf(text: string, words: NonNullable<TextPage['words']>): (box: PageBox) => number {
  const lines: { slope: number; y: number }[] = []
  for (const line of wordsOfLines(words, text)) {
    const boxes = line.flatMap(({ box }) => (box ? [box] : []))
    const [first, last] = [boxes[0], boxes.at(-1)]
    if (!first || !last || lines.length >= maxSlopeLines) continue
    const [x, y] = middleOf(first)
    const run = middleOf(last)[0] - x
    if (Math.abs(run) < 6 * Math.max(first[3], last[3])) continue
    const slope = (middleOf(last)[1] - y) / run
    lines.push({ slope, y: y - slope * x })
  }
  if (lines.length < minSlopeLines) return ([, top]) => top
  const changes = lines.flatMap((one, index) =>
    lines
      .slice(index + 1)
      .flatMap((other) => (other.y === one.y ? [] : [(other.slope - one.slope) / (other.y - one.y)])),
  )
  const fanned = lines.length < minFannedLines ? 0 : median(changes)
  const slope = median(lines.map((line) => line.slope - fanned * line.y))
  return (box) => {
    const [x, y] = middleOf(box)
    // Lines that meet within the page are none.
    return (y - slope * x) / Math.max(0.5, 1 + fanned * x) - box[3] / 2
  }
}

const middleOf = ([x, y, width, height]: PageBox): [number, number] => [x + width / 2, y + height / 2]

/** Words by the lines they stand on: those whose middle lies within the height of the line. */
function onLines(words: readonly Placed[]): Placed[][] {
  const middle = ({ top, box }: Placed): number => top + box[3] / 2
  const lines: { words: Placed[]; top: number; bottom: number }[] = []
  for (const word of [...words].sort((a, b) => middle(a) - middle(b))) {
    const line = lines
      .slice(-3)
      .findLast(
        ({ top, bottom }) => middle(word) < bottom && (top + bottom) / 2 > word.top && middle(word) > top,
      )
    const [top, bottom] = [word.top, word.top + word.box[3]]
    if (line === undefined) {
      lines.push({ words: [word], top, bottom })
      continue
    }
    // The line stays as high as its first word, so that a crowded page does not run into one line.
    line.words.push(word)
  }
  return lines.map((line) => line.words.sort((a, b) => a.box[0] - b.box[0]))
}

function cellsOf(line: readonly Placed[], height: number): Placed[][] {
  const cells: Placed[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const word of line) {
    const cell = cells.at(-1)
    if (cell === undefined || word.box[0] - end > cellGap * height) cells.push([word])
    else cell.push(word)
    end = Math.max(end, word.box[0] + word.box[2])
  }
  return cells.map((cell) => cell.sort((a, b) => a.order - b.order))
}

/** Characters of a cell; what goes on is a cell of its own, so that no line makes the work more than linear. */
const maxCellChars = 600

/** Cells of a row beyond which nothing is looked up by its column. */
export const maxRowCells = 240

interface CellWord {
  text: string
  box?: PageBox
}

/** Words in pieces no longer than a cell may be; a longer word is cut. */
function inCells(words: readonly CellWord[]): CellWord[][] {
  const pieces: CellWord[][] = []
  let room = 0
  for (const word of words) {
    for (let at = 0; at < word.text.length; at += maxCellChars) {
      const text = word.text.slice(at, at + maxCellChars)
      room -= text.length + 1
      if (room < 0 || pieces.length === 0) {
        pieces.push([])
        room = maxCellChars - text.length
      }
      pieces.at(-1)?.push({ ...word, text })
    }
  }
  return pieces
}

function addCells(row: Row, words: readonly CellWord[], order: number): void {
  for (const piece of inCells(words)) addCell(row, piece, order)
}

function addCell(row: Row, words: readonly CellWord[], order: number): void {
  let text = ''
  const spans: Cell['words'] = []
  for (const { text: word, box } of words) {
    if (text !== '') text += ' '
    spans.push({ start: text.length, end: text.length + word.length, ...(box && { box }) })
    text += word
  }
  const box = union(spans.flatMap((span) => (span.box ? [span.box] : [])))
  const folded = fold(text)
  row.cells.push({
    page: row.page,
    text,
    folded,
    labels: findLabels(text, folded),
    row,
    column: row.cells.length,
    words: spans,
    order,
    ...(box && { box }),
  })
}

const isRightToLeft = (line: readonly Placed[]): boolean => {
  const text = line.map((word) => word.text).join('')
  const right = text.match(/[\u0590-\u08ff]/g)?.length ?? 0
  return right > (text.match(/[a-z]/gi)?.length ?? 0)
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** The box around boxes. */
export function union(boxes: readonly PageBox[]): PageBox | undefined {
  const [first, ...rest] = boxes
  if (first === undefined) return undefined
  let [x0, y0, x1, y1] = [first[0], first[1], first[0] + first[2], first[1] + first[3]]
  for (const [x, y, width, height] of rest) {
    x0 = Math.min(x0, x)
    y0 = Math.min(y0, y)
    x1 = Math.max(x1, x + width)
    y1 = Math.max(y1, y + height)
  }
  const round = (value: number): number => Math.round(value * 100) / 100
  return [round(x0), round(y0), round(x1 - x0), round(y1 - y0)]
}
