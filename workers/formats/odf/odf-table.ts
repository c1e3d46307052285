import { elements, textOf, type XmlElement } from '../package/xml.ts'

export interface OdfTable {
  rows: string[][]
  headed: boolean
}

/** The rows of a table, groups of rows and header rows in order. */
export function odfRows(
  table: XmlElement,
  maxChars: number,
  cellText: (cell: XmlElement) => string,
): OdfTable {
  const fill = rowFiller(maxChars, cellText)
  let headed = false
  const collect = (group: XmlElement): void => {
    for (const child of elements(group)) {
      if (child.name === 'table-row') fill.add(child)
      else if (/^table-(header-rows|rows|row-group)$/.test(child.name)) {
        headed ||= child.name === 'table-header-rows' && fill.rows.length === 0
        collect(child)
      }
    }
  }
  collect(table)
  return { rows: fill.end(), headed }
}

export interface RowFiller {
  readonly rows: string[][]
  /** Characters so far, those between cells counted. */
  readonly chars: number
  add(row: XmlElement): void
  /** The rows, without those that are blank at the end. */
  end(): string[][]
}

/**
 * Builds the rows of a table. Repeated rows and cells are written out as far as there is room for characters; blank
 * ones only where something follows them, and of blank rows that follow each other just one.
 */
export function rowFiller(maxChars: number, cellText: (cell: XmlElement) => string): RowFiller {
  const rows: string[][] = []
  let chars = 0
  const add = (element: XmlElement): void => {
    const row = cellsOf(element, maxChars - chars, cellText)
    const size = row.reduce((sum, text) => sum + text.length + 1, 0)
    if (size === 0) {
      if (rows.length > 0 && rows.at(-1)?.length !== 0) rows.push([])
      return
    }
    for (let i = repeats(element, 'number-rows-repeated'); i > 0 && chars <= maxChars; i -= 1) {
      rows.push([...row])
      chars += size
    }
  }
  return {
    rows,
    get chars() {
      return chars
    },
    add,
    end() {
      while (rows.at(-1)?.length === 0) rows.pop()
      return rows
    },
  }
}

function cellsOf(row: XmlElement, room: number, cellText: (cell: XmlElement) => string): string[] {
  const cells: string[] = []
  let blanks = 0
  let left = room
  const visit = (parent: XmlElement): void => {
    for (const cell of elements(parent)) {
      if (/^table-(header-columns|columns|column-group)$/.test(cell.name)) visit(cell)
      if (cell.name !== 'table-cell' && cell.name !== 'covered-table-cell') continue
      const times = repeats(cell, 'number-columns-repeated')
      const text = cell.name === 'table-cell' ? cellText(cell) || valueOf(cell) : ''
      if (text === '') {
        blanks += times
        continue
      }
      for (let i = Math.min(blanks, left); i > 0; i -= 1) cells.push('')
      left -= blanks
      blanks = 0
      for (let i = times; i > 0 && left > 0; i -= 1) {
        cells.push(text)
        left -= text.length + 1
      }
    }
  }
  visit(row)
  return cells
}

/** A value that nothing shows, as files have that programs wrote. */
function valueOf({ attributes, children }: XmlElement): string {
  if (children.some((child) => typeof child !== 'string' && textOf(child) !== '')) return ''
  const {
    'string-value': text,
    'date-value': date,
    'time-value': time,
    value,
    'boolean-value': truth,
  } = attributes
  return text ?? date ?? time ?? value ?? truth ?? ''
}

function repeats({ attributes }: XmlElement, name: string): number {
  const times = Number.parseInt(attributes[name] ?? '1', 10)
  return times > 1 ? times : 1
}
