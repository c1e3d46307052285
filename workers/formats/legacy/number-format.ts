import { dateText, isDateFormat } from './number-format-dates.ts'
import { sectionsOf, tokensOf, type FormatToken } from './number-format-tokens.ts'

/** The formats that every workbook has without saying so, as en-US shows them (ECMA-376, part 1, 18.8.30). */
const BUILT_IN: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '$#,##0_);($#,##0)',
  6: '$#,##0_);($#,##0)',
  7: '$#,##0.00_);($#,##0.00)',
  8: '$#,##0.00_);($#,##0.00)',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'm/d/yyyy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'm/d/yyyy h:mm',
  37: '#,##0_);(#,##0)',
  38: '#,##0_);(#,##0)',
  39: '#,##0.00_);(#,##0.00)',
  40: '#,##0.00_);(#,##0.00)',
  41: '_(* #,##0_);_(* (#,##0);_(* "-"_);_(@_)',
  42: '_($* #,##0_);_($* (#,##0);_($* "-"_);_(@_)',
  43: '_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)',
  44: '_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
}

/** Code of a format by its number, where the workbook does not define it. */
export const builtInFormat = (id: number): string => BUILT_IN[id] ?? 'General'

/** A number as Excel shows it in en-US under a format code; `date1904` says where days are counted from. */
export function formatNumber(value: number, code: string, date1904: boolean): string {
  const sections = sectionsOf(code)
  const { section, signed } = chosen(sections, value)
  const tokens = tokensOf(section)
  const shown = signed ? value : Math.abs(value)
  if (tokens.some(({ kind }) => kind === 'general')) return literalsAround(tokens, general(shown))
  if (isDateFormat(tokens)) return dateText(shown, tokens, date1904) ?? general(value)
  if (tokens.some(({ kind }) => kind === 'digit')) return numberText(shown, tokens)
  if (tokens.some(({ kind }) => kind === 'text')) return literalsAround(tokens, general(shown))
  return literals(tokens)
}

