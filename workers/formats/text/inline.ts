import type { Emphasis, Link } from '../content.ts'
import { tight, within } from '../spans.ts'

/**
 * Builds the text of one block out of its pieces, with white space as CSS collapses it (CSS Text 3, section 4.1.1):
 * a run of it is one blank, and none stands at the start or end of a line. Linear however small the pieces are.
 */
export class Inline {
  #parts: string[] = []
  #length = 0
  #links: Link[] = []
  #open: { start: number; url: string } | undefined
  #emphasis: Emphasis[] = []
  readonly #stressed: { start: number; strong: boolean }[] = []
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

  openEmphasis(strong: boolean): void {
    this.#stressed.push({ start: this.#length, strong })
  }

  closeEmphasis(): void {
    const open = this.#stressed.pop()
    if (open !== undefined && this.#length > open.start) this.#emphasis.push({ ...open, end: this.#length })
  }

  /** The text so far, with its links and emphasis; starts anew. What is open goes on in the next text. */
  take(): { text: string; links: Link[]; emphasis: Emphasis[] } {
    const url = this.#open?.url
    this.closeLink()
    const open = this.#stressed.map(({ start, strong }) => ({ start, end: this.#length, strong }))
    for (const stressed of this.#stressed) stressed.start = 0
    const whole = this.#parts.join('')
    const text = whole.replace(/\s+$/, '')
    const links = tight(text, within(this.#links, 0, text.length))
    const emphasis = tight(text, within([...this.#emphasis, ...open], 0, text.length))
    this.#parts = []
    this.#length = 0
    this.#links = []
    this.#emphasis = []
    this.#blank = false
    this.#lineStart = true
    if (url !== undefined) this.openLink(url)
    return { text, links, emphasis }
  }

  #push(text: string): void {
    this.#parts.push(text)
    this.#length += text.length
  }
}
