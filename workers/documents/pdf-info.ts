import type { LeafContext } from '../leaf.ts'
import { pageLabels } from './page-labels.ts'
import { pdfAttachments, type PdfAttachment } from './pdf-attachments.ts'
import { refuseBombs } from './pdf-bomb.ts'
import { openPdf } from './pdf-open.ts'

export interface PdfInfoInput {
  digest: string
  password?: string | undefined
  /** Bytes to which one compressed stream may unfold. */
  maxUnfoldedBytes: number
}

export interface PdfInfo {
  pageCount: number
  /** Encrypted, if only with an owner's password that is not needed to read. */
  encrypted: boolean
  /** Whether it has form fields. */
  form: boolean
  /** Whether the file was damaged and its objects had to be looked for. */
  rescued: boolean
  /** Files attached to it. */
  attachments: PdfAttachment[]
  /** Labels of its pages, one for each, where any differs from the number of its page. */
  labels?: string[]
}

/**
 * Leaf `documents.pdfInfo`: what must be known of a PDF before its pages are read.
 * Faults: those of `openPdf`, and ARCHIVE_BOMB.
 */
export async function pdfInfo(input: PdfInfoInput, ctx: LeafContext): Promise<PdfInfo> {
  await refuseBombs(Buffer.from(ctx.files.read(input.digest)), input.maxUnfoldedBytes, ctx)
  const pdf = await openPdf(input, ctx)
  try {
    ctx.checkpoint()
    // Broken metadata must not cost the document its pages.
    const info = await pdf.document.getMetadata().then(
      (metadata): object => metadata.info,
      () => ({}),
    )
    const labels = await pageLabels(pdf, ctx)
    return {
      pageCount: pdf.document.numPages,
      encrypted: 'EncryptFilterName' in info && info.EncryptFilterName !== null,
      form: 'IsAcroFormPresent' in info && info.IsAcroFormPresent === true,
      rescued: pdf.rescued,
      attachments: await pdfAttachments(pdf, input.maxUnfoldedBytes, ctx),
      ...(labels && { labels }),
    }
  } finally {
    await pdf.close()
  }
}
