import { phraseFinder, type Found } from './fold.ts'
import { kindWords } from './kind-words.ts'
import type { Kind } from './kinds.ts'
import { labelWords, type LabelKind } from './label-words.ts'

/** What a word of a text says: the kind of document it names, or what stands beside it. */
export type Label = Kind | LabelKind

const findPhrases = phraseFinder<Label>({ ...kindWords, ...labelWords }, [
  ['mark', 'nummer|nr|nro|numero|number|numer|szam|no'],
  ['issued', 'datum|dato|datumet|datoen|paiva|paivays|pvm|date'],
])

export type FoundLabel = Found<Label>

/** The labels of a text, longest phrases first, none overlapping: "invoice date" is one label, not two. */
export function findLabels(text: string, folded: string): FoundLabel[] {
  const found = findPhrases(text, folded)
  // The headings "Date" and "Due Date" side by side are not "Date Due" and "Date".
  return found.flatMap((label, index): FoundLabel[] => {
    const next = found[index + 1]
    const split = /^date due(?= date\b)/.test(folded.slice(label.start)) && next?.start === label.end + 1
    if (split) return [{ label: 'date', start: label.start, end: label.start + 4 }]
    const before = found[index - 1]
    const isSecond =
      before !== undefined &&
      /^date due date\b/.test(folded.slice(before.start)) &&
      before.end + 1 === label.start
    return [isSecond ? { label: 'dueDate', start: label.start - 4, end: label.end } : label]
  })
}

export function isKind(label: Label): label is Kind {
  return Object.hasOwn(kindWords, label)
}
