import { beside, byCell, lastOf, type Beside } from './beside.ts'
import { isoDate, isDay, type DateFound } from './dates.ts'
import type { Kind } from './kinds.ts'
import { isKind, type FoundLabel, type Label } from './labels.ts'
import type { Sheet } from './lines.ts'

/** What a date is the date of, by the words beside it. */
export type DateRole =
  'issued' | 'date' | 'document' | 'due' | 'valid' | 'order' | 'period' | 'periodEnd' | 'other' | 'none'

export interface DatedRole {
  date: DateFound
  role: DateRole
}

const roleOf = new Map<Label, DateRole>([
  ['issued', 'issued'],
  ['date', 'date'],
  ['dueDate', 'due'],
  ['validDate', 'valid'],
  ['orderDate', 'order'],
  ['period', 'period'],
  ['otherDate', 'other'],
  ['ownNumber', 'document'],
  ['otherNumber', 'other'],
])
const dateLabels: ReadonlySet<Label> = new Set(roleOf.keys())

/** Characters between a label and its date: "(dd/mm/yyyy)" and the like may stand there. */
const near = 32

/** Words that ask for money, before "until" or "by". */
const asksToPay =
  /zahl|überweis|ueberweis|begleich|pay|remit|settle|régl|regl|vers|betaal|voldoe|overmak|pag[aou]|abon|salda|zapł|wpła|betal|maks|uhra|zaplat|fizet|utal|plăt|plat|achit|оплат|сплат|öde|πληρ|εξοφλ/i
const until =
  /(?:\b(?:bis(?: zum| spätestens)?|until|by|before|no later than|avant le|au plus tard le|vóór|voor|uiterlijk|antes del?|hasta(?: el)?|entro(?: il)?|até|do dnia|do|senast|senest|innen|mennessä|viimeistään|до|najpóźniej|nejpozději|pana la|până la|kadar|έως|μέχρι)|-ig)\s*:?\s*(?:dem|den|zum|le|el|il|dnia)?\s*$/i

/** The dates of a document with what they are the dates of, in reading order. */
export function dateRoles(sheet: Sheet, dates: readonly DateFound[]): DatedRole[] {
  const cells = byCell(dates)
  const roles: DatedRole[] = []
  for (const date of dates) {
    const siblings = cells.get(date.cell) ?? []
    const earlier = siblings[siblings.indexOf(date) - 1]
    const joint = earlier && date.cell.text.slice(earlier.end, date.start)
    if (
      joint !== undefined &&
      /^\s?(?:-|–|—|to|until|through|thru|bis|bis zum|au|al|a|à|ao|do|til|till|tot|t\/m|do dnia|по|до|~|〜|から|至|ile|έως|عد|حتى)?\s?$/i.test(
        joint,
      )
    ) {
      const start = roles.at(-1)
      if (start) start.role = 'period'
      roles.push({ date, role: 'periodEnd' })
      continue
    }
    roles.push({ date, role: roleAt(sheet, date, siblings) })
  }
  return roles
}

function roleAt(sheet: Sheet, date: DateFound, siblings: readonly DateFound[]): DateRole {
  const lead = textBefore(date)
  if (
    until.test(lead) &&
    asksToPay.test(`${rowBefore(sheet, date)} ${lead}`) &&
    !/skonto|discount|escompte/i.test(lead.slice(-60))
  ) {
    return 'due'
  }
  const places = beside(sheet, date, siblings)
  for (const place of places) {
    const role = roleIn(place, date, siblings)
    if (role !== undefined) return role
    // Words of its own that say nothing of dates: what is above is the heading of another column.
    if (place.from === 'same') break
  }
  return 'none'
}

const textBefore = ({ cell, start }: DateFound): string => cell.text.slice(Math.max(0, start - 120), start)

function rowBefore({ rows }: Sheet, { cell }: DateFound): string {
  const row = rows[cell.row.index - 1]
  return row?.page === cell.page
    ? row.cells
        .map(({ text }) => text)
        .join(' ')
        .slice(-120)
    : ''
}

function roleIn(place: Beside, date: DateFound, siblings: readonly DateFound[]): DateRole | undefined {
  const { labels, from, end, cell } = place
  const own = labels.filter(({ label }) => dateLabels.has(label))
  if (from === 'above' && cell.box === undefined && siblings.length > 1) {
    // A line of labels over a line of values, with no places to go by: first over first.
    const dated = own.filter(({ label }) => label !== 'ownNumber' && label !== 'otherNumber')
    const label = dated.length === siblings.length ? dated[siblings.indexOf(date)] : undefined
    return label && roleOf.get(label.label)
  }
  const last = own.at(-1)
  const named = labels.findLast(({ label }) => isKind(label))
  if (last === undefined || (last.label === 'date' && named && named.start < last.start)) {
    return connected(place, named, last) ?? (last && isNear(last, end, cell.text) ? 'date' : undefined)
  }
  if (last.label === 'ownNumber') return from === 'same' && end - last.end < 45 ? 'document' : undefined
  const strong =
    last.label === 'date' ? (lastOf(labels.slice(0, labels.indexOf(last)), specific) ?? last) : last
  const chosen = last.start - strong.end < 12 ? strong : last
  return isNear(last, end, cell.text) ? roleOf.get(chosen.label) : undefined
}

const specific: ReadonlySet<Label> = new Set([
  'issued',
  'dueDate',
  'validDate',
  'orderDate',
  'otherDate',
  'period',
])

