import { elements, textOf, type XmlElement } from '../formats/package/xml.ts'
import type { Kind } from './kinds.ts'

/** What an electronic invoice says of itself; fields it does not have are absent. */
export interface EinvoiceFields {
  kind: Kind
  /** Seller, with white space as single blanks. */
  vendor?: string
  customer?: string
  number?: string
  /** ISO 8601. */
  date?: string
  dueDate?: string
  /** The sum with taxes, as a plain decimal; `payable` is what of it is left to pay. */
  total?: string
  payable?: string
  /** ISO 4217. */
  currency?: string
}

/** The element at the end of a path of names, the first of each. */
export function at(element: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  let found = element
  for (const name of path) found = found && elements(found, name)[0]
  return found
}

/** Text at the end of a path, white space as single blanks; undefined where there is none. */
export function textAt(element: XmlElement | undefined, ...path: string[]): string | undefined {
  const found = at(element, ...path)
  const text = found && textOf(found).replace(/\s+/g, ' ').trim()
  return text === '' ? undefined : text
}

/** An amount as plain decimal (XML Schema, `decimal`); undefined for anything else. */
export function amountAt(element: XmlElement | undefined, ...path: string[]): string | undefined {
  const text = textAt(element, ...path)
  if (text === undefined || !/^[+-]?(\d{1,15}(\.\d*)?|\.\d+)$/.test(text)) return undefined
  const [, sign = '', whole = '', rest = ''] = /^([+-]?)(\d*)\.?(\d*)$/.exec(text) ?? []
  const plain = `${whole.replace(/^0+(?=\d)/, '') || '0'}${rest === '' ? '' : `.${rest}`}`
  return sign === '-' && Number(plain) !== 0 ? `-${plain}` : plain
}

/** A day written `2018-03-05` (with or without a zone or time behind) or `20180305`; undefined for anything else. */
export function dayAt(element: XmlElement | undefined, ...path: string[]): string | undefined {
  const text = textAt(element, ...path)
  const match = text === undefined ? null : /^(\d{4})-?(\d{2})-?(\d{2})(?!\d{3})/.exec(text)
  if (!match) return undefined
  const iso = `${match[1]}-${match[2]}-${match[3]}`
  const time = Date.parse(`${iso}T00:00:00Z`)
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== iso ? undefined : iso
}

/** Codes of credit notes in UN/EDIFACT 1001; all others that occur in invoices ask for money. */
const creditCodes = new Set(['81', '83', '261', '262', '296', '308', '381', '396', '420', '458', '532'])

/** The kind of document by its code; with a negative sum an invoice gives money back. */
export function kindOfCode(code: string | undefined, total: string | undefined): Kind {
  const isCredit = code !== undefined && creditCodes.has(code)
  return isCredit || (total?.startsWith('-') ?? false) ? 'credit-note' : 'invoice'
}

/** Leaves out what is not known. */
export function known(
  fields: { kind: Kind } & { [K in keyof EinvoiceFields]?: EinvoiceFields[K] | undefined },
): EinvoiceFields {
  const { kind, vendor, customer, number, date, dueDate, total, payable, currency } = fields
  return {
    kind,
    ...(vendor !== undefined && { vendor }),
    ...(customer !== undefined && { customer }),
    ...(number !== undefined && { number }),
    ...(date !== undefined && { date }),
    ...(dueDate !== undefined && { dueDate }),
    ...(total !== undefined && { total }),
    ...(payable !== undefined && { payable }),
    ...(currency !== undefined && /^[A-Z]{3}$/.test(currency) && { currency }),
  }
}
