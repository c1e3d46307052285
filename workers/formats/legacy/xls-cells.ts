/** Cells of a sheet as they are met, in any order. */
export class Cells {
  readonly #rows = new Map<number, Map<number, string>>()
  #chars = 0

  /** Characters of all cells. */
  get chars(): number {
    return this.#chars
  }

  set(row: number, column: number, text: string): void {
    if (text === '') return
    const cells = this.#rows.get(row) ?? new Map<number, string>()
    this.#rows.set(row, cells.set(column, text))
    this.#chars += text.length + 1
  }

  /**
   * Rows that hold anything, from the first column of the sheet that does. Ends at so many characters: a cell far to
   * the right makes a row long.
   */
  rows(maxChars: number): string[][] {
    let first = Infinity
    for (const cells of this.#rows.values())
      for (const column of cells.keys()) first = Math.min(first, column)
    const rows: string[][] = []
    let left = maxChars
    for (const [, cells] of [...this.#rows].sort(([a], [b]) => a - b)) {
      const row: string[] = []
      for (const [column, text] of [...cells].sort(([a], [b]) => a - b)) {
        while (row.length < column - first) row.push('')
        row.push(text)
        left -= text.length
      }
      left -= row.length
      rows.push(row)
      if (left <= 0) break
    }
    return rows
  }
}

/** Name of a cell, `B3`, by row and column from 0. */
export function cellName(row: number, column: number): string {
  let letters = ''
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26)) {
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters
  }
  return `${letters}${row + 1}`
}
