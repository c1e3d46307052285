import type { Block } from '../content.ts'
import { asOneBlock, blockOf, trimmed, type Inline } from '../inline.ts'
import { element, elements, type XmlElement } from '../package/xml.ts'
import { contentOf, isTrue } from './alternate.ts'
import { drawingBlocks } from './drawing.ts'
import { bodyParagraphs, bodyText, paragraphText } from './drawing-text.ts'
import { tableBlock } from './docx-table.ts'
import { relationOf, type OfficePackage, type Relation } from './package.ts'
import { inheritedStyles, placeholderOf, shapesOf, type Layout } from './pptx-layout.ts'
import { bulletCounter, bulletOf } from './pptx-lists.ts'

export interface SlideContext {
  office: OfficePackage
  /** Of the part the shapes are in. */
  relations: readonly Relation[]
  /** Its layout and master. */
  layouts: readonly Layout[]
}

export interface Slide {
  title: string | undefined
  blocks: Block[]
}

const MAX_LEVEL = 8

/** What a slide says: its title first, then its shapes in the order they are drawn, what stands at its foot last. */
export function readSlide(root: XmlElement, context: SlideContext): Slide {
  const blocks = shapesOf(root).flatMap((shape) => shapeBlocks(shape, context))
  const isFoot = ({ kind }: Block): boolean => kind === 'footer'
  const title = blocks.find(({ kind }) => kind === 'heading')
  const foot = blocks.filter(isFoot).map(({ text }) => text)
  const rest = blocks.filter((block) => block !== title && !isFoot(block))
  return {
    title: title?.text,
    blocks: [
      ...(title === undefined ? [] : [title]),
      ...rest,
      ...(foot.length === 0 ? [] : [{ kind: 'footer' as const, text: foot.join('\t') }]),
    ],
  }
}

/** Blocks of one shape, group, picture, table, chart or diagram (ECMA-376 part 1, section 19.3.1). */
export function shapeBlocks(shape: XmlElement, context: SlideContext): Block[] {
  context.office.checkpoint()
  const properties = commonProperties(shape)
  const blocks = visibleBlocks(shape, properties, context)
  return isTrue(properties?.attributes['hidden']) ? asOneBlock('hidden', blocks) : blocks
}

function visibleBlocks(
  shape: XmlElement,
  properties: XmlElement | undefined,
  context: SlideContext,
): Block[] {
  switch (shape.name) {
    case 'grpSp':
      return [
        ...altText(properties),
        ...[...contentOf(shape)].flatMap((child) => shapeBlocks(child, context)),
      ]
    case 'sp':
    case 'cxnSp':
      return [...textBlocks(shape, properties, context), ...altText(properties)]
    case 'graphicFrame': {
      const table = tableIn(shape)
      return table === undefined
        ? drawingBlocks(shape, context)
        : [slideTable(table, context), ...altText(properties)]
    }
    case 'pic':
    case 'contentPart':
      return drawingBlocks(shape, context)
    default:
      return []
  }
}

function commonProperties(shape: XmlElement): XmlElement | undefined {
  const own = elements(shape).find(({ name }) => /^nv.*Pr$/.test(name))
  return own === undefined ? undefined : element(own, 'cNvPr')
}

function altText(properties: XmlElement | undefined): Block[] {
  const text = properties?.attributes['descr'] || properties?.attributes['title'] || ''
  return text.trim() === '' ? [] : [{ kind: 'alt text', text: text.trim() }]
}

function textBlocks(shape: XmlElement, properties: XmlElement | undefined, context: SlideContext): Block[] {
  const body = element(shape, 'txBody')
  if (body === undefined) return []
  const { relations, layouts } = context
  const placeholder = placeholderOf(shape)
  switch (placeholder?.type) {
    case 'title':
    case 'ctrTitle': {
      const { text, links } = trimmed(bodyText(body, relations))
      return text === ''
        ? []
        : [blockOf('heading', { text: text.replaceAll('\n', ' '), links }, { level: 1 })]
    }
    case 'ftr':
    case 'dt':
    case 'sldNum':
    case 'hdr': {
      const { text } = trimmed(bodyText(body, relations))
      // The number of a slide that was never drawn is still a sign for one.
      return text === '' || text === '‹#›' ? [] : [{ kind: 'footer', text: text.replaceAll('\n', ' ') }]
    }
  }
  const click = properties === undefined ? undefined : element(properties, 'hlinkClick')
  const url = click === undefined ? undefined : relationOf(click, relations)?.url
  const styles = [element(body, 'lstStyle'), ...inheritedStyles(placeholder, layouts)]
  const markerOf = bulletCounter()
  return bodyParagraphs(body).flatMap((paragraph) => {
    const text = trimmed(paragraphText(paragraph, relations))
    if (text.text === '') return []
    const whole: Inline =
      url === undefined || text.links.length > 0
        ? text
        : { ...text, links: [{ start: 0, end: text.text.length, url }] }
    const own = element(paragraph, 'pPr')
    const level = Math.min(MAX_LEVEL, Math.max(0, Math.floor(Number(own?.attributes['lvl'] ?? 0)) || 0))
    const label = markerOf(bulletOf(own, styles, level), level)
    return [label === undefined ? blockOf('paragraph', whole) : blockOf('item', whole, { level, label })]
  })
}

function tableIn(frame: XmlElement): XmlElement | undefined {
  const graphic = element(frame, 'graphic')
  const data = graphic === undefined ? undefined : element(graphic, 'graphicData')
  return data === undefined ? undefined : [...contentOf(data)].find(({ name }) => name === 'tbl')
}

/** Cells that a merged one covers are there, and empty (ECMA-376 part 1, section 21.1.3). */
function slideTable(table: XmlElement, { relations }: SlideContext): Block {
  const rows = elements(table, 'tr').map((row) =>
    elements(row, 'tc').map((cell) => {
      const body = element(cell, 'txBody')
      return body === undefined ? { text: '', links: [] } : trimmed(bodyText(body, relations))
    }),
  )
  return tableBlock(rows, isTrue(element(table, 'tblPr')?.attributes['firstRow']))
}
