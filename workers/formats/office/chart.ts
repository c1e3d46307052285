import type { Block } from '../content.ts'
import { element, elements, textOf, type XmlElement } from '../package/xml.ts'
import { bodyText } from './drawing-text.ts'
import { formatNumber } from './number-format.ts'
import type { OfficePackage } from './package.ts'

/** Points of a series, and series, that are read; Excel allows 255 series. */
const MAX_POINTS = 10_000
const MAX_COLUMNS = 300

/** A column of the table that stands for a chart. */
interface Column {
  name: string
  values: string[]
}

/**
 * A chart as a table: its titles on lines of their own, then a column for the categories and one for each series
 * (ECMA-376 part 1, section 21.2; the newer kinds of [MS-ODRAWXML] 2.24 likewise). Text drawn over it follows.
 */
export function chartBlocks(office: OfficePackage, part: string | undefined): Block[] {
  const root = office.tree(part)
  if (root === undefined || part === undefined) return []
  office.checkpoint()
  const titles: string[] = []
  const columns: Column[] = []
  collect(root, titles, columns)
  const rows = [...titles.map((title) => [title]), ...tableOf(columns)]
  const blocks: Block[] = [{ kind: 'chart', text: '', rows }]
  for (const { type, part: drawing } of office.relations(part)) {
    const shapes = type === 'chartUserShapes' ? office.tree(drawing) : undefined
    const text = shapes === undefined ? '' : textBodies(shapes)
    if (text !== '') blocks.push({ kind: 'text box', text })
  }
  return blocks
}

function collect(from: XmlElement, titles: string[], columns: Column[]): void {
  for (const child of elements(from)) {
    switch (child.name) {
      case 'title':
      case 'dLbl': {
        const title = titleText(child)
        if (title !== '') titles.push(title)
        break
      }
      case 'ser':
        addSeries(child, columns)
        collect(child, titles, [])
        break
      case 'series': {
        const name = element(child, 'tx')
        if (name !== undefined) columns.push({ name: textOf(name).trim(), values: [] })
        collect(child, titles, columns)
        break
      }
      case 'strDim':
      case 'numDim':
        for (const level of elements(child, 'lvl').slice(0, MAX_COLUMNS - columns.length))
          columns.push({ name: '', values: pointsOf(level) })
        break
      case 'externalData':
      case 'printSettings':
        break
      default:
        collect(child, titles, columns)
    }
  }
}

function addSeries(series: XmlElement, columns: Column[]): void {
  if (columns.length >= MAX_COLUMNS) return
  const categories = [element(series, 'cat') ?? element(series, 'xVal')].flatMap((own) =>
    own === undefined ? [] : levelsOf(own),
  )
  const last = columns.findLastIndex(({ name }) => name === '')
  // Series that share their categories share the column; levels of categories stand inmost last.
  if (categories.length > 0 && !sameValues(columns[last]?.values, categories.at(-1))) {
    for (const values of categories) columns.push({ name: '', values })
  }
  const name = element(series, 'tx')
  for (const kind of ['val', 'yVal', 'bubbleSize']) {
    const own = element(series, kind)
    for (const values of own === undefined ? [] : levelsOf(own)) {
      columns.push({ name: name === undefined ? ' ' : referredText(name) || ' ', values })
    }
  }
}

const sameValues = (one: readonly string[] | undefined, other: readonly string[] | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  one.length === other.length &&
  one.every((v, i) => v === other[i])

/** Values of a reference or literal, by level; levels are given inmost first (21.2.2.102). */
function levelsOf(data: XmlElement): string[][] {
  const held = elements(data).flatMap((each) => (each.name.endsWith('Ref') ? elements(each) : [each]))
  const caches = held.filter(({ name }) => /(?:Cache|Lit)$/.test(name))
  return caches.flatMap((cache) =>
    cache.name === 'multiLvlStrCache' ? elements(cache, 'lvl').map(pointsOf).reverse() : [pointsOf(cache)],
  )
}

/** Points by their index, numbers as their format shows them. */
function pointsOf(cache: XmlElement): string[] {
  const code = element(cache, 'formatCode')
  const usual = code === undefined ? cache.attributes['formatCode'] : textOf(code)
  const values: string[] = []
  for (const point of elements(cache, 'pt')) {
    const index = Number(point.attributes['idx'])
    if (!(index >= 0 && index < MAX_POINTS)) continue
    const value = element(point, 'v')
    const text = textOf(value ?? point).trim()
    const format = point.attributes['formatCode'] ?? usual
    while (values.length < index) values.push('')
    values[index] = format === undefined || text === '' ? text : formatNumber(Number(text), format) || text
  }
  return values
}

function tableOf(columns: readonly Column[]): string[][] {
  const height = Math.max(0, ...columns.map(({ values }) => values.length))
  const heads = columns.map(({ name }) => name.trim())
  const rows = Array.from({ length: height }, (_, row) => columns.map(({ values }) => values[row] ?? ''))
  return heads.some((name) => name !== '') ? [heads, ...rows] : rows
}

/** Text of a title, label or series name: typed, or kept from the cell it refers to. */
function titleText(title: XmlElement): string {
  const text = element(title, 'tx')
  return text === undefined ? '' : referredText(text)
}

function referredText(text: XmlElement): string {
  const rich = element(text, 'rich')
  if (rich !== undefined) return bodyText(rich, []).text.replace(/\s+/g, ' ').trim()
  const typed = element(text, 'v')
  if (typed !== undefined) return textOf(typed).trim()
  const data = element(text, 'txData')
  if (data !== undefined) return textOf(element(data, 'v') ?? { ...data, children: [] }).trim()
  return levelsOf(text).flat().join(' ')
}

function textBodies(shape: XmlElement): string {
  if (shape.name === 'txBody') return bodyText(shape, []).text.trim()
  return elements(shape).map(textBodies).filter(Boolean).join('\n')
}
