import type { Amount } from './amounts.ts'
import { byCell } from './beside.ts'
import type { DateFound } from './dates.ts'
import type { KindFound } from './kind.ts'
import type { Kind } from './kinds.ts'
import { isKind, type FoundLabel } from './labels.ts'
import type { Cell, Sheet } from './lines.ts'
import { after, below, placeOf, type Place } from './neighbours.ts'

export interface NumberFound {
  value: string
  at: Place | undefined
}

interface Candidate extends NumberFound {
  score: number
}

/** What may stand between a kind of document and the mark that makes its number: "Numéro de la facture", "Rechnung (380) Nr." */
const joint =
  /^[\s.:#°º/\\-]*(?:(?:de|del|della|dell'|du|des|da|do|d'|der|des|la|le|of|van|för|för|for|z|na)\s)*(?:la |l')?(?:\([^()]{1,40}\)\s?){0,2}[\s.:-]*$/i

/** Numbers and letters in one, with the marks that number systems use. */
const token =
  /^[\s:.#=°º|–-]*((?:[A-Za-zÀ-žА-яІЇЄҐ\d][A-Za-zÀ-žА-яІЇЄҐіїєґ\d]*)(?:[-–/._\\]+[A-Za-zÀ-žА-яіїєґ\d]+)*)(?=$|[\s,;:)\]。、，]|\.(?:\s|$))/u

/**
 * The document's own number: what stands behind or below the name of its kind and "number", never that of an order, a
 * customer, a tax office or a bank. Undefined where two say different things with the same right.
 */
export function findNumber(
  sheet: Sheet,
  kind: KindFound | undefined,
  dates: readonly DateFound[],
  amounts: readonly Amount[],
): NumberFound | undefined {
  const taken = { dates: byCell(dates), amounts: byCell(amounts.filter(({ mark }) => mark !== undefined)) }
  const candidates: Candidate[] = []
  for (const cell of sheet.cells) {
    for (const { score, start, end } of numberLabels(sheet, cell, kind)) {
      const value = valueOf(sheet, cell, start, end, taken)
      if (value) candidates.push({ ...value, score: score + value.score })
    }
  }
  const [best] = candidates.sort((a, b) => b.score - a.score)
  return best && { value: best.value, at: best.at }
}

interface NumberLabel {
  score: number
  start: number
  end: number
}

/** The labels of a cell behind which the number may stand, with what each is worth. */
function numberLabels(sheet: Sheet, cell: Cell, kind: KindFound | undefined): NumberLabel[] {
  const found: NumberLabel[] = []
  const { labels, text } = cell
  labels.forEach((label, index) => {
    const previous = labels[index - 1]
    const next = labels.slice(index + 1, index + 4).find(({ label }) => label === 'mark')
    if (label.label === 'ownNumber') {
      const mark = next && joins(text, label, next) ? next : undefined
      const score = worthOf(cell, label, kind?.kind)
      found.push({ score, start: label.start, end: mark?.end ?? label.end })
    }
    if (!isKind(label.label)) {
      // "# 4711" beside the title.
      if (
        label.label === 'mark' &&
        label.start === 0 &&
        labels.length === 1 &&
        text.length < 40 &&
        !isOfParty(sheet, cell)
      ) {
        found.push({ score: 3, start: 0, end: label.end })
      }
      return
    }
    if (isPrefix(text, label)) return
    const own = marked(kind?.kind, label.label)
    if (own === 0) return
    const score = own + (isTitleWord(cell, label, kind) ? 1 : 0) - (isOfOthers(cell, label) ? 3 : 0)
    if (next && joins(text, label, next)) found.push({ score, start: label.start, end: next.end })
    else if (previous && joins(text, previous, label, true))
      found.push({ score, start: previous.start, end: label.end })
    else if (label.start === 0 || kind?.title === cell)
      found.push({ score: score - 3.5, start: label.start, end: label.end })
  })
  return found.filter(({ score }) => score > 0)
}

/** "ID:", or "No.:" below the name of a party: that of a member, a seller, a customer. */
function isOfParty(sheet: Sheet, { text, row }: Cell): boolean {
  const above = sheet.rows[row.index - 1]?.cells[0]?.labels[0]?.label
  return /^id\b/i.test(text) || above === 'seller' || above === 'customer'
}

/** Whether a label names the document by the word of its title: of "Order No." and "Purchase no." on an order. */
function isTitleWord({ folded }: Cell, { start, end }: FoundLabel, kind: KindFound | undefined): boolean {
  const word = folded.slice(start, end)
  const shared = word.slice(0, /[^\u0000-\u0fff]/.test(word) ? 2 : 5)
  return kind?.title?.folded.includes(shared) ?? false
}

/** "Your order no.", "Ihre Bestellung Nr.": words before the label make it another's, but for the title itself. */
function isOfOthers({ text, labels }: Cell, { start }: FoundLabel): boolean {
  const lead = text.slice(0, start)
  return /\p{L}{2}/u.test(lead) && !labels.some((label) => label.end <= start && label.label === 'mark')
}

/** What the number of one kind of document is worth in a document of another. */
function marked(document: Kind | undefined, named: Kind): number {
  if (document === named) return 10
  if (document === undefined) return named === 'order' || named === 'contract' ? 0 : 7
  if (named === 'invoice' && (document === 'receipt' || document === 'statement')) return 6
  if (named === 'invoice' && document === 'credit-note') return 5
  if (named === 'receipt' && document === 'invoice') return 5
  if (named === 'credit-note' && document === 'invoice') return 5
  return 0
}

/** What a number that needs no mark counts for: one named after invoices as theirs, one of a till as a receipt's. */
function worthOf({ folded }: Cell, { start, end }: FoundLabel, kind: Kind | undefined): number {
  const words = folded.slice(start, end)
  if (/^(rechn|re |rg |lnvolce|faktur|factuur|lasku|szamla)/.test(words)) return marked(kind, 'invoice')
  if (/^(txn|trans|ticket|bon)/.test(words)) return kind === 'receipt' ? 7 : 0
  return 7.5
}

function joins(text: string, a: FoundLabel, b: FoundLabel, markFirst = false): boolean {
  const mark = markFirst ? a : b
  const between = text.slice(a.end, b.start)
  return mark.label === 'mark' && (joint.test(between) || /^(?:s|n|e|en|es)$/.test(between))
}

interface Taken {
  dates: ReadonlyMap<Cell, DateFound[]>
  amounts: ReadonlyMap<Cell, Amount[]>
}

/** The value behind a label in its cell, else that of the next cell, else of the one below. */
function valueOf(sheet: Sheet, cell: Cell, start: number, end: number, taken: Taken): Candidate | undefined {
  const rest = cell.text.slice(end)
  const isMarked = /[#№]|\bn/i.test(cell.text.slice(start, end)) || end - start > 8
  if (/[\p{L}\d]/u.test(rest)) {
    return (
      valueAt(cell, end, cell.text.length, taken, isMarked ? 0 : -0.5) ?? valueBelow(sheet, cell, rest, taken)
    )
  }
  const right = after(cell)
  const beside = right && isFree(right) ? valueAt(right, 0, right.text.length, taken, -0.1) : undefined
  return beside ?? valueBelow(sheet, cell, rest, taken)
}

/** Below a label only where nothing else stands behind it. */
function valueBelow(sheet: Sheet, cell: Cell, rest: string, taken: Taken): Candidate | undefined {
  if (/\d/.test(rest)) return undefined
  const under = below(sheet, cell)
  if (under === undefined || (cell.box === undefined && under.row.apart)) return undefined
  if (!isFree(under)) return undefined
  const value = valueAt(under, 0, under.text.length, taken, -1)
  // A short figure below is the first of a table, not the number of the document.
  return value !== undefined && value.value.length >= 3 ? value : undefined
}

/** A cell that begins with a word for something else has a value of its own. */
function isFree({ labels, text }: Cell): boolean {
  const [first] = labels
  return first === undefined || first.start > 0 || first.label === 'mark' || isPrefix(text, first)
}

/** Whether a word is the beginning of a number: "INV-2025-17", "RE2025". */
const isPrefix = (text: string, { end }: FoundLabel): boolean =>
  /^[-–/._]?[\p{L}\d]*\d/u.test(text.slice(end))

function valueAt(
  cell: Cell,
  from: number,
  until: number,
  taken: Taken,
  score: number,
): Candidate | undefined {
  const text = cell.text.slice(from, until)
  const match = token.exec(text)
  if (!match?.[1]) return undefined
  let value = match[1]
  let end = from + match[0].length
  const start = end - value.length
  if (!/\d/.test(value)) {
    // "INV 2025-17": letters that belong to the number, parted by a blank.
    const more = /^\s([A-Z]?\d[A-Za-z\d]*(?:[-–/._]+[A-Za-z\d]+)*)(?=$|[\s,;)])/.exec(
      cell.text.slice(end, until),
    )
    if (!more?.[1] || !/^[A-Z]{1,5}$/.test(value)) return undefined
    end += more[0].length
    value = `${value} ${more[1]}`
  }
  const overlaps = (piece: { start: number; end: number }): boolean => piece.start < end && piece.end > start
  if (taken.dates.get(cell)?.some(overlaps) || taken.amounts.get(cell)?.some(overlaps)) return undefined
  if (value.length > 40 || /^(19|20)\d\d$/.test(value) || /^\d+[.,]\d{2}$/.test(value) || isElse(value))
    return undefined
  // "1 of 3", "5 %": pages and rates.
  if (/^\s?(?:%|\/\s|(?:of|von|de|sur|van|di|av|z)\s\d+(?![\d./-]))/i.test(cell.text.slice(end)))
    return undefined
  return { value, score, at: placeOf(cell, start, end) }
}

/** A bank account or a telephone number. */
function isElse(value: string): boolean {
  return /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(value) || /^\+?00\d{6,}$/.test(value)
}
