import type { PageBox } from '../page-words.ts'
import { maxRowCells, union, type Cell, type Sheet } from './lines.ts'

/** Where a piece of a cell stands on its page. */
export interface Place {
  page: number
  box: PageBox
}

/** The place of the characters of a cell from `start` to `end`, where its words have one. */
export function placeOf(cell: Cell, start = 0, end = cell.text.length): Place | undefined {
  const boxes = cell.words.flatMap((word) =>
    word.box && word.start < end && word.end > start ? [word.box] : [],
  )
  const box = union(boxes)
  return box && { page: cell.page, box }
}

/** The next cell of the row, if there is one. */
export const after = (cell: Cell): Cell | undefined => cell.row.cells[cell.column + 1]
export const before = (cell: Cell): Cell | undefined => cell.row.cells[cell.column - 1]

/** Rows looked at for what stands below or above: columns beside it may be set closer. */
const nearRows = 14

/**
 * The cell right below: the first in the same column no more than `lines` of its heights away; of a text without
 * places the next line.
 */
export function below(sheet: Sheet, cell: Cell, lines = 2.4): Cell | undefined {
  return vertical(sheet, cell, 1, lines)
}

/** The cell right above; as `below`. */
export function above(sheet: Sheet, cell: Cell, lines = 2.4): Cell | undefined {
  return vertical(sheet, cell, -1, lines)
}

function vertical({ rows }: Sheet, cell: Cell, step: 1 | -1, lines: number): Cell | undefined {
  const { box } = cell
  for (let distance = 1; distance <= nearRows; distance += 1) {
    const row = rows[cell.row.index + step * distance]
    if (row === undefined || row.page !== cell.page || row.cells.length > maxRowCells) return undefined
    if (box === undefined) return row.cells[row.cells.length > cell.column ? cell.column : 0]
    const found = row.cells.find((other) => other.box !== undefined && overlaps(box, other.box))
    if (found?.box === undefined) continue
    const gap = step === 1 ? found.box[1] - (box[1] + box[3]) : box[1] - (found.box[1] + found.box[3])
    return gap > lines * Math.max(box[3], Math.min(found.box[3], 2 * box[3])) ? undefined : found
  }
  return undefined
}

const overlaps = (a: PageBox, b: PageBox): boolean =>
  Math.min(a[0] + a[2], b[0] + b[2]) - Math.max(a[0], b[0]) > 0.2 * Math.min(a[2], b[2])
