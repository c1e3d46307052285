import { catalogue } from '../../bridge/catalogue.ts'
import { referencePages } from '../../bridge/reference.ts'
import { configurationPage } from './configuration-page.ts'

/** Every page of the documentation that is written from code: path from the root → text. */
export function generatedPages(): Map<string, string> {
  const reference = [...referencePages(catalogue)].map(
    ([file, text]) => [`docs/reference/${file}`, text] as const,
  )
  return new Map([...reference, ['docs/configuration.md', `${configurationPage()}\n`]])
}
