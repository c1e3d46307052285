import { currencyPattern } from './currencies.ts'
import type { FoundLabel, Label } from './labels.ts'
import type { Cell, Sheet } from './lines.ts'
import { above, before } from './neighbours.ts'

/** A piece of a cell: a date, an amount. */
export interface Piece {
  cell: Cell
  start: number
  end: number
}

/** Labels near a piece of text, and where they stand to it. */
export interface Beside {
  from: 'same' | 'left' | 'above'
  cell: Cell
  /** Nearest last. */
  labels: FoundLabel[]
  /** Where the text ends that was looked at. */
  end: number
}

/** Cells looked past on the way to one with words: quantities, rates and prices of a table's row. */
const maxSteps = 8

/**
 * What stands before a piece: in its own cell back to the piece before it, left of it in its row, and above it in its
 * column; each where there are words. Nearest first.
 */
export function beside(sheet: Sheet, piece: Piece, others: readonly Piece[]): Beside[] {
  const { cell, start } = piece
  const from = Math.max(0, ...others.filter((other) => other.end <= start).map((other) => other.end))
  const found: Beside[] = []
  if (hasWords(cell.text.slice(from, start))) {
    found.push({ from: 'same', cell, labels: within(cell, from, start), end: start })
  }
  // Behind another piece of the same cell, what is left of the cell belongs to that one.
  if (found.length === 0 && from === 0) {
    let left = before(cell)
    for (let step = 0; left !== undefined && !isWorded(left) && step < maxSteps; step += 1)
      left = before(left)
    if (left && isWorded(left)) {
      found.push({ from: 'left', cell: left, labels: left.labels, end: left.text.length })
    }
  }
  let over = above(sheet, cell, 3.5)
  for (let step = 0; over !== undefined && !isWorded(over) && step < maxSteps; step += 1)
    over = above(sheet, over, 3.5)
  // What has a figure of its own names that, not the one below.
  if (over && isWorded(over) && !/\d[.,/-]\d/.test(over.text)) {
    found.push({ from: 'above', cell: over, labels: over.labels, end: over.text.length })
  }
  return found
}

/** Whether there are words in a text, names of currencies and units aside. */
const hasWords = (text: string): boolean => wordLike.test(text) && wordLike.test(text.replace(noWord, ''))
const wordLike = /\p{L}{2}|[\u3040-\u9fff\uac00-\ud7af]|#/u
const noWord = new RegExp(
  `(?<!\\p{L})(?:${currencyPattern}|stk|st|pcs|pc|ea|hrs?|kg|szt|ks|db|шт)(?!\\p{L})`,
  'giu',
)

const worded = new WeakMap<Cell, boolean>()

/** As `hasWords`, looked at once for each cell. */
function isWorded(cell: Cell): boolean {
  const known = worded.get(cell)
  if (known !== undefined) return known
  const own = hasWords(cell.text)
  worded.set(cell, own)
  return own
}

/** A label may run into what it names: "Total EUR" before "EUR 30.14". */
function within({ labels }: Cell, from: number, to: number): FoundLabel[] {
  return labels.filter(({ start }) => start >= from && start < to)
}

/** The pieces of each cell. */
export function byCell<P extends Piece>(pieces: readonly P[]): Map<Cell, P[]> {
  const map = new Map<Cell, P[]>()
  for (const piece of pieces) {
    const own = map.get(piece.cell)
    if (own) own.push(piece)
    else map.set(piece.cell, [piece])
  }
  return map
}

/** The last label of some kinds. */
export function lastOf(labels: readonly FoundLabel[], wanted: ReadonlySet<Label>): FoundLabel | undefined {
  return labels.findLast(({ label }) => wanted.has(label))
}
