import type { Block, Content, FormatReader, Section } from '../content.ts'
import { element, elements, textOf, type XmlElement } from '../package/xml.ts'
import { isTrue } from './alternate.ts'
import { drawingBlocks } from './drawing.ts'
import {
  embeddedFiles,
  mainTree,
  openPackage,
  relationById,
  relationOf,
  type OfficePackage,
  type Relation,
} from './package.ts'
import { addBlocks, type Budget } from './section-writer.ts'
import { commentBlocks, peopleOf } from './xlsx-comments.ts'
import { marginText } from './xlsx-margins.ts'
import { cellOf, readSheet, type Workbook } from './xlsx-sheet.ts'
import { sharedStrings } from './xlsx-strings.ts'
import { cellFormats } from './xlsx-styles.ts'
import { sheetTable } from './xlsx-table.ts'

/**
 * Reads a workbook of Office Open XML (ECMA-376 part 1, section 18): a section for each sheet in the order of the
 * workbook, its cells as one table, shown as Excel would in US English. Rows and columns that are hidden are read
 * as well. Faults: DAMAGED, ENCRYPTED, ARCHIVE_BOMB, TOO_DEEP.
 */
export const readXlsx: FormatReader = (bytes, options, ctx): Content => {
  const office = openPackage(bytes, options, ctx, 'xl/workbook.xml')
  const root = mainTree(office)
  const relations = office.relations(office.main)
  const side = (type: string): string | undefined =>
    relations.find((relation) => relation.type === type && relation.part !== undefined)?.part ??
    office.names.find((name) => name.toLowerCase() === `xl/${type.toLowerCase()}.xml`)
  const budget: Budget = { left: options.maxChars, spent: false }
  const workbook: Workbook = {
    strings: sharedStrings(office, side('sharedStrings')),
    formats: cellFormats(office.tree(side('styles'))),
    is1904: isTrue(element(root, 'workbookPr')?.attributes['date1904']),
  }
  const people = peopleOf(office)
  const sections: Section[] = []
  for (const { name, isHidden, part } of sheetsOf(office, root)) {
    if (budget.spent) break
    const blocks: Block[] = []
    if (part !== undefined) readInto(blocks, part, { office, name, workbook, people, budget })
    sections.push({ title: name, sheet: true, ...(isHidden ? { hidden: true } : {}), blocks })
  }
  const attachments = embeddedFiles(office)
  return {
    sections,
    ...(attachments.length === 0 ? {} : { attachments }),
    ...(budget.spent ? { truncated: true } : {}),
  }
}

interface ListedSheet {
  name: string
  isHidden: boolean
  part: string | undefined
}

/** Sheets as the workbook lists them; where relationships are missing, by the usual names of their parts. */
function sheetsOf(office: OfficePackage, root: XmlElement): ListedSheet[] {
  const relations = office.relations(office.main)
  const list = element(root, 'sheets')
  return (list === undefined ? [] : elements(list, 'sheet')).map((sheet, index) => {
    const { name = '', state = '' } = sheet.attributes
    const usual = new RegExp(`(?:^|/)worksheets/sheet${index + 1}\\.xml$`, 'i')
    const part =
      relations.length > 0
        ? relationOf(sheet, relations)?.part
        : office.names.find((part) => usual.test(part))
    return { name, isHidden: /^(?:hidden|veryHidden)$/i.test(state), part }
  })
}

interface SheetContext {
  office: OfficePackage
  name: string
  workbook: Workbook
  people: ReadonlyMap<string, string>
  budget: Budget
}

function readInto(
  blocks: Block[],
  part: string,
  { office, name, workbook, people, budget }: SheetContext,
): void {
  const bytes = office.bytes(part)
  if (bytes === undefined) return
  const relations = office.relations(part)
  const add = (more: readonly Block[]): void => addBlocks(blocks, more, budget)

  const sheet = readSheet(office, bytes, workbook, budget)
  const margins = (isHeader: boolean): Block[] =>
    [
      ...new Set(
        sheet.margins.filter((each) => each.isHeader === isHeader).map(({ text }) => marginText(text, name)),
      ),
    ].map((text): Block => ({ kind: isHeader ? 'header' : 'footer', text }))
  add(margins(true))
  const links = new Map<string, string>()
  for (const { cell, id } of sheet.links) {
    const url = relationById(id, relations)?.url
    if (url !== undefined) links.set(`${cell.row} ${cell.column}`, url)
  }
  const headRows = [sheet.filterRow, ...tableRows(office, relations)]
  const table = sheetTable(
    sheet.rows,
    (row, column) => links.get(`${row} ${column}`),
    (row) => headRows.includes(row),
    budget,
  )
  // Its text has been counted cell by cell.
  if (table !== undefined) blocks.push(table)
  if (budget.spent) return
  for (const relation of relations) {
    if (relation.type === 'drawing') add(drawn(office, relation.part))
    else if (relation.type === 'vmlDrawing') add(controls(office, relation.part))
  }
  add(commentBlocks(office, relations, people))
  add(margins(false))
}

/** First rows of the tables of a sheet that have a row of headings (18.5.1.2). */
function tableRows(office: OfficePackage, relations: readonly Relation[]): number[] {
  return relations.flatMap(({ type, part }) => {
    const table = type === 'table' ? office.tree(part)?.attributes : undefined
    const start = cellOf((table?.['ref'] ?? '').replace(/:.*$/s, ''))
    return start === undefined || table?.['headerRowCount'] === '0' ? [] : [start.row]
  })
}

function drawn(office: OfficePackage, part: string | undefined): Block[] {
  const root = office.tree(part)
  if (root === undefined || part === undefined) return []
  const relations = office.relations(part)
  return elements(root).flatMap((anchor) => drawingBlocks(anchor, { office, relations }))
}

/** Captions of buttons and boxes drawn in VML; the frames of comments are drawn there too. */
function controls(office: OfficePackage, part: string | undefined): Block[] {
  const root = office.tree(part)
  return (root === undefined ? [] : elements(root, 'shape')).flatMap((shape): Block[] => {
    const text = element(shape, 'textbox')
    const isNote = element(shape, 'ClientData')?.attributes['ObjectType'] === 'Note'
    return text === undefined || isNote
      ? []
      : [{ kind: 'text box', text: textOf(text).replace(/\s+/g, ' ').trim() }]
  })
}
