import { formatDate } from './number-format-date.ts'
import { formatGeneral, formatMagnitude } from './number-format-digits.ts'
import { parseFormat, type FormatSection } from './number-format-parse.ts'

/** Formats read so far: the cells of a sheet share a few. */
const parsed = new Map<string, FormatSection[]>()
const MAX_PARSED = 500

/**
 * A number as a number format shows it in US English (ECMA-376 part 1, sections 18.8.30 and 18.8.31), without the
 * blanks that only align it. A number that the format cannot show, such as a date before 1900, comes as it is.
 *
 * @example
 * formatNumber(43831.5, 'd-mmm-yy h:mm') // '1-Jan-20 12:00'
 */
export function formatNumber(value: number, code: string, is1904 = false): string {
  if (!Number.isFinite(value)) return ''
  const sections = sectionsOf(code)
  const index = sectionFor(value, sections)
  const section = sections[index]
  if (section === undefined) return general(value)
  const { tokens, condition, isDate } = section
  if (isDate) return formatDate(value, tokens, is1904)?.trim() ?? general(value)
  // A section that is only of negative numbers says itself how they are marked.
  const isMarked =
    condition === undefined
      ? index === 1 && sections[0]?.condition === undefined
      : condition.bound <= 0 && /^<=?$/.test(condition.operator)
  const sign = value < 0 && !isMarked ? '-' : ''
  if (tokens.some(({ type }) => type === 'general' || type === 'text')) {
    const own = formatGeneral(Math.abs(value))
    return `${sign}${tokens.map((token) => (token.type === 'literal' ? token.text : token.type === 'percent' ? '%' : own)).join('')}`.trim()
  }
  const shown = formatMagnitude(Math.abs(value), tokens)
  return `${tokens.some(({ type }) => type === 'digit') ? sign : ''}${shown}`.trim()
}

/** Text as a number format shows it: its fourth section, or its only one, may put words around it. */
export function formatText(text: string, code: string): string {
  const section = sectionsOf(code).findLast(
    ({ tokens }, index) => index === 3 || tokens.some(({ type }) => type === 'text'),
  )
  if (section === undefined) return text
  return section.tokens
    .map((token) => (token.type === 'literal' ? token.text : token.type === 'text' ? text : ''))
    .join('')
}

function sectionsOf(code: string): FormatSection[] {
  const known = parsed.get(code)
  if (known !== undefined) return known
  const sections = parseFormat(code)
  if (parsed.size >= MAX_PARSED) parsed.clear()
  parsed.set(code, sections)
  return sections
}

/** Which section a number falls into: by their conditions, else positive, negative, zero. */
function sectionFor(value: number, sections: readonly FormatSection[]): number {
  // Of four, or of those after a number's, the one of text counts for no number.
  const numeric = sections
    .slice(0, 3)
    .filter(({ tokens }, i) => i === 0 || !tokens.some(({ type }) => type === 'text'))
  const [first, second] = numeric
  if (first === undefined || numeric.length === 1) {
    return first?.condition === undefined || meets(value, first.condition) ? 0 : -1
  }
  const isFirst =
    first.condition === undefined
      ? numeric.length === 2 || second?.condition !== undefined
        ? value >= 0
        : value > 0
      : meets(value, first.condition)
  if (isFirst) return 0
  if (second?.condition !== undefined) return meets(value, second.condition) ? 1 : numeric.length > 2 ? 2 : -1
  return numeric.length === 2 || value < 0 ? 1 : 2
}

function meets(value: number, { operator, bound }: { operator: string; bound: number }): boolean {
  switch (operator) {
    case '<':
      return value < bound
    case '<=':
      return value <= bound
    case '>':
      return value > bound
    case '>=':
      return value >= bound
    case '=':
      return value === bound
    default:
      return value !== bound
  }
}

const general = (value: number): string => `${value < 0 ? '-' : ''}${formatGeneral(Math.abs(value))}`
