import type { kindWords } from './kind-words.ts'

/** What a document is, as far as filing goes. */
export type Kind = keyof typeof kindWords

export const kinds: readonly Kind[] = [
  'invoice',
  'receipt',
  'statement',
  'quote',
  'credit-note',
  'payslip',
  'contract',
  'order',
]
