import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { hints, type HintsOutput } from '../../workers/hints/hints.ts'
import { nameKey, shortName } from '../../workers/hints/names.ts'
import { pdfText } from '../../workers/documents/pdf-text.ts'
import { loadPdfjs } from '../../workers/documents/pdfjs.ts'
import type { TextPage } from '../../workers/hints/lines.ts'
import { digestOf, filesOf, leafContext } from '../leaf-context.ts'
import { readManifest, type Case } from './manifest.ts'

/** What the manifest says is true of a document; null where it has none. */
const Truth = z.looseObject({
  kind: z.string().optional(),
  vendor: z.string().nullish(),
  not_vendor: z.string().nullish(),
  buyer: z.string().nullish(),
  number: z.string().nullish(),
  issue_date: z.string().nullish(),
  due_date: z.string().nullish(),
  total: z.union([z.string(), z.number()]).nullish(),
  currency: z.string().nullish(),
  numeric_day_month_ambiguous: z.boolean().optional(),
})
type Truth = z.infer<typeof Truth>

/** Counts of one field: `extra` are hints where the manifest has nothing, which says neither right nor wrong. */
export interface FieldTally {
  of: number
  given: number
  right: number
  wrong: number
  missing: number
  extra: number
}

export interface HintsScore {
  group: string
  fields: Record<string, FieldTally>
  failures: string[]
}

/** Pages read of each document: what hints are made from. */
const pages = [1, 2, 3]

/**
 * Scores the hints of every document of a folder that has a vendor or a number in its manifest: PDFs by their text
 * with places, e-invoices (attached or alone) by their XML in groups of their own. Scans need recognition first and
 * are left out.
 */
export async function scoreHints(folder: string, only?: string): Promise<HintsScore[]> {
  const scores = new Map<string, HintsScore>()
  for (const entry of readManifest(folder)) {
    const truth = Truth.safeParse(entry.expected)
    if (!truth.success || (truth.data.vendor === undefined && truth.data.number === undefined)) continue
    if (entry.expected.needs_ocr === true || (only !== undefined && !entry.file.includes(only))) continue
    for (const { group, output } of await answers(folder, entry)) {
      const score = scores.get(group) ?? { group, fields: {}, failures: [] }
      scores.set(group, score)
      compare(score, basename(entry.file), truth.data, output)
    }
  }
  return [...scores.values()]
}

async function answers(folder: string, { file }: Case): Promise<{ group: string; output: HintsOutput }[]> {
  const bytes = readFileSync(join(folder, file))
  const [group = ''] = file.split('/')
  if (file.endsWith('.xml')) {
    const { digest, files } = filesOf(bytes)
    return [
      {
        group,
        output: await hints({ pages: [], name: file, attachments: [digest] }, leafContext({ files })),
      },
    ]
  }
  if (!file.endsWith('.pdf')) return []
  const text = await textOf(bytes)
  const byText = { group: `${group} (text)`, output: await hints({ pages: text, name: file }, leafContext()) }
  const attached = await attachmentsOf(bytes)
  if (attached.length === 0) return [byText]
  const files = new Map(attached.map((own) => [digestOf(own), own]))
  const output = await hints(
    { pages: text, name: file, attachments: [...files.keys()] },
    leafContext({ files }),
  )
  return [byText, { group: `${group} (e-invoice)`, output }]
}

async function textOf(bytes: Uint8Array): Promise<TextPage[]> {
  const { digest, files } = filesOf(bytes)
  const limits = { maxChars: 1_000_000, maxPageChars: 1_000_000 }
  const output = await pdfText({ digest, pages, words: true, ...limits }, leafContext({ files }))
  return output.pages.filter(({ damaged }) => !damaged)
}

const Attachments = z.record(z.string(), z.looseObject({ content: z.instanceof(Uint8Array) })).nullable()

async function attachmentsOf(bytes: Uint8Array): Promise<Uint8Array[]> {
  const { getDocument } = await loadPdfjs()
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0, isEvalSupported: false })
  try {
    const found = Attachments.parse(await (await task.promise).getAttachments())
    return Object.values(found ?? {}).map(({ content }) => content)
  } finally {
    await task.destroy()
  }
}

function compare(score: HintsScore, file: string, truth: Truth, output: HintsOutput): void {
  const check = (field: string, wanted: unknown, given: unknown, isRight: boolean): void => {
    const tally = (score.fields[field] ??= { of: 0, given: 0, right: 0, wrong: 0, missing: 0, extra: 0 })
    if (wanted === null || wanted === undefined) {
      if (given !== undefined) tally.extra += 1
      return
    }
    tally.of += 1
    if (given === undefined) tally.missing += 1
    else {
      tally.given += 1
      tally[isRight ? 'right' : 'wrong'] += 1
    }
    if (!isRight) score.failures.push(`${file} ${field}: ${String(given)} instead of ${String(wanted)}`)
  }
  const kind = truth.kind?.replace('_', '-')
  const { total } = output
  check('kind', kind, output.kind, output.kind === kind)
  check('vendor', truth.vendor, output.vendor, isSame(truth.vendor, output.vendor))
  check('number', truth.number, output.number, output.number === truth.number)
  check('date', truth.issue_date, output.date, output.date === truth.issue_date)
  check('dueDate', truth.due_date, output.dueDate, output.dueDate === truth.due_date)
  check('total', truth.total, total?.amount, Number(total?.amount) === Number(truth.total))
  check('currency', truth.currency, total?.currency, total?.currency === truth.currency)
  const ambiguous = truth.numeric_day_month_ambiguous
  check(
    'dateAmbiguous',
    ambiguous,
    ambiguous === undefined ? undefined : output.dateAmbiguous,
    output.dateAmbiguous === ambiguous,
  )
  const customer = truth.not_vendor ?? truth.buyer
  const isCustomer = isSame(customer, output.vendor) && !isSame(truth.vendor, output.vendor)
  check('notCustomer', customer, output.vendor, output.vendor === undefined || !isCustomer)
}

/** Whether two names mean the same company: legal forms aside, or one with more of its address or department. */
function isSame(a: string | null | undefined, b: string | undefined): boolean {
  if (a === null || a === undefined || b === undefined) return false
  const [one, other] = [nameKey(shortName(a)), nameKey(shortName(b))]
  const contains = (long: string, short: string): boolean => short.length >= 5 && long.includes(short)
  return one === other || contains(one, other) || contains(other, one)
}

/** Prints a table for each group, and what was not right. */
export function printHints(scores: readonly HintsScore[]): void {
  for (const { group, fields, failures } of scores) {
    for (const failure of failures) console.log(failure)
    console.log(`\n${group}`)
    const rows = Object.entries(fields).map(([field, tally]) => {
      const share = tally.of === 0 ? '-' : (tally.right / tally.of).toFixed(3)
      const precision = tally.given === 0 ? '-' : (tally.right / tally.given).toFixed(3)
      return [field, { ...tally, share, precision }] as const
    })
    console.table(Object.fromEntries(rows))
  }
}
