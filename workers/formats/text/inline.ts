import type { Link } from '../content.ts'

/**
 * Builds the text of one block out of its pieces, with white space as CSS collapses it (CSS Text 3, section 4.1.1):
 * a run of it is one blank, and none stands at the start or end of a line. Linear however small the pieces are.
 */
export class Inline {
  #parts: string[] = []
  #length = 0
  #links: Link[] = []
  #open: { start: number; url: string } | undefined
  /** A blank that is written once something follows it in the line. */
  #blank = false
  #lineStart = true

  /** Whether nothing has been added that would be seen. */
  get isEmpty(): boolean {
    return this.#length === 0
  }

  add(text: string): void {
    const flat = text.replace(/[ \t\n\r\f\u00a0]+/g, ' ').replace(/[\u00ad\u200b\ufeff]/g, '')
    if (flat === '') return
    const body = flat.trim()
    if (flat.startsWith(' ')) this.#blank = true
    if (body === '') return
    this.#push(this.#blank && !this.#lineStart ? ` ${body}` : body)
    this.#blank = flat.endsWith(' ')
    this.#lineStart = false
  }

  /** Adds text whose white space is kept. */
  addExact(text: string): void {
    if (text === '') return
    if (this.#blank && !this.#lineStart) this.#push(' ')
    this.#push(text)
    this.#blank = false
    this.#lineStart = text.endsWith('\n')
  }

  breakLine(): void {
    if (this.#length > 0) this.#push('\n')
    this.#blank = false
    this.#lineStart = true
  }

  openLink(url: string): void {
    this.closeLink()
    this.#open = { start: this.#length, url }
  }

  closeLink(): void {
    const open = this.#open
    if (open !== undefined && this.#length > open.start) this.#links.push({ ...open, end: this.#length })
    this.#open = undefined
  }

  /** The text so far, with its links; starts anew. A link that is open goes on in the next text. */
  take(): { text: string; links: Link[] } {
    const url = this.#open?.url
    this.closeLink()
    const whole = this.#parts.join('')
    const text = whole.replace(/\s+$/, '')
    const links = this.#links
      .map(({ start, end, url }) => trimmed(whole, start, Math.min(end, text.length), url))
      .filter(({ start, end }) => start < end)
    this.#parts = []
    this.#length = 0
    this.#links = []
    this.#blank = false
    this.#lineStart = true
    if (url !== undefined) this.openLink(url)
    return { text, links }
  }

  #push(text: string): void {
    this.#parts.push(text)
    this.#length += text.length
  }
}

/** A link without the blanks at its ends. */
function trimmed(text: string, start: number, end: number, url: string): Link {
  let [from, to] = [start, end]
  while (from < to && /\s/.test(text.charAt(from))) from += 1
  while (to > from && /\s/.test(text.charAt(to - 1))) to -= 1
  return { start: from, end: to, url }
}
