import type { Hints } from '../../bridge/operations/documents.ts'

export type Kind = NonNullable<Hints['kind']>

/** What folders are called in which a kind of document is kept: language, one of them, several. */
const names: Record<Kind, readonly (readonly [language: string, one: string, several: string])[]> = {
  invoice: [
    ['en', 'invoice', 'invoices'],
    ['en', 'bill', 'bills'],
    ['de', 'rechnung', 'rechnungen'],
    ['fr', 'facture', 'factures'],
    ['es', 'factura', 'facturas'],
    ['it', 'fattura', 'fatture'],
    ['nl', 'factuur', 'facturen'],
  ],
  receipt: [
    ['en', 'receipt', 'receipts'],
    ['de', 'quittung', 'quittungen'],
    ['fr', 'reçu', 'reçus'],
    ['es', 'recibo', 'recibos'],
  ],
  statement: [['en', 'statement', 'statements']],
  quote: [
    ['en', 'quote', 'quotes'],
    ['en', 'quotation', 'quotations'],
    ['de', 'angebot', 'angebote'],
    ['fr', 'devis', 'devis'],
  ],
  'credit-note': [['en', 'credit note', 'credit notes']],
  payslip: [['en', 'payslip', 'payslips']],
  contract: [
    ['en', 'contract', 'contracts'],
    ['de', 'vertrag', 'verträge'],
    ['fr', 'contrat', 'contrats'],
  ],
  order: [['en', 'order', 'orders']],
}
const kinds = Object.keys(names) as Kind[]

/** Letters and digits without case and accents, all else as blanks: what is compared of two names. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Whether the words of a name stand in another, beside each other. */
export const hasWords = (text: string, words: string): boolean =>
  folded(words) !== '' && ` ${folded(text)} `.includes(` ${folded(words)} `)

/** The kinds of documents that the name of a folder says are kept in it. */
export const kindsNamed = (folder: string): Kind[] =>
  kinds.filter((kind) => names[kind].some(([, ...forms]) => forms.some((form) => hasWords(folder, form))))

/**
 * What a kind is called in the manner of an example, in its language, number and capitals: `Rechnungen` gives
 * `Verträge`. Undefined where the example is no such word, or its language has none for the kind.
 */
export function kindLike(kind: Kind, example: string): string | undefined {
  const spelled = folded(example)
  for (const [language, ...forms] of kinds.flatMap((other) => names[other])) {
    const number = forms.findIndex((form) => folded(form) === spelled)
    if (number < 0) continue
    const own = names[kind].filter(([of]) => of === language)
    if (own.some((row) => row.some((form) => folded(form) === spelled))) return example
    const word = own[0]?.[number === 0 ? 1 : 2]
    return word === undefined ? undefined : withCapitalsOf(example, word)
  }
  return undefined
}

/** A word in the capitals of another: all, the first letter's, or none. */
export function withCapitalsOf(example: string, word: string): string {
  if (example === example.toUpperCase() && example.length > 1) return word.toUpperCase()
  const [first = ''] = example
  const own = word.charAt(0)
  return (first === first.toUpperCase() ? own.toUpperCase() : own.toLowerCase()) + word.slice(1)
}
