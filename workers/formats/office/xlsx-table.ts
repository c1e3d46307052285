import type { Block } from '../content.ts'
import type { Inline } from '../inline.ts'
import { tableBlock } from './docx-table.ts'
import type { Budget } from './section-writer.ts'
import type { SheetRow } from './xlsx-sheet.ts'

/**
 * The cells of a sheet as one table. Empty rows and columns around them are left out, those between them come as one,
 * so that a cell far away from the others costs nothing. `linkAt` says where a cell leads.
 */
export function sheetTable(
  rows: readonly SheetRow[],
  linkAt: (row: number, column: number) => string | undefined,
  isHeadedAt: (row: number) => boolean,
  budget: Budget,
): Block | undefined {
  const sorted = [...rows].sort((a, b) => a.row - b.row)
  const [first] = sorted
  if (first === undefined) return undefined
  const places = placesOf(sorted)
  const cells: Inline[][] = []
  let before = first.row
  for (const { row, cells: own } of sorted) {
    if (row > before + 1) cells.push([])
    before = row
    const line: Inline[] = []
    for (const { column, text } of [...own].sort((a, b) => a.column - b.column)) {
      const place = places.get(column) ?? 0
      if (place < line.length) continue
      budget.left -= place - line.length
      if (budget.left < 0) budget.spent = true
      if (budget.spent && place > line.length) break
      while (line.length < place) line.push({ text: '', links: [] })
      const url = linkAt(row, column)
      line.push({ text, links: url === undefined ? [] : [{ start: 0, end: text.length, url }] })
    }
    cells.push(line)
  }
  return tableBlock(cells, isHeadedAt(first.row))
}

/** Where each column that is used comes to stand, gaps counted as one column. */
function placesOf(rows: readonly SheetRow[]): Map<number, number> {
  const used = new Set<number>()
  for (const { cells } of rows) for (const { column } of cells) used.add(column)
  const places = new Map<number, number>()
  let place = -1
  let before: number | undefined
  for (const column of [...used].sort((a, b) => a - b)) {
    place += before !== undefined && column > before + 1 ? 2 : 1
    places.set(column, place)
    before = column
  }
  return places
}
