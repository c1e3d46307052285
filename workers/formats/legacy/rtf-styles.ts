/** The styles of a document that are headings, as its table of styles says. */
export class RtfStyles {
  readonly #levels = new Map<number, number>()
  #current = 0

  /** A control word within the table. */
  word(name: string, parameter: number): void {
    if (name === 's') this.#current = parameter
    else if (name === 'outlinelevel' && parameter < 9) this.#levels.set(this.#current, parameter + 1)
  }

  /** Text within the table: `heading 2;`. */
  text(text: string): void {
    const level = /^heading (\d)/i.exec(text.trim())?.[1]
    if (level !== undefined) this.#levels.set(this.#current, Number(level))
  }

  /** Level of a heading, from 1; undefined for all other styles. */
  heading(style: number): number | undefined {
    return this.#levels.get(style)
  }
}
