import type { FormatToken } from './number-format-parse.ts'

/** Digits of a number, of which Excel keeps fifteen: `0.digits` times ten to the power of `point`. */
interface Decimal {
  digits: string
  point: number
}

const PRECISION = 15

/** A magnitude as a format shows it; its sign is the caller's (ECMA-376 part 1, section 18.8.31). */
export function formatMagnitude(magnitude: number, tokens: readonly FormatToken[]): string {
  const slash = tokens.findIndex(({ type }) => type === 'slash')
  if (slash > 0 && tokens.slice(slash).some(isDenominator)) return formatFraction(magnitude, tokens, slash)
  const { scale, isGrouped } = commas(tokens)
  const percents = tokens.filter(({ type }) => type === 'percent').length
  const number = decimalOf(magnitude)
  if (number.digits !== '') number.point += 2 * percents - 3 * scale
  const exponent = tokens.findIndex(({ type }) => type === 'exponent')
  return exponent < 0
    ? withDigits(tokens, number, isGrouped)
    : formatScientific(tokens.slice(0, exponent), tokens.slice(exponent), number)
}

/**
 * A magnitude in the General format: eleven characters, as in a wide cell. Whole numbers below 10^15 keep all their
 * digits, which Excel only shows when the cell is edited: they may be numbers of articles or accounts.
 */
export function formatGeneral(magnitude: number): string {
  if (Number.isInteger(magnitude) && magnitude < 1e15) return String(magnitude)
  const { digits, point } = decimalOf(magnitude)
  if (digits === '') return '0'
  if (point > 11 || point < -8 || (point < -3 && digits.length - point > 9)) {
    const { digits: own, point: at } = rounded({ digits, point }, 6 - point)
    const [mantissa, power] = [own.length > 1 ? `${own.slice(0, 1)}.${own.slice(1)}` : own, at - 1]
    return `${mantissa}E${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`
  }
  const { digits: own, point: at } = rounded({ digits, point }, point > 0 ? Math.max(0, 10 - point) : 9)
  if (at >= own.length) return own.padEnd(at, '0')
  return at > 0 ? `${own.slice(0, at)}.${own.slice(at)}` : `0.${'0'.repeat(-at)}${own}`
}

const isDenominator = (token: FormatToken): boolean =>
  token.type === 'digit' || (token.type === 'literal' && /^[1-9]$/.test(token.text))

function decimalOf(magnitude: number): Decimal {
  if (!(magnitude > 0) || !Number.isFinite(magnitude)) return { digits: '', point: 0 }
  const [mantissa = '', power = '0'] = magnitude.toExponential(PRECISION - 1).split('e')
  return { digits: mantissa.replace('.', '').replace(/0+$/, ''), point: Number(power) + 1 }
}

/** Rounded half up to so many decimals. */
function rounded({ digits, point }: Decimal, decimals: number): Decimal {
  const kept = point + decimals
  if (kept >= digits.length) return { digits, point }
  if (kept < 0) return { digits: '', point: 0 }
  const own = Array.from(digits.slice(0, kept), Number)
  let carry = Number(digits.charAt(kept)) >= 5 ? 1 : 0
  for (let i = own.length - 1; i >= 0 && carry === 1; i -= 1) {
    const sum = (own[i] ?? 0) + 1
    own[i] = sum % 10
    carry = sum > 9 ? 1 : 0
  }
  const text = (carry === 1 ? '1' : '') + own.join('')
  const trimmed = text.replace(/0+$/, '')
  return trimmed === '' ? { digits: '', point: 0 } : { digits: trimmed, point: point + carry }
}

/** A comma between digits groups them by thousands, one after the last of them divides by a thousand. */
function commas(tokens: readonly FormatToken[]): { scale: number; isGrouped: boolean } {
  const point = tokens.findIndex(({ type }) => type === 'point' || type === 'exponent')
  const whole = point < 0 ? tokens : tokens.slice(0, point)
  const first = whole.findIndex(({ type }) => type === 'digit')
  const last = tokens.findLastIndex(({ type }) => type === 'digit')
  const lastWhole = whole.findLastIndex(({ type }) => type === 'digit')
  const isComma = ({ type }: FormatToken): boolean => type === 'comma'
  const after = (from: number, of: readonly FormatToken[]): number => {
    const end = of.findIndex((token, index) => index > from && !isComma(token))
    return (end < 0 ? of.length : end) - from - 1
  }
  const scale =
    (lastWhole < 0 ? 0 : after(lastWhole, whole)) + (last > lastWhole && point >= 0 ? after(last, tokens) : 0)
  return { scale, isGrouped: first >= 0 && whole.slice(first, lastWhole).some(isComma) }
}

/** Puts the digits of a number into the places of a format. */
function withDigits(tokens: readonly FormatToken[], number: Decimal, isGrouped: boolean): string {
  const point = tokens.findIndex(({ type }) => type === 'point')
  const [whole, decimals] = point < 0 ? [tokens, []] : [tokens.slice(0, point), tokens.slice(point + 1)]
  if (!tokens.some(({ type }) => type === 'digit')) return tokens.map(literal).join('')
  const places = decimals.filter(({ type }) => type === 'digit').length
  const { digits, point: at } = rounded(number, places)
  const before = at <= 0 ? '' : digits.slice(0, at).padEnd(at, '0')
  const behind = (at < 0 ? '0'.repeat(-at) + digits : digits.slice(at)).padEnd(places, '0')
  const fraction = point < 0 ? '' : `.${decimalPlaces(decimals, behind)}`
  return wholePlaces(whole, before, isGrouped) + fraction
}

