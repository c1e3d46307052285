import type { Block } from '../content.ts'
import { blockOf, joined, trimmed } from '../inline.ts'
import { element, elements, type XmlElement } from '../package/xml.ts'
import { altChunkBlocks } from './alt-chunk.ts'
import { contentOf } from './alternate.ts'
import type { Story } from './docx-context.ts'
import { readParagraph } from './docx-paragraph.ts'
import { numberedOf } from './docx-styles.ts'
import { tableBlocks } from './docx-table.ts'
import { equationText } from './equation.ts'
import { relationOf } from './package.ts'

/** The blocks of a body, a cell, a note, a text box (ECMA-376 part 1, section 17.2). */
export function storyBlocks(parent: XmlElement, story: Story): Block[] {
  return [...contentOf(parent)].flatMap((child) => bodyBlocks(child, story))
}

/** The blocks of one child of a body. */
export function bodyBlocks(child: XmlElement, story: Story): Block[] {
  switch (child.name) {
    case 'p':
      return paragraphBlocks(child, story)
    case 'tbl':
      return tableBlocks(child, (cell) => storyBlocks(cell, story))
    case 'altChunk':
      return altChunkBlocks(story.office, relationOf(child, story.relations)?.part)
    case 'oMath':
    case 'oMathPara':
      return [{ kind: 'paragraph', text: equationText(child) }]
    case 'sdt':
    case 'AlternateContent':
    case 'customXml':
    case 'ins':
    case 'moveTo':
      return storyBlocks({ ...child, children: [child] }, story)
    default:
      return []
  }
}

function paragraphBlocks(paragraph: XmlElement, story: Story): Block[] {
  story.office.checkpoint()
  const { styles } = story
  const properties = element(paragraph, 'pPr')
  const style = properties === undefined ? undefined : element(properties, 'pStyle')?.attributes['val']
  const { inline, apart } = readParagraph(paragraph, style, story)
  const text = trimmed(inline)
  const marker = isGone(properties) && text.text === '' ? undefined : markerOf(properties, style, story)
  const level = styles.headingLevel(style, properties)
  if (text.text === '') return apart
  if (level !== undefined) {
    const whole = marker?.label ? joined([{ text: marker.label, links: [] }, text], ' ') : text
    return [blockOf('heading', whole, { level }), ...apart]
  }
  if (marker?.label) return [blockOf('item', text, { level: marker.level, label: marker.label }), ...apart]
  const names = styles.names(style)
  const kind = names.some((name) => /quote/.test(name)) ? 'quote' : names.some(isCode) ? 'code' : 'paragraph'
  return [blockOf(kind, kind === 'code' ? inline : text), ...apart]
}

const isCode = (name: string): boolean => /^(?:html preformatted|source code|code|code block)$/.test(name)

/** Whether the paragraph's end was deleted under tracking. */
function isGone(properties: XmlElement | undefined): boolean {
  const mark = properties === undefined ? undefined : element(properties, 'rPr')
  return mark !== undefined && elements(mark, 'del').length > 0
}

function markerOf(
  properties: XmlElement | undefined,
  style: string | undefined,
  { styles, numbering }: Story,
): { label: string; level: number } | undefined {
  const own = numberedOf(properties)
  const styled = styles.numbering(style)
  const list = own.list ?? styled.list
  if (list === undefined || list === '0') return undefined
  const level = own.level ?? numbering.levelOfStyle(list, style) ?? styled.level ?? 0
  const label = numbering.next(list, level)
  return label === undefined ? undefined : { label, level }
}
