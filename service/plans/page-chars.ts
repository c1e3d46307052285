import type { ReadInput } from '../../bridge/operations/documents.ts'
import type { PlanContext } from '../plan.ts'

/** Characters answered of each page. */
export function pageChars(
  { maxChars, maxDocumentChars }: ReadInput,
  { settings }: Pick<PlanContext, 'settings'>,
): number {
  const { maxPageChars } = settings.documents
  const ofDocument = typeof maxDocumentChars === 'number' ? maxDocumentChars : maxPageChars
  return Math.min(maxChars ?? maxPageChars, ofDocument, maxPageChars)
}
