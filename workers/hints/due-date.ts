import { isoDate, type DateFound } from './dates.ts'
import type { DatedRole } from './issue-date.ts'
import type { Kind } from './kinds.ts'
import type { Cell, Sheet } from './lines.ts'
import { placeOf, type Place } from './neighbours.ts'

/** "net 30", "30 days net", "innerhalb von 14 Tagen", "30 dagar netto", "à 30 jours": days until payment is due. */
const terms: readonly RegExp[] = [
  /\bnet[ -]?(\d{1,3})\b(?! ?[%.,]\d)/i,
  /\b(\d{1,3})\s?(?:days?|tagen?|jours?|dagen|dagar|dager|dage|giorni|días|dias|dni|dnů|dní|nap|zile|дней|днів|gün)\s(?:net\b|netto)/i,
  /\b(?:payment|payable|due|pay)\b[^.;%]{0,30}\b(?:within|in)\s(\d{1,3})\sdays\b/i,
  /\b(?:zahlbar|zahlung|zahlungsziel|fällig)\b[^.;%]{0,40}?\b(\d{1,3})\stage/i,
  /\b(?:paiement|payable|règlement)\b[^.;%]{0,30}\b(\d{1,3})\s(?:jours|j\b)/i,
  /\b(?:betaling|betaaltermijn|te betalen|betalen|voldoen)\b[^.;%]{0,40}\b(\d{1,3})\sdagen/i,
  /\b(?:betalningsvillkor|betalingsbetingelser|betalingsfrist|betalning|betaling)\b[^.;%]{0,30}?\b(\d{1,3})\s(?:dagar|dage|dager)/i,
  /\b(?:pagamento|pagamento a|pago a|pago|forma de pago)\b[^.;%]{0,30}?\b(\d{1,3})\s(?:giorni|gg|días|dias)/i,
  /\b(?:maksuehto|maksuaika)\b[^.;%]{0,20}?\b(\d{1,3})\s(?:pv|päivää|vrk)/i,
  /\b(?:termin płatności|płatność)\b[^.;%]{0,20}?\b(\d{1,3})\sdni/i,
]

export interface DueFound {
  iso: string
  date?: DateFound
  at: Place | undefined
}

/**
 * The day by which to pay, of a quote the day it ends: as written, else the day of issue and the days of the payment
 * terms, where these name one number only.
 */
export function findDueDate(
  { cells }: Sheet,
  roles: readonly DatedRole[],
  issued: DateFound | undefined,
  kind: Kind | undefined,
): DueFound | undefined {
  const found =
    roles.find(({ role }) => role === 'due') ??
    (kind === 'quote' ? roles.find(({ role }) => role === 'valid') : undefined)
  if (found) {
    const { date } = found
    return { iso: isoDate(date), date, at: placeOf(date.cell, date.start, date.end) }
  }
  if (issued === undefined || (kind !== 'invoice' && kind !== undefined)) return undefined
  const days = new Map<number, { cell: Cell; start: number; end: number }>()
  for (const cell of cells) {
    for (const term of terms) {
      const match = term.exec(cell.text)
      const count = Number(match?.[1])
      if (match && count > 0 && count <= 180)
        days.set(count, { cell, start: match.index, end: match.index + match[0].length })
    }
  }
  const [only, ...others] = days
  if (only === undefined || others.length > 0) return undefined
  const [count, { cell, start, end }] = only
  return { iso: daysAfter(issued, count), at: placeOf(cell, start, end) }
}

function daysAfter({ year, month, day }: DateFound, days: number): string {
  return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10)
}
