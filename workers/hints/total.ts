import type { Amount } from './amounts.ts'
import { beside, byCell, type Beside } from './beside.ts'
import { isWhole } from './currencies.ts'
import type { Kind } from './kinds.ts'
import type { FoundLabel, Label } from './labels.ts'
import type { Sheet } from './lines.ts'

type Role = 'total' | 'due' | 'net' | 'tax' | 'paid' | 'previous' | 'closing' | 'netPay' | 'aside' | 'none'

interface Candidate {
  amount: Amount
  role: Role
  /** Named by the heading of its column only, with other words before it in its row: a line of a table, most often. */
  byHeading: boolean
  score: number
}

const roleLabels: ReadonlySet<Label> = new Set<Label>([
  'total',
  'due',
  'net',
  'tax',
  'gross',
  'paid',
  'previous',
  'closing',
  'netPay',
  'aside',
])

/** Roles in the order in which they win over a "total" they stand beside: "Total tax", "Total net of discount". */
const stronger: readonly Role[] = ['netPay', 'due', 'previous', 'paid', 'aside', 'tax', 'net', 'closing']

/** Cents by which sums of rounded figures may differ. */
const slack = 2

/** The sum of a document and how sure it is: `checked` says that other figures add up to it. */
export interface TotalFound {
  amount: Amount
  checked: boolean
}

/**
 * The sum a document is about: what is called its total with taxes, in doubt the larger; net pay of a payslip, the
 * closing balance of a statement. Figures that add up to it count most. What is left over from an earlier bill is taken
 * off where the rest is in the document too. Undefined where nothing tells.
 */
export function findTotal(
  sheet: Sheet,
  amounts: readonly Amount[],
  kind: Kind | undefined,
): TotalFound | undefined {
  const cells = byCell(amounts)
  const candidates = amounts.map((amount): Candidate => {
    return { amount, ...roleAt(sheet, amount, cells.get(amount.cell) ?? []), score: 0 }
  })
  const money = candidates.filter(({ amount, role }) => isMoney(amount, role))
  const sums = additions(money)
  for (const candidate of money) candidate.score = scoreOf(candidate, kind, sums)
  dropLines(money, sums)
  let best: Candidate | undefined
  for (const candidate of money) {
    if (candidate.score <= 0) continue
    if (
      best === undefined ||
      candidate.score > best.score ||
      (candidate.score === best.score && isLarger(candidate, best))
    ) {
      best = candidate
    }
  }
  if (best === undefined) return unlabelled(money, sums)
  const rest = withoutPrevious(best, money, sums)
  return { amount: rest.amount, checked: sums.has(rest.amount.cents) }
}

/**
 * Of several figures named by the heading of their column alone, each is the total of its line; only what the others
 * or net and tax add up to is that of the document.
 */
function dropLines(money: readonly Candidate[], sums: ReadonlySet<number>): void {
  const headed = money.filter(({ byHeading, score }) => byHeading && score > 0)
  const all = headed.reduce((sum, { amount }) => sum + amount.cents, 0)
  if (headed.length < 2) return
  for (const candidate of headed) {
    const { cents } = candidate.amount
    if (!sums.has(cents) && Math.abs(all - 2 * cents) > slack) candidate.score = 0
  }
}

const isLarger = (a: Candidate, b: Candidate): boolean => Math.abs(a.amount.cents) > Math.abs(b.amount.cents)

