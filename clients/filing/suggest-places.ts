import type { Place } from '../../bridge/operations/documents-places.ts'
import type { Hints } from '../../bridge/operations/documents.ts'
import { fillPattern, type Facts } from './fill-pattern.ts'
import { hasWords, kindsNamed, type Kind } from './kind-names.ts'

/** A folder in which a document could be filed. */
export interface SuggestedPlace {
  /** Whole path, perhaps of a folder that is not there yet. */
  folder: string
  /** Whether it was chosen by sender or kind, not only by what is kept there. */
  isMatch: boolean
  /** Why, in sentences for a person. */
  reasons: string[]
}

/** What of the hints places are chosen by. */
export type FilingFacts = Pick<Hints, 'kind' | 'vendor' | 'date' | 'dateAmbiguous'>

/** Most places that are suggested: below those the reasons say no more. */
const most = 5

const plural: Record<Kind, string> = {
  invoice: 'Invoices',
  receipt: 'Receipts',
  statement: 'Statements',
  quote: 'Quotes',
  'credit-note': 'Credit notes',
  payslip: 'Payslips',
  contract: 'Contracts',
  order: 'Orders',
}

const nameOf = (path: string) => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
const joined = (path: string, parts: readonly string[]) =>
  [path, ...parts].join(path.includes('\\') && !path.includes('/') ? '\\' : '/')

/** Whether two names mean the same sender: one has the words of the other. */
const sameSender = (one: string, other: string) => hasWords(one, other) || hasWords(other, one)

interface Ranked {
  place: Place
  score: number
  isMatch: boolean
  reasons: string[]
}

/** Ranks places for a document: by its sender, by its kind, by what is kept there; equal ones by their documents. */
function ranked(places: readonly Place[], facts: FilingFacts, fileName: string): Ranked[] {
  const ending = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? ''
  return places
    .map((place) => judged(place, facts, ending))
    .sort((a, b) => b.score - a.score || b.place.documents - a.place.documents)
    .slice(0, most)
}

function judged(place: Place, { kind, vendor }: FilingFacts, ending: string): Ranked {
  const name = nameOf(place.path)
  const kept = kindsNamed(name)
  const alike = place.types[ending] ?? 0
  const ofSender = vendor !== undefined && sameSender(name, vendor)
  const ofKind = kind !== undefined && kept.includes(kind)
  // A folder of another kind is less likely than one that says nothing.
  const score = (ofSender ? 8 : 0) + (ofKind ? 4 : kept.length > 0 ? -2 : 0) + alike / place.documents
  const reasons: string[] = []
  if (ofSender) reasons.push('It is named after the sender.')
  if (ofKind) reasons.push(`${plural[kind]} are kept in it.`)
  if (!ofSender && !ofKind) {
    const documents = place.documents === 1 ? 'document is' : 'documents are'
    reasons.push(
      `${place.documents} ${documents} kept in it${alike > 0 ? `, ${alike} of them .${ending}` : ''}.`,
    )
  }
  return { place, score, isMatch: ofSender || ofKind, reasons }
}

/** The folder of a place in which those of senders stand; undefined where it has none or it cannot be told. */
function senderFolder({ path, layout }: Place, facts: FilingFacts): string | undefined {
  const patterns = layout?.pattern.split('/') ?? []
  const at = patterns.indexOf('{name}')
  if (layout === undefined || at < 0 || facts.vendor === undefined) return undefined
  const { folders } = fillPattern(layout, factsOf(facts))
  return folders.length < at ? undefined : joined(path, folders.slice(0, at))
}

const factsOf = ({ kind, vendor, date }: FilingFacts): Facts => ({ kind, sender: vendor, date })

/**
 * The folders in which those of senders stand, in the likeliest places: the names in them are what `suggestPlaces`
 * takes as `siblings`.
 */
export const senderFolders = (places: readonly Place[], facts: FilingFacts, fileName: string): string[] =>
  ranked(places, facts, fileName).flatMap(({ place }) => senderFolder(place, facts) ?? [])

/**
 * Where a document would be filed, the likeliest place first: each with the folders below it named as its layout has
 * them. `siblings` gives the names that stand in `senderFolders`; a folder whose name means the sender is taken as it
 * is written.
 */
export function suggestPlaces(
  places: readonly Place[],
  facts: FilingFacts,
  fileName: string,
  siblings: ReadonlyMap<string, readonly string[]> = new Map(),
): SuggestedPlace[] {
  return ranked(places, facts, fileName).map(({ place, isMatch, reasons }) => {
    const { path, layout } = place
    if (layout === undefined) return { folder: path, isMatch, reasons }
    const { vendor } = facts
    const beside = senderFolder(place, facts)
    const names = beside === undefined ? undefined : siblings.get(beside)
    const own = vendor === undefined ? undefined : names?.find((name) => sameSender(name, vendor))
    const { folders, left } = fillPattern(layout, { ...factsOf(facts), sender: own ?? vendor })
    reasons.push(`The folders below it are named like “${layout.example}”.`)
    if (own !== undefined) reasons.push(`“${own}” is the folder of this sender.`)
    else if (names !== undefined) reasons.push('There is no folder for this sender yet.')
    if (left.length > 0) reasons.push(`What stands for ${left.join('/')} is not known.`)
    if (facts.dateAmbiguous && dayOrMonth.test(layout.pattern))
      reasons.push('Day and month of the date could be the other way round.')
    return { folder: joined(path, folders), isMatch, reasons }
  })
}

/** Parts of folders that change where day and month do. */
const dayOrMonth = /\{(date|month|yyyy-mm|quarter|number)\}/
