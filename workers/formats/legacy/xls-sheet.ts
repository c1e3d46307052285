import type { Block } from '../content.ts'
import { continuations, record, recordAt, stringAt } from './biff.ts'
import type { BlockList } from './block-list.ts'
import type { Fields } from './fields.ts'
import type { Workbook } from './xls-book.ts'
import { cellName, Cells } from './xls-cells.ts'
import { objectText } from './xls-strings.ts'

/** Kind of a comment among drawn objects ([MS-XLS] 2.5.143, FtCmo). */
const COMMENT = 0x19

/** Kind of a sheet that is a chart ([MS-XLS] 2.4.21, BOF). */
const CHART = 0x20

const ERRORS: Readonly<Record<number, string>> = {
  0x00: '#NULL!',
  0x07: '#DIV/0!',
  0x0f: '#VALUE!',
  0x17: '#REF!',
  0x1d: '#NAME?',
  0x24: '#NUM!',
  0x2a: '#N/A',
}

/** What is found in a sheet beside its cells. */
interface Found {
  cells: Cells
  margins: Block[]
  boxes: Block[]
  notes: { row: number; column: number; author: string; object: number; text?: string }[]
  /** Texts of comments by number of their object. */
  comments: Map<number, string>
  charts: string[][]
  /** Where its records end. */
  end: number
}

/**
 * Adds the cells of a sheet as a table; headers before it, comments, text boxes and charts after it. Where its records
 * end.
 */
export function addSheet(book: Workbook, at: number, list: BlockList, checkpoint: () => void): number {
  const found = readSheet(book, at, list.left, checkpoint)
  for (const block of found.margins) list.add(block)
  list.add({ kind: 'table', text: '', rows: found.cells.rows(list.left) })
  for (const { row, column, author, object, text } of found.notes) {
    const said = (text ?? found.comments.get(object) ?? '').replaceAll('\r', '\n').trim()
    const label = author === '' ? {} : { label: author }
    if (said !== '') list.add({ kind: 'comment', ...label, text: `${cellName(row, column)}: ${said}` })
  }
  for (const block of found.boxes) list.add(block)
  for (const texts of found.charts) list.add({ kind: 'chart', text: texts.join('\n') })
  return found.end
}

function readSheet(book: Workbook, start: number, maxChars: number, checkpoint: () => void): Found {
  const { stream, strings, shared } = book
  const found: Found = {
    cells: new Cells(),
    margins: [],
    boxes: [],
    notes: [],
    comments: new Map(),
    charts: [],
    end: start,
  }
  /** Charts are sheets within sheets. */
  let depth = 0
  let object = { kind: 0, id: 0 }
  let formula: { row: number; column: number } | undefined
  let spent = 0
  let entry = recordAt(stream, start)
  for (let count = 0; entry !== undefined && found.cells.chars + spent < maxChars; count += 1) {
    const { type, data } = entry
    let { next } = entry
    if (count % 1024 === 0) checkpoint()
    if (type === record.start) {
      depth += 1
      if (data.length >= 4 && data.u16(2) === CHART) {
        found.charts.push([])
        // What a chart keeps as cells repeats those it was drawn from.
        if (depth === 1) depth += 1
      }
    } else if (type === record.eof) {
      depth -= 1
      if (depth <= 0 || next >= stream.length) break
    } else if (type === record.seriesText && data.length >= 4) {
      const text = stringAt(data, 2, 1, strings)
      spent += text.length + 1
      if (text !== '') found.charts.at(-1)?.push(text)
    } else if (type === record.object) object = objectOf(data)
    else if (type === record.textObject && data.length >= 12) {
      const { parts, next: after } = continuations(stream, next)
      next = after
      const text = objectText(parts, data.u16(10))
      spent += text.length + 1
      if (object.kind === COMMENT) found.comments.set(object.id, text)
      else found.boxes.push({ kind: 'text box', text: text.replaceAll('\r', '\n').trim() })
    } else if (type === record.note) addNote(data, found, book)
    else if ((type === record.header || type === record.footer) && data.length > 2 && depth <= 1) {
      const text = marginText(stringAt(data, 0, strings.modern ? 2 : 1, strings))
      if (text !== '') found.margins.push({ kind: type === record.header ? 'header' : 'footer', text })
    } else if (type === record.string && data.length >= 3) {
      if (formula !== undefined) found.cells.set(formula.row, formula.column, stringAt(data, 0, 2, strings))
      formula = undefined
    } else if (depth <= 1 && data.length >= 6) {
      if (type === record.formula) formula = { row: data.u16(0), column: data.u16(2) }
      addCell(type, data, found.cells, book, shared)
    }
    found.end = next
    entry = recordAt(stream, next)
  }
  return found
}

