/** A piece of a number format (ECMA-376, part 1, 18.8.31). */
export interface FormatToken {
  kind:
    | 'literal'
    | 'digit'
    | 'point'
    | 'comma'
    | 'percent'
    | 'exponent'
    | 'slash'
    | 'text'
    | 'general'
    | 'date'
    | 'elapsed'
    | 'half'
  /** Of a literal what is shown; of all others the code itself, in small letters for dates. */
  text: string
}

/** Longest code that is looked at; Excel takes 255 characters. */
const MAX_CODE = 1000

/** The sections of a format, as semicolons outside of quotation marks and brackets part them. */
export function sectionsOf(code: string): string[] {
  const sections: string[] = []
  let from = 0
  let inside = ''
  const text = code.slice(0, MAX_CODE)
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at)
    if (inside !== '') {
      if (char === inside) inside = ''
    } else if (char === '"') inside = '"'
    else if (char === '[') inside = ']'
    else if (char === '\\' || char === '_' || char === '*') at += 1
    else if (char === ';') {
      sections.push(text.slice(from, at))
      from = at + 1
    }
  }
  return [...sections, text.slice(from)]
}

const TOKEN =
  /"([^"]*)"?|\\([\s\S])|_([\s\S])|\*[\s\S]|\[(h+|m+|s+)\]|\[\$([^\]-]*)[^\]]*\]|\[[^\]]*\]|General|AM\/PM|A\/P|E[+-]|y+|m+|d+|h+|s+|[\s\S]/gi

/** The pieces of one section. Colours, conditions and fillers show nothing. */
export function tokensOf(section: string): FormatToken[] {
  const tokens: FormatToken[] = []
  for (const [whole, quoted, escaped, space, elapsed, currency] of section.matchAll(TOKEN)) {
    const literal = quoted ?? escaped ?? (space === undefined ? currency : ' ')
    if (literal !== undefined) tokens.push({ kind: 'literal', text: literal })
    else if (elapsed !== undefined) tokens.push({ kind: 'elapsed', text: elapsed.toLowerCase() })
    else if (!/^[*[]./s.test(whole)) tokens.push(tokenOf(whole))
  }
  return tokens
}

const KINDS: Readonly<Record<string, FormatToken['kind']>> = {
  '0': 'digit',
  '#': 'digit',
  '?': 'digit',
  '.': 'point',
  ',': 'comma',
  '%': 'percent',
  '/': 'slash',
  '@': 'text',
}

function tokenOf(code: string): FormatToken {
  if (/^general$/i.test(code)) return { kind: 'general', text: code }
  if (/^(am\/pm|a\/p)$/i.test(code)) return { kind: 'half', text: code }
  if (/^e[+-]$/i.test(code)) return { kind: 'exponent', text: code }
  if (/^[ymdhs]+$/i.test(code)) return { kind: 'date', text: code.toLowerCase() }
  return { kind: KINDS[code] ?? 'literal', text: code }
}
