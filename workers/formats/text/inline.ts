import type { Emphasis, Link } from '../content.ts'
import type { Look } from '../inline.ts'
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
  /** Where bold and italic text that is not at its end began. */
  #strongFrom: number | undefined
  #italicFrom: number | undefined
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

  get look(): Look {
    return { strong: this.#strongFrom !== undefined, italic: this.#italicFrom !== undefined }
  }

  /** How text looks that is added from here on. */
  set look({ strong, italic }: Look) {
    this.#strongFrom = this.#stress(true, this.#strongFrom, strong)
    this.#italicFrom = this.#stress(false, this.#italicFrom, italic)
  }

  /** The text so far, with its links and emphasis; starts anew. What is open goes on in the next text. */
  take(): { text: string; links: Link[]; emphasis: Emphasis[] } {
    const url = this.#open?.url
    this.closeLink()
    const { look } = this
    this.look = { strong: false, italic: false }
    const whole = this.#parts.join('')
    const text = whole.replace(/\s+$/, '')
    const links = tight(text, within(this.#links, 0, text.length))
    const emphasis = tight(text, within(this.#emphasis, 0, text.length))
    this.#parts = []
    this.#length = 0
    this.#links = []
    this.#emphasis = []
    this.#blank = false
    this.#lineStart = true
    this.look = look
    if (url !== undefined) this.openLink(url)
    return { text, links, emphasis }
  }

  /** Begins or ends a stretch where that is a change; where it starts, if it is one. */
  #stress(strong: boolean, from: number | undefined, on: boolean): number | undefined {
    if (on) return from ?? this.#length
    if (from !== undefined && from < this.#length) {
      this.#emphasis.push({ start: from, end: this.#length, strong })
    }
    return undefined
  }

  #push(text: string): void {
    this.#parts.push(text)
    this.#length += text.length
  }
}