/** A cell, or several of a row, as one record gives it. */
function addCell(type: number, data: Fields, cells: Cells, book: Workbook, shared: readonly string[]): void {
  const [row, column, format] = [data.u16(0), data.u16(2), data.u16(4)]
  const set = (text: string): void => cells.set(row, column, text)
  switch (type) {
    case record.sharedLabel:
      if (data.length >= 10) set(shared[data.u32(6)] ?? '')
      break
    case record.label:
    case record.richString:
      if (data.length >= 8) set(stringAt(data, 6, 2, book.strings))
      break
    case record.number:
      if (data.length >= 14) set(book.show(data.f64(6), format))
      break
    case record.rk:
      if (data.length >= 10) set(book.show(rkValue(data, 6), format))
      break
    case record.multipleRk:
      for (let at = 4; at + 8 <= data.length; at += 6) {
        cells.set(row, column + (at - 4) / 6, book.show(rkValue(data, at + 2), data.u16(at)))
      }
      break
    case record.boolOrError:
      if (data.length >= 8) set(boolOrError(data.u8(6), data.u8(7) === 1))
      break
    case record.formula:
      if (data.length >= 14) set(formulaResult(data, format, book))
      break
    default:
  }
}

const boolOrError = (value: number, isError: boolean): string =>
  isError ? (ERRORS[value] ?? '#ERROR') : value === 0 ? 'FALSE' : 'TRUE'

/** The value that was last worked out; of a text it comes in the next record ([MS-XLS] 2.5.133, FormulaValue). */
function formulaResult(data: Fields, format: number, book: Workbook): string {
  if (data.u16(12) !== 0xffff) return book.show(data.f64(6), format)
  const kind = data.u8(6)
  return kind === 1 || kind === 2 ? boolOrError(data.u8(8), kind === 2) : ''
}

/** A number in 30 bits: an integer or the upper part of a double, as it is or times a hundred ([MS-XLS] 2.5.217). */
function rkValue(data: Fields, at: number): number {
  const bits = data.i32(at)
  let value = bits >> 2
  if ((bits & 2) === 0) {
    const double = new DataView(new ArrayBuffer(8))
    double.setInt32(0, bits & ~3)
    value = double.getFloat64(0)
  }
  return (bits & 1) === 0 ? value : value / 100
}

function objectOf(data: Fields): { kind: number; id: number } {
  if (data.length < 8 || data.u16(0) !== 0x15) return { kind: 0, id: 0 }
  return { kind: data.u16(4), id: data.u16(6) }
}

/** Comments of cells: text by way of an object since Excel 97, before then in the record ([MS-XLS] 2.4.179). */
function addNote(data: Fields, { notes }: Found, { strings }: Workbook): void {
  if (data.length < 6) return
  const [row, column] = [data.u16(0), data.u16(2)]
  const last = notes.at(-1)
  if (strings.modern) {
    if (data.length > 11)
      notes.push({ row, column, author: stringAt(data, 8, 2, strings), object: data.u16(6) })
  } else {
    const text = stringAt(data, 4, 2, strings)
    if (row === 0xffff && last !== undefined) last.text = (last.text ?? '') + text
    else notes.push({ row, column, author: '', object: 0, text })
  }
}

/** Text of a header or footer; its left, middle and right part stand on lines of their own ([MS-XLS] 2.4.136). */
function marginText(code: string): string {
  return code
    .replace(/&(?:"[^"]*"|K[\dA-Fa-f]{6}|K\d\d[+-]\d{3}|\d{1,3}|[\s\S])/g, (mark) => {
      if (mark === '&&') return '&'
      return /^&[LCR]$/i.test(mark) ? '\n' : ''
    })
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n')
}
