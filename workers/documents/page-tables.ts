import { append } from '../append.ts'
import type { Row } from './lines.ts'
import type { Run } from './run.ts'

/** Runs of one cell, from left to right; none for an empty cell. */
export type Cell = readonly Run[]

/** What begins with a row: a table, or rows that have been looked at and are none. */
export interface TableFound {
  /** Rows of the table, each with a cell for every column. */
  cells?: Cell[][]
  /** Rows it takes up; of what is no table those that need not be looked at again, one at least. */
  rows: number
}

/** A gap of this share of the font size parts two cells. */
const CELL_GAP = 1
/** Edges this share of the font size apart are the same edge. */
const SAME_EDGE = 0.6
/** Baselines this many font sizes apart do not belong to one table, unless all its rows stand so far apart. */
const ROW_GAP = 3.2

/** A table has no more columns; beyond it is a page made to be slow. */
const MOST_COLUMNS = 256
/** Rows that look like a table and have no columns in the end are looked at again from the next, when so few. */
const RETRIED_ROWS = 64

interface Segment {
  x0: number
  x1: number
  runs: Run[]
}

/**
 * The table that begins with row `at`: rows of several cells that stand under each other by their left or right edges
 * or their middles, and between them rows that go on within a cell.
 */
export function tableAt(rows: readonly Row[], at: number): TableFound {
  const members: Segment[][] = []
  let full = 0
  for (let i = at; i < rows.length; i += 1) {
    const row = rows[i]
    const before = rows[i - 1]
    if (row === undefined) break
    const segments = segmentsOf(row)
    if (segments.length > MOST_COLUMNS) break
    if (i > at && before !== undefined && row.y - before.y > ROW_GAP * Math.max(row.size, before.size)) break
    if (
      segments.length < 2
        ? !goesOn(segments, rows[i + 1], members, row.size)
        : !fits(segments, members, row.size)
    )
      break
    if (segments.length >= 2) full = members.length + 1
    members.push(segments)
  }
  const kept = members.slice(0, full)
  const columns = kept.filter((segments) => segments.length >= 2).length < 2 ? [] : columnsOf(kept)
  if (columns.length < 2) return { rows: kept.length <= RETRIED_ROWS ? 1 : kept.length }
  return { cells: kept.map((segments) => inColumns(segments, columns)), rows: kept.length }
}

function segmentsOf(row: Row): Segment[] {
  const segments: Segment[] = []
  for (const run of row.runs) {
    if (run.text.trim() === '') continue
    const last = segments.at(-1)
    if (last !== undefined && run.x0 - last.x1 < CELL_GAP * row.size) {
      last.x1 = Math.max(last.x1, run.x1)
      last.runs.push(run)
    } else segments.push({ x0: run.x0, x1: run.x1, runs: [run] })
  }
  return segments
}

/** Whether two cells at least stand under cells of a row before. */
function fits(segments: readonly Segment[], members: readonly Segment[][], size: number): boolean {
  const above = members.findLast((row) => row.length >= 2)
  return (
    above === undefined ||
    segments.filter((one) => above.some((other) => aligned(one, other, size))).length >= 2
  )
}

function aligned(a: Segment, b: Segment, size: number): boolean {
  const within = SAME_EDGE * size
  return (
    Math.abs(a.x0 - b.x0) < within ||
    Math.abs(a.x1 - b.x1) < within ||
    Math.abs(a.x0 + a.x1 - b.x0 - b.x1) < 2 * within
  )
}

/** A single piece of text goes on a cell of the row above when it stands under it and the table goes on below. */
function goesOn(
  [only]: readonly Segment[],
  next: Row | undefined,
  members: readonly Segment[][],
  size: number,
): boolean {
  const above = members.at(-1)
  if (only === undefined || above === undefined || next === undefined) return false
  const below = segmentsOf(next)
  return (
    above.some((cell) => Math.abs(cell.x0 - only.x0) < SAME_EDGE * size) &&
    below.length >= 2 &&
    fits(below, members, next.size)
  )
}

/** Where columns lie, by the rows that have most cells. */
function columnsOf(rows: readonly Segment[][]): Segment[] {
  const most = rows.reduce((length, row) => Math.max(length, row.length), 0)
  const columns: Segment[] = []
  const fullest = rows.filter((row) => row.length === most).flat()
  for (const { x0, x1 } of fullest.sort((a, b) => a.x0 - b.x0)) {
    const last = columns.at(-1)
    if (last !== undefined && x0 < last.x1) last.x1 = Math.max(last.x1, x1)
    else columns.push({ x0, x1, runs: [] })
  }
  return columns
}

/** Puts each piece into the column it overlaps most, or stands nearest to. */
function inColumns(segments: readonly Segment[], columns: readonly Segment[]): Cell[] {
  const cells: Run[][] = columns.map(() => [])
  for (const segment of segments) {
    let best = 0
    columns.forEach((column, index) => {
      if (nearness(segment, column) > nearness(segment, columns[best] ?? column)) best = index
    })
    const cell = cells[best]
    if (cell !== undefined) append(cell, segment.runs)
  }
  return cells
}

/** Overlap of two stretches, or, negative, how far they are apart. */
const nearness = (a: Segment, b: Segment): number => Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0)