/** From the right; the leftmost place takes all digits that are left. */
function wholePlaces(tokens: readonly FormatToken[], digits: string, isGrouped: boolean): string {
  const first = tokens.findIndex(({ type }) => type === 'digit')
  if (first < 0) return tokens.map(literal).join('') + digits
  const parts: string[] = []
  let left = digits
  let count = 0
  const put = (digit: string): void => {
    if (isGrouped && count > 0 && count % 3 === 0) parts.push(',')
    parts.push(digit)
    count += 1
  }
  for (let i = tokens.length - 1; i >= 0; i -= 1) {
    const token = tokens[i]
    if (token?.type !== 'digit') {
      if (token !== undefined) parts.push(literal(token))
      continue
    }
    do {
      if (left !== '') put(left.slice(-1))
      else if (token.text !== '#') put(token.text === '0' ? '0' : ' ')
      left = left.slice(0, -1)
    } while (i === first && left !== '')
  }
  return parts.reverse().join('')
}

function decimalPlaces(tokens: readonly FormatToken[], digits: string): string {
  const used = digits.replace(/0+$/, '').length
  let place = 0
  return tokens
    .map((token) => {
      if (token.type !== 'digit') return literal(token)
      const digit = digits.charAt(place)
      place += 1
      if (place <= used || token.text === '0') return digit
      return token.text === '?' ? ' ' : ''
    })
    .join('')
}

/** The power is a multiple of the number of whole places: `##0.0E+0` counts in thousands. */
function formatScientific(
  mantissa: readonly FormatToken[],
  power: readonly FormatToken[],
  number: Decimal,
): string {
  const point = mantissa.findIndex(({ type }) => type === 'point')
  const digitsIn = (tokens: readonly FormatToken[]): number =>
    tokens.filter(({ type }) => type === 'digit').length
  const whole = Math.max(1, digitsIn(point < 0 ? mantissa : mantissa.slice(0, point)))
  const decimals = point < 0 ? 0 : digitsIn(mantissa.slice(point))
  const powerOf = ({ digits, point: at }: Decimal): number =>
    digits === '' ? 0 : Math.floor((at - 1) / whole) * whole
  let exponent = powerOf(number)
  // Rounding may carry over into the next power.
  const carried = rounded(number, decimals - exponent)
  if (carried.digits !== '') exponent = powerOf(carried)
  const shifted = number.digits === '' ? number : { digits: number.digits, point: number.point - exponent }
  const [mark] = power
  const sign = exponent < 0 ? '-' : mark?.type === 'exponent' && mark.isSigned ? '+' : ''
  const places = digitsIn(power)
  const rest = power.slice(1).filter(({ type }) => type !== 'digit')
  const digits = String(Math.abs(exponent)).padStart(places, '0')
  return `${withDigits(mantissa, shifted, false)}E${sign}${digits}${rest.map(literal).join('')}`
}

function formatFraction(magnitude: number, tokens: readonly FormatToken[], slash: number): string {
  const over = tokens.slice(slash + 1)
  const end = over.findIndex(
    (token) => !isDenominator(token) && !(token.type === 'literal' && token.text === '0'),
  )
  const below = end < 0 ? over : over.slice(0, end)
  const fixed = Number(
    below.map((token) => (token.type === 'literal' || token.type === 'digit' ? token.text : '')).join(''),
  )
  // Places before the last blank are for the whole, those after it for the numerator.
  const numerator = tokens
    .slice(0, slash)
    .findLastIndex((token, index, all) => token.type !== 'digit' && all[index + 1]?.type === 'digit')
  const wholeTokens = tokens.slice(0, numerator + 1)
  const hasWhole = wholeTokens.some(({ type }) => type === 'digit')
  const value = Number(magnitude.toPrecision(PRECISION))
  let whole = hasWhole ? Math.floor(value) : 0
  const [nearestAbove, under] =
    fixed > 0
      ? [Math.round((value - whole) * fixed), fixed]
      : nearest(value - whole, 10 ** Math.min(7, below.length) - 1)
  let above = nearestAbove
  if (hasWhole && above === under) [whole, above] = [whole + 1, 0]
  const tail = end < 0 ? '' : over.slice(end).map(literal).join('')
  const head = hasWhole ? withDigits(wholeTokens, decimalOf(whole), false) : wholeTokens.map(literal).join('')
  if (hasWhole && above === 0) return `${whole === 0 ? '0' : head.trimEnd()}${tail}`
  return `${head}${above}/${under}${tail}`
}

/** The last convergent of the continued fraction with a denominator up to `most`, as Excel shows: π is 3 1/7. */
function nearest(value: number, most: number): [number, number] {
  let [p0, q0, p1, q1] = [0, 1, 1, 0]
  let x = value
  for (let steps = 0; steps < 64; steps += 1) {
    const whole = Math.floor(x)
    const [p, q] = [whole * p1 + p0, whole * q1 + q0]
    if (q > most) break
    ;[p0, q0, p1, q1] = [p1, q1, p, q]
    if (x - whole < 1e-10) break
    x = 1 / (x - whole)
  }
  return [p1, q1]
}

function literal(token: FormatToken): string {
  switch (token.type) {
    case 'literal':
      return token.text
    case 'percent':
      return '%'
    case 'slash':
      return '/'
    default:
      return ''
  }
}
