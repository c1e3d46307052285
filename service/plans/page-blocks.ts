import type { PageBlock, PageTable } from '../../bridge/operations/documents.ts'
import { tableText } from '../../workers/formats/content-text.ts'
import type { BoxedBlock } from '../../workers/documents/boxed-blocks.ts'

/** Blocks as they are answered: the cells of tables stand apart from their text. */
export function blocksAndTables(blocks: readonly BoxedBlock[]): {
  blocks: PageBlock[]
  tables?: PageTable[]
} {
  const tables: PageTable[] = []
  const shown = blocks.map(({ kind, text, rows, headed, level, label, box }): PageBlock => {
    const place = box === undefined ? {} : { box }
    if (rows !== undefined) tables.push({ rows, headed: headed ?? false, ...place })
    return {
      kind,
      text: rows === undefined ? text : tableText(rows),
      ...place,
      ...(level !== undefined && { level }),
      ...(label !== undefined && { label }),
      ...(rows !== undefined && { table: tables.length - 1 }),
    }
  })
  return { blocks: shown, ...(tables.length > 0 && { tables }) }
}
