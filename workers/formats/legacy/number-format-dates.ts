import type { FormatToken } from './number-format-tokens.ts'

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')
const SECONDS_A_DAY = 86_400
/** Last day Excel knows, 9999-12-31. */
const LAST_DAY = 2_958_465
/** Days between the two ways to count. */
const DAYS_TO_1904 = 1462

/** Whether a format shows a date or a time. */
export const isDateFormat = (tokens: readonly FormatToken[]): boolean =>
  tokens.some(({ kind }) => kind === 'date' || kind === 'elapsed')

interface Moment {
  year: number
  month: number
  day: number
  weekday: number
  /** Of the day. */
  seconds: number
  /** Since the start of counting. */
  total: number
}

/** A day number as a date and time; undefined where there is no such day. */
export function dateText(
  value: number,
  tokens: readonly FormatToken[],
  date1904: boolean,
): string | undefined {
  const places = decimalPlaces(tokens)
  const moment = momentOf(date1904 ? value + DAYS_TO_1904 : value, value, places)
  if (moment === undefined) return undefined
  const twelve = tokens.some(({ kind }) => kind === 'half')
  let out = ''
  for (const [index, token] of tokens.entries()) {
    const { kind, text } = token
    if (kind === 'date')
      out += isMinute(tokens, index) ? padded(minutes(moment), text) : part(moment, text, twelve)
    else if (kind === 'elapsed') out += elapsed(moment, text)
    else if (kind === 'half') out += half(moment, text)
    else if (kind === 'digit' && tokens[index - 1]?.kind === 'point') {
      out += (moment.seconds % 1).toFixed(places).slice(2)
    } else if (kind !== 'digit') out += text
  }
  return out.trim()
}

/** Places after the point of seconds. */
function decimalPlaces(tokens: readonly FormatToken[]): number {
  const point = tokens.findIndex(({ kind }) => kind === 'point')
  if (point === -1) return 0
  let places = 0
  while (places < 3 && tokens[point + 1 + places]?.kind === 'digit') places += 1
  return places
}

function momentOf(days: number, total: number, places: number): Moment | undefined {
  const step = 10 ** places
  const rounded = Math.round(days * SECONDS_A_DAY * step) / step
  const day = Math.floor(rounded / SECONDS_A_DAY)
  if (days < 0 || day > LAST_DAY) return undefined
  const seconds = Math.round((rounded - day * SECONDS_A_DAY) * step) / step
  const more = { seconds, total: Math.round(total * SECONDS_A_DAY * step) / step }
  // Excel counts a 29 February 1900, and shows day 0 as the 0th of January.
  if (day === 60) return { year: 1900, month: 1, day: 29, weekday: 3, ...more }
  if (day === 0) return { year: 1900, month: 0, day: 0, weekday: 6, ...more }
  const date = new Date(Date.UTC(1899, 11, day > 60 ? 30 : 31) + day * SECONDS_A_DAY * 1000)
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth(),
    day: date.getUTCDate(),
    weekday: (day + 6) % 7,
    ...more,
  }
}

/** A month next to hours or seconds is minutes. */
function isMinute(tokens: readonly FormatToken[], index: number): boolean {
  if (!/^m{1,2}$/.test(tokens[index]?.text ?? '')) return false
  const isTime = ({ kind }: FormatToken): boolean => kind === 'date' || kind === 'elapsed'
  const before = tokens.slice(0, index).findLast(isTime)
  const after = tokens.slice(index + 1).find(isTime)
  return before?.text.startsWith('h') === true || after?.text.startsWith('s') === true
}

const minutes = ({ seconds }: Moment): number => Math.floor(seconds / 60) % 60
const padded = (value: number, code: string): string => String(value).padStart(Math.min(2, code.length), '0')

function part({ year, month, day, weekday, seconds }: Moment, code: string, twelve: boolean): string {
  const hour = Math.floor(seconds / 3600)
  switch (code.charAt(0)) {
    case 'y':
      return code.length > 2 ? String(year).padStart(4, '0') : String(year % 100).padStart(2, '0')
    case 'm':
      if (code.length < 3) return padded(month + 1, code)
      return MONTHS[month]?.slice(0, code.length === 3 ? 3 : code.length === 5 ? 1 : undefined) ?? ''
    case 'd':
      return code.length < 3
        ? padded(day, code)
        : (DAYS[weekday]?.slice(0, code.length === 3 ? 3 : undefined) ?? '')
    case 'h':
      return padded(twelve ? hour % 12 || 12 : hour, code)
    default:
      return padded(Math.floor(seconds % 60), code)
  }
}

function elapsed({ total }: Moment, code: string): string {
  const unit = { h: 3600, m: 60, s: 1 }[code.charAt(0)] ?? 1
  return String(Math.floor(total / unit)).padStart(code.length, '0')
}

function half({ seconds }: Moment, code: string): string {
  const name = seconds < SECONDS_A_DAY / 2 ? 'AM' : 'PM'
  return code.length === 3 ? name.charAt(0) : name
}
