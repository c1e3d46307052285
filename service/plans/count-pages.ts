import { Fault, fault } from '../../bridge/faults.ts'
import { wantedPages } from '../../bridge/page-ranges.ts'
import type { PdfInfo, PdfInfoInput } from '../../workers/documents/pdf-info.ts'
import type { OpenedSource, PlanContext } from '../plan.ts'

/** Refuses a file over the size taken. Fault: TOO_LARGE. */
export function refuseLarge({ bytes }: OpenedSource, ctx: PlanContext): void {
  const { maxFileBytes } = ctx.settings.documents
  if (bytes <= maxFileBytes) return
  throw fault('TOO_LARGE', `Expected a file of at most ${maxFileBytes} bytes; it has ${bytes}.`, {
    maxFileBytes,
  })
}

/** What must be known of a PDF first. Faults: those of `documents.pdfInfo`; TYPE_MISMATCH for what is only called a PDF. */
export async function askPdf(
  opened: OpenedSource,
  password: string | undefined,
  limits: { timeoutMs?: number },
  ctx: PlanContext,
): Promise<PdfInfo> {
  const { digest } = opened
  const { maxUnfoldedBytes } = ctx.settings.documents
  const question: PdfInfoInput = { digest, password, maxUnfoldedBytes }
  try {
    const options = { lane: 'heavy' as const, files: [digest], ...limits }
    return await ctx.leaf<PdfInfo>('documents.pdfInfo', question, options)
  } catch (error) {
    throw mislabelled(error, opened)
  }
}

/** The pages that were asked for and are there. Fault: INVALID_INPUT where none is. */
export function pagesThere(asked: string, pageCount: number): number[] {
  const wanted = wantedPages(asked, pageCount)
  if (wanted.length > 0) return wanted
  throw fault('INVALID_INPUT', `Pages ${asked} were asked for; the document has ${pageCount}.`, { pageCount })
}

/** Refuses what is called a PDF and is of another type. Fault: TYPE_MISMATCH. */
export function refuseMislabelled(opened: OpenedSource, mediaType: string): void {
  const other = mislabelled(fault('TYPE_UNSUPPORTED', `It is of type ${mediaType}.`), opened)
  if (other instanceof Fault && other.code === 'TYPE_MISMATCH') throw other
}

/** What another type of file that is called .pdf, or was sent as one, fails with. */
export function mislabelled(error: unknown, { name = '', declared }: OpenedSource): unknown {
  if (!(error instanceof Fault) || error.code !== 'TYPE_UNSUPPORTED') return error
  if (/\.pdf$/i.test(name)) {
    return fault('TYPE_MISMATCH', `${name} is named as a PDF, but is none. ${error.message}`, error.data)
  }
  if (declared !== 'application/pdf') return error
  return fault('TYPE_MISMATCH', `The bytes are declared as a PDF, but are none. ${error.message}`, error.data)
}
