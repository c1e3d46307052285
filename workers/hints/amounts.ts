import { currencyOf, currencyPattern } from './currencies.ts'
import { decimalMarkOf, decimalOf, type DecimalMark } from './decimal.ts'
import type { Cell, Sheet } from './lines.ts'
import { withDigits } from './misread.ts'
import type { DateFound } from './dates.ts'

/** A figure of a document that may be money. */
export interface Amount {
  cell: Cell
  start: number
  end: number
  /** Plain decimal, with its sign. */
  value: string
  /** In hundredths, for sums. */
  cents: number
  decimals: number
  /** The currency's mark as written, where it stands beside the figure. */
  mark?: string
  currency?: string | undefined
  /** Whether it is in parentheses, which may mean a negative. */
  enclosed: boolean
}

const number =
  `\\d{1,2}(?:,\\d{2})+,\\d{3}(?:\\.\\d{1,2})?` +
  `|\\d{1,3}(?:(?:\\.\\d{3})+|(?:,\\d{3})+|(?:['’]\\d{3})+)(?:[.,]\\d{1,4})?` +
  `|\\d{1,3}(?: \\d{3})+(?:[.,]\\d{2}(?!\\d)|(?=\\s?(?:${currencyPattern})))` +
  `|\\d+(?:[.,]\\d{1,4})?`

const figure = new RegExp(`(?<![\\d.,:/_])(?:${number})(?!\\d|[.,:/-]\\d| ?%)`, 'gu')

/** What stands right before and behind a figure: sign, parenthesis, currency. */
const lead = new RegExp(
  `(?:(?<sign>[-−–+(]) ?)?(?:(?<!\\p{L})(?<currency>${currencyPattern})\\.?,? ?)?(?:(?<minus>[-−–]) ?)?$`,
  'iu',
)
const tail = new RegExp(
  `^(?<early>-(?= ))?(?: ?(?<currency>${currencyPattern})(?![\\p{L}\\d])\\.?)?(?<close>\\))?(?<minus>-(?!\\S)| ?CR\\b)?`,
  'iu',
)

/** Characters looked at on each side of a figure. */
const sideChars = 12

/** The figures of a document in reading order; what is part of a date is none. */
export function findAmounts({ cells }: Sheet, dates: readonly DateFound[], recognised: boolean): Amount[] {
  const mark = decimalMarkOf(cells.map((cell) => cell.text).join('\n'))
  const taken = new Map<Cell, DateFound[]>()
  for (const date of dates) taken.set(date.cell, [...(taken.get(date.cell) ?? []), date])
  return cells.flatMap((cell) => {
    const isDate = (start: number, end: number): boolean =>
      taken.get(cell)?.some((date) => date.start < end && date.end > start) ?? false
    return amountsIn(cell, mark, recognised).filter(({ start, end }) => !isDate(start, end))
  })
}

function amountsIn(cell: Cell, mark: DecimalMark | undefined, recognised: boolean): Amount[] {
  if (!/\d/.test(cell.text)) return []
  const text = recognised ? withDigits(cell.text) : cell.text
  const amounts: Amount[] = []
  for (const { 0: written, index } of text.matchAll(figure)) {
    const value = decimalOf(written, mark)
    if (value === undefined || value.length > 15) continue
    const before = lead.exec(text.slice(Math.max(0, index - sideChars), index))
    const end = index + written.length
    const behind = tail.exec(text.slice(end, end + sideChars))
    const start = index - (before?.[0].length ?? 0)
    const name = before?.groups?.['currency'] ?? behind?.groups?.['currency']
    // Part of a word: "A4", "KT-1043", "3m".
    if (
      isInWord(text.charAt(start - 1), text.charAt(start)) ||
      (!behind?.[0] && /[\p{L}_]/u.test(text.charAt(end)))
    )
      continue
    const sign = before?.groups?.['sign']
    const isNegative =
      /[-−–]/.test(`${sign ?? ''}${before?.groups?.['minus'] ?? ''}`) ||
      (behind?.groups?.['minus'] ?? behind?.groups?.['early']) !== undefined
    const signed = isNegative && Number(value) !== 0 ? `-${value}` : value
    const closes = behind?.groups?.['close'] !== undefined
    amounts.push({
      cell,
      start: start + (sign === '(' ? 1 : 0),
      end: end + (behind?.[0].length ?? 0) - (closes ? 1 : 0),
      value: signed,
      cents: Math.round(Number(signed) * 100),
      decimals: value.includes('.') ? value.length - value.indexOf('.') - 1 : 0,
      enclosed: sign === '(' && closes,
      ...(name !== undefined && { mark: name, currency: currencyOf(name) }),
    })
  }
  return amounts
}

/** Whether a letter or "#" stands right before a figure with its sign, which then is no sign. */
const isInWord = (before: string, first: string): boolean =>
  /[\p{L}#_\d]/u.test(before) && /[\d\-−–]/.test(first)
