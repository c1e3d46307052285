/** A dictionary of a PDF: keys without their slash, values as they are written. */
export type PdfDictionary = Map<string, string>

/** Nesting that is followed; no producer comes near it. */
const MAX_DEPTH = 64

/** White space and delimiters (ISO 32000-1, tables 1 and 2). */
const regular = /[^\0\t\n\f\r ()<>[\]{}/%]/

/**
 * Reads the dictionary at the start of a text; its values stay as they are written. Undefined where there is none, or
 * where it does not end within the text.
 */
export function parseDictionary(text: string): PdfDictionary | undefined {
  const scanner = new Scanner(text)
  scanner.skipSpace()
  if (!text.startsWith('<<', scanner.at)) return undefined
  scanner.at += 2
  const dictionary: PdfDictionary = new Map()
  for (;;) {
    scanner.skipSpace()
    if (text.startsWith('>>', scanner.at)) return dictionary
    if (text[scanner.at] !== '/') return undefined
    const key = scanner.value(0)?.slice(1)
    scanner.skipSpace()
    const value = scanner.value(0)
    if (key === undefined || value === undefined) return undefined
    dictionary.set(key, value)
  }
}

/** The elements of an array as they are written; undefined where the text is no array. */
export function parseArray(text: string): string[] | undefined {
  const scanner = new Scanner(text)
  scanner.skipSpace()
  if (text[scanner.at] !== '[') return undefined
  scanner.at += 1
  const elements: string[] = []
  for (;;) {
    scanner.skipSpace()
    if (text[scanner.at] === ']') return elements
    const value = scanner.value(0)
    if (value === undefined) return undefined
    elements.push(value)
  }
}

/** The object number of an indirect reference; undefined for any other value. */
export function referenceOf(value: string | undefined): number | undefined {
  const number = /^\s*(\d{1,10})\s+\d{1,5}\s+R\s*$/.exec(value ?? '')?.[1]
  return number === undefined ? undefined : Number(number)
}

/** A dictionary as it is written. */
export function dictionaryText(dictionary: PdfDictionary): string {
  return `<<${Array.from(dictionary, ([key, value]) => `/${key} ${value}`).join('\n')}>>`
}

class Scanner {
  at = 0
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  skipSpace(): void {
    for (;;) {
      const char = this.#text[this.at]
      if (char === '%')
        while (this.at < this.#text.length && !/[\r\n]/.test(this.#text[this.at] ?? '')) this.at += 1
      else if (char !== undefined && /[\0\t\n\f\r ]/.test(char)) this.at += 1
      else return
    }
  }

  /** The next value as it is written; undefined where it does not end. */
  value(depth: number): string | undefined {
    const from = this.at
    return this.#skipValue(depth) ? this.#text.slice(from, this.at) : undefined
  }

  #skipValue(depth: number): boolean {
    const text = this.#text
    if (depth > MAX_DEPTH) return false
    const char = text[this.at]
    if (char === undefined) return false
    if (char === '(') return this.#skipString()
    if (text.startsWith('<<', this.at)) return this.#skipNested('>>', depth)
    if (char === '[') return this.#skipNested(']', depth)
    if (char === '<') {
      const end = text.indexOf('>', this.at)
      this.at = end + 1
      return end >= 0
    }
    if (char === '/') this.at += 1
    else if (!regular.test(char)) return false
    while (this.at < text.length && regular.test(text[this.at] ?? '')) this.at += 1
    if (/\d/.test(char)) {
      const reference = /\s+\d{1,5}\s+R(?![^\0\t\n\f\r ()<>[\]{}/%])/y
      reference.lastIndex = this.at
      if (reference.test(text)) this.at = reference.lastIndex
    }
    return this.at < text.length
  }

  #skipNested(end: ']' | '>>', depth: number): boolean {
    this.at += end.length
    for (;;) {
      this.skipSpace()
      if (this.#text.startsWith(end, this.at)) {
        this.at += end.length
        return true
      }
      if (!this.#skipValue(depth + 1)) return false
    }
  }

  /** Parentheses within balance, but for those behind a backslash (ISO 32000-1, 7.3.4.2). */
  #skipString(): boolean {
    let open = 0
    for (; this.at < this.#text.length; this.at += 1) {
      const char = this.#text[this.at]
      if (char === '\\') this.at += 1
      else if (char === '(') open += 1
      else if (char === ')' && --open === 0) {
        this.at += 1
        return true
      }
    }
    return false
  }
}
