import type { PageBlock, PageTable } from '../../bridge/operations/documents.ts'
import { plainText, type BoxedBlock } from '../../workers/page-blocks.ts'

/** Blocks as they are answered: the cells of tables stand apart from their text. */
export function blocksAndTables(blocks: readonly BoxedBlock[]): {
  blocks: PageBlock[]
  tables?: PageTable[]
} {
  const tables: PageTable[] = []
  const shown = blocks.map((block): PageBlock => {
    const { kind, rows, headed, level, label, box } = block
    const place = box === undefined ? {} : { box }
    if (rows !== undefined) tables.push({ rows, headed: headed ?? false, ...place })
    return {
      kind,
      text: plainText(block),
      ...place,
      ...(level !== undefined && { level }),
      ...(label !== undefined && { label }),
      ...(rows !== undefined && { table: tables.length - 1 }),
    }
  })
  return { blocks: shown, ...(tables.length > 0 && { tables }) }
}
