import type { LeafContext } from '../leaf.ts'
import { cutText } from '../cut-text.ts'
import { normalise } from './normalise.ts'
import type { OpenPdf } from './pdf-open.ts'
import type { RawObjects } from './raw-objects.ts'

const MOST_CHARS = 100

/** What makes a label long: a first number of six digits or more or written elsewhere, a long prefix. */
const LONG = /\/St\s*(?:\d{6,}|\d+\s+\d+\s+R)|\/P\s*[(<][^)>]{200,}/

/**
 * The labels printed on the pages of a PDF (ISO 32000-1, 12.4.2), page by page, such as `iv` or `A-3`; empty where a
 * page has none or one that says its number. Undefined where all are, where they cannot be read, and where they would be
 * very long: pdf.js writes them all out, and Roman numerals and letters grow with the number.
 */
export async function pageLabels(
  { document, mentions, objects }: Pick<OpenPdf, 'document' | 'mentions' | 'objects'>,
  ctx: Pick<LeafContext, 'checkpoint'>,
): Promise<string[] | undefined> {
  // What names them may be packed.
  if (!mentions('/PageLabels') && !mentions('/ObjStm')) return undefined
  if (mayBeLong(objects(), () => ctx.checkpoint())) return undefined
  // A broken number tree must not cost the document its pages.
  const raw = await document.getPageLabels().catch(() => null)
  const labels = raw?.map((label, index) => {
    const own = cutText(normalise(label).trim(), MOST_CHARS)
    return own === String(index + 1) ? '' : own
  })
  return labels?.some((label) => label !== '') ? labels : undefined
}

function mayBeLong(objects: RawObjects, checkpoint: () => void): boolean {
  for (const [, { head }] of objects.entries()) {
    checkpoint()
    if (LONG.test(head)) return true
  }
  return false
}
