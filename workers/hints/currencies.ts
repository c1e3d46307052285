/** How currencies are written, by ISO 4217 code; marks that several share have none. */
const marks: readonly (readonly [mark: string, code: string | undefined])[] = [
  ['US$', 'USD'],
  ['AU$', 'AUD'],
  ['A$', 'AUD'],
  ['CA$', 'CAD'],
  ['C$', 'CAD'],
  ['NZ$', 'NZD'],
  ['HK$', 'HKD'],
  ['NT$', 'TWD'],
  ['MX$', 'MXN'],
  ['S$', 'SGD'],
  ['R$', 'BRL'],
  ['$', undefined],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['CN¥', 'CNY'],
  ['JP¥', 'JPY'],
  ['¥', undefined],
  ['₹', 'INR'],
  ['₩', 'KRW'],
  ['₽', 'RUB'],
  ['₺', 'TRY'],
  ['₴', 'UAH'],
  ['₪', 'ILS'],
  ['₫', 'VND'],
  ['฿', 'THB'],
  ['₱', 'PHP'],
  ['₦', 'NGN'],
  ['₸', 'KZT'],
  ['₾', 'GEL'],
  ['zł', 'PLN'],
  ['zl', 'PLN'],
  ['Kč', 'CZK'],
  ['Kc', 'CZK'],
  ['Ft', 'HUF'],
  ['lei', 'RON'],
  ['лв', 'BGN'],
  ['руб', 'RUB'],
  ['р', 'RUB'],
  ['грн', 'UAH'],
  ['TL', 'TRY'],
  ['kr', undefined],
  ['Euro', 'EUR'],
  ['euros', 'EUR'],
  ['SFr', 'CHF'],
  ['Fr', 'CHF'],
  ['RMB', 'CNY'],
  ['NIS', 'ILS'],
  ['Rs', 'INR'],
  ['RM', 'MYR'],
  ['Rp', 'IDR'],
  ['円', 'JPY'],
  ['圓', 'TWD'],
  ['元', 'CNY'],
  ['원', 'KRW'],
  ['ر.س', 'SAR'],
  ['د.إ', 'AED'],
  ['ج.م', 'EGP'],
  ['ريال', 'SAR'],
  ['درهم', 'AED'],
  ['ש"ח', 'ILS'],
  ['ש״ח', 'ILS'],
]

/** Currencies (ISO 4217) that documents name by their code. */
const codes = (
  'AED ARS AUD BAM BGN BHD BRL CAD CHF CLP CNY COP CZK DKK EGP EUR GBP GEL HKD HRK HUF IDR ILS INR ISK JOD JPY KES KRW ' +
  'KWD KZT LKR MAD MXN MYR NGN NOK NZD OMR PEN PHP PKR PLN QAR RON RSD RUB SAR SEK SGD THB TND TRY TWD UAH USD UYU VND ZAR'
).split(' ')

const byMark = new Map<string, string | undefined>([
  ...marks.map(([mark, code]) => [mark.toLowerCase(), code] as const),
  ...codes.map((code) => [code.toLowerCase(), code] as const),
])

const escape = (text: string): string => text.replace(/[.$*+?^()[\]{}|\\]/g, '\\$&')
const longestFirst = (a: string, b: string): number => b.length - a.length

/** Source of a regular expression for anything that names a currency beside a figure. */
export const currencyPattern = [...marks.map(([mark]) => mark), ...codes]
  .sort(longestFirst)
  .map(escape)
  .join('|')

/** The ISO 4217 code a mark stands for; undefined for marks that several currencies share. */
export function currencyOf(mark: string): string | undefined {
  return byMark.get(mark.toLowerCase())
}

/** Whether money of a currency is counted in whole units (ISO 4217, no minor unit, or none in use). */
export function isWhole(currency: string | undefined): boolean {
  return currency !== undefined && /^(JPY|KRW|VND|CLP|ISK|IDR|HUF)$/.test(currency)
}

/** Words that tell which of the currencies with one mark is meant, most telling first. */
const tellingSigns: Record<'$' | '¥' | 'kr', readonly (readonly [RegExp, string])[]> = {
  $: [
    [/\bABN\b|\bACN\b|\bAustralia\b|\b(NSW|VIC|QLD|TAS)\s\d{4}\b/, 'AUD'],
    [/\bNZBN\b|\bNew Zealand\b|\.co\.nz\b/, 'NZD'],
    // PST behind a time of day is a zone, else a tax.
    [/\bHST\b|\bQST\b|(?<!\d\d(?: [AP]M)? )\bPST\b|\bCanada\b|\b[A-Z]\d[A-Z] \d[A-Z]\d\b/, 'CAD'],
    [/\bUEN\b|\bSingapore\b/, 'SGD'],
    [/\bHong Kong\b/, 'HKD'],
    [/\bRFC\b|\bM[ée]xico\b|\bCFDI\b/, 'MXN'],
    [/\bEIN\b|\b[A-Z]{2},? \d{5}(-\d{4})?\b|\bUnited States\b|\bU\.?S\.?A\.?\b|\bSales Tax\b|\bZIP\b/, 'USD'],
    [
      /\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.? \d{1,2}(st|nd|rd|th)?, ?(19|20)\d\d\b/,
      'USD',
    ],
    [/\b\d{1,2}\/(1[3-9]|2\d|3[01])\/(19|20)?\d\d\b/, 'USD'],
  ],
  '¥': [
    [/[\u3040-\u30ff]|株式会社|請求|領収|消費税|見積/, 'JPY'],
    [/[\u4e00-\u9fff]/, 'CNY'],
    [/¥ ?(?:\d{3,}|\d{1,3}(?:,\d{3})+)(?![\d.])/, 'JPY'],
  ],
  kr: [
    [/\b(mva|org\.?\s?nr\.?:?\s?(no)?\s?\d{3} ?\d{3} ?\d{3}|forfallsdato|norge|oslo|kontonummer)\b/i, 'NOK'],
    [/\b(cvr|danmark|københavn|forfaldsdato|betales senest|momsregistreringsnr|udstedt)\b/i, 'DKK'],
    [/\b(kennitala|vsk|íslands?)\b/i, 'ISK'],
    [
      /\b(bankgiro|plusgiro|org\.?\s?nr|organisationsnummer|förfallodatum|sverige|att betala|fakturadatum|kvitto|moms)\b/i,
      'SEK',
    ],
  ],
}

/** The currency meant by a mark that several share, by what else the document says; undefined where nothing tells. */
export function currencyByContext(mark: string, text: string): string | undefined {
  const own = mark.toLowerCase()
  if (own !== '$' && own !== '¥' && own !== 'kr') return undefined
  // A code in the text says it outright, where it is the only one.
  const fitting = {
    $: /\b(USD|AUD|CAD|NZD|HKD|SGD|TWD|MXN)\b/g,
    '¥': /\b(JPY|CNY|RMB)\b/g,
    kr: /\b(SEK|NOK|DKK|ISK)\b/g,
  }
  const named = new Set(Array.from(text.matchAll(fitting[own]), ([code]) => currencyOf(code)))
  if (named.size === 1) return [...named][0]
  return tellingSigns[own].find(([sign]) => sign.test(text))?.[1]
}