/** Which section of a format a number falls into; in one of their own, negative numbers show no sign. */
function chosen(sections: readonly string[], value: number): { section: string; signed: boolean } {
  const [first = 'General', second, third] = sections
  for (const section of sections.slice(0, 2)) {
    const [, sign, limit] = /\[(<=|>=|<>|<|>|=)(-?[\d.]+)\]/.exec(section) ?? []
    if (sign !== undefined && compares(value, sign, Number(limit))) return { section, signed: true }
  }
  if (/\[[<>=]/.test(first)) return { section: third ?? second ?? first, signed: true }
  if (value < 0 && second !== undefined) return { section: second, signed: false }
  if (value === 0 && third !== undefined) return { section: third, signed: true }
  return { section: first, signed: true }
}

function compares(value: number, sign: string, limit: number): boolean {
  const order = Math.sign(value - limit)
  return (
    (order < 0 && sign !== '=' && sign.includes('<')) ||
    (order > 0 && sign.includes('>')) ||
    (order === 0 && sign.endsWith('='))
  )
}

/**
 * The format General: up to eleven places, trailing zeros left out. Unlike Excel, whole numbers are written out up to
 * 15 digits, for what is so long is a number of something.
 */
export function general(value: number): string {
  if (!Number.isFinite(value)) return '#NUM!'
  const size = Math.abs(value)
  if (Number.isInteger(value) && size < 1e15) return String(value === 0 ? 0 : value)
  if (size >= 1e11 || size < 1e-4) return scientific(value)
  const places = Math.max(0, 10 - Math.max(1, Math.floor(Math.log10(size)) + 1))
  return trimZeros(value.toFixed(Math.min(9, places)))
}

function scientific(value: number): string {
  const [mantissa = '', exponent = '0'] = value.toExponential(5).split('e')
  const power = Number(exponent)
  return `${trimZeros(mantissa)}E${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`
}

const trimZeros = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

const literals = (tokens: readonly FormatToken[]): string =>
  tokens
    .map(({ kind, text }) => (kind === 'literal' ? text : ''))
    .join('')
    .trim()

const literalsAround = (tokens: readonly FormatToken[], value: string): string =>
  tokens
    .map(({ kind, text }) => (kind === 'literal' ? text : kind === 'general' || kind === 'text' ? value : ''))
    .join('')
    .trim()

/** A number in places of digits: grouping, scaling, per cent, powers of ten, fractions. */
function numberText(value: number, tokens: readonly FormatToken[]): string {
  const first = tokens.findIndex(({ kind }) => kind === 'digit')
  const last = tokens.findLastIndex(({ kind }) => kind === 'digit' || kind === 'point' || kind === 'exponent')
  const core = tokens.slice(first, last + 1)
  const percents = tokens.filter(({ kind }) => kind === 'percent').length
  let thousands = 0
  while (tokens[last + 1 + thousands]?.kind === 'comma') thousands += 1
  const scaled = (value * 100 ** percents) / 1000 ** thousands
  const body = core.some(({ kind }) => kind === 'slash')
    ? fraction(scaled, core)
    : digits(Math.abs(scaled), core)
  const outside = (part: readonly FormatToken[]): string =>
    part.map(({ kind, text }) => (kind === 'literal' || kind === 'percent' ? text : '')).join('')
  const sign = scaled < 0 && /[1-9]/.test(body) ? '-' : ''
  return `${sign}${outside(tokens.slice(0, first))}${body}${outside(tokens.slice(last + 1))}`.trim()
}

function digits(size: number, core: readonly FormatToken[]): string {
  const exponentAt = core.findIndex(({ kind }) => kind === 'exponent')
  const mantissa = exponentAt === -1 ? core : core.slice(0, exponentAt)
  const pointAt = mantissa.findIndex(({ kind }) => kind === 'point')
  const whole = pointAt === -1 ? mantissa : mantissa.slice(0, pointAt)
  const places = (pointAt === -1 ? [] : mantissa.slice(pointAt + 1)).filter(({ kind }) => kind === 'digit')
  const needed = whole.filter(({ kind, text }) => kind === 'digit' && text === '0').length
  if (exponentAt !== -1) return power(size, whole, places.length, core.slice(exponentAt))
  const [units = '0', decimals = ''] = fixed(size, places.length).split('.')
  const padded = (units === '0' ? '' : units).padStart(needed, '0')
  const grouped = whole.some(({ kind }) => kind === 'comma')
    ? padded.replace(/\B(?=(\d{3})+$)/g, ',')
    : padded
  const kept = optionalCut(decimals, places)
  return withLiterals(whole, grouped) + (pointAt === -1 ? '' : `.${kept}`)
}

/** Decimals of a number as it is written, so that 1.005 becomes 1.01 as in Excel, which counts 15 digits. */
function fixed(size: number, places: number): string {
  if (size >= 1e21) return BigInt(Math.round(size)).toString()
  const decimal = String(Number(size.toPrecision(15)))
  const shown = Math.min(100, places)
  if (decimal.includes('e')) return Number(decimal).toFixed(shown)
  return Number(`${Math.round(Number(`${decimal}e${shown}`))}e-${shown}`).toFixed(shown)
}

/** Places of `#` at the end are left out where they are zero. */
function optionalCut(decimals: string, places: readonly FormatToken[]): string {
  let end = decimals.length
  while (end > 0 && decimals[end - 1] === '0' && places[end - 1]?.text !== '0') end -= 1
  return decimals.slice(0, end)
}

/** Text that stands between the places of a whole number, as in the pattern of a telephone number. */
function withLiterals(whole: readonly FormatToken[], grouped: string): string {
  if (!whole.some(({ kind }) => kind === 'literal')) return grouped
  let out = ''
  let left = grouped
  for (const { kind, text } of whole.toReversed()) {
    if (kind === 'literal') out = text + out
    else if (kind === 'digit') {
      out = left.slice(-1) + out
      left = left.slice(0, -1)
    }
  }
  return left + out
}

function power(
  size: number,
  whole: readonly FormatToken[],
  places: number,
  after: readonly FormatToken[],
): string {
  const step = Math.max(1, whole.filter(({ kind }) => kind === 'digit').length)
  let exponent = size === 0 ? 0 : Math.floor(Math.log10(size))
  if (step > 1) exponent = Math.floor(exponent / step) * step
  let mantissa = fixed(size / 10 ** exponent, places)
  if (Number(mantissa) >= 10 ** step) {
    exponent += step
    mantissa = fixed(size / 10 ** exponent, places)
  }
  const width = after.filter(({ kind }) => kind === 'digit').length
  const sign = exponent < 0 ? '-' : after[0]?.text.endsWith('+') === true ? '+' : ''
  return `${mantissa}E${sign}${String(Math.abs(exponent)).padStart(width, '0')}`
}

/** The nearest fraction whose denominator has no more digits than there are places (or is the one given). */
function fraction(value: number, core: readonly FormatToken[]): string {
  const slash = core.findIndex(({ kind }) => kind === 'slash')
  const under = core.slice(slash + 1)
  const mixed = core.slice(0, slash).some(({ kind, text }) => kind === 'literal' && text === ' ')
  const given = Number(under.map(({ text }) => text).join(''))
  const size = Math.abs(value)
  const whole = mixed ? Math.floor(size) : 0
  const most = 10 ** Math.min(4, under.filter(({ kind }) => kind === 'digit').length) - 1
  let [above, below, error] = [0, 1, Infinity]
  for (let denominator = given > 0 ? given : 1; denominator <= (given > 0 ? given : most); denominator += 1) {
    const numerator = Math.round((size - whole) * denominator)
    const off = Math.abs(size - whole - numerator / denominator)
    if (off < error - 1e-12) [above, below, error] = [numerator, denominator, off]
  }
  if (mixed && above === below) return String(whole + 1)
  if (mixed && above === 0) return String(whole)
  return `${mixed && whole > 0 ? `${whole} ` : ''}${above}/${below}`
}
