import type { ReadInput } from '../../bridge/operations/documents.ts'
import type { PlanContext } from '../plan.ts'

/** Characters answered of each page. */
export function pageChars({ maxChars }: ReadInput, { settings }: Pick<PlanContext, 'settings'>): number {
  const { maxPageChars } = settings.documents
  return Math.min(maxChars ?? maxPageChars, maxPageChars)
}
