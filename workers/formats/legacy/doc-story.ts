import type { DocFile } from './doc-fib.ts'
import { stretches, type Piece } from './doc-pieces.ts'
import { plainFormat, type CharacterStyle, type ParagraphFormat, type Runs } from './doc-properties.ts'
import { symbolText } from './symbol-font.ts'

/** All that the texts of a document are read from. */
export interface DocText {
  doc: DocFile
  pieces: readonly Piece[]
  characters: Runs<CharacterStyle>
  paragraphs: Runs<ParagraphFormat>
  fonts: readonly string[]
  checkpoint: () => void
  /** Characters that may still be walked over, text or not. */
  left: number
}

/** What a text is told as it is walked through. `at`: the place of the mark among all characters. */
export interface StorySink {
  text(text: string, style: CharacterStyle | undefined): void
  paragraph(format: ParagraphFormat, at: number): void
  cell(at: number): void
  row(at: number): void
  /** The result of a link starts, or ends. */
  linkStart(): void
  linkEnd(url: string): void
}

/** A field that is open: its code until the separator, then its result. */
interface Field {
  code: string
  inCode: boolean
  url?: string
}

/** Longest code of a field that is taken for one; a mark without an end must not swallow the text after it. */
const MAX_CODE_CHARS = 4000
const MAX_FIELDS = 64

/** Characters with a meaning of their own ([MS-DOC] 2.4.1 and 2.8.25). */
const SPECIAL = /[\0-\x1f\xad]/g
const SAME: Readonly<Record<string, string>> = { '\t': '\t', '\x0b': '\n', '\x1e': '\u2011' }

/** Walks through a range of characters of a document: one of its texts, or a part of it. */
export function walkStory(text: DocText, from: number, to: number, sink: StorySink): void {
  const { doc, pieces, characters, paragraphs, fonts } = text
  const fields: Field[] = []
  let codes = 0
  let cells = 0
  let before = ''

  const say = (part: string, style?: CharacterStyle): void => {
    const field = fields.at(-1)
    if (part === '') return
    if (codes === 0 || field === undefined) sink.text(part, style)
    else if (field.inCode) {
      field.code += part
      if (field.code.length > MAX_CODE_CHARS) giveUp()
    }
  }
  /** What was taken for codes was text. */
  const giveUp = (): void => {
    const taken = fields.filter(({ inCode }) => inCode).map(({ code }) => code)
    fields.length = 0
    codes = 0
    sink.text(taken.join(''), undefined)
  }
  const control = (char: string, byte: number, at: number): void => {
    switch (char) {
      case '\x13':
        if (fields.length >= MAX_FIELDS) giveUp()
        fields.push({ code: '', inCode: true })
        codes += 1
        break
      case '\x14': {
        const field = fields.at(-1)
        if (field?.inCode !== true) break
        field.inCode = false
        codes -= 1
        const url = linkTarget(field.code)
        if (url !== undefined && codes === 0) {
          field.url = url
          sink.linkStart()
        }
        break
      }
      case '\x15': {
        const field = fields.pop()
        if (field?.inCode === true) codes -= 1
        if (field?.url !== undefined) sink.linkEnd(field.url)
        break
      }
      case '\r':
      case '\x0c':
      case '\x0e':
        if (codes > 0) say('\n')
        else sink.paragraph(paragraphs.at(byte).value ?? plainFormat, at)
        break
      case '\x07': {
        if (codes > 0) giveUp()
        const format = paragraphs.at(byte).value
        // Without properties, a mark right after that of a cell ends the row.
        const rowEnd = format?.rowEnd ?? (before === '\x07' && cells > 0)
        cells = rowEnd ? 0 : cells + 1
        if (rowEnd) sink.row(at)
        else sink.cell(at)
        break
      }
      default:
        say(SAME[char] ?? '')
    }
  }

  for (const stretch of stretches(doc, pieces, from, to)) {
    text.checkpoint()
    if (text.left <= 0) return
    text.left -= stretch.text.length
    for (let at = 0; at < stretch.text.length;) {
      const byte = stretch.byte + at * stretch.width
      const { value: style, end } = characters.at(byte)
      const next = Math.min(stretch.text.length, at + Math.max(1, Math.ceil((end - byte) / stretch.width)))
      const run = stretch.text.slice(at, next)
      let said = 0
      for (const { 0: char, index } of run.matchAll(SPECIAL)) {
        if (index > said) before = ''
        say(run.slice(said, index), style)
        control(char, byte + index * stretch.width, stretch.from + at + index)
        before = char
        said = index + 1
      }
      const rest = run.slice(said)
      if (rest !== '') before = ''
      const { symbol } = style ?? {}
      say(
        symbol === undefined
          ? rest
          : rest.replace(/[\s\S]/g, symbolText(symbol.code, fonts[symbol.font] ?? '')),
        style,
      )
      at = next
    }
  }
  if (codes > 0) giveUp()
}

/** Where a link field leads; a bookmark of the document itself as `#name`. */
function linkTarget(code: string): string | undefined {
  const [, address] = /^\s*HYPERLINK\s+"([^"]*)"/i.exec(code) ?? []
  const [, place] = /^\s*HYPERLINK\b.*\\l\s+"([^"]*)"/is.exec(code) ?? []
  if (address === undefined && place === undefined) return undefined
  return `${address ?? ''}${place === undefined ? '' : `#${place}`}`
}
