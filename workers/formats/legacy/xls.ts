import type { Content, FormatReader, Section } from '../content.ts'
import { BlockList } from './block-list.ts'
import { openCompound, refuseEncryptedPackage, streamAt } from './cfb.ts'
import { damaged } from './fields.ts'
import { readWorkbook } from './xls-book.ts'
import { addSheet } from './xls-sheet.ts'

const VISUAL_BASIC = 6

/**
 * Reads workbooks of Excel 5 to 2003 ([MS-XLS]): a section for each sheet, values as they are shown. Faults: DAMAGED,
 * ENCRYPTED, TYPE_UNSUPPORTED (before Excel 5), TOO_DEEP, ARCHIVE_BOMB.
 */
export const readXls: FormatReader = (bytes, options, ctx): Content => {
  const storage = openCompound(bytes, options, ctx.checkpoint)
  refuseEncryptedPackage(storage)
  const stream = streamAt(storage, 'Workbook') ?? streamAt(storage, 'Book')
  if (stream === undefined) throw damaged('Excel workbook', 'it has neither a stream Workbook nor Book')
  const book = readWorkbook(stream, ctx.checkpoint)
  const list = new BlockList(options.maxChars)
  const sections: Section[] = []
  /** Sheets do not share records; a list of sheets that all start in one would be read without end. */
  let walked = 0
  for (const { name, hidden, at, kind } of book.sheets) {
    if (kind === VISUAL_BASIC) continue
    if (list.full || walked > 2 * stream.length) break
    list.spend(name.length)
    walked += addSheet(book, at, list, ctx.checkpoint) - at
    sections.push({ title: name, sheet: true, ...(hidden ? { hidden } : {}), blocks: list.take() })
  }
  const content: Content = { sections }
  if (list.full || walked > 2 * stream.length) content.truncated = true
  return content
}
