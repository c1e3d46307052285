import { append } from '../../append.ts'
import type { Block, BlockKind } from '../content.ts'
import { blockText, sectionText } from '../content-text.ts'
import { blockOf } from '../inline.ts'
import { elements, textOf, type XmlElement } from '../package/xml.ts'
import { Inline } from '../text/inline.ts'
import { clamp, creatorOf, isShape, noteDeletions, type Deletion, type OdfContext } from './odf-context.ts'
import { objectBlocks } from './odf-object.ts'
import { odfRows } from './odf-table.ts'
import { itemMarker } from './odf-styles.ts'

/** Blanks that `text:s` may stand for at once. */
const MAX_BLANKS = 200

const quotes = new Set(['Quotations', 'Quote'])
const codes = new Set(['Preformatted_20_Text'])
const titles = new Set(['Title'])

/** The blocks of elements of text content: paragraphs, lists, tables, frames. */
export function odfBlocks(content: readonly XmlElement[], context: OdfContext): Block[] {
  const walk = new Walk(context)
  for (const element of content) walk.block(element)
  return walk.blocks
}

interface ListPlace {
  depth: number
  style?: string
}

class Walk {
  readonly blocks: Block[] = []
  readonly #context: OdfContext
  readonly #inline = new Inline()
  #after: Block[] = []
  #item: { label: string; level: number; block?: Block } | undefined
  #heading = false
  #visited = 0

  constructor(context: OdfContext) {
    this.#context = context
  }

  block(element: XmlElement, list?: ListPlace): void {
    this.#visited += 1
    if (this.#visited % 1024 === 0) this.#context.checkpoint()
    switch (element.name) {
      case 'p':
      case 'h':
        this.#paragraph(element)
        return
      case 'list':
        this.#list(element, list)
        return
      case 'table':
        this.#table(element)
        return
      case 'tracked-changes':
        noteDeletions(element, this.#context)
        return
      case 'section':
        this.#section(element)
        return
      case 'change':
      case 'annotation':
      case 'note':
      case 'frame':
        this.#phrase(element)
        this.#end({ kind: 'paragraph' })
        return
      case 'forms':
      case 'sequence-decls':
      case 'variable-decls':
      case 'user-field-decls':
      case 'change-info':
      case 'index-source':
        return
      default:
        if (/-source$|-decls?$/.test(element.name)) return
        if (isShape(element)) {
          this.#phrase(element)
          this.#end({ kind: 'paragraph' })
        } else for (const child of elements(element)) this.block(child, list)
    }
  }

  #paragraph(element: XmlElement): void {
    const { 'style-name': style, 'outline-level': level } = element.attributes
    const { styles } = this.#context
    this.#styled(element)
    if (element.name === 'h') this.#end({ kind: 'heading', level: clamp(Number(level ?? 1)) })
    else if (this.#heading || styles.isMadeFrom(style, titles)) this.#end({ kind: 'heading', level: 1 })
    else if (styles.isMadeFrom(style, quotes)) this.#end({ kind: 'quote' })
    else if (styles.isMadeFrom(style, codes)) this.#code()
    else this.#end({ kind: 'paragraph' })
  }

  /** Lines of code are paragraphs each; one block is made of those that follow each other. */
  #code(): void {
    const before = this.blocks.at(-1)
    const last = before?.kind === 'code' && this.#after.length === 0 ? before : undefined
    const { text } = this.#inline.take()
    if (last !== undefined) last.text += `\n${text}`
    else if (text !== '') this.blocks.push({ kind: 'code', text })
    this.#end({ kind: 'code' })
  }

  #list(list: XmlElement, around?: ListPlace): void {
    const depth = around === undefined ? 1 : around.depth + 1
    const style = list.attributes['style-name'] ?? around?.style
    const level = this.#context.styles.listLevel(style, depth) ?? { bullet: '•', start: 1 }
    let number = level.start
    const place = { depth, ...(style === undefined ? {} : { style }) }
    for (const item of elements(list)) {
      if (item.name === 'list-item') {
        number = Number(item.attributes['start-value'] ?? number)
        this.#item = { label: itemMarker(level, number), level: depth - 1 }
        number += 1
      }
      for (const child of elements(item)) {
        const own = this.#item
        if (child.name === 'list') this.#item = undefined
        this.block(child, place)
        this.#item = own
      }
      this.#item = undefined
    }
  }

  #table(table: XmlElement): void {
    const nested: Block[] = []
    const { rows, headed } = odfRows(table, this.#context.maxChars, (cell) => this.cellText(cell, nested))
    if (rows.some((row) => row.some(Boolean))) this.blocks.push({ kind: 'table', text: '', rows, headed })
    append(this.blocks, nested)
  }

  /** Text of a cell; what is not of the running text is put beside. */
  cellText(cell: XmlElement, beside: Block[]): string {
    const blocks = odfBlocks(elements(cell), this.#context)
    const isInside = ({ kind }: Block): boolean =>
      kind !== 'comment' && kind !== 'chart' && kind !== 'footnote'
    const inside = blocks.filter(isInside)
    append(
      beside,
      blocks.filter((block) => !isInside(block)),
    )
    return inside.map(blockText).join('\n')
  }

  #section(section: XmlElement): void {
    const hidden = section.attributes['display'] === 'none'
    if (!hidden) for (const child of elements(section)) this.block(child)
    else this.#put('hidden', this.#textIn(section))
    this.#end({ kind: 'paragraph' })
  }

