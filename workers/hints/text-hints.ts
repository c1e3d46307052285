import { findAmounts } from './amounts.ts'
import { currencyByContext, isWhole } from './currencies.ts'
import { findDates, isoDate } from './dates.ts'
import { findNumber } from './document-number.ts'
import { findDueDate } from './due-date.ts'
import { dateOrder, dateRoles, findIssueDate, isSwappable, ordered } from './issue-date.ts'
import { findKind, type Confidence } from './kind.ts'
import type { Kind } from './kinds.ts'
import { sheetOf, type TextPage } from './lines.ts'
import { placeOf, type Place } from './neighbours.ts'
import { findTotal, type TotalFound } from './total.ts'
import { findVendor } from './vendor.ts'

/** Fields whose place is given. */
export type HintField = 'kind' | 'vendor' | 'date' | 'dueDate' | 'number' | 'total'

/** What the text of a document says of how to file it. */
export interface TextHints {
  kind: Kind | undefined
  confidence: Confidence
  vendor: string | undefined
  vendorCandidates: string[]
  date: string | undefined
  dateAmbiguous: boolean
  dueDate: string | undefined
  number: string | undefined
  total: { amount: string; currency: string | undefined; text: string; mark: string | undefined } | undefined
  at: { [field in HintField]?: Place }
}

/** Reads the fields from the text of pages, with words and their places where these are known. */
export function textHints(
  pages: readonly TextPage[],
  { recognised }: { recognised: boolean },
  checkpoint: () => void,
): TextHints {
  const sheet = sheetOf(pages, checkpoint)
  const all = sheet.cells.map(({ text }) => text).join('\n')
  const named = findKind(sheet)
  checkpoint()
  const dates = findDates(sheet, recognised)
  const amounts = findAmounts(sheet, dates, recognised)
  checkpoint()
  const sum = findTotal(sheet, amounts, named?.kind)
  const kind =
    named?.kind === 'invoice' && sum?.amount.value.startsWith('-') === true ? 'credit-note' : named?.kind
  const currency = sum && currencyOfTotal(sum, all)
  const roles = dateRoles(sheet, dates)
  const order = dateOrder(roles, isMonthFirst(currency, all))
  const read = roles.map((dated) => ({ ...dated, date: ordered(dated.date, order) }))
  const issued = findIssueDate(sheet, read, kind)
  const due = findDueDate(sheet, read, issued, kind)
  checkpoint()
  const vendor = findVendor(sheet, kind)
  const number = findNumber(sheet, named, dates, amounts)
  return {
    kind,
    confidence: recognised && named?.confidence === 'high' ? 'medium' : (named?.confidence ?? 'low'),
    vendor: vendor.name,
    vendorCandidates: vendor.candidates,
    date: issued && isoDate(issued),
    dateAmbiguous: issued !== undefined && !order.settled && isSwappable(issued),
    dueDate: due?.iso,
    number: number?.value,
    total: sum && totalOf(sum, currency),
    at: {
      ...(named?.at && { kind: named.at }),
      ...(vendor.name !== undefined && vendor.at && { vendor: vendor.at }),
      ...placeIn('date', issued && placeOf(issued.cell, issued.start, issued.end)),
      ...placeIn('dueDate', due?.at),
      ...placeIn('number', number?.at),
      ...placeIn('total', sum && placeOf(sum.amount.cell, sum.amount.start, sum.amount.end)),
    },
  }
}

const placeIn = (field: HintField, place: Place | undefined): TextHints['at'] =>
  place ? { [field]: place } : {}

function totalOf({ amount }: TotalFound, currency: string | undefined): TextHints['total'] {
  const { value, decimals, cell, start, end, mark } = amount
  const padded = decimals === 1 ? `${value}0` : decimals === 0 && !isWhole(currency) ? `${value}.00` : value
  return { amount: padded, currency, text: cell.text.slice(start, end).trim(), mark }
}

/** By the mark beside the total; else by the only currency that the text names by its code. */
function currencyOfTotal({ amount }: TotalFound, all: string): string | undefined {
  if (amount.currency !== undefined) return amount.currency
  if (amount.mark !== undefined) return currencyByContext(amount.mark, all)
  const named = new Set(
    all.match(
      /\b(?:EUR|USD|GBP|CHF|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|TRY|RUB|UAH|JPY|CNY|KRW|INR|AUD|CAD|NZD|SGD|HKD|BRL|MXN|ZAR|ILS|AED|SAR)\b|€|£|₹/g,
    ),
  )
  const codes = new Set([...named].map((name) => ({ '€': 'EUR', '£': 'GBP', '₹': 'INR' })[name] ?? name))
  return codes.size === 1 ? [...codes][0] : undefined
}

/** Month before day is the custom of the United States alone. */
function isMonthFirst(currency: string | undefined, all: string): boolean {
  if (currency !== undefined) return currency === 'USD'
  return (
    /\$/.test(all) && currencyByContext('$', all) === undefined && !/[€£₹]|\b(?:VAT|GST|ABN|IBAN)\b/.test(all)
  )
}