/** A figure is money with a currency or two decimals; a bare whole number only beside a word that asks for money. */
function isMoney({ mark, decimals, value, cell, start, end }: Amount, role: Role): boolean {
  if (mark !== undefined || decimals === 2) return true
  if (role === 'none' || role === 'aside' || role === 'net') return false
  const tail = cell.text.slice(end, end + 2)
  return (
    !/^\s?%/.test(tail) && value.length < 12 && !/[#№]\s?$/.test(cell.text.slice(0, start)) && decimals < 3
  )
}

function roleAt(
  sheet: Sheet,
  amount: Amount,
  siblings: readonly Amount[],
): Pick<Candidate, 'role' | 'byHeading'> {
  const places = beside(sheet, amount, siblings)
  for (const place of places) {
    const role = roleIn(place, siblings, amount)
    if (role !== undefined) return { role, byHeading: place.from === 'above' && places.length > 1 }
    if (place.from === 'same') break
  }
  return { role: 'none', byHeading: false }
}

function roleIn(
  { labels, from, cell }: Beside,
  siblings: readonly Amount[],
  amount: Amount,
): Role | undefined {
  let own: readonly FoundLabel[] = labels.filter(({ label }) => roleLabels.has(label))
  if (from === 'above' && cell.box === undefined && siblings.length > 1) {
    const label = own.length === siblings.length ? own[siblings.indexOf(amount)] : undefined
    own = label ? [label] : []
  }
  if (own.length === 0) return undefined
  const names = new Set(own.map(({ label }) => label))
  if (names.has('gross') && !names.has('paid') && !names.has('previous') && !names.has('aside'))
    return 'total'
  return stronger.find((role) => role !== 'none' && role !== 'total' && names.has(role)) ?? 'total'
}

/** Sums that hold in the document: net and tax make the total, or all taxes and a net amount do. */
function additions(money: readonly Candidate[]): ReadonlySet<number> {
  const nets = new Set(money.filter(({ role }) => role === 'net').map(({ amount }) => amount.cents))
  const taxes = new Set(money.filter(({ role }) => role === 'tax').map(({ amount }) => amount.cents))
  const all = new Set(money.slice(-200).map(({ amount }) => amount.cents))
  const found = new Set<number>()
  const add = (a: number, b: number): void => {
    if (a === 0 || b === 0 || Math.sign(a) !== Math.sign(b)) return
    for (let off = -slack; off <= slack; off += 1) if (all.has(a + b + off)) found.add(a + b + off)
  }
  for (const net of [...nets].slice(-60)) for (const tax of all) add(net, tax)
  for (const tax of [...taxes].slice(-60)) for (const net of all) add(net, tax)
  const everyTax = [...taxes].reduce((sum, tax) => sum + tax, 0)
  for (const net of nets) add(net, everyTax)
  return found
}

function scoreOf(candidate: Candidate, kind: Kind | undefined, sums: ReadonlySet<number>): number {
  const { amount, role, byHeading } = candidate
  const heading = byHeading ? -3 : 0
  const checked = sums.has(amount.cents) ? 2 : 0
  const zero = amount.cents === 0 ? -3 : 0
  switch (role) {
    case 'netPay':
      return kind === 'payslip' ? 9 : 3 + checked
    case 'closing':
      return kind === 'statement' ? 6 : 1.5 + zero
    case 'total':
      return 5 + checked + zero + heading + (isFull(amount) ? 0.5 : 0)
    case 'due':
      // What is called due is at most the total: where both are there, the larger is meant.
      return 5 + checked + zero + heading + (isFull(amount) ? 0.5 : 0)
    default:
      return 0
  }
}

const isFull = ({ mark, decimals, currency }: Amount): boolean =>
  mark !== undefined || decimals === 2 || isWhole(currency)

/** With nothing called a total: the largest figure if others add up to it, or the only money there is. */
function unlabelled(money: readonly Candidate[], sums: ReadonlySet<number>): TotalFound | undefined {
  const free = money.filter(({ role, amount }) => role === 'none' && amount.mark !== undefined)
  const largest = money.reduce<Candidate | undefined>((a, b) => (a && !isLarger(b, a) ? a : b), undefined)
  if (largest?.role === 'none' && sums.has(largest.amount.cents))
    return { amount: largest.amount, checked: true }
  const values = new Set(free.map(({ amount }) => amount.cents))
  const [only] = free
  return only && values.size === 1 && free.length === money.length
    ? { amount: only.amount, checked: false }
    : undefined
}

function withoutPrevious(best: Candidate, money: readonly Candidate[], sums: ReadonlySet<number>): Candidate {
  if (sums.has(best.amount.cents)) return best
  const previous = money.filter(({ role, amount }) => role === 'previous' && amount.cents > 0)
  for (const { amount } of previous.slice(0, 10)) {
    const rest = money.find(
      (other) =>
        other.role !== 'previous' &&
        other.amount.cents === best.amount.cents - amount.cents &&
        other.amount.cents > 0,
    )
    if (rest) return rest
  }
  return best
}
