import { logicalOrder, type Word } from './bidi.ts'
import type { Run } from './run.ts'

/** Runs that stand on one baseline, left to right. */
export interface Row {
  runs: Run[]
  x0: number
  x1: number
  y: number
  /** Font size of most of its text. */
  size: number
}

/** A gap of more than this share of the font size parts two words (pdf.js itself takes 0.102). */
const wordGap = 0.12

/** Rows looked back at: runs come sorted by baseline, so that a run's row is among the last few. */
const nearRows = 4

/** Runs of a row looked at for what stands beside a small one; keeps crowded pages linear. */
const nearRuns = 64

/**
 * Groups runs into rows: a run belongs to the row whose baseline it shares, or, when it is smaller (a super- or
 * subscript), to the row whose letters it touches.
 */
export function toRows(runs: readonly Run[]): Row[] {
  const rows: Row[] = []
  for (const run of [...runs].sort((a, b) => a.y - b.y || a.x0 - b.x0)) {
    const row = rows.slice(-nearRows).findLast((candidate) => shares(candidate, run))
    if (row) addTo(row, run)
    else rows.push({ runs: [run], x0: run.x0, x1: run.x1, y: run.y, size: run.size })
  }
  for (const row of rows) row.runs.sort((a, b) => a.x0 - b.x0 || a.order - b.order)
  return rows.sort((a, b) => a.y - b.y)
}

function shares(row: Row, run: Run): boolean {
  const [smaller, larger] = [Math.min(run.size, row.size), Math.max(run.size, row.size)]
  if (Math.abs(run.y - row.y) <= 0.3 * smaller) return true
  if (smaller > 0.8 * larger || smaller < 0.3 * larger) return false
  // How far the smaller text is raised over the baseline of the larger; lowered text stays closer to it.
  const raised = run.size < row.size ? row.y - run.y : run.y - row.y
  return raised <= 0.5 * larger && raised >= -0.25 * larger && isBeside(row, run, larger)
}

/** Whether a run stands next to one of the row, neither over it nor apart from it. */
function isBeside(row: Row, run: Run, size: number): boolean {
  const overlap = (other: Run): number => Math.min(run.x1, other.x1) - Math.max(run.x0, other.x0)
  const near = row.runs.slice(-nearRuns)
  return (
    near.some((other) => overlap(other) > -0.5 * size) &&
    near.every((other) => overlap(other) < 0.3 * Math.min(run.x1 - run.x0, other.x1 - other.x0) + 0.1 * size)
  )
}

function addTo(row: Row, run: Run): void {
  row.runs.push(run)
  if (run.size > row.size) {
    row.size = run.size
    row.y = run.y
  }
  row.x0 = Math.min(row.x0, run.x0)
  row.x1 = Math.max(row.x1, run.x1)
}

/** A word, or a part of one that another run goes on with, and which characters of its run it is. */
export interface Piece extends Word {
  run: Run
  from: number
  /** Exclusive. */
  to: number
}

/** The words of a row in the order they are read. */
export function rowPieces(row: Row): readonly Piece[] {
  const pieces: Piece[] = []
  let before: Run | undefined
  for (const run of row.runs) {
    if (before && isShadow(before, run)) continue
    pieces.push(...piecesOf(run, before === undefined || isParted(before, run)))
    before = run
  }
  return logicalOrder(pieces)
}

/** What white space parts within a run; `parted`: whether it also stands before the run. */
export function piecesOf(run: Run, parted: boolean): Piece[] {
  return Array.from(run.text.matchAll(/\S+/g), ({ 0: text, index }, place) => ({
    text,
    parted: parted || place > 0,
    run,
    from: index,
    to: index + text.length,
  }))
}

function isParted(before: Run, run: Run): boolean {
  const gap = run.x0 - before.x1
  const size = Math.max(before.size, run.size)
  if (gap > wordGap * size) return true
  return run.spaced && run.order === before.order + 1 && gap > -0.2 * size
}

/** The same text drawn twice with a small shift: poor man's bold, or a shadow. */
function isShadow(before: Run, run: Run): boolean {
  return (
    run.text === before.text &&
    Math.abs(run.x0 - before.x0) < 0.15 * run.size &&
    Math.abs(run.x1 - before.x1) < 0.15 * run.size
  )
}
