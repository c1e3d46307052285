import { attribute, isElement, type HtmlDocument, type HtmlElement, type HtmlNode } from './html-tree.ts'

/** What tells a table of data from one that only places things on a page. */
interface TableFacts {
  /** Whether it holds another table. */
  nested: boolean
  /** Whether it has cells of headings, or a caption. */
  named: boolean
  /** Whether its cells hold headings, rules or long text. */
  structured: boolean
  /** Rows with two filled cells or more. */
  fullRows: number
}

const LONG_CELL_CHARS = 1000

/** Blank cells that spans may add to all tables of a page together. */
const MAX_BLANKS = 100_000

/** Tables of a page that hold data; all others lay out what is in them. One pass over the tree. */
export function dataTables(document: HtmlDocument): ReadonlySet<HtmlElement> {
  const data = new Set<HtmlElement>()
  const visit = (node: HtmlNode | HtmlDocument, table?: TableFacts, row?: Row, cell?: Cell): void => {
    if ('value' in node && cell !== undefined) countText(node.value, cell, row, table)
    if (!('childNodes' in node)) return
    let [facts, ownRow, ownCell] = [table, row, cell]
    const name = node.nodeName
    if (name === 'table') {
      if (table !== undefined) table.nested = true
      facts = { nested: false, named: false, structured: false, fullRows: 0 }
      ;[ownRow, ownCell] = [undefined, undefined]
    } else if (name === 'tr') [ownRow, ownCell] = [{ filled: 0 }, undefined]
    else if (name === 'td' || name === 'th') ownCell = { chars: 0 }
    if (facts !== undefined && (name === 'th' || name === 'caption')) facts.named = true
    if (facts !== undefined && /^(h[1-6]|hr|form)$/.test(name)) facts.structured = true
    for (const child of node.childNodes) visit(child, facts, ownRow, ownCell)
    if (name === 'table' && facts !== undefined && 'tagName' in node && isData(node, facts)) data.add(node)
  }
  visit(document)
  return data
}

interface Row {
  filled: number
}
interface Cell {
  chars: number
}

function countText(text: string, cell: Cell, row: Row | undefined, table: TableFacts | undefined): void {
  const chars = text.trim().length
  if (chars === 0 || row === undefined || table === undefined) return
  if (cell.chars === 0) {
    row.filled += 1
    if (row.filled === 2) table.fullRows += 1
  }
  cell.chars += chars
  if (cell.chars > LONG_CELL_CHARS) table.structured = true
}

function isData(table: HtmlElement, { nested, named, structured, fullRows }: TableFacts): boolean {
  if (/^(presentation|none)$/.test(attribute(table, 'role') ?? '')) return false
  return named ? fullRows > 0 : fullRows > 1 && !nested && !structured
}

/** The rows of a table with their cells, those of tables within left out. */
export function tableRows(table: HtmlElement): { cells: HtmlElement[]; head: boolean }[] {
  const rows: { cells: HtmlElement[]; head: boolean }[] = []
  const foot: typeof rows = []
  const collect = (parent: HtmlElement, into: typeof rows, inHead: boolean): void => {
    for (const child of parent.childNodes.filter(isElement)) {
      if (child.tagName === 'tr') {
        const cells = child.childNodes.filter(isElement).filter(({ tagName }) => /^t[dh]$/.test(tagName))
        const head = inHead || (cells.length > 1 && cells.every(({ tagName }) => tagName === 'th'))
        if (cells.length > 0) into.push({ cells, head })
      } else if (/^t(head|body|foot)$/.test(child.tagName)) {
        collect(child, child.tagName === 'tfoot' ? foot : rows, child.tagName === 'thead')
      }
    }
  }
  collect(table, rows, false)
  return [...rows, ...foot]
}

/** Lays cells into rows: what spans several columns or rows leaves the places it covers blank. */
export function tableGrid(): (cells: readonly { text: string; columns: number; rows: number }[]) => string[] {
  /** For each column how many rows more a cell above covers. */
  const covered: number[] = []
  let blanks = 0
  return (cells) => {
    const row: string[] = []
    for (const { text, columns, rows } of cells) {
      while ((covered[row.length] ?? 0) > 0 && blanks < MAX_BLANKS) {
        covered[row.length] = (covered[row.length] ?? 1) - 1
        row.push('')
        blanks += 1
      }
      const width = Math.max(1, Math.min(columns, MAX_BLANKS - blanks))
      blanks += width - 1 + (rows > 1 ? width : 0)
      if (rows > 1) for (let i = 0; i < width; i += 1) covered[row.length + i] = rows - 1
      row.push(text, ...Array.from({ length: width - 1 }, () => ''))
    }
    for (let i = row.length; i < covered.length; i += 1) covered[i] = Math.max(0, (covered[i] ?? 0) - 1)
    while (row.at(-1) === '') row.pop()
    return row
  }
}

/** A span as the HTML Standard bounds it (section 4.9.11). */
export function spanOf(cell: HtmlElement, name: 'colspan' | 'rowspan'): number {
  const value = Number.parseInt(attribute(cell, name) ?? '', 10)
  return value > 0 ? Math.min(value, name === 'colspan' ? 1000 : 65_534) : 1
}
