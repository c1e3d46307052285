import { element, elements, type XmlElement } from '../package/xml.ts'
import { listNumber } from './list-number.ts'
import { symbolText } from './symbols.ts'

/** What marks a paragraph of a list: a sign, or a number counted on. */
export type Bullet = { sign: string } | { numbering: string; start: number }

/** Formats of the numbers that begin the names of ST_TextAutonumberScheme (ECMA-376 part 1, section 20.1.10.61). */
const numberings: readonly [RegExp, string][] = [
  [/^alphaLc/, 'lowerLetter'],
  [/^alphaUc/, 'upperLetter'],
  [/^romanLc/, 'lowerRoman'],
  [/^romanUc/, 'upperRoman'],
  [/^circleNum/, 'decimalEnclosedCircle'],
  [/^ea/, 'chineseCounting'],
]

/**
 * The bullet of a paragraph: the first that its own properties or the list styles it inherits from, nearest first,
 * say anything of; undefined for none (ECMA-376 part 1, section 21.1.2.4).
 */
export function bulletOf(
  own: XmlElement | undefined,
  styles: readonly (XmlElement | undefined)[],
  level: number,
): Bullet | undefined {
  const inherited = styles.map((style) =>
    style === undefined ? undefined : element(style, `lvl${level + 1}pPr`),
  )
  for (const properties of [own, ...inherited]) {
    const bullet =
      properties === undefined
        ? undefined
        : elements(properties).find(({ name }) => /^bu(?:None|Char|AutoNum|Blip)$/.test(name))
    if (properties === undefined || bullet === undefined) continue
    const { char = '•', type = 'arabicPeriod', startAt } = bullet.attributes
    const start = Number(startAt ?? 1)
    switch (bullet.name) {
      case 'buNone':
        return undefined
      case 'buChar': {
        const sign = symbolText(char, element(properties, 'buFont')?.attributes['typeface'])
        return { sign: sign.trim() || '•' }
      }
      case 'buAutoNum':
        return { numbering: type, start: Number.isInteger(start) ? start : 1 }
      default:
        return { sign: '•' }
    }
  }
  return undefined
}

/** Counts the numbered paragraphs of one text body. */
export function bulletCounter(): (bullet: Bullet | undefined, level: number) => string | undefined {
  const counts: { key: string; value: number }[] = []
  return (bullet, level) => {
    // A paragraph ends the numbering of its own level unless it goes on, and of all that are deeper.
    const before = counts[level]
    counts.length = Math.min(counts.length, level)
    if (bullet === undefined) return undefined
    if ('sign' in bullet) return bullet.sign
    const key = `${bullet.numbering} ${bullet.start}`
    const value = before?.key === key ? before.value + 1 : bullet.start
    while (counts.length < level) counts.push({ key: '', value: 0 })
    counts[level] = { key, value }
    return numbered(value, bullet.numbering)
  }
}

function numbered(value: number, scheme: string): string {
  const number = listNumber(value, numberings.find(([name]) => name.test(scheme))?.[1] ?? 'decimal')
  if (scheme.endsWith('ParenBoth')) return `(${number})`
  if (scheme.endsWith('ParenR')) return `${number})`
  return scheme.endsWith('Period') ? `${number}.` : number
}