  #children({ children }: XmlElement): void {
    for (const child of children) {
      if (typeof child === 'string') this.#inline.add(child)
      else this.#phrase(child)
    }
  }

  /** What is in an element, with the look that its style gives it. */
  #styled(element: XmlElement): void {
    const before = this.#inline.look
    this.#inline.look = { ...before, ...this.#context.styles.lookOf(element.attributes['style-name']) }
    this.#children(element)
    this.#inline.look = before
  }

  #phrase(element: XmlElement): void {
    const { name, attributes } = element
    switch (name) {
      case 's':
        this.#inline.addExact(
          ' '.repeat(Math.min(MAX_BLANKS, Math.max(1, Number(attributes['c'] ?? 1) || 1))),
        )
        return
      case 'tab':
        this.#inline.addExact('\t')
        return
      case 'line-break':
        this.#inline.breakLine()
        return
      case 'span':
        this.#styled(element)
        return
      case 'a':
        this.#link(element)
        return
      case 'change':
        this.#deletion(this.#context.deletions.get(attributes['change-id'] ?? ''))
        return
      case 'annotation':
        this.#put('comment', this.#textIn(element, ['creator', 'date', 'date-string']), creatorOf(element))
        return
      case 'note':
        this.#note(element)
        return
      case 'ruby-text':
        this.#inline.add('(')
        this.#children(element)
        this.#inline.add(')')
        return
      case 'hidden-text':
        this.#put('hidden', attributes['string-value'] ?? textOf(element))
        return
      case 'title':
      case 'desc':
        this.#put('alt text', textOf(element).trim())
        return
      case 'frame':
        this.#frame(element)
        return
      case 'event-listeners':
      case 'script':
        return
      default:
        if (isShape(element)) this.#shape(element)
        else this.#children(element)
    }
  }

  #link(element: XmlElement): void {
    const url = element.attributes['href'] ?? ''
    if (url === '' || url.startsWith('#')) this.#children(element)
    else {
      this.#inline.openLink(url)
      this.#children(element)
      this.#inline.closeLink()
    }
  }

  #deletion(deletion: Deletion | undefined): void {
    if (deletion !== undefined) this.#put('deleted', this.#textIn(deletion.blocks), deletion.author)
  }

  /** The number of a note stays where it is called, so that one finds the other. */
  #note(note: XmlElement): void {
    const [citation] = elements(note, 'note-citation')
    const [body] = elements(note, 'note-body')
    const label =
      citation === undefined ? undefined : (citation.attributes['label'] ?? textOf(citation).trim())
    if (label !== undefined) this.#inline.add(`[${label}]`)
    const kind = note.attributes['note-class'] === 'endnote' ? 'endnote' : 'footnote'
    if (body !== undefined) this.#put(kind, this.#textIn(body), label)
  }

  #frame(frame: XmlElement): void {
    for (const child of elements(frame)) {
      if (child.name === 'text-box') this.#box(child, frame.attributes['class'])
      else if (child.name === 'table') append(this.#after, odfBlocks([child], this.#context))
      else if (child.name === 'object') append(this.#after, objectBlocks(child, this.#context.object))
      else if (child.name === 'title' || child.name === 'desc') this.#phrase(child)
    }
  }

  /** Text in a frame: on a slide it is the text itself, elsewhere it stands beside it. */
  #box(box: XmlElement, role?: string): void {
    if (this.#context.framesAreText !== true) {
      this.#put('text box', this.#textIn(box))
      return
    }
    const walk = new Walk(this.#context)
    walk.#heading = role === 'title'
    for (const child of elements(box)) walk.block(child)
    append(this.#after, walk.blocks)
  }

  #shape(shape: XmlElement): void {
    for (const child of elements(shape)) {
      if (isShape(child) || /^(frame|title|desc)$/.test(child.name)) this.#phrase(child)
    }
    const text = elements(shape).filter(({ name }) => name === 'p' || name === 'list' || name === 'h')
    if (text.length > 0) this.#box({ ...shape, children: text })
  }

  #textIn(element: XmlElement, leftOut: readonly string[] = []): string {
    const content = elements(element).filter(({ name }) => !leftOut.includes(name))
    return sectionText({ blocks: odfBlocks(content, this.#context) })
  }

  #put(kind: BlockKind, text: string, label?: string): void {
    if (text !== '') this.#after.push({ kind, text, ...(label === undefined ? {} : { label }) })
  }

  #end({ kind, level }: { kind: BlockKind; level?: number }): void {
    const said = this.#inline.take()
    if (said.text !== '') {
      const item = kind === 'paragraph' ? this.#item : undefined
      if (item !== undefined && item.block === undefined) {
        item.block = blockOf('item', said, { level: item.level, label: item.label })
        this.blocks.push(item.block)
      } else this.blocks.push(blockOf(kind, said, level === undefined ? {} : { level }))
    }
    append(this.blocks, this.#after)
    this.#after = []
  }
}
