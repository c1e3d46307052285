import { defaultTreeAdapter, html, Parser } from 'parse5'
import type { DefaultTreeAdapterMap, DefaultTreeAdapterTypes, Token } from 'parse5'
import type { Look } from '../inline.ts'

export type HtmlElement = DefaultTreeAdapterTypes.Element
export type HtmlNode = DefaultTreeAdapterTypes.ChildNode
export type HtmlDocument = DefaultTreeAdapterTypes.Document

/** As deep as browsers nest elements before they lay deeper ones beside each other. */
const MAX_DEPTH = 512

/** Nodes of a document; what comes after them is not read. At about 200 bytes each. */
const MAX_NODES = 500_000

/** Characters between two looks at whether to stop. */
const CHUNK_CHARS = 16_384

/**
 * Elements that only change how letters look. They are read as `span`: with their own names the parser opens them
 * again in every paragraph after one in which they were left open, which multiplies.
 */
const looks = new Set('b big code em font i nobr s small strike strong tt u'.split(' '))

/** What of that is kept: an attribute with a name that none in a page can have. */
const LOOK = ' look'
const kept = new Map<string, keyof Look>([
  ['b', 'strong'],
  ['strong', 'strong'],
  ['i', 'italic'],
  ['em', 'italic'],
])

/** Elements whose content is not markup: they cannot be left out without what they hold becoming text. */
const raw = new Set('iframe noembed noframes noscript plaintext script style textarea title xmp'.split(' '))
const voids = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))

export interface HtmlTreeOptions {
  /** Whether `<p/>` is an empty element, as in XHTML. */
  xhtml?: boolean
  /** Characters of text read, those of scripts and styles left out. */
  maxChars: number
  checkpoint: () => void
}

/**
 * The tree of a page as browsers build it (HTML Standard, section 13.2), in time linear in its length whatever it
 * holds: depth, nodes and characters are bounded. `truncated`: whether a bound ended the reading.
 */
export function parseHtml(
  text: string,
  { xhtml = false, maxChars, checkpoint }: HtmlTreeOptions,
): { document: HtmlDocument; truncated: boolean } {
  const parser = new BoundedParser(xhtml, maxChars)
  let at = 0
  while (at < text.length && parser.chars <= maxChars && parser.nodes <= MAX_NODES) {
    checkpoint()
    parser.tokenizer.write(text.slice(at, at + CHUNK_CHARS), false)
    at += CHUNK_CHARS
  }
  parser.tokenizer.write('', true)
  return { document: parser.document, truncated: at < text.length || parser.chars > maxChars }
}

class BoundedParser extends Parser<DefaultTreeAdapterMap> {
  nodes = 0
  chars = 0
  readonly #xhtml: boolean
  readonly #maxChars: number
  /** Open elements that were left out because they stood too deep. */
  #leftOut = 0

  constructor(xhtml: boolean, maxChars: number) {
    super({
      treeAdapter: {
        ...defaultTreeAdapter,
        createElement: (...args) => {
          this.nodes += 1
          return defaultTreeAdapter.createElement(...args)
        },
        appendChild: (parent, node) => {
          if (node.nodeName !== '#comment') defaultTreeAdapter.appendChild(parent, node)
        },
        insertText: (parent, text) => {
          if (!isUnseen(parent)) defaultTreeAdapter.insertText(parent, this.#counted(text))
        },
        insertTextBefore: (parent, text, reference) =>
          insertTextBefore(parent, this.#counted(text), reference),
      },
    })
    this.#xhtml = xhtml
    this.#maxChars = maxChars
  }

  override onStartTag(token: Token.TagToken): void {
    plain(token)
    const { tagName, selfClosing } = token
    const empty = this.#xhtml && selfClosing && !voids.has(tagName)
    if (empty && raw.has(tagName)) {
      token.ackSelfClosing = true
    } else if (this.openElements.stackTop >= MAX_DEPTH && !raw.has(tagName) && !voids.has(tagName)) {
      this.#leftOut += selfClosing ? 0 : 1
      token.ackSelfClosing = true
    } else {
      super.onStartTag(token)
      if (empty && !token.ackSelfClosing) super.onEndTag({ ...token, selfClosing: false, attrs: [] })
    }
  }

  override onEndTag(token: Token.TagToken): void {
    plain(token)
    if (this.#leftOut > 0 && !raw.has(token.tagName)) this.#leftOut -= 1
    else super.onEndTag(token)
  }

  /** A text as far as there is room for it. */
  #counted(text: string): string {
    const room = Math.max(0, this.#maxChars - this.chars)
    this.chars += text.length
    return text.length > room ? text.slice(0, room) : text
  }
}

const isUnseen = ({ nodeName }: DefaultTreeAdapterTypes.ParentNode): boolean =>
  nodeName === 'script' || nodeName === 'style'

function plain(token: Token.TagToken): void {
  const look = kept.get(token.tagName)
  if (!looks.has(token.tagName)) return
  if (look !== undefined) token.attrs.push({ name: LOOK, value: look })
  token.tagName = 'span'
  token.tagID = html.TAG_ID.SPAN
}

/** As parse5 does it, but looking from the end, where the table stands before which text is put. */
function insertTextBefore(
  parent: DefaultTreeAdapterTypes.ParentNode,
  text: string,
  reference: HtmlNode,
): void {
  const at = parent.childNodes.lastIndexOf(reference)
  const before = parent.childNodes[at - 1]
  if (before?.nodeName === '#text' && 'value' in before) before.value += text
  else defaultTreeAdapter.insertBefore(parent, defaultTreeAdapter.createTextNode(text), reference)
}

/** Value of an attribute, by its name as written (`epub:type`). */
export function attribute({ attrs }: HtmlElement, name: string): string | undefined {
  return attrs.find((attr) => attr.name === name)?.value
}

/** What the name of an element changes in the look of its text. */
export function lookOf(element: HtmlElement): Partial<Look> {
  const look = attribute(element, LOOK)
  return look === undefined ? {} : { [look]: true }
}

export const isElement = (node: HtmlNode): node is HtmlElement => 'tagName' in node
