import type { Block, BlockKind } from '../content.ts'
import { blockText, sectionText } from '../content-text.ts'
import { dataTables, spanOf, tableGrid, tableRows } from './html-table.ts'
import {
  inputText,
  isHeading,
  isHidden,
  isNote,
  levelOf,
  marker,
  roleOf,
  selectText,
  titleOfDrawing,
  whole,
} from './html-element.ts'
import {
  attribute,
  isElement,
  lookOf,
  type HtmlDocument,
  type HtmlElement,
  type HtmlNode,
} from './html-tree.ts'
import { Inline } from './inline.ts'
import { shifted } from '../spans.ts'

/** What browsers do not show, and what stands in for something else. */
const unseen = new Set(
  (
    'annotation annotation-xml audio canvas datalist head iframe math-annotation noembed noframes noscript rp ' +
    'script style template title video'
  ).split(' '),
)

/** Elements that are blocks of their own (HTML Standard, section 15.3). */
const blocks = new Set(
  (
    'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure ' +
    'footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol optgroup p ' +
    'plaintext pre search section summary table tbody td tfoot th thead tr ul xmp'
  ).split(' '),
)

/** Where in the page a piece stands. */
interface Place {
  kind: BlockKind
  level?: number
  /** Depth of lists around it. */
  lists: number
  item?: Item
  /** Whether white space is kept. */
  exact: boolean
}

/** An item of a list: `block` once its first text has been written. */
interface Item {
  label: string
  level: number
  block?: Block
}

export interface HtmlBlocksOptions {
  /** What links are relative to; without it they are given as they stand. */
  baseUrl?: string | undefined
  checkpoint: () => void
}

/** The blocks of a page. */
export function htmlBlocks(document: HtmlDocument, options: HtmlBlocksOptions): Block[] {
  const walk = new Walk(options, dataTables(document))
  walk.nodes(document.childNodes, { kind: 'paragraph', lists: 0, exact: false })
  return walk.end()
}

class Walk {
  readonly #options: HtmlBlocksOptions
  readonly #data: ReadonlySet<HtmlElement>
  readonly #blocks: Block[] = []
  readonly #inline = new Inline()
  /** What is to follow the block that is being built. */
  #after: Block[] = []
  #visited = 0

  constructor(options: HtmlBlocksOptions, data: ReadonlySet<HtmlElement>) {
    this.#options = options
    this.#data = data
  }

  end(): Block[] {
    this.#flush({ kind: 'paragraph', lists: 0, exact: false })
    return this.#blocks
  }

  nodes(nodes: readonly HtmlNode[], place: Place): void {
    for (const node of nodes) {
      this.#visited += 1
      if (this.#visited % 4096 === 0) this.#options.checkpoint()
      if (isElement(node)) this.#element(node, place)
      else if ('value' in node) {
        if (place.exact) this.#inline.addExact(node.value)
        else this.#inline.add(node.value)
      }
    }
  }

  #element(element: HtmlElement, place: Place): void {
    const { tagName, childNodes } = element
    if (unseen.has(tagName) || isHidden(element)) return
    const style = attribute(element, 'style') ?? ''
    const isBlock = blocks.has(tagName) || /display\s*:\s*(block|flex|grid|list-item)/i.test(style)
    if (!isBlock) {
      this.#phrase(element, place)
      return
    }
    this.#flush(place)
    if (tagName === 'table' && this.#data.has(element)) this.#table(element, place)
    else if (isNote(element)) this.#note(element)
    else {
      const own = placeOf(element, style, place)
      if (tagName === 'ol' || tagName === 'ul' || tagName === 'menu' || tagName === 'dir')
        this.#list(element, own)
      else this.nodes(childNodes, own)
      this.#flush(own)
    }
  }

  #phrase(element: HtmlElement, place: Place): void {
    const { tagName, childNodes } = element
    switch (tagName) {
      case 'br':
        this.#inline.breakLine()
        return
      case 'a': {
        const url = this.#urlOf(attribute(element, 'href') ?? '')
        if (url !== undefined) this.#inline.openLink(url)
        this.nodes(childNodes, place)
        if (url !== undefined) this.#inline.closeLink()
        return
      }
      case 'img':
      case 'area':
        this.#alternative(attribute(element, 'alt') ?? '')
        return
      case 'svg':
        this.#alternative(titleOfDrawing(element))
        return
      case 'q':
        this.#inline.add('“')
        this.nodes(childNodes, place)
        this.#inline.add('”')
        return
      case 'rt':
        this.#inline.add('(')
        this.nodes(childNodes, place)
        this.#inline.add(')')
        return
      case 'del':
        this.#put('deleted', sectionText({ blocks: this.#blocksOf(element) }))
        return
      case 'input':
        this.#inline.add(` ${inputText(element)} `)
        return
      case 'select':
        this.#inline.add(` ${selectText(element)} `)
        return
      case 'textarea':
        this.nodes(childNodes, { ...place, exact: true })
        return
      default: {
        const before = this.#inline.look
        this.#inline.look = { ...before, ...lookOf(element) }
        this.nodes(childNodes, placeOf(element, attribute(element, 'style') ?? '', place))
        this.#inline.look = before
      }
    }
  }

