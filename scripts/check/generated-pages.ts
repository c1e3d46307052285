import { catalogue } from '../../bridge/catalogue.ts'
import { referencePages } from '../../bridge/reference.ts'

/** Every page of the documentation that is written from code: path from the root → text. */
export function generatedPages(): Map<string, string> {
  const reference = [...referencePages(catalogue)]
  return new Map(reference.map(([file, text]) => [`docs/reference/${file}`, text]))
}
