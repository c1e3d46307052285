import type { Look } from '../inline.ts'
import { element, elements, type XmlElement } from '../package/xml.ts'
import { isOn } from './alternate.ts'

/** What of a style matters for reading (ECMA-376 part 1, section 17.7). */
interface Style {
  name: string
  basedOn: string | undefined
  /** 0 to 8; 9 is text of the body. */
  outline: number | undefined
  numbering: Numbered
  /** Whether its text is hidden. */
  hidden: boolean | undefined
  look: Partial<Look>
}

/** The list a paragraph belongs to, as far as it says. */
export interface Numbered {
  list: string | undefined
  level: number | undefined
}

export interface Styles {
  /** 1 to 6; undefined for what is no heading. */
  headingLevel(style: string | undefined, properties: XmlElement | undefined): number | undefined
  numbering(style: string | undefined): Numbered
  isHidden(style: string | undefined): boolean
  /** How a style makes text look, as far as it says. */
  look(style: string): Partial<Look>
  /** Lower-case names of a style and of those it is based on. */
  names(style: string | undefined): string[]
}

/** The longest chain of styles followed; Word itself allows fewer. */
const MAX_CHAIN = 32

/** The styles of a document; of none where it has no such part. */
export function docxStyles(root: XmlElement | undefined): Styles {
  const styles = new Map<string, Style>()
  let usual: string | undefined
  for (const each of root === undefined ? [] : elements(root, 'style')) {
    const { styleId: id, default: isDefault, type } = each.attributes
    if (id === undefined || styles.has(id)) continue
    styles.set(id, styleOf(each))
    if (type === 'paragraph' && isDefault !== undefined && isDefault !== '0') usual ??= id
  }

  const chain = (id: string | undefined): Style[] => {
    const found: Style[] = []
    for (let next = id ?? usual; next !== undefined && found.length < MAX_CHAIN;) {
      const style = styles.get(next)
      if (style === undefined || found.includes(style)) break
      found.push(style)
      next = style.basedOn
    }
    return found
  }

  return {
    headingLevel: (id, properties) => {
      const own = outlineOf(properties)
      if (own !== undefined) return own < 9 ? Math.min(6, own + 1) : undefined
      for (const { name, outline } of chain(id)) {
        if (outline !== undefined) return outline < 9 ? Math.min(6, outline + 1) : undefined
        const level = /^heading ([1-9])$/.exec(name)?.[1]
        if (level !== undefined) return Math.min(6, Number(level))
        if (name === 'title') return 1
      }
      return undefined
    },
    numbering: (id) => {
      const all = chain(id).map(({ numbering }) => numbering)
      return {
        list: all.find(({ list }) => list !== undefined)?.list,
        level: all.find(({ level }) => level !== undefined)?.level,
      }
    },
    isHidden: (id) =>
      id !== undefined && (chain(id).find(({ hidden }) => hidden !== undefined)?.hidden ?? false),
    look: (id) =>
      Object.assign(
        {},
        ...chain(id)
          .reverse()
          .map((style) => style.look),
      ),
    names: (id) => chain(id).map(({ name }) => name),
  }
}

function styleOf(style: XmlElement): Style {
  const child = (of: XmlElement | undefined, name: string) =>
    of === undefined ? undefined : element(of, name)
  const paragraph = child(style, 'pPr')
  const text = child(style, 'rPr')
  const vanish = child(text, 'vanish')
  return {
    name: child(style, 'name')?.attributes['val']?.toLowerCase() ?? '',
    basedOn: child(style, 'basedOn')?.attributes['val'],
    outline: outlineOf(paragraph),
    numbering: numberedOf(paragraph),
    hidden: vanish === undefined ? undefined : isOn(vanish),
    look: lookOf(text),
  }
}

/** The look that properties of text name (17.3.2.1 and 17.3.2.16). */
export function lookOf(properties: XmlElement | undefined): Partial<Look> {
  const value = (name: string) => (properties === undefined ? undefined : element(properties, name))
  const [strong, italic] = [value('b'), value('i')]
  return { ...(strong && { strong: isOn(strong) }), ...(italic && { italic: isOn(italic) }) }
}

/** The list that properties of a paragraph name. */
export function numberedOf(properties: XmlElement | undefined): Numbered {
  const own = properties === undefined ? undefined : element(properties, 'numPr')
  const value = (name: string) => (own === undefined ? undefined : element(own, name)?.attributes['val'])
  return { list: value('numId'), level: levelOf(value('ilvl')) }
}

function outlineOf(properties: XmlElement | undefined): number | undefined {
  return levelOf(properties === undefined ? undefined : element(properties, 'outlineLvl')?.attributes['val'])
}

const levelOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^[0-9]$/.test(text) ? Number(text) : undefined
