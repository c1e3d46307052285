import { Fault } from '../../bridge/faults.ts'
import type { ReadInput } from '../../bridge/operations/documents.ts'
import type { HintsInput, HintsOutput } from '../../workers/hints/hints.ts'
import type { PlanContext } from '../plan.ts'
import type { Reading } from './read-pages.ts'

/** Files attached to one document that are looked at for an e-invoice. */
const MOST_XML = 20

/** Says what is needed to file a document that was read. What goes wrong here costs the hints, never the document. */
export async function addHints(reading: Reading, { einvoice }: ReadInput, ctx: PlanContext): Promise<void> {
  const { entry, hintPages } = reading
  const xml = einvoice === 'ignore' ? [] : xmlOf(reading)
  if (entry.error !== undefined || (hintPages.length === 0 && xml.length === 0)) return
  const pages = hintPages.toSorted((a, b) => a.number - b.number)
  const question: HintsInput = {
    pages: pages.map(({ number, text, words }) => ({ number, text, ...(words && { words }) })),
    name: entry.name,
    ocr: pages.some(({ from }) => from === 'ocr'),
    attachments: xml,
  }
  try {
    entry.hints = await ctx.leaf<HintsOutput>('documents.hints', question, { lane: 'heavy', files: xml })
  } catch (error) {
    if (ctx.signal.aborted || !(error instanceof Fault)) throw error
  }
}

/** XML attached to a document, or the document itself where it is XML. */
function xmlOf({ opened, file, attachments = [] }: Reading): string[] {
  if (opened !== undefined && file?.format === 'xml') return [opened.digest]
  return attachments
    .filter(({ name, mediaType }) => /xml$/i.test(mediaType) || /\.xml$/i.test(name))
    .slice(0, MOST_XML)
    .map(({ digest }) => digest)
}
