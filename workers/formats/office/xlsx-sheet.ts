import { walkXml } from '../package/xml.ts'
import { formatNumber, formatText } from './number-format.ts'
import { serialOf } from './number-format-date.ts'
import { unlessDamaged, type OfficePackage } from './package.ts'
import { cut, type Budget } from './section-writer.ts'
import { unescaped } from './xlsx-strings.ts'

/** What cells of all sheets of a workbook refer to. */
export interface Workbook {
  strings: readonly string[]
  /** Number formats by style. */
  formats: readonly string[]
  is1904: boolean
}

export interface Sheet {
  /** Rows with cells that show something, in the order of the file. */
  rows: SheetRow[]
  /** Hyperlinks: the cell, and the id of the relationship that says where to. */
  links: { cell: Cell; id: string }[]
  /** Texts of headers and footers, with their codes. */
  margins: { isHeader: boolean; text: string }[]
  /** Row in which a filter begins: it holds the names of the columns. */
  filterRow: number | undefined
}

export interface SheetRow {
  row: number
  cells: { column: number; text: string }[]
}

/** From 1. */
export interface Cell {
  row: number
  column: number
}

const MAX_COLUMN = 16_384

/**
 * Reads the cells of a sheet as they are shown (ECMA-376 part 1, section 18.3.1), row by row. A formula counts by the
 * result kept with it. What stands before damage in the sheet is kept.
 */
export function readSheet(
  office: OfficePackage,
  bytes: Uint8Array,
  { strings, formats, is1904 }: Workbook,
  budget: Budget,
): Sheet {
  const sheet: Sheet = { rows: [], links: [], margins: [], filterRow: undefined }
  let row: SheetRow = { row: 0, cells: [] }
  let cell: { column: number; type: string; format: string } | undefined
  let lastColumn = 0
  let value = ''
  let isWanted = false
  let phonetic = 0

  const shown = (type: string, format: string): string => {
    switch (type) {
      case 's':
        return formatText(strings[Number(value)] ?? '', format)
      case 'str':
      case 'inlineStr':
        return formatText(unescaped(value), format)
      case 'b':
        return value.trim() === '1' || value.trim() === 'true' ? 'TRUE' : value.trim() === '' ? '' : 'FALSE'
      case 'e':
        return value
      case 'd': {
        const serial = serialOf(value, is1904)
        if (serial === undefined) return value
        return formatNumber(serial, format === 'General' ? 'm/d/yyyy' : format, is1904)
      }
      default: {
        const number = value.trim() === '' ? Number.NaN : Number(value)
        return Number.isFinite(number) ? formatNumber(number, format, is1904) : value
      }
    }
  }

  const open = (name: string, attributes: Readonly<Record<string, string>>): void => {
    switch (name) {
      case 'row': {
        const number = Number(attributes['r'])
        row = { row: number > 0 ? number : row.row + 1, cells: [] }
        lastColumn = 0
        return
      }
      case 'c': {
        const at = cellOf(attributes['r'] ?? '')
        const column = at !== undefined && at.column <= MAX_COLUMN ? at.column : lastColumn + 1
        lastColumn = column
        value = ''
        const format = formats[Number(attributes['s'] ?? 0)] ?? 'General'
        cell = { column, type: attributes['t'] ?? 'n', format }
        return
      }
      case 'rPh':
        phonetic += 1
        return
      case 'v':
      case 't':
        isWanted = cell !== undefined && phonetic === 0
        return
      case 'hyperlink': {
        const at = cellOf((attributes['ref'] ?? '').replace(/:.*$/s, ''))
        const { id } = attributes
        if (at !== undefined && id !== undefined) sheet.links.push({ cell: at, id })
        return
      }
      case 'autoFilter':
        sheet.filterRow ??= cellOf((attributes['ref'] ?? '').replace(/:.*$/s, ''))?.row
        return
      default:
        if (/^(?:odd|even|first)(?:Header|Footer)$/.test(name)) {
          sheet.margins.push({ isHeader: name.endsWith('Header'), text: '' })
          isWanted = true
          value = ''
        }
    }
  }
  const close = (name: string): void => {
    isWanted = false
    if (name === 'rPh') phonetic -= 1
    else if (name === 'c' && cell !== undefined) {
      const text = cut(shown(cell.type, cell.format), budget, 1)
      if (text !== '') row.cells.push({ column: cell.column, text })
      cell = undefined
    } else if (name === 'row') {
      if (row.cells.length > 0) sheet.rows.push(row)
    } else if (/^(?:odd|even|first)(?:Header|Footer)$/.test(name)) {
      const margin = sheet.margins.at(-1)
      if (margin !== undefined) margin.text = value
    }
  }
  const text = (more: string): void => {
    if (isWanted) value += more
  }
  unlessDamaged(() =>
    walkXml(bytes, office.limits, { open, close, text, done: () => budget.spent }, office.checkpoint),
  )
  return sheet
}

/** `AB12` by row and column; undefined for what is no cell. */
export function cellOf(reference: string): Cell | undefined {
  const found = /^\$?([a-z]{1,3})\$?(\d{1,7})$/i.exec(reference)
  if (found === null) return undefined
  const [, letters = '', digits] = found
  let column = 0
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64
  return { row: Number(digits), column }
}
