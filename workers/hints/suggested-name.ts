import { currencyOf, isWhole } from './currencies.ts'
import type { Kind } from './kinds.ts'
import { shortName } from './names.ts'

/** What a suggested file name is made of. */
export interface NameParts {
  kind?: Kind | undefined
  vendor?: string | undefined
  date?: string | undefined
  number?: string | undefined
  total?: { amount: string; currency?: string | undefined; mark?: string | undefined } | undefined
  /** With its dot. */
  extension: string
}

/** Characters of a name without its extension: fits every file system, in bytes too for most scripts. */
const maxChars = 120
/** Bytes of a name in UTF-8 that all common file systems take (ext4, APFS: 255), less room for " (2)". */
const maxBytes = 240

/** Sums are part of the name where the document asks for or confirms one payment. */
const summed: ReadonlySet<Kind> = new Set<Kind>(['invoice', 'receipt', 'quote', 'credit-note', 'order'])

/** Symbols written before a figure; other currencies are named by their code. */
const symbols: Record<string, string> = {
  EUR: '€',
  GBP: '£',
  INR: '₹',
  BRL: 'R$',
  KRW: '₩',
  UAH: '₴',
  TRY: '₺',
  ILS: '₪',
  RUB: '₽',
}

/**
 * A file name to file by: `2026-03-14 Kestrel Timber invoice KT-1043 $1,320.00.pdf`. Undefined where the kind is not
 * known, or neither a day nor a vendor is; a contract needs its vendor.
 */
export function suggestedName({
  kind,
  vendor,
  date,
  number,
  total,
  extension,
}: NameParts): string | undefined {
  if (kind === undefined || (vendor === undefined && (date === undefined || kind === 'contract')))
    return undefined
  const sum = total && summed.has(kind) ? formattedAmount(total) : undefined
  const name = [date, vendor && shortName(vendor), kind.replace('-', ' '), number, sum]
    .flatMap((part) => (part === undefined ? [] : [fileNamePart(part)]))
    .filter((part) => part !== '')
    .join(' ')
  return fileNamePart(name) + extension.toLowerCase()
}

/**
 * Text that may be part of a file name on every file system: what any of them forbids becomes a hyphen (POSIX `/`;
 * Win32: control characters, `<>:"/\|?*`, no dot or blank at the end), at most 120 characters and 240 bytes.
 */
export function fileNamePart(text: string): string {
  const plain = text
    .normalize('NFC')
    .replace(/[\p{Cf}\ufffd]/gu, '')
    .replace(/[\p{Cc}<>:"/\\|?*]/gu, '-')
    .replace(/\s+/g, ' ')
    .trim()
  let kept = [...plain].slice(0, maxChars).join('')
  while (Buffer.byteLength(kept) > maxBytes) kept = [...kept].slice(0, -1).join('')
  return kept.replace(/[. ]+$/, '')
}

/** `$1,320.00`, `€1,234.56`, `USD 75.00`, `¥12,000`: symbol as printed or of the currency, else the code. */
function formattedAmount({ amount, currency, mark }: NonNullable<NameParts['total']>): string {
  const isSymbol = mark !== undefined && /^[^\p{L}]$|^\p{L}{1,2}\$$/u.test(mark)
  const figure = grouped(amount, isWhole(currency) && !amount.includes('.') ? 0 : 2)
  const [sign, plain] = figure.startsWith('-') ? ['-', figure.slice(1)] : ['', figure]
  if (isSymbol) return `${sign}${mark}${plain}`
  const symbol =
    currency === undefined || (mark !== undefined && currencyOf(mark) === undefined)
      ? undefined
      : symbols[currency]
  if (mark === undefined || mark.toUpperCase() !== currency) {
    if (symbol !== undefined) return `${sign}${symbol}${plain}`
  }
  return currency === undefined ? figure : `${currency} ${figure}`
}

function grouped(amount: string, decimals: number): string {
  const [whole = '0', rest = ''] = amount.replace('-', '').split('.')
  const groups = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  const sign = amount.startsWith('-') ? '-' : ''
  return decimals === 0 ? sign + groups : `${sign}${groups}.${rest.padEnd(decimals, '0')}`
}
