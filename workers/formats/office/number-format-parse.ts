/** One piece of a number format. */
export type FormatToken =
  | { type: 'literal'; text: string }
  /** A place for a digit. */
  | { type: 'digit'; text: '0' | '#' | '?' }
  | { type: 'point' | 'comma' | 'percent' | 'text' | 'general' | 'slash' }
  /** `E+` or `E-`. */
  | { type: 'exponent'; isSigned: boolean }
  /** A run of one of y m d h s e b, or n for minutes; `isElapsed`: it does not turn over. */
  | { type: 'date'; letter: string; length: number; isElapsed: boolean }
  /** `AM/PM`, or short `A/P`. */
  | { type: 'half'; isShort: boolean }
  /** Decimals of seconds. */
  | { type: 'fraction'; length: number }

export interface FormatSection {
  tokens: FormatToken[]
  condition: { operator: string; bound: number } | undefined
  isDate: boolean
}

/** Longest format read; Excel allows 255 letters. */
const MAX_CODE = 512

/** Formats that stand for the date or time of the system (`[$-F800]`), here as set for US English. */
const systemFormats: Readonly<Record<string, string>> = {
  F800: 'dddd, mmmm d, yyyy',
  F400: 'h:mm:ss AM/PM',
}

/** The sections of a number format, at most four (ECMA-376 part 1, section 18.8.31). */
export function parseFormat(code: string): FormatSection[] {
  const own = code.length > MAX_CODE ? 'General' : code
  const system = /\[\$-(F800|F400)\]/i.exec(own)?.[1]?.toUpperCase()
  if (system !== undefined) return [sectionOf(systemFormats[system] ?? 'General').section]
  const sections: FormatSection[] = []
  for (let rest: string | undefined = own; rest !== undefined && sections.length < 4;) {
    const { section, after }: { section: FormatSection; after: string | undefined } = sectionOf(rest)
    sections.push(section)
    rest = after
  }
  return sections
}

/** What comes next in a format, longest first; the order matters. */
const lexeme =
  /^(?:"([^"]*)"?|\\(.?)|_(.?)|\*(.?)|\[([^\]]*)\]?|(general)|(am\/pm|a\/p)|(E[+-])|(y+|m+|d+|h+|s+|e+|b+)|([0#?])|(\.)|(,)|(%)|(@)|(\/)|(;)|([\s\S]))/i

function sectionOf(code: string): { section: FormatSection; after: string | undefined } {
  const section: FormatSection = { tokens: [], condition: undefined, isDate: false }
  const { tokens } = section
  let at = 0
  while (at < code.length) {
    const found = lexeme.exec(code.slice(at, at + MAX_CODE))
    if (found === null) break
    at += found[0].length
    const [, quoted, escaped, blank, filler, bracket, general, half, exponent, date, digit] = found
    if (found[16] !== undefined) return { section: settled(section), after: code.slice(at) }
    if (quoted !== undefined) tokens.push({ type: 'literal', text: quoted })
    else if (escaped !== undefined) tokens.push({ type: 'literal', text: escaped })
    else if (blank !== undefined) tokens.push({ type: 'literal', text: ' ' })
    else if (filler !== undefined) continue
    else if (bracket !== undefined) readBracket(bracket, section)
    else if (general !== undefined) tokens.push({ type: 'general' })
    else if (half !== undefined) tokens.push({ type: 'half', isShort: half.length === 3 })
    else if (exponent !== undefined) tokens.push({ type: 'exponent', isSigned: exponent.endsWith('+') })
    else if (date !== undefined) {
      tokens.push({
        type: 'date',
        letter: date.charAt(0).toLowerCase(),
        length: date.length,
        isElapsed: false,
      })
    } else if (digit === '0' || digit === '#' || digit === '?') tokens.push({ type: 'digit', text: digit })
    else tokens.push(mark(found[0]))
  }
  return { section: settled(section), after: undefined }
}

function mark(text: string): FormatToken {
  switch (text) {
    case '.':
      return { type: 'point' }
    case ',':
      return { type: 'comma' }
    case '%':
      return { type: 'percent' }
    case '@':
      return { type: 'text' }
    case '/':
      return { type: 'slash' }
    default:
      return { type: 'literal', text }
  }
}

/** A currency, a time that does not turn over, a condition; colours and languages change no text. */
function readBracket(inside: string, section: FormatSection): void {
  const currency = /^\$([^-]*)/.exec(inside)
  const condition = /^(<=|>=|<>|<|>|=)\s*(-?[\d.]+(?:E[+-]?\d+)?)$/i.exec(inside.trim())
  if (currency !== null) section.tokens.push({ type: 'literal', text: currency[1] ?? '' })
  else if (/^(?:h+|m+|s+)$/i.test(inside)) {
    const letter = inside.charAt(0).toLowerCase()
    section.tokens.push({ type: 'date', letter, length: inside.length, isElapsed: true })
  } else if (condition !== null) {
    section.condition = { operator: condition[1] ?? '', bound: Number(condition[2]) }
  }
}

/** Tells minutes from months, and decimals of seconds from those of numbers. */
function settled(section: FormatSection): FormatSection {
  section.isDate = section.tokens.some(({ type }) => type === 'date' || type === 'half')
  if (!section.isDate) return section
  const tokens: FormatToken[] = []
  let before = ''
  for (const [index, token] of section.tokens.entries()) {
    if (token.type === 'date') {
      const next = section.tokens.slice(index + 1).find(({ type }) => type === 'date')
      const isMinutes =
        token.letter === 'm' &&
        token.length <= 2 &&
        (token.isElapsed || before === 'h' || (next?.type === 'date' && next.letter === 's'))
      before = token.letter
      tokens.push(isMinutes ? { ...token, letter: 'n' } : token)
    } else if (token.type === 'digit') {
      const last = tokens.at(-1)
      if (last?.type === 'point') tokens.splice(-1, 1, { type: 'fraction', length: 1 })
      else if (last?.type === 'fraction') last.length += 1
      else tokens.push({ type: 'literal', text: token.text })
    } else tokens.push(token)
  }
  section.tokens = tokens
  return section
}
