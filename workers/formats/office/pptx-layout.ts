import { element, elements, type XmlElement } from '../package/xml.ts'
import { contentOf, isTrue } from './alternate.ts'
import type { OfficePackage } from './package.ts'

/** What a shape of a slide stands for (ECMA-376 part 1, section 19.3.1.36). */
export interface Placeholder {
  /** `title`, `body`, `ftr` …; `obj` unless it says. */
  type: string
  index: string | undefined
}

/** A layout or master: what its placeholders give to those of slides. */
export interface Layout {
  part: string
  /** List styles of its placeholders. */
  placeholders: { placeholder: Placeholder; style: XmlElement | undefined }[]
  /** Of a master: list styles by kind of text. */
  textStyles: XmlElement | undefined
  /** Shapes that are no placeholders: they are drawn on every slide. */
  drawn: XmlElement[]
  showsMaster: boolean
}

/** Placeholders of a layout that are looked through for each shape of a slide. */
const MAX_PLACEHOLDERS = 200

/** The placeholder a shape is; undefined for any other shape. */
export function placeholderOf(shape: XmlElement): Placeholder | undefined {
  for (const own of elements(shape)) {
    const properties = /^nv.*Pr$/.test(own.name) ? element(own, 'nvPr') : undefined
    const found = properties === undefined ? undefined : element(properties, 'ph')
    if (found !== undefined)
      return { type: found.attributes['type'] ?? 'obj', index: found.attributes['idx'] }
  }
  return undefined
}

/** The shapes of a slide, layout or master, in the order they are drawn. */
export function shapesOf(root: XmlElement): XmlElement[] {
  const slide = element(root, 'cSld')
  const tree = slide === undefined ? undefined : element(slide, 'spTree')
  return tree === undefined ? [] : [...contentOf(tree)]
}

/** The layout of a slide and the master of that, each read once for a document. */
export function layoutReader(office: OfficePackage): (slide: string) => Layout[] {
  const known = new Map<string, Layout | undefined>()
  const layoutAt = (part: string): Layout | undefined => {
    if (!known.has(part)) {
      const root = office.tree(part)
      known.set(part, root === undefined ? undefined : readLayout(part, root))
    }
    return known.get(part)
  }
  const related = (part: string, type: string): string | undefined =>
    office.relations(part).find((relation) => relation.type === type)?.part
  return (slide) => {
    const layout = related(slide, 'slideLayout')
    const master = layout === undefined ? undefined : related(layout, 'slideMaster')
    return [layout, master].flatMap((part) => (part === undefined ? [] : (layoutAt(part) ?? [])))
  }
}

function readLayout(part: string, root: XmlElement): Layout {
  const placeholders: Layout['placeholders'] = []
  const drawn: XmlElement[] = []
  for (const shape of shapesOf(root)) {
    const placeholder = placeholderOf(shape)
    const body = element(shape, 'txBody')
    if (placeholder === undefined) drawn.push(shape)
    else if (placeholders.length < MAX_PLACEHOLDERS)
      placeholders.push({ placeholder, style: body === undefined ? undefined : element(body, 'lstStyle') })
  }
  const showsMaster = isTrue(root.attributes['showMasterSp'] ?? '1')
  return { part, placeholders, textStyles: element(root, 'txStyles'), drawn, showsMaster }
}

/** The list styles a placeholder inherits, nearest first. */
export function inheritedStyles(
  placeholder: Placeholder | undefined,
  layouts: readonly Layout[],
): (XmlElement | undefined)[] {
  if (placeholder === undefined) return []
  const kind = kindOf(placeholder.type)
  return [
    ...layouts.map(
      ({ placeholders }) =>
        (
          placeholders.find(
            (each) => each.placeholder.index === placeholder.index && kindOf(each.placeholder.type) === kind,
          ) ??
          placeholders.find((each) => each.placeholder.type === placeholder.type) ??
          placeholders.find((each) => kindOf(each.placeholder.type) === kind)
        )?.style,
    ),
    ...layouts.map(({ textStyles }) =>
      textStyles === undefined ? undefined : element(textStyles, `${kind}Style`),
    ),
  ]
}

/** The kinds of text a master tells apart. */
function kindOf(type: string): 'title' | 'body' | 'other' {
  if (/title$/i.test(type) && type !== 'subTitle') return 'title'
  return /^(?:ftr|hdr|dt|sldNum|sldImg)$/.test(type) ? 'other' : 'body'
}
