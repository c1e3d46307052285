import type { Leaf } from '../leaf.ts'
import type { PageBox } from '../page-words.ts'
import { readEinvoice } from './einvoice.ts'
import type { EinvoiceFields } from './einvoice-fields.ts'
import { fingerprint } from './fingerprint.ts'
import type { Confidence } from './kind.ts'
import type { Kind } from './kinds.ts'
import type { TextPage } from './lines.ts'
import type { Place } from './neighbours.ts'
import { nameKey } from './names.ts'
import { suggestedName } from './suggested-name.ts'
import { textHints, type HintField, type TextHints } from './text-hints.ts'

export interface HintsInput {
  pages: TextPage[]
  /** File name; its extension goes into the suggested name. */
  name?: string | undefined
  /** Whether the text was recognised: letters may be misread, and the hints are less sure. */
  ocr?: boolean | undefined
  /** XML attached to the document, or the document itself where it is XML, by digest. */
  attachments?: string[] | undefined
}

/** Fields that are not known are absent. */
export interface HintsOutput {
  kind?: Kind
  /** How sure the kind is. */
  confidence: Confidence
  vendor?: string
  /** Most likely first; more than one where the vendor is not certain. */
  vendorCandidates: string[]
  /** The day of issue, ISO 8601. */
  date?: string
  /** Whether day and month of `date` could be the other way about. */
  dateAmbiguous: boolean
  dueDate?: string
  number?: string
  total?: {
    /** Plain decimal. */
    amount: string
    /** ISO 4217. */
    currency?: string
    /** As printed; of an e-invoice that does not print it, the amount and its currency. */
    text: string
  }
  suggestedName?: string
  /** See `fingerprint`; absent where there is no text. */
  fingerprint?: string
  /** Where each field was read, in the units of the words' boxes. */
  at: { [field in HintField]?: { page: number; box: PageBox } }
}

/**
 * Leaf `documents.hints`: what a person needs to file a document. An e-invoice that comes with it is believed before
 * the text; the text then says where the same values are printed. Faults: none of its own.
 */
export const hints: Leaf<HintsInput, HintsOutput> = (input, ctx) => {
  const { pages, name = '', ocr = false, attachments = [] } = input
  let invoice: EinvoiceFields | undefined
  for (const digest of attachments) {
    ctx.checkpoint()
    invoice ??= readEinvoice(ctx.files.read(digest), () => ctx.checkpoint())
  }
  const text = textHints(pages, { recognised: ocr }, () => ctx.checkpoint())
  const fields = invoice ? withEinvoice(invoice, text) : text
  const { kind, vendor, date, number, total, at } = fields
  const suggested = suggestedName({
    kind,
    vendor: vendor && plainName(vendor),
    date,
    number,
    total,
    extension: /\.[\p{L}\d]{1,8}$/u.exec(name)?.[0] ?? '',
  })
  const print = fingerprint(
    pages.map((page) => page.text),
    { number, date, amount: total?.amount },
  )
  return {
    ...(kind !== undefined && { kind }),
    confidence: fields.confidence,
    ...(vendor !== undefined && { vendor }),
    vendorCandidates: fields.vendorCandidates,
    ...(date !== undefined && { date }),
    dateAmbiguous: fields.dateAmbiguous,
    ...(fields.dueDate !== undefined && { dueDate: fields.dueDate }),
    ...(number !== undefined && { number }),
    ...(total && {
      total: {
        amount: total.amount,
        ...(total.currency !== undefined && { currency: total.currency }),
        text: total.text,
      },
    }),
    ...(suggested !== undefined && { suggestedName: suggested }),
    ...(print !== undefined && { fingerprint: print }),
    at: placed(at),
  }
}

function placed(at: TextHints['at']): HintsOutput['at'] {
  const entries = Object.entries(at).filter((entry): entry is [HintField, Place] => entry[1] !== undefined)
  return Object.fromEntries(entries)
}

/** The fields of an e-invoice, with the places of those that the text gives alike. */
function withEinvoice(invoice: EinvoiceFields, text: TextHints): TextHints {
  const { kind, vendor, number, date, dueDate, total, currency } = invoice
  const isAlike: Record<HintField, boolean> = {
    kind: kind === text.kind,
    vendor: vendor !== undefined && text.vendor !== undefined && isSameName(vendor, text.vendor),
    number: number !== undefined && number === text.number,
    date: date !== undefined && date === text.date,
    dueDate: dueDate !== undefined && dueDate === text.dueDate,
    total: total !== undefined && Number(total) === Number(text.total?.amount ?? Number.NaN),
  }
  const at: TextHints['at'] = {}
  for (const field of ['kind', 'vendor', 'date', 'dueDate', 'number', 'total'] as const) {
    const place = text.at[field]
    if (place && isAlike[field]) at[field] = place
  }
  return {
    kind,
    confidence: 'high',
    vendor,
    vendorCandidates: vendor === undefined ? [] : [vendor],
    date,
    dateAmbiguous: false,
    dueDate,
    number,
    total:
      total === undefined
        ? undefined
        : {
            amount: total,
            currency,
            text: isAlike.total && text.total ? text.total.text : [total, currency].filter(Boolean).join(' '),
            mark: isAlike.total && text.total?.currency === currency ? text.total?.mark : undefined,
          },
    at,
  }
}

/** Some invoices have numbers in the name of the seller: "GLN 4333741000005 Lief-Nr: 549910 ACME GMBH". */
function plainName(vendor: string): string {
  const plain = vendor
    .replace(/(?:\bGLN\b|\b[\p{L}-]*Nr\.?)\s?:?\s?\d+/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
  return plain === '' ? vendor : plain
}

function isSameName(a: string, b: string): boolean {
  const [one, other] = [nameKey(a), nameKey(b)]
  return one.includes(other) || other.includes(one)
}
