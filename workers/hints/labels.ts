import { phraseFinder, type Found } from './fold.ts'
import { kindWords } from './kind-words.ts'
import type { Kind } from './kinds.ts'
import { labelWords, type LabelKind } from './label-words.ts'

/** What a word of a text says: the kind of document it names, or what stands beside it. */
export type Label = Kind | LabelKind

/** The labels of a text, longest phrases first, none overlapping: "invoice date" is one label, not two. */
export const findLabels = phraseFinder<Label>({ ...kindWords, ...labelWords }, [
  ['mark', 'nummer|nr|nro|numero|number|numer|szam|no'],
  ['issued', 'datum|dato|datumet|datoen|paiva|paivays|pvm|date'],
])

export type FoundLabel = Found<Label>

export function isKind(label: Label): label is Kind {
  return Object.hasOwn(kindWords, label)
}
