import { elements, type XmlElement } from '../package/xml.ts'

/** What the styles of a document say that matters to its text. */
export interface OdfStyles {
  add(root: XmlElement): void
  /** Whether a paragraph style is, or is made from, one of a name. */
  isMadeFrom(style: string | undefined, names: ReadonlySet<string>): boolean
  /** Whether tables, pages or sections of that style are not shown. */
  isHidden(style: string | undefined): boolean
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
  const lists = new Map<string, ReadonlyMap<number, ListLevel>>()
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
        }
      }
    },
    isMadeFrom(style, names) {
      let name = style
      for (let i = 0; name !== undefined && i < 20; i += 1) {
        if (names.has(name)) return true
        name = parents.get(name)
      }
      return false
    },
    isHidden: (style) => style !== undefined && hidden.has(style),
    listLevel: (style, level) => (style === undefined ? undefined : lists.get(style)?.get(level)),
  }
}

const hides = ({ name, attributes }: XmlElement): boolean =>
  (name === 'table-properties' && attributes['display'] === 'false') ||
  (name === 'drawing-page-properties' && attributes['visibility'] === 'hidden')

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
