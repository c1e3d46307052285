import type { FormatToken } from './number-format-parse.ts'

const months = 'January February March April May June July August September October November December'.split(
  ' ',
)
const days = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')

const DAY_SECONDS = 86_400
const DAY_MS = DAY_SECONDS * 1000
/** Days between the starts of the two date systems (ECMA-376 part 1, section 18.17.4.1). */
const FROM_1904 = 1462
/** 9999-12-31. */
const MAX_DAY = 2_958_465
/** 1900-02-29, which never was but has a number. */
const LEAP_BUG = 60

interface Moment {
  year: number
  /** 1 to 12. */
  month: number
  day: number
  /** 0 is Sunday. */
  weekday: number
  /** Since midnight, in units of a second divided by `units`. */
  time: number
  /** Since the start of the date system. */
  total: number
  units: number
}

/**
 * A date and time by its number, days since the start of the date system, as a format shows it in US English;
 * undefined for what has no date: before the start, after the year 9999 (ECMA-376 part 1, section 18.8.31).
 */
export function formatDate(
  serial: number,
  tokens: readonly FormatToken[],
  is1904: boolean,
): string | undefined {
  const decimals = Math.min(
    3,
    Math.max(0, ...tokens.map((token) => (token.type === 'fraction' ? token.length : 0))),
  )
  const moment = momentOf(serial, 10 ** decimals, is1904)
  if (moment === undefined) return undefined
  const isHalved = tokens.some(({ type }) => type === 'half')
  return tokens.map((token) => shown(token, moment, isHalved)).join('')
}

function momentOf(serial: number, units: number, is1904: boolean): Moment | undefined {
  const total = Math.round(serial * DAY_SECONDS * units)
  const perDay = DAY_SECONDS * units
  const number = Math.floor(total / perDay) + (is1904 ? FROM_1904 : 0)
  if (!(serial >= 0) || number > MAX_DAY) return undefined
  const rest = { weekday: (number + 6) % 7, time: total % perDay, total, units }
  if (number === 0) return { year: 1900, month: 1, day: 0, ...rest }
  if (number === LEAP_BUG) return { year: 1900, month: 2, day: 29, ...rest }
  const date = new Date(Date.UTC(1899, 11, number > LEAP_BUG ? 30 : 31) + number * DAY_MS)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate(), ...rest }
}

function shown(token: FormatToken, moment: Moment, isHalved: boolean): string {
  const { time, units } = moment
  const hour = Math.floor(time / units / 3600)
  switch (token.type) {
    case 'literal':
      return token.text
    case 'half':
      return (hour < 12 ? 'AM' : 'PM').slice(0, token.isShort ? 1 : 2)
    case 'fraction':
      return `.${String(time % units)
        .padStart(Math.log10(units), '0')
        .slice(0, token.length)}`.padEnd(token.length + 1, '0')
    case 'date':
      return token.isElapsed ? elapsed(token, moment) : part(token, moment, isHalved ? hour % 12 || 12 : hour)
    case 'slash':
      return '/'
    case 'point':
      return '.'
    case 'comma':
      return ','
    case 'percent':
      return '%'
    default:
      return ''
  }
}

function elapsed({ letter, length }: { letter: string; length: number }, { total, units }: Moment): string {
  const unitSeconds = letter === 'h' ? 3600 : letter === 'n' ? 60 : 1
  return String(Math.floor(total / units / unitSeconds)).padStart(Math.min(length, 9), '0')
}

function part({ letter, length }: { letter: string; length: number }, moment: Moment, hour: number): string {
  const { year, month, day, weekday, time, units } = moment
  const padded = (value: number): string => String(value).padStart(Math.min(2, length), '0')
  switch (letter) {
    case 'y':
      return length <= 2 ? String(year % 100).padStart(2, '0') : String(year)
    case 'e':
      return String(year)
    case 'b':
      return length <= 2 ? String((year + 543) % 100).padStart(2, '0') : String(year + 543)
    case 'm': {
      const name = months[month - 1] ?? ''
      return length <= 2
        ? padded(month)
        : length === 3
          ? name.slice(0, 3)
          : length === 5
            ? name.slice(0, 1)
            : name
    }
    case 'd': {
      const name = days[weekday] ?? ''
      return length <= 2 ? padded(day) : length === 3 ? name.slice(0, 3) : name
    }
    case 'h':
      return padded(hour)
    case 'n':
      return padded(Math.floor(time / units / 60) % 60)
    default:
      return padded(Math.floor(time / units) % 60)
  }
}

/** The number of a date in ISO 8601 (ECMA-376 part 1, section 18.17.4.2); undefined for what is none. */
export function serialOf(text: string, is1904: boolean): number | undefined {
  const found = /^(?:(\d{4})-(\d\d)-(\d\d))?(?:T?(\d\d):(\d\d)(?::(\d\d(?:\.\d+)?))?)?Z?$/.exec(text.trim())
  if (found === null || found[0] === '') return undefined
  const [, year, month, day, hours = '0', minutes = '0', seconds = '0'] = found
  const time = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) / DAY_SECONDS
  if (year === undefined) return time
  const since = (Date.UTC(Number(year), Number(month) - 1, Number(day)) - Date.UTC(1899, 11, 30)) / DAY_MS
  return (since <= LEAP_BUG ? since - 1 : since) - (is1904 ? FROM_1904 : 0) + time
}
