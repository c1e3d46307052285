import type { Cell, Sheet } from './lines.ts'
import { below } from './neighbours.ts'
import { withDigits } from './misread.ts'
import { monthOfPrefixed } from './months.ts'

/** A date as it stands in a text. Of `numeric` ones, day and month may be the other way about. */
export interface DateFound {
  cell: Cell
  start: number
  end: number
  year: number
  month: number
  day: number
  /** Written with slashes or hyphens and the year last: the order of the other two is a custom, not a rule. */
  numeric: boolean
}

/** Years that documents to be filed carry; what is before is a date of birth, a founding, a law. */
const [firstYear, lastYear] = [1990, 2099]

type Reading = Omit<DateFound, 'cell' | 'start' | 'end'>

interface Form {
  pattern: RegExp
  read(groups: string[]): Reading | undefined
}

const forms: readonly Form[] = [
  // 2026-03-14, 2026/3/14, 2026. 03. 14.
  {
    pattern: /(?<![\d.,/-])(\d{4})(?:[-/]|\. ?)(\d{1,2})(?:[-/]|\. ?)(\d{1,2})(?![\d/]|[.-]\d)/g,
    read: ([year, month, day]) => reading(year, month, day),
  },
  // 14.03.2026, 14. 3. 2026, 14.03.26
  {
    pattern: /(?<![\d.,-])(\d{1,2})\. ?(\d{1,2})\. ?(\d{4}|\d{2})(?![\d/%€$£]|[.,-]\d| ?%)/g,
    read: ([day, month, year]) => reading(year, month, day) ?? reading(year, day, month),
  },
  // 14/03/2026, 3-14-26
  {
    pattern: /(?<![\d/.,-])(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d{2})(?![\d/-])/g,
    read: ([first, , second, year]) => {
      const dayFirst = reading(year, second, first)
      const read = dayFirst ?? reading(year, first, second)
      return read && { ...read, numeric: true }
    },
  },
  // 2026年3月14日, 2026년 3월 14일
  {
    pattern: /(?<!\d)(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일号]?/g,
    read: ([year, month, day]) => reading(year, month, day),
  },
  // 令和8年3月14日; 民國115年3月14日
  {
    pattern: /(令和|平成|昭和|民國|民国)\s?(\d{1,3}|元)\s?年\s?(\d{1,2})\s?月\s?(\d{1,2})\s?日/g,
    read: ([era = '', year, month, day]) => {
      const start = { 令和: 2018, 平成: 1988, 昭和: 1925 }[era] ?? 1911
      return reading(String(start + (year === '元' ? 1 : Number(year))), month, day)
    },
  },
  // R8.3.14
  {
    pattern: /(?<![\p{L}\d])R(\d{1,2})[./](\d{1,2})[./](\d{1,2})(?![\d.])/gu,
    read: ([year, month, day]) => reading(String(2018 + Number(year)), month, day),
  },
  // 14 March 2026, 14. März 2026, 8 de outubro de 2025, 1st Sept 26, 01-SEP-2026
  {
    pattern:
      /(?<![\d.,:])(\d{1,2})(?:st|nd|rd|th|er|º|ª|\.º|\.)?[\s-]{0,3}(?:(?:de|of)\s|d[’'])?([\p{L}\p{M}]{3,12}(?: [\u0600-\u06ff]{3,8})?)[.,]?[\s-]{0,3}(?:(?:de|del|of)\s)?,?'?(\d{4}|\d{2})(?![\d.,]\d|\d|:)/giu,
    read: ([day, month = '', year]) => worded(year, month, day),
  },
  // March 14, 2026; Mar 14th 2026
  {
    pattern: /(?<!\p{L})([\p{L}\p{M}]{3,12})\.?\s(\d{1,2})(?:st|nd|rd|th)?,?\s(\d{4})(?!\d)/giu,
    read: ([month = '', day, year]) => worded(year, month, day),
  },
  // 2026. március 14., 2026 March 14
  {
    pattern: /(?<![\d.,])(\d{4})\.?,?\s(?:m\.\s)?([\p{L}\p{M}]{3,12})\s(\d{1,2})(?!\d)/giu,
    read: ([year, month = '', day]) => worded(year, month, day),
  },
]

/** The dates of a document in reading order, each read day first where both ways are possible. */
export function findDates(sheet: Sheet, recognised: boolean): DateFound[] {
  return sheet.cells.flatMap((cell) => {
    const dates = datesIn(cell, cell.text, recognised)
    const wrapped = wrappedDate(sheet, cell, recognised)
    return wrapped && !dates.some(({ end }) => end > wrapped.start) ? [...dates, wrapped] : dates
  })
}

/** Where a date breaks over two lines: behind its day, or between day and month and the year. */
const broken =
  /(?<![\d.,])(?:\d{1,2}(?:st|nd|rd|th|er|º|\.)?(?: (?:de |of )?\p{L}{3,12}\.?)?|\p{L}{3,12}\.? \d{1,2}(?:st|nd|rd|th)?,?)$/u

/** A date with the month in words that ends on the line below, as narrow columns break it; it stands in the first. */
function wrappedDate(sheet: Sheet, cell: Cell, recognised: boolean): DateFound | undefined {
  if (!broken.test(cell.text.slice(-32))) return undefined
  const rest = below(sheet, cell, 1)
  if (rest === undefined || rest.row.apart || !/^(?:\p{L}{3,12} )?\d{4}\b/u.test(rest.text)) return undefined
  if (cell.box && rest.box && Math.abs(cell.box[0] - rest.box[0]) > cell.box[3]) return undefined
  const { length } = cell.text
  const joined = datesIn(cell, `${cell.text} ${rest.text.slice(0, 20)}`, recognised)
  const date = joined.find(({ start, end, numeric }) => start < length && end > length && !numeric)
  return date && { ...date, end: length }
}

function datesIn(cell: Cell, written: string, recognised: boolean): DateFound[] {
  if (!/\d/.test(written)) return []
  const text = recognised ? withDigits(written) : written
  const found: DateFound[] = []
  for (const { pattern, read } of forms) {
    for (const match of text.matchAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].trimEnd().length]
      if (found.some((other) => other.start < end && other.end > start)) continue
      const date = read(match.slice(1))
      if (date) found.push({ cell, start, end, ...date })
    }
  }
  return found.sort((a, b) => a.start - b.start)
}

function worded(year: string | undefined, month: string, day: string | undefined): Reading | undefined {
  const number = monthOfPrefixed(month)
  return number === undefined ? undefined : reading(year, String(number), day)
}

function reading(
  yearText: string | undefined,
  monthText: string | undefined,
  dayText: string | undefined,
): Reading | undefined {
  const [month, day] = [Number(monthText), Number(dayText)]
  const year = fullYear(yearText ?? '')
  if (year < firstYear || year > lastYear || !isDay(year, month, day)) return undefined
  return { year, month, day, numeric: false }
}

/** Two digits are of this century; Buddhist years are 543 ahead (Thailand). */
function fullYear(text: string): number {
  const year = Number(text)
  if (text.length === 2) return 2000 + year
  return year >= 2500 && year <= 2650 ? year - 543 : year
}

/** Whether there is such a day in the calendar. */
export function isDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return day <= ([31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0)
}

/** A date as ISO 8601 writes it. */
export function isoDate({ year, month, day }: Pick<DateFound, 'year' | 'month' | 'day'>): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}
