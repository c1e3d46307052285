import { CHARSET_PAGES, SYMBOL_CHARSET } from './rtf-words.ts'

interface Font {
  name: string
  charset: number
  codePage?: number
}

/** Fonts of a document, as its table says; they decide in which code page bytes are. */
export class RtfFonts {
  readonly #fonts = new Map<number, Font>()
  #current: Font | undefined

  /** A control word within the table. */
  word(name: string, parameter: number): void {
    if (name === 'f' && this.#fonts.size < 10_000) {
      this.#current = { name: '', charset: 0 }
      this.#fonts.set(parameter, this.#current)
    } else if (name === 'fcharset' && this.#current !== undefined) this.#current.charset = parameter
    else if (name === 'cpg' && this.#current !== undefined) this.#current.codePage = parameter
  }

  /** Text within the table: the name of the font that is being described. */
  text(text: string): void {
    if (this.#current !== undefined && this.#current.name.length < 200) this.#current.name += text
  }

  /** Name of a font whose characters are symbols; undefined for all others. */
  symbolFont(number: number): string | undefined {
    const font = this.#fonts.get(number)
    if (font === undefined) return undefined
    return font.charset === SYMBOL_CHARSET || /^(symbol|wingdings)/i.test(font.name) ? font.name : undefined
  }

  /** Code page of text in a font, where it is not that of the document. */
  codePage(number: number): number | undefined {
    const font = this.#fonts.get(number)
    return font?.codePage ?? CHARSET_PAGES[font?.charset ?? 0]
  }
}
