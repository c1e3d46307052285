import type { Block, Content, FormatReader, Section } from '../content.ts'
import { element, elements, type XmlElement } from '../package/xml.ts'
import { isTrue } from './alternate.ts'
import { embeddedFiles, mainTree, openPackage, relationOf, type OfficePackage } from './package.ts'
import { commentAuthors, slideComments, speakerNotes } from './pptx-comments.ts'
import { layoutReader, type Layout } from './pptx-layout.ts'
import { readSlide, shapeBlocks } from './pptx-slide.ts'
import { addBlocks, type Budget } from './section-writer.ts'

/**
 * Reads a presentation of Office Open XML (ECMA-376 part 1, section 19): a section for each slide in the order they
 * are shown, with comments and the notes for the speaker. What layouts draw on every slide comes with the first.
 * Faults: DAMAGED, ENCRYPTED, ARCHIVE_BOMB, TOO_DEEP.
 */
export const readPptx: FormatReader = (bytes, options, ctx): Content => {
  const office = openPackage(bytes, options, ctx, 'ppt/presentation.xml')
  const budget: Budget = { left: options.maxChars, spent: false }
  const layoutsOf = layoutReader(office)
  const authors = commentAuthors(office)
  const drawn = new Set<string>()
  const sections: Section[] = []
  for (const part of slideParts(office, mainTree(office))) {
    if (budget.spent) break
    const root = office.tree(part)
    const blocks: Block[] = []
    sections.push({ blocks })
    if (root === undefined || part === undefined) continue
    const relations = office.relations(part)
    const layouts = layoutsOf(part)
    const slide = readSlide(root, { office, relations, layouts })
    addBlocks(
      blocks,
      [
        ...slide.blocks,
        ...drawnByLayouts(office, isTrue(root.attributes['showMasterSp'] ?? '1') ? layouts : [], drawn),
        ...slideComments(office, relations, authors),
        ...speakerNotes(office, relations),
      ],
      budget,
    )
    const isHidden = !isTrue(root.attributes['show'] ?? '1')
    sections.splice(-1, 1, {
      ...(slide.title === undefined ? {} : { title: slide.title }),
      ...(isHidden ? { hidden: true } : {}),
      blocks,
    })
  }
  const attachments = embeddedFiles(office)
  return {
    sections,
    ...(attachments.length === 0 ? {} : { attachments }),
    ...(budget.spent ? { truncated: true } : {}),
  }
}

/** Parts of the slides in their order; where the list or its relationships are missing, by their usual names. */
function slideParts(office: OfficePackage, root: XmlElement): (string | undefined)[] {
  const relations = office.relations(office.main)
  const list = element(root, 'sldIdLst')
  if (list !== undefined && relations.length > 0) {
    return elements(list, 'sldId').map((slide) => relationOf(slide, relations)?.part)
  }
  const related = relations.flatMap(({ type, part }) =>
    type === 'slide' && part !== undefined ? [part] : [],
  )
  if (relations.length > 0) return related
  const numbered = office.names.flatMap((name) => {
    const number = /(?:^|\/)slides\/slide(\d+)\.xml$/i.exec(name)?.[1]
    return number === undefined ? [] : [{ name, number: Number(number) }]
  })
  return numbered.sort((a, b) => a.number - b.number).map(({ name }) => name)
}

/** Words that a layout and its master draw, unless the layout hides its master; each once for a document. */
function drawnByLayouts(office: OfficePackage, layouts: readonly Layout[], drawn: Set<string>): Block[] {
  const shown = layouts[0]?.showsMaster === false ? layouts.slice(0, 1) : layouts
  return shown.flatMap(({ part, drawn: shapes }) => {
    if (drawn.has(part)) return []
    drawn.add(part)
    const context = { office, relations: office.relations(part), layouts: [] }
    return shapes
      .flatMap((shape) => shapeBlocks(shape, context))
      .filter(({ kind }) => kind !== 'alt text')
      .map((block): Block => (block.kind === 'table' ? block : { ...block, kind: 'text box' }))
  })
}
