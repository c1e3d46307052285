import { fault } from '../../../bridge/faults.ts'
import { continuations, record, recordAt, stringAt, type Strings } from './biff.ts'
import { damaged } from './fields.ts'
import { formatNumber } from '../office/number-format.ts'
import { builtinFormat } from '../office/number-format-builtin.ts'
import { sharedStrings } from './xls-strings.ts'

/** A sheet as the workbook lists it ([MS-XLS] 2.4.28, BoundSheet8). */
export interface SheetEntry {
  name: string
  hidden: boolean
  /** Where its records start. */
  at: number
  /** 0 of cells, 1 of macros, 2 a chart, 6 of Visual Basic. */
  kind: number
}

/** What holds for all sheets. */
export interface Workbook {
  stream: Uint8Array
  strings: Strings
  sheets: SheetEntry[]
  shared: string[]
  /** A number as it is shown in a cell of a format, by number of the format. */
  show(value: number, format: number): string
}

const EXCEL_97 = 0x0600
const MAX_SHEETS = 10_000

/** Reads the records before those of the sheets. Faults: DAMAGED, ENCRYPTED, TYPE_UNSUPPORTED (before Excel 5). */
export function readWorkbook(stream: Uint8Array, checkpoint: () => void): Workbook {
  const first = recordAt(stream, 0)
  if (first?.type !== record.start)
    throw damaged('Excel workbook', 'its stream does not start with the record BOF')
  const version = first.data.length < 2 ? 0 : first.data.u16(0)
  if (version < 0x0500) {
    throw fault(
      'TYPE_UNSUPPORTED',
      'The workbook is older than Excel 5. Save it as .xlsx in a program that opens it.',
    )
  }
  const strings: Strings = { modern: version >= EXCEL_97, codePage: 1252 }
  const sheets: SheetEntry[] = []
  const codes = new Map<number, string>()
  const cellFormats: number[] = []
  let shared: string[] = []
  let date1904 = false
  for (let entry = recordAt(stream, first.next); entry !== undefined;) {
    const { type, data } = entry
    let { next } = entry
    checkpoint()
    if (type === record.eof) break
    if (type === record.filePass) {
      throw fault(
        'ENCRYPTED',
        'The workbook needs a password. Remove it in Excel, and send the workbook again.',
      )
    }
    if (type === record.codePage && data.length >= 2) strings.codePage = data.u16(0)
    else if (type === record.date1904 && data.length >= 2) date1904 = data.u16(0) === 1
    else if (type === record.formatCode && data.length >= 4) {
      codes.set(data.u16(0), stringAt(data, 2, strings.modern ? 2 : 1, strings))
    } else if (type === record.format && data.length >= 4) cellFormats.push(data.u16(2))
    else if (type === record.boundSheet && data.length >= 8 && sheets.length < MAX_SHEETS) {
      const name = stringAt(data, 6, 1, strings)
      sheets.push({ name, hidden: (data.u8(4) & 3) !== 0, at: data.u32(0), kind: data.u8(5) })
    } else if (type === record.sharedStrings) {
      const { parts, next: after } = continuations(stream, next)
      shared = sharedStrings([data, ...parts], checkpoint)
      next = after
    }
    entry = recordAt(stream, next)
  }
  const show = (value: number, format: number): string => {
    const id = cellFormats[format] ?? 0
    return formatNumber(value, codes.get(id) ?? builtinFormat(id), date1904)
  }
  return { stream, strings, sheets, shared, show }
}
