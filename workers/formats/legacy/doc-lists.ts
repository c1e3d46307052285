import { table, utf16, type DocFile } from './doc-fib.ts'
import type { Fields } from './fields.ts'
import { listNumber } from './list-numbers.ts'
import { symbolText } from './symbol-font.ts'

interface Level {
  start: number
  /** How its number is written; 23 is a bullet ([MS-OSHARED] 2.2.1.3, MSONFC). */
  format: number
  /** Text of the marker; the characters 0 to 8 stand for the numbers of those levels. */
  template: string
}

const BULLET = 23
const LEVELS = 9
const MAX_LISTS = 10_000

/** Writes the markers of list items as they are met; `list` counts from 1 ([MS-DOC] 2.6.2, sprmPIlfo). */
export type MarkerOf = (list: number, level: number) => string | undefined

/** The lists of a document ([MS-DOC] 2.9.182, 2.9.183: PlfLst and PlfLfo). */
export function readLists(doc: DocFile): MarkerOf {
  const lists = listLevels(doc.tableOn(table.lists))
  const overrides = doc.table(table.listOverrides)
  const counters = new Map<number, number[]>()
  return (list, level) => {
    const at = 4 + (list - 1) * 16
    if (at + 4 > overrides.length) return undefined
    const id = overrides.i32(at)
    const levels = lists.get(id)
    const own = levels?.[level]
    if (levels === undefined || own === undefined) return undefined
    const counts = counters.get(id) ?? []
    counters.set(id, counts)
    counts[level] = (counts[level] ?? own.start - 1) + 1
    counts.length = level + 1
    return marker(own, levels, counts)
  }
}

function marker(
  { format, template }: Level,
  levels: readonly Level[],
  counts: readonly (number | undefined)[],
): string {
  let text = ''
  for (const char of template) {
    const code = char.codePointAt(0) ?? 0
    if (code < LEVELS) text += listNumber(counts[code] ?? levels[code]?.start ?? 1, levels[code]?.format ?? 0)
    else text += format === BULLET && code >= 0xf000 && code < 0xf100 ? symbolText(code, 'Wingdings') : char
  }
  return text.trim()
}

/** Levels of each list by its identifier; they follow the table of lists, one for simple ones, else nine. */
function listLevels(fields: Fields): Map<number, Level[]> {
  const lists = new Map<number, Level[]>()
  if (fields.length < 2) return lists
  const count = Math.min(MAX_LISTS, fields.u16(0))
  let at = 2 + count * 28
  for (let index = 0; index < count && at < fields.length; index += 1) {
    const simple = (fields.u8(2 + index * 28 + 26) & 1) !== 0
    const levels: Level[] = []
    for (let level = 0; level < (simple ? 1 : LEVELS) && at + 30 <= fields.length; level += 1) {
      const textAt = at + 28 + fields.u8(at + 24) + fields.u8(at + 25)
      if (textAt + 2 > fields.length) return lists
      const end = textAt + 2 + fields.u16(textAt) * 2
      if (end > fields.length) return lists
      const template = utf16(fields.bytes.subarray(textAt + 2, Math.min(end, textAt + 2 + 128)))
      levels.push({ start: fields.i32(at), format: fields.u8(at + 4), template })
      at = end
    }
    lists.set(fields.i32(2 + index * 28), levels)
  }
  return lists
}
