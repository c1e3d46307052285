import { elements, textOf, type XmlElement } from '../package/xml.ts'
import type { OdfPackage } from './odf-package.ts'
import type { OdfStyles } from './odf-styles.ts'

/** What a deletion took out, and who made it. */
export interface Deletion {
  author?: string
  blocks: XmlElement
}

/** What the blocks of one document share. */
export interface OdfContext {
  styles: OdfStyles
  object: OdfPackage['object']
  /** By the identifier of the change. */
  deletions: Map<string, Deletion>
  maxChars: number
  checkpoint: () => void
  /** Whether the text in frames is what the page is made of, as on slides. */
  framesAreText?: boolean
}

/** Notes the deletions of tracked changes (OpenDocument 1.3, part 3, section 5.5). */
export function noteDeletions(changes: XmlElement, { deletions }: OdfContext): void {
  for (const region of elements(changes, 'changed-region')) {
    const [deletion] = elements(region, 'deletion')
    if (deletion === undefined) continue
    const author = creatorOf(elements(deletion, 'change-info')[0])
    const { id = '' } = region.attributes
    deletions.set(id, { blocks: deletion, ...(author === undefined ? {} : { author }) })
  }
}

/** Who made a comment or a change. */
export function creatorOf(element: XmlElement | undefined): string | undefined {
  const [creator] = element === undefined ? [] : elements(element, 'creator')
  return creator === undefined ? undefined : textOf(creator).trim() || undefined
}

/** Level of a heading, 1 to 6. */
export const clamp = (level: number): number => Math.min(6, Math.max(1, Number.isInteger(level) ? level : 1))

const shapes = new Set(
  (
    'caption circle connector custom-shape ellipse g line measure path polygon polyline rect regular-polygon scene ' +
    'control'
  ).split(' '),
)

/** Whether an element is a drawn shape, which may hold text. */
export const isShape = ({ name, uri }: XmlElement): boolean => shapes.has(name) && /drawing|dr3d/.test(uri)
