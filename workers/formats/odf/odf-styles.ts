import type { Look } from '../inline.ts'
import { elements, type XmlElement } from '../package/xml.ts'

/** Styles made from styles, as far as they are followed: some are made from themselves. */
const MAX_LINEAGE = 20

/** What the styles of a document say that matters to its text. */
export interface OdfStyles {
  add(root: XmlElement): void
  /** Whether a paragraph style is, or is made from, one of a name. */
  isMadeFrom(style: string | undefined, names: ReadonlySet<string>): boolean
  /** Whether tables, pages or sections of that style are not shown. */
  isHidden(style: string | undefined): boolean
  /** What a style of text, or one made for a single paragraph, says of the look. */
  lookOf(style: string | undefined): Partial<Look>
  listLevel(style: string | undefined, level: number): ListLevel | undefined
}

/** How a level of a list is marked. */
export interface ListLevel {
  bullet?: string
  format?: string
  suffix?: string
  start: number
}

/** Styles of a document, gathered from all places that define some (OpenDocument 1.3, part 3, section 16). */
export function odfStyles(): OdfStyles {
  const parents = new Map<string, string>()
  const hidden = new Set<string>()
  const looks = new Map<string, Partial<Look>>()
  const lists = new Map<string, ReadonlyMap<number, ListLevel>>()
  /** A style, what it is made from, and so on. */
  const lineage = (style: string | undefined): string[] => {
    const names: string[] = []
    let name = style
    for (; name !== undefined && names.length < MAX_LINEAGE; name = parents.get(name)) names.push(name)
    return names
  }
  return {
    add(root) {
      for (const group of elements(root)) {
        if (group.name !== 'styles' && group.name !== 'automatic-styles') continue
        for (const style of elements(group)) {
          const { name = '', 'parent-style-name': parent } = style.attributes
          if (style.name === 'list-style') lists.set(name, levelsOf(style))
          if (style.name !== 'style') continue
          if (parent !== undefined) parents.set(name, parent)
          if (elements(style).some(hides)) hidden.add(name)
          // A style with a name (a heading's, a quotation's) says what a paragraph is, which the block says.
          if (style.attributes['family'] === 'text' || group.name === 'automatic-styles')
            looks.set(name, ownLook(style))
        }
      }
    },
    isMadeFrom: (style, names) => lineage(style).some((name) => names.has(name)),
    lookOf: (style) =>
      Object.assign(
        {},
        ...lineage(style)
          .reverse()
          .map((name) => looks.get(name)),
      ),
    isHidden: (style) => style !== undefined && hidden.has(style),
    listLevel: (style, level) => (style === undefined ? undefined : lists.get(style)?.get(level)),
  }
}

const hides = ({ name, attributes }: XmlElement): boolean =>
  (name === 'table-properties' && attributes['display'] === 'false') ||
  (name === 'drawing-page-properties' && attributes['visibility'] === 'hidden')

/** Weight and posture of the letters of a style (OpenDocument 1.3, part 3, sections 20.194 and 20.191). */
function ownLook(style: XmlElement): Partial<Look> {
  const [properties] = elements(style, 'text-properties')
  const { 'font-weight': weight, 'font-style': posture } = properties?.attributes ?? {}
  return {
    ...(weight !== undefined && { strong: weight === 'bold' || Number(weight) >= 600 }),
    ...(posture !== undefined && { italic: posture === 'italic' || posture === 'oblique' }),
  }
}

function levelsOf(style: XmlElement): Map<number, ListLevel> {
  const levels = elements(style).map(({ name, attributes }): [number, ListLevel] => {
    const start = Number(attributes['start-value'] ?? 1)
    const level = Number(attributes['level'] ?? 1)
    if (name !== 'list-level-style-number') return [level, { bullet: '•', start }]
    return [level, { format: attributes['num-format'] ?? '', suffix: attributes['num-suffix'] ?? '', start }]
  })
  return new Map(levels)
}

/** The marker of an item that is the nth of its list. */
export function itemMarker({ bullet, format = '', suffix = '' }: ListLevel, number: number): string {
  if (bullet !== undefined || format === '') return '•'
  if (/^[aA]$/.test(format) && number >= 1 && number <= 26) {
    return `${String.fromCharCode(format.charCodeAt(0) + number - 1)}${suffix || '.'}`
  }
  return `${number}${suffix || '.'}`
}
