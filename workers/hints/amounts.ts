import { currencyOf, currencyPattern } from './currencies.ts'
import { decimalMarkOf, decimalOf, type DecimalMark } from './decimal.ts'
import type { Cell, Sheet } from './lines.ts'
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

const figure = new RegExp(
  `(?<![\\p{L}\\d.,:/#_])(?:(?<lead>[-−–+(]) ?)?(?:(?<![\\p{L}])(?<before>${currencyPattern})\\.?,? ?)?(?:(?<minus>[-−–]) ?)?` +
    `(?<number>${number})(?![\\d]|[.,:/-]\\d| ?%)(?: ?(?<behind>${currencyPattern})(?![\\p{L}\\d])\\.?|(?![\\p{L}_]))` +
    `(?<close>\\))?(?<after>(?:-(?!\\S)| ?CR\\b))?`,
  'giu',
)

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
  for (const match of text.matchAll(figure)) {
    const { number: written = '', before, behind, lead, minus, close, after } = match.groups ?? {}
    const value = decimalOf(written, mark)
    if (value === undefined || value.length > 15) continue
    const name = before ?? behind
    const negative = (lead !== undefined && /[-−–]/.test(lead)) || minus !== undefined || after !== undefined
    const signed = negative && Number(value) !== 0 ? `-${value}` : value
    amounts.push({
      cell,
      start: match.index + (lead === '(' ? 1 : 0),
      end: match.index + match[0].length - (close ?? '').length,
      value: signed,
      cents: Math.round(Number(signed) * 100),
      decimals: value.includes('.') ? value.length - value.indexOf('.') - 1 : 0,
      enclosed: lead === '(' && close !== undefined,
      ...(name !== undefined && { mark: name, currency: currencyOf(name) }),
    })
  }
  return amounts
}

/** Letters that recognition takes digits for, read as digits within what is mostly digits. As long as the text. */
export function withDigits(text: string): string {
  return text.replace(
    /(?<![\p{L}])[\dOoIl|SBsZ][\dOoIl|SBZ.,/-]*\d[\dOoIl|SBZ.,/-]*(?![\p{L}])/gu,
    (token) => {
      if ((token.match(/\d/g)?.length ?? 0) * 2 < token.replace(/[.,/-]/g, '').length) return token
      return token
        .replace(/[Oo]/g, '0')
        .replace(/[Il|]/g, '1')
        .replace(/[Ss]/g, '5')
        .replace(/B/g, '8')
        .replace(/Z/g, '2')
    },
  )
}
