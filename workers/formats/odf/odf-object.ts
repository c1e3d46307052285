import type { Block } from '../content.ts'
import { elements, textOf, type XmlElement } from '../package/xml.ts'
import { odfRows } from './odf-table.ts'

const MAX_CHART_CHARS = 20_000

/** What an embedded object says: titles and values of a chart, letters of a formula. */
export function objectBlocks(object: XmlElement, open: (path: string) => XmlElement | undefined): Block[] {
  const [inline] = elements(object)
  const root = inline ?? open(object.attributes['href'] ?? '')
  if (root === undefined) return []
  if (root.name === 'math') return formula(root)
  const chart = find(root, 'chart')
  return chart === undefined ? [] : [chartBlock(chart)]
}

function formula(math: XmlElement): Block[] {
  const annotation = find(math, 'annotation')
  const text = textOf(annotation ?? math)
    .replace(/\s+/g, ' ')
    .trim()
  return text === '' ? [] : [{ kind: 'paragraph', text }]
}

function chartBlock(chart: XmlElement): Block {
  const titles = all(chart, 'title').map((title) => textOf(title).replace(/\s+/g, ' ').trim())
  const table = find(chart, 'table')
  const rows = table === undefined ? [] : odfRows(table, MAX_CHART_CHARS, (cell) => textOf(cell).trim()).rows
  const lines = [...titles.filter(Boolean), ...rows.map((row) => row.join('\t'))]
  return { kind: 'chart', text: lines.join('\n') }
}

const find = (root: XmlElement, name: string): XmlElement | undefined => all(root, name)[0]

function all(root: XmlElement, name: string): XmlElement[] {
  return [...(root.name === name ? [root] : []), ...elements(root).flatMap((child) => all(child, name))]
}