  #list(list: HtmlElement, place: Place): void {
    const ordered = list.tagName === 'ol'
    const reversed = attribute(list, 'reversed') !== undefined
    const count = reversed ? list.childNodes.filter(({ nodeName }) => nodeName === 'li').length : 1
    let number = whole(attribute(list, 'start')) ?? count
    const type = attribute(list, 'type') ?? '1'
    for (const node of list.childNodes) {
      if (!isElement(node) || node.tagName !== 'li') {
        this.nodes([node], place)
        continue
      }
      number = whole(attribute(node, 'value')) ?? number
      const item = { label: ordered ? marker(number, type) : '•', level: Math.max(0, place.lists - 1) }
      this.#flush(place)
      if (isHidden(node)) continue
      this.nodes(node.childNodes, { ...place, item })
      this.#flush({ ...place, item })
      number += reversed ? -1 : 1
    }
  }

  #table(table: HtmlElement, place: Place): void {
    for (const caption of table.childNodes.filter(isElement)) {
      if (caption.tagName === 'caption') this.#element(caption, place)
    }
    const lay = tableGrid()
    const rows = tableRows(table).filter(({ cells }) => cells.some((cell) => !isHidden(cell)))
    const laid = rows.map(({ cells }) =>
      lay(
        cells.map((cell) => ({
          text: isHidden(cell) ? '' : this.#blocksOf(cell).map(blockText).join('\n'),
          columns: spanOf(cell, 'colspan'),
          rows: spanOf(cell, 'rowspan'),
        })),
      ),
    )
    if (laid.every((row) => row.length === 0)) return
    this.#blocks.push({ kind: 'table', text: '', rows: laid, headed: rows[0]?.head ?? false })
  }

  #note(element: HtmlElement): void {
    const text = sectionText({ blocks: this.#blocksOf(element) })
    const label = /^\[?(\d{1,4}|[*†‡§])[\].)]*\s+/.exec(text)
    const kind = /endnote/.test(roleOf(element)) ? 'endnote' : 'footnote'
    if (text === '') return
    this.#blocks.push({
      kind,
      text: label === null ? text : text.slice(label[0].length),
      ...(label?.[1] === undefined ? {} : { label: label[1] }),
    })
  }

  /** The blocks within an element, apart from those of the page. */
  #blocksOf(element: HtmlElement): Block[] {
    const walk = new Walk(this.#options, this.#data)
    walk.nodes(element.childNodes, { kind: 'paragraph', lists: 0, exact: false })
    return walk.end()
  }

  #alternative(alt: string): void {
    // A pictogram sent as a picture is a letter of the text.
    if (/^\p{Extended_Pictographic}+$/u.test(alt.replace(/\u200d|\ufe0f/g, ''))) this.#inline.add(alt)
    else this.#put('alt text', alt.replace(/\s+/g, ' ').trim())
  }

  #put(kind: BlockKind, text: string): void {
    if (text !== '') this.#after.push({ kind, text })
  }

  #urlOf(href: string): string | undefined {
    const url = href.trim()
    if (url === '' || /^(#|javascript:|vbscript:|data:)/i.test(url)) return undefined
    const { baseUrl } = this.#options
    return baseUrl !== undefined && URL.canParse(url, baseUrl) ? new URL(url, baseUrl).href : url
  }

  /** Ends the block that is being built. */
  #flush({ kind, level, item, exact }: Place): void {
    const { text, ...spans } = this.#inline.take()
    if (/[^\s\u034f\u200b-\u200f\u2060\ufeff]/.test(text)) {
      const more = spansOf(spans)
      if (item?.block !== undefined && this.#blocks.at(-1) === item.block && kind === 'paragraph') {
        append(item.block, text, spans)
      } else if (item !== undefined && item.block === undefined && kind === 'paragraph') {
        item.block = { kind: 'item', text, level: item.level, label: item.label, ...more }
        this.#blocks.push(item.block)
      } else {
        const whole = exact && kind === 'code' ? text.replace(/^\n/, '') : text
        this.#blocks.push({ kind, text: whole, ...(level === undefined ? {} : { level }), ...more })
      }
    }
    for (const block of this.#after) this.#blocks.push(block)
    this.#after = []
  }
}

type Spans = Required<Pick<Block, 'links' | 'emphasis'>>

/** Links and emphasis of a block, where there are any. */
const spansOf = ({ links, emphasis }: Spans): Pick<Block, 'links' | 'emphasis'> => ({
  ...(links.length > 0 && { links }),
  ...(emphasis.length > 0 && { emphasis }),
})

function append(block: Block, text: string, { links, emphasis }: Spans): void {
  const shift = block.text.length + 1
  block.text += `\n${text}`
  const whole: Spans = {
    links: [...(block.links ?? []), ...shifted(links, shift)],
    emphasis: [...(block.emphasis ?? []), ...shifted(emphasis, shift)],
  }
  Object.assign(block, spansOf(whole))
}

function placeOf(element: HtmlElement, style: string, place: Place): Place {
  const { tagName } = element
  const heading = /^h([1-6])$/.exec(tagName)?.[1] ?? (isHeading(element) ? levelOf(element) : undefined)
  if (heading !== undefined) return { ...place, kind: 'heading', level: Number(heading) }
  const space = /white-space\s*:\s*([a-z-]+)/i.exec(style)?.[1]?.toLowerCase()
  if (space !== undefined) return { ...place, exact: /^(pre|pre-wrap|pre-line|break-spaces)$/.test(space) }
  switch (tagName) {
    case 'blockquote':
      return { ...place, kind: 'quote' }
    case 'pre':
    case 'listing':
    case 'plaintext':
    case 'xmp':
      return { ...place, kind: 'code', exact: true }
    case 'ol':
    case 'ul':
    case 'menu':
    case 'dir':
      return { kind: place.kind, lists: place.lists + 1, exact: place.exact }
    default:
      return place
  }
}
