import { element, textOf } from '../package/xml.ts'
import type { OfficePackage } from './package.ts'

/** Title in the core properties (ECMA-376 part 2, section 8); undefined where none is set. */
export function coreTitle({ relations, tree }: OfficePackage): string | undefined {
  const part = relations('').find(({ type }) => type === 'core-properties')?.part ?? 'docProps/core.xml'
  const root = tree(part)
  const title = root === undefined ? undefined : element(root, 'title')
  return title === undefined ? undefined : textOf(title).replace(/\s+/g, ' ').trim() || undefined
}
