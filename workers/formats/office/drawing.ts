import { append } from '../../append.ts'
import type { Block } from '../content.ts'
import { blockOf, joined, trimmed } from '../inline.ts'
import { element, elements, type XmlElement } from '../package/xml.ts'
import { contentOf } from './alternate.ts'
import { chartBlocks } from './chart.ts'
import { bodyText } from './drawing-text.ts'
import { relationOf, type OfficePackage, type Relation } from './package.ts'

export interface DrawingContext {
  office: OfficePackage
  /** Of the part the drawing is in. */
  relations: readonly Relation[]
  /** Reads the text of a text box of a text document. */
  textBox?(content: XmlElement): Block[]
}

/**
 * What a drawing says, whether DrawingML (ECMA-376 part 1, sections 20 and 21) or VML (part 4, section 19): texts of
 * shapes, alternative texts, charts, diagrams.
 */
export function drawingBlocks(drawing: XmlElement, context: DrawingContext): Block[] {
  const blocks: Block[] = []
  // A picture and the frame it is in often repeat the same words.
  const described = new Set<string>()
  const describe = (text: string | undefined): void => {
    const words = text?.trim() ?? ''
    if (words === '' || described.has(words)) return
    described.add(words)
    blocks.push({ kind: 'alt text', text: words })
  }
  const visit = (shape: XmlElement): void => {
    const { name, attributes } = shape
    switch (name) {
      case 'docPr':
      case 'cNvPr':
        describe(attributes['descr'] || attributes['title'])
        return
      case 'txbxContent':
        append(blocks, context.textBox?.(shape) ?? [])
        return
      case 'txBody':
      case 'rich':
        pushText(blocks, shape, context)
        return
      case 'chart':
        append(blocks, chartBlocks(context.office, relationOf(shape, context.relations)?.part))
        return
      case 'relIds':
        append(blocks, diagramBlocks(context.office, relationOf(shape, context.relations, 'dm')?.part))
        return
      case 'textpath':
        if (attributes['string']) blocks.push({ kind: 'text box', text: attributes['string'] })
        return
    }
    describe(attributes['alt'])
    for (const child of contentOf(shape)) visit(child)
  }
  visit(drawing)
  return blocks
}

function pushText(blocks: Block[], body: XmlElement, { relations }: DrawingContext): void {
  const text = trimmed(bodyText(body, relations))
  if (text.text !== '') blocks.push(blockOf('text box', text))
}

/** Texts of a SmartArt diagram in the order of its data model (ECMA-376 part 1, section 21.4.3). */
export function diagramBlocks(office: OfficePackage, part: string | undefined): Block[] {
  const model = office.tree(part)
  const list = model === undefined ? undefined : element(model, 'ptLst')
  if (list === undefined || part === undefined) return []
  const relations = office.relations(part)
  const texts = elements(list, 'pt').flatMap((point) => {
    // The other points stand for how it is drawn.
    if (point.attributes['type'] === 'pres') return []
    const body = element(point, 't')
    const text = body === undefined ? undefined : trimmed(bodyText(body, relations))
    return text === undefined || text.text === '' ? [] : [text]
  })
  return texts.length === 0 ? [] : [blockOf('text box', joined(texts, '\n'))]
}
