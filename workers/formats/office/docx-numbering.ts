import { element, elements, type XmlElement } from '../package/xml.ts'
import { isOn } from './alternate.ts'
import { listNumber } from './list-number.ts'
import { symbolText } from './symbols.ts'

/** One level of a list (ECMA-376 part 1, section 17.9.6). */
interface Level {
  start: number
  format: string
  /** With `%1` to `%9` for the numbers of the levels. */
  text: string
  font: string | undefined
  /** Level, from 1, after which it starts again; 0 never. */
  restart: number | undefined
  /** Whether all numbers in it are shown in Arabic digits. */
  isLegal: boolean
  style: string | undefined
}

interface List {
  /** Lists of one abstract definition count on together. */
  counts: (number | undefined)[]
  levels: Map<number, Level>
  /** Numbers at which this list starts anew, by level. */
  starts: Map<number, number>
  used: boolean
}

export interface Numbering {
  /** Counts on and gives the marker; undefined where the list is not known, '' where it shows none. */
  next(list: string, level: number): string | undefined
  /** The level whose paragraphs have this style. */
  levelOfStyle(list: string, style: string | undefined): number | undefined
}

/** Longest text of a level; Word itself allows 31 letters. */
const MAX_TEXT = 100
const MAX_LEVEL = 8

/** The lists of a document, counting from their starts. */
export function docxNumbering(root: XmlElement | undefined): Numbering {
  const lists = root === undefined ? new Map<string, List>() : readLists(root)
  return {
    next: (id, wanted) => {
      const list = lists.get(id)
      const at = Math.min(MAX_LEVEL, wanted)
      const level = list?.levels.get(at)
      if (list === undefined || level === undefined) return undefined
      if (!list.used) {
        list.used = true
        for (const [startLevel, start] of list.starts) list.counts[startLevel] = start - 1
      }
      count(list, at)
      return marker(list, level)
    },
    levelOfStyle: (id, style) => {
      for (const [at, level] of lists.get(id)?.levels ?? []) {
        if (style !== undefined && level.style === style) return at
      }
      return undefined
    },
  }
}

function count({ counts, levels }: List, at: number): void {
  for (let above = 0; above < at; above += 1) counts[above] ??= levels.get(above)?.start ?? 1
  counts[at] = (counts[at] ?? (levels.get(at)?.start ?? 1) - 1) + 1
  for (let below = at + 1; below <= MAX_LEVEL; below += 1) {
    const restart = levels.get(below)?.restart
    if (restart === undefined || (restart > 0 && at < restart)) counts[below] = undefined
  }
}

function marker({ counts, levels }: List, level: Level): string {
  if (level.format === 'bullet') return bullet(level)
  return level.text.replace(/%([1-9])/g, (_, digit: string) => {
    const of = Number(digit) - 1
    return listNumber(counts[of] ?? 1, level.isLegal ? 'decimal' : (levels.get(of)?.format ?? 'decimal'))
  })
}

/** The letter o stands for a hollow bullet; letters of unknown fonts for a bullet of some kind. */
function bullet({ text, font }: Level): string {
  const shown = symbolText(text, font).trim()
  if (shown === 'o') return '◦'
  return shown === '·' || /[\ue000-\uf8ff]/.test(shown) ? '•' : shown
}

function readLists(root: XmlElement): Map<string, List> {
  const abstracts = new Map<string, XmlElement>()
  const byStyle = new Map<string, XmlElement>()
  for (const each of elements(root, 'abstractNum')) {
    abstracts.set(each.attributes['abstractNumId'] ?? '', each)
    const style = element(each, 'styleLink')?.attributes['val']
    if (style !== undefined) byStyle.set(style, each)
  }
  const counts = new Map<XmlElement, (number | undefined)[]>()
  const lists = new Map<string, List>()
  for (const each of elements(root, 'num')) {
    const named = abstracts.get(element(each, 'abstractNumId')?.attributes['val'] ?? '')
    const link = named === undefined ? undefined : element(named, 'numStyleLink')?.attributes['val']
    const abstract = (link === undefined ? undefined : byStyle.get(link)) ?? named
    const id = each.attributes['numId']
    if (abstract === undefined || id === undefined || lists.has(id)) continue
    const own = counts.get(abstract) ?? []
    counts.set(abstract, own)
    lists.set(id, { counts: own, ...levelsOf(abstract, each), used: false })
  }
  return lists
}

function levelsOf(abstract: XmlElement, list: XmlElement): Pick<List, 'levels' | 'starts'> {
  const levels = new Map<number, Level>()
  const starts = new Map<number, number>()
  const at = ({ attributes }: XmlElement): number => Number(attributes['ilvl'])
  const add = (level: XmlElement): void => void levels.set(at(level), levelOf(level))
  for (const level of elements(abstract, 'lvl')) add(level)
  for (const override of elements(list, 'lvlOverride')) {
    for (const level of elements(override, 'lvl')) add(level)
    const start = Number(element(override, 'startOverride')?.attributes['val'])
    if (Number.isInteger(start) && at(override) >= 0 && at(override) <= MAX_LEVEL)
      starts.set(at(override), start)
  }
  return { levels, starts }
}

function levelOf(level: XmlElement): Level {
  const value = (name: string): string | undefined => element(level, name)?.attributes['val']
  const run = element(level, 'rPr')
  const fonts = run === undefined ? undefined : element(run, 'rFonts')?.attributes
  const start = Number(value('start') ?? 0)
  return {
    start: Number.isInteger(start) ? start : 1,
    format: value('numFmt') ?? 'decimal',
    text: (value('lvlText') ?? '').slice(0, MAX_TEXT),
    font: fonts?.['ascii'] ?? fonts?.['hAnsi'],
    restart: value('lvlRestart') === undefined ? undefined : Number(value('lvlRestart')),
    isLegal: isOn(element(level, 'isLgl')),
    style: value('pStyle'),
  }
}
