import { fold, phraseFinder } from './fold.ts'
import { kindSigns, kindWords, weakKindWords } from './kind-words.ts'
import { kinds, type Kind } from './kinds.ts'
import { isKind, type FoundLabel } from './labels.ts'
import type { Cell, Sheet } from './lines.ts'
import { placeOf, type Place } from './neighbours.ts'

export type Confidence = 'high' | 'medium' | 'low'

export interface KindFound {
  kind: Kind
  confidence: Confidence
  at: Place | undefined
  /** The cell of the title, where there is one. */
  title: Cell | undefined
}

const findSigns = phraseFinder<Kind>(kindSigns)
const weak: ReadonlySet<string> = new Set([...weakKindWords].map((word) => fold(word.normalize('NFKC'))))

/** Words that other labels begin with: `Rechnungsdatum`, `invoice to`. Orders are named in documents of all kinds. */
const beginnings = kinds
  .filter((kind) => kind !== 'order' && kind !== 'contract')
  .flatMap((kind) => kindWords[kind].split('|').map((word) => ({ kind, word: fold(word.normalize('NFKC')) })))
  .filter(({ word }) => !weak.has(word) && (word.length >= 5 || /[^\u0000-\u0fff]/.test(word)))
  .sort((a, b) => b.word.length - a.word.length)

/** What each way of naming a kind counts for. A title decides; words in running text hardly matter. */
const weight = {
  title: 6,
  opening: 4,
  numbered: 4,
  ending: 3,
  label: 2,
  sign: 1,
  mention: 0.6,
  weakMention: 0.1,
}
const enough = 2

/** What kind of document this is; undefined where too little says so. */
export function findKind({ cells }: Sheet): KindFound | undefined {
  const scores = new Map<
    Kind,
    { score: number; mentions: number; best: number; cell?: Cell; label?: FoundLabel }
  >()
  const [firstPage] = cells.map((cell) => cell.page)
  const signs = new Map<Kind, Set<string>>()
  for (const cell of cells) {
    for (const label of cell.labels) {
      const named = isKind(label.label)
      const kind = isKind(label.label) ? label.label : beginningOf(cell, label)
      if (kind === undefined) continue
      const own = scores.get(kind) ?? { score: 0, mentions: 0, best: 0 }
      scores.set(kind, own)
      const points = named ? pointsOf(cell, label, cell.page === firstPage) : weight.label
      if (points < 1) own.mentions = Math.min(1.2, own.mentions + points)
      if (points > own.best) {
        own.best = points
        own.cell = cell
        own.label = label
      } else if (points >= weight.label && own.score < 3) {
        own.score += 1
      }
    }
    for (const { label, start, end } of findSigns(cell.text, cell.folded)) {
      const seen = signs.get(label) ?? new Set()
      signs.set(label, seen.add(cell.folded.slice(start, end)))
    }
  }
  const ranked = kinds
    .map((kind) => {
      const own = scores.get(kind)
      const signed = Math.min(2, signs.get(kind)?.size ?? 0) * weight.sign
      return { kind, own, score: (own?.best ?? 0) + (own?.score ?? 0) + (own?.mentions ?? 0) + signed }
    })
    .sort((a, b) => b.score - a.score)
  const [first, second] = ranked
  if (first === undefined || first.score < enough || first.own === undefined) return undefined
  const lead = first.score - (second?.score ?? 0)
  const { cell, label, best } = first.own
  return {
    kind: first.kind,
    confidence: first.score >= 6.5 && lead >= 2 ? 'high' : first.score >= 4 && lead >= 1 ? 'medium' : 'low',
    at: cell && placeOf(cell, label?.start, label?.end),
    title: best >= weight.ending ? cell : undefined,
  }
}

function beginningOf(cell: Cell, { label, start, end }: FoundLabel): Kind | undefined {
  if (label === 'otherNumber' || label === 'orderDate' || label === 'taxId') return undefined
  const text = cell.folded.slice(start, end)
  return beginnings.find(({ word }) => text.length > word.length && text.startsWith(word))?.kind
}

function pointsOf(cell: Cell, label: FoundLabel, onFirstPage: boolean): number {
  const { text, labels } = cell
  const isWeak = weak.has(cell.folded.slice(label.start, label.end))
  const lead = text.slice(0, label.start).replace(/[^\p{L}\d]/gu, '')
  const rest = text.slice(label.end)
  const bare = rest.replace(/[^\p{L}\d]/gu, '')
  const mention = isWeak ? weight.weakMention : weight.mention
  if (!onFirstPage) return mention
  if (lead === '' && bare === '') return isWeak ? weight.title - 1 : weight.title
  const next = labels.find(({ start }) => start >= label.end)
  const isNumbered =
    next?.label === 'mark' && !/[\p{L}\d]/u.test(text.slice(label.end, next.start).replace(/\(\d+\)/, ''))
  const isOther = label.label === 'order' || label.label === 'contract'
  if (isNumbered)
    return isOther ? (lead === '' ? 1.5 : mention) : lead === '' ? weight.numbered : weight.label
  if (lead === '' && /^[\s:.#(]*[\p{L}\d_/.-]*\d/u.test(rest)) return isOther || isWeak ? 1.5 : weight.opening
  const words = text.split(' ').length
  if (lead === '' && words <= 6 && text.length <= 60 && !/[.!?]$/.test(text))
    return isWeak ? 1.5 : weight.ending
  if (bare === '' && words <= 4 && text.length <= 40) return isWeak ? 1.5 : weight.ending
  return mention
}
