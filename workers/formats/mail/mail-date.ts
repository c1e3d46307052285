const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Zones by name, in hours (RFC 5322, section 4.3); all other names are of unknown place and count as UTC. */
const ZONES: Readonly<Record<string, number>> = {
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
  CET: 1,
  CEST: 2,
  BST: 1,
  JST: 9,
}

const DAY_FIRST =
  /(\d{1,2})[\s-]+([A-Za-z]{3})[a-z]*[\s,-]+(\d{2,4})[\s,]+(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?\s*(?:([+-]\d{4})|([A-Za-z]{1,5}))?/
/** As the function asctime of C writes it. */
const MONTH_FIRST =
  /([A-Za-z]{3})\s+(\d{1,2})\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s+(?:([A-Z]{3,4})\s+)?(\d{4})(?:\s+([+-]\d{4}))?/
const ISO = /(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?\s*(Z|[+-]\d{2}:?\d{2})?/

/** A date of a mail (RFC 5322, sections 3.3 and 4.3) as ISO 8601 in UTC; undefined where there is no such day. */
export function parseMailDate(field: string): string | undefined {
  const text = field.slice(0, 200)
  const day = DAY_FIRST.exec(text)
  if (day !== null) {
    const [, date, month, year, hour, minute, second, offset, zone] = day
    return iso(fullYear(year ?? ''), month ?? '', date, hour, minute, second, offset ?? zone)
  }
  const asctime = MONTH_FIRST.exec(text)
  if (asctime !== null) {
    const [, month, date, hour, minute, second, zone, year, offset] = asctime
    return iso(Number(year), month ?? '', date, hour, minute, second, offset ?? zone)
  }
  const [, year, month, date, hour, minute, second, offset] = ISO.exec(text) ?? []
  if (year === undefined) return undefined
  return iso(
    Number(year),
    MONTHS[Number(month) - 1] ?? '',
    date,
    hour,
    minute,
    second,
    offset?.replace(':', ''),
  )
}

/** Two digits are of 1950 to 2049, three are counted from 1900 (section 4.3). */
function fullYear(digits: string): number {
  const year = Number(digits)
  if (digits.length === 2) return year < 50 ? 2000 + year : 1900 + year
  return digits.length === 3 ? 1900 + year : year
}

function iso(
  year: number,
  monthName: string,
  date: string | undefined,
  hour: string | undefined,
  minute: string | undefined,
  second = '0',
  zone = '+0000',
): string | undefined {
  const month = MONTHS.indexOf(monthName.toLowerCase())
  const day = Number(date)
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  if (month === -1 || day < 1 || day > lastDay || Number(hour) > 24 || Number(minute) > 59) return undefined
  // A second 60 is a leap second, of which UTC in a computer knows nothing.
  const local = Date.UTC(year, month, day, Number(hour), Number(minute), Math.min(59, Number(second)))
  const time = new Date(local - offsetMinutes(zone) * 60_000)
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString().replace('.000Z', 'Z')
}

function offsetMinutes(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2})(\d{2})$/.exec(zone) ?? []
  if (sign === undefined) return (ZONES[zone.toUpperCase()] ?? 0) * 60
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}
