import { append } from '../../append.ts'
import type { Block, Link } from '../content.ts'
import { isRunning, tableText } from '../content-text.ts'
import { runningText, type Inline } from '../inline.ts'
import { element, type XmlElement } from '../package/xml.ts'
import { contentOf, isOn } from './alternate.ts'

/** Columns a cell may reach over (Word's own limit), and empty cells that stand for them in one table. */
const MAX_SPAN = 63
const MAX_EMPTY = 100_000

/**
 * A table (ECMA-376 part 1, section 17.4) and after it what stands apart in its cells. A merged cell is one cell
 * with empty ones for the rest of its place. A table of a single cell is a frame: what is in it stands by itself.
 */
export function tableBlocks(table: XmlElement, read: (cell: XmlElement) => Block[]): Block[] {
  const rows: Inline[][] = []
  const apart: Block[] = []
  let empty = 0
  let headed: boolean | undefined
  let only: Block[] = []
  for (const row of contentOf(table)) {
    if (row.name !== 'tr') continue
    const properties = element(row, 'trPr')
    headed ??= properties !== undefined && isOn(element(properties, 'tblHeader'))
    const cells: Inline[] = []
    const skip = (columns: number): void => {
      for (let i = 0; i < columns && empty < MAX_EMPTY; i += 1, empty += 1)
        cells.push({ text: '', links: [] })
    }
    skip(numberIn(properties, 'gridBefore'))
    for (const cell of contentOf(row)) {
      if (cell.name !== 'tc') continue
      only = read(cell)
      cells.push(runningText(only))
      append(
        apart,
        only.filter((block) => !isRunning(block)),
      )
      skip(numberIn(element(cell, 'tcPr'), 'gridSpan') - 1)
    }
    rows.push(cells)
  }
  if (rows.length === 1 && rows[0]?.length === 1) return only
  return rows.flat().some(({ text }) => text !== '') ? [tableBlock(rows, headed ?? false), ...apart] : apart
}

/** A table of cells with links; those of the block count in its text as `tableText` writes it. */
export function tableBlock(cells: readonly Inline[][], headed: boolean): Block {
  const rows = cells.map((row) => row.map(({ text }) => text))
  const links: Link[] = []
  let at = 0
  for (const row of cells) {
    for (const cell of row) {
      const places = cell.links.length === 0 ? [] : writtenPlaces(cell.text)
      for (const { start, end, url } of cell.links) {
        const [from = 0, to = 0] = [places[start], places[end]]
        if (from < to) links.push({ start: at + from, end: at + to, url })
      }
      at += tableText([[cell.text]]).length + 1
    }
    if (row.length === 0) at += 1
  }
  return {
    kind: 'table',
    text: '',
    rows,
    ...(headed ? { headed } : {}),
    ...(links.length === 0 ? {} : { links }),
  }
}

/** For each letter of a cell, and its end, where it stands when white space is drawn together as `tableText` does. */
function writtenPlaces(text: string): number[] {
  const places: number[] = []
  let [place, isBlank] = [0, true]
  for (const letter of text) {
    for (let unit = 0; unit < letter.length; unit += 1) places.push(place + unit)
    const blank = /\s/.test(letter)
    if (!blank || !isBlank) place += letter.length
    isBlank = blank
  }
  const end = tableText([[text]]).length
  return [...places, place].map((at) => Math.min(at, end))
}

function numberIn(properties: XmlElement | undefined, name: string): number {
  const value = Number(properties === undefined ? 0 : element(properties, name)?.attributes['val'])
  return value > 0 ? Math.min(MAX_SPAN, Math.floor(value)) : 0
}