const isNear = (label: FoundLabel, end: number, text: string): boolean =>
  end - label.end <= near || !/[\p{L}\d]/u.test(text.slice(label.end, end))

/** "Rechnung Nr. 4711 vom …", "Bestellung vom …": the date of the document, or of the order named. */
function connected(
  { from, end, cell }: Beside,
  named: FoundLabel | undefined,
  last: FoundLabel | undefined,
): DateRole | undefined {
  if (named === undefined || from === 'above' || end - named.end > 48) return undefined
  if (last !== undefined && end - last.end > 6) return undefined
  if (named.label === 'order') return 'order'
  if (named.label === 'contract') return last ? 'other' : undefined
  if (/gemäß|gemaess|laut|selon|according|per |conform|según|secondo/i.test(cell.text.slice(named.end, end)))
    return 'other'
  return 'document'
}

/** How the day and month of numeric dates are to be read. */
export interface DateOrder {
  monthFirst: boolean
  /** Whether the dates themselves leave no other way. */
  settled: boolean
}

/**
 * Decides the order of day and month once for a document: by dates that allow one order only, by the same day written
 * out elsewhere, by payment that cannot be due before the day of issue; else by the custom that `monthFirst` names,
 * and then it is not settled.
 */
export function dateOrder(roles: readonly DatedRole[], monthFirst: boolean): DateOrder {
  const numeric = roles.filter(({ date }) => date.numeric && date.day !== date.month)
  const plain = new Set(roles.filter(({ date }) => !date.numeric).map(({ date }) => isoDate(date)))
  let votes = 0
  for (const { date } of numeric) {
    if (!isSwappable(date)) votes += isMonthFirst(date) ? -1 : 1
    else if (plain.has(isoDate(date))) votes += 1
    else if (plain.has(isoDate(swapped(date)))) votes -= 1
  }
  if (votes === 0) {
    const issue = numeric.find(
      ({ date, role }) => isSwappable(date) && (role === 'issued' || role === 'date' || role === 'document'),
    )
    const due = numeric.find(({ date, role }) => isSwappable(date) && role === 'due')
    if (issue && due) {
      const dayFirst = isoDate(due.date) >= isoDate(issue.date)
      const otherWay = isoDate(swapped(due.date)) >= isoDate(swapped(issue.date))
      if (dayFirst !== otherWay) votes = dayFirst ? 1 : -1
    }
  }
  return votes === 0 ? { monthFirst, settled: false } : { monthFirst: votes < 0, settled: true }
}

/** Whether a numeric date could be read with day and month the other way about. */
export function isSwappable({ numeric, year, month, day }: DateFound): boolean {
  return numeric && month !== day && isDay(year, day, month)
}

/** Read as day first where possible, a date of which the second number is over 12 was written month first. */
function isMonthFirst({ cell, start, end, day }: DateFound): boolean {
  const [first] = cell.text.slice(start, end).split(/[/-]/)
  return Number(first) !== day
}

function swapped(date: DateFound): DateFound {
  return { ...date, month: date.day, day: date.month }
}

/** A date read in the order decided. */
export function ordered(date: DateFound, { monthFirst }: DateOrder): DateFound {
  return monthFirst && isSwappable(date) && !isMonthFirst(date) ? swapped(date) : date
}

/** The day the document was made: named so, or the date of its number, or a date that stands free at its top. */
export function findIssueDate(
  sheet: Sheet,
  roles: readonly DatedRole[],
  kind: Kind | undefined,
): DateFound | undefined {
  const firstPage = sheet.rows[0]?.page
  const score = ({ role, date }: DatedRole): number => {
    switch (role) {
      case 'issued':
        return 10
      case 'document':
        return 8
      case 'date':
        return date.cell.page === firstPage ? 6 : 3
      case 'order':
        return kind === 'order' ? 9 : 0
      case 'periodEnd':
        return kind === 'statement' || kind === 'payslip' ? 4 : 0
      case 'none':
        if (kind === 'receipt' && isTimed(date)) return 2.5
        return date.cell.page === firstPage ? standing(date, first, onPage) : 0
      default:
        return 0
    }
  }
  const first = sheet.rows[0]?.index ?? 0
  const onPage = sheet.rows.filter((row) => row.page === firstPage).length
  let best: { date: DateFound; score: number } | undefined
  for (const dated of roles) {
    const own = score(dated)
    if (own > (best?.score ?? 0)) best = { date: dated.date, score: own }
  }
  return best?.date
}

/** A till prints the time of day behind the date, often at the foot of its slip, at times a tabulator away. */
function isTimed({ cell, end }: DateFound): boolean {
  const own = cell.text.slice(end, end + 12)
  const behind = own === '' ? ` ${cell.row.cells[cell.column + 1]?.text ?? ''}` : own
  return /^[\s,T]{1,3}(?:at |um |à )?\d{1,2}[:.h]\d{2}(?!\d)/i.test(behind)
}

/** A date without a label counts where it stands by itself or ends a short line, in the upper half of the page. */
function standing({ cell, start, end }: DateFound, first: number, rowsOnPage: number): number {
  const upper = cell.row.index - first < Math.max(4, rowsOnPage * 0.5)
  const alone = start === 0 && end === cell.text.length
  if (upper && (alone || (end === cell.text.length && cell.text.length <= 70))) return alone ? 3 : 2
  return upper && cell.text.length <= 60 ? 1 : 0
}
