import type { Block } from '../content.ts'
import { add, blockOf, trimmed, type Inline, type Look } from '../inline.ts'
import type { BlockList } from './block-list.ts'

/** What a paragraph is, as its properties stand when it ends. */
export interface ParagraphStyle {
  inTable: boolean
  /** Of a heading, from 1. */
  heading: number | undefined
  /** Whether it belongs to a list, with or without a marker. */
  listed: boolean
  level: number
}

/** The running text of a document: paragraphs, items, headings and tables, and what is to stand after each. */
export class TextFlow {
  readonly #list: BlockList
  #inline: Inline = { text: '', links: [] }
  #marker: string | undefined
  #cells: string[] = []
  #rows: string[][] = []
  /** Beside the text: notes, comments, boxes, what is hidden or deleted; written after the paragraph. */
  #beside: Block[] = []
  readonly #margins = new Set<string>()
  #waiting = 0

  constructor(list: BlockList) {
    this.#list = list
  }

  get length(): number {
    return this.#inline.text.length
  }

  /** Whether what has been read is as much as may be. */
  get full(): boolean {
    return this.#waiting >= this.#list.left
  }

  add(text: string, look: Look): void {
    add(this.#inline, text, look)
    this.#waiting += text.length
  }

  link(start: number, url: string): void {
    if (this.length > start) this.#inline.links.push({ start, end: this.length, url })
  }

  mark(marker: string): void {
    this.#marker = marker
  }

  aside(block: Block): void {
    // Sections repeat their headers and footers.
    if (block.kind === 'header' || block.kind === 'footer') {
      const said = `${block.kind}:${block.text}`
      if (this.#margins.has(said)) return
      this.#margins.add(said)
    }
    const last = this.#beside.at(-1)
    this.#waiting += block.text.length + 1
    // Hidden and deleted text comes in pieces.
    const goesOn = last?.kind === block.kind && last.label === block.label
    if (last !== undefined && goesOn && (block.kind === 'hidden' || block.kind === 'deleted'))
      last.text += block.text
    else this.#beside.push({ ...block })
  }

  endParagraph(style: ParagraphStyle): void {
    this.#waiting += 1
    if (style.inTable) {
      this.#inline.text += '\n'
      return
    }
    this.#endTable()
    this.#list.add(this.#paragraph(style))
    this.#reset()
    this.#flush()
  }

  endCell(): void {
    this.#waiting += 1
    this.#cells.push(this.#inline.text.trim())
    this.#reset()
  }

  endRow(): void {
    this.#waiting += 1
    if (this.#inline.text.trim() !== '') this.endCell()
    if (this.#cells.length > 0) this.#rows.push(this.#cells)
    this.#cells = []
    this.#reset()
  }

  end(style: ParagraphStyle): void {
    if (this.#cells.length > 0) this.endRow()
    this.endParagraph({ ...style, inTable: false })
  }

  #paragraph({ heading, listed, level }: ParagraphStyle): Block {
    const inline = trimmed(this.#inline)
    if (heading !== undefined) return blockOf('heading', inline, { level: Math.min(6, heading) })
    const marker = this.#marker
    if (marker === undefined && !listed) return blockOf('paragraph', inline)
    return blockOf('item', inline, { level, ...(marker === undefined ? {} : { label: marker }) })
  }

  #endTable(): void {
    if (this.#cells.length > 0) this.endRow()
    if (this.#rows.length === 0) return
    this.#list.add({ kind: 'table', text: '', rows: this.#rows })
    this.#rows = []
    this.#flush()
  }

  #flush(): void {
    for (const block of this.#beside) this.#list.add({ ...block, text: block.text.trim() })
    this.#beside = []
    this.#waiting = 0
  }

  #reset(): void {
    this.#inline = { text: '', links: [] }
    this.#marker = undefined
  }
}
