import { append } from '../../append.ts'
import type { Block, Content, FormatReader, Section } from '../content.ts'
import { blockText } from '../content-text.ts'
import { elements } from '../package/xml.ts'
import type { OdfContext } from './odf-context.ts'
import { openOdf } from './odf-package.ts'
import { odfStyles } from './odf-styles.ts'
import { rowFiller, type RowFiller } from './odf-table.ts'
import { odfBlocks } from './odf-text.ts'
import { walkParts } from './xml-parts.ts'

/** Kinds that a cell keeps beside its text. */
const beside = new Set(['comment', 'chart', 'text box', 'alt text'])

/**
 * Reads a spreadsheet of OpenDocument (.ods, .ots, .fods): a section for each sheet, its cells as they are displayed.
 * Rows are read one at a time. Faults: DAMAGED, ENCRYPTED, ARCHIVE_BOMB, TOO_DEEP.
 */
export const readOds: FormatReader = (bytes, options, { checkpoint }): Content => {
  const file = openOdf(bytes, options, checkpoint)
  const styles = odfStyles()
  file.styles.forEach((root) => styles.add(root))
  const { maxChars } = options
  const context: OdfContext = { styles, object: file.object, deletions: new Map(), maxChars, checkpoint }
  const sections: Section[] = []
  let sheet: { filler: RowFiller; notes: Block[]; section: Section } | undefined
  let spent = 0
  const cellText =
    (notes: Block[]) =>
    (cell: Parameters<typeof elements>[0]): string => {
      const blocks = odfBlocks(elements(cell), context)
      append(
        notes,
        blocks.filter(({ kind }) => beside.has(kind)),
      )
      return blocks
        .filter(({ kind }) => !beside.has(kind))
        .map(blockText)
        .join('\n')
    }
  const endSheet = (): void => {
    if (sheet === undefined) return
    const { filler, notes, section } = sheet
    const rows = filler.end()
    if (rows.length > 0) section.blocks.push({ kind: 'table', text: '', rows })
    append(section.blocks, notes)
    spent += filler.chars + notes.reduce((sum, { text }) => sum + text.length, 0)
    sheet = undefined
  }
  const whole = walkParts(
    file.content,
    options,
    {
      isPart: (name) => /^(table-row|shapes|styles|automatic-styles|tracked-changes|forms)$/.test(name),
      open(name, attributes) {
        if (name !== 'table' || sheet !== undefined) return
        const notes: Block[] = []
        const section: Section = {
          ...(attributes['name'] === undefined ? {} : { title: attributes['name'] }),
          sheet: true,
          ...(styles.isHidden(attributes['style-name']) ? { hidden: true } : {}),
          blocks: [],
        }
        sheet = { filler: rowFiller(maxChars - spent, cellText(notes)), notes, section }
        sections.push(section)
      },
      part(element) {
        if (element.name === 'table-row') sheet?.filler.add(element)
        else if (element.name === 'shapes' && sheet !== undefined)
          append(sheet.notes, odfBlocks(elements(element), context))
        else if (element.name.endsWith('styles')) styles.add({ ...element, children: [element] })
      },
      close(name) {
        if (name === 'table') endSheet()
      },
      isEnough: () => spent + (sheet?.filler.chars ?? 0) > maxChars,
    },
    checkpoint,
  )
  endSheet()
  return { sections, ...(whole ? {} : { truncated: true }) }
}
