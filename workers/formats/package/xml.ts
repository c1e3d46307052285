import { SaxesParser, type SaxesAttributeNS } from 'saxes'
import { fault } from '../../../bridge/faults.ts'
import type { FormatLimits } from '../content.ts'
import { decodedXml } from './xml-encoding.ts'

/** An element of an XML document. Names carry no prefix: `uri` says which vocabulary they are of. */
export interface XmlElement {
  name: string
  uri: string
  /**
   * By local name. Where two of different vocabularies share it, the one without a prefix, or else the first; the
   * other is under its vocabulary, a blank and its name.
   */
  attributes: Readonly<Record<string, string>>
  children: readonly (XmlElement | string)[]
}

export interface XmlHandlers {
  open?(name: string, attributes: Readonly<Record<string, string>>, uri: string): void
  text?(text: string): void
  close?(name: string, uri: string): void
  /** Asked between chunks: whether enough has been read. What follows is then not looked at. */
  done?(): boolean
}

/**
 * Mistakes that leave no doubt about what is meant: a name that stands for nothing or a letter that should not be
 * there is kept as it is, a prefix without a vocabulary stands for itself.
 */
const forgivable =
  /undefined entity|unbound namespace prefix|disallowed character\.$|malformed character entity/
const MAX_FORGIVEN = 10_000

/** Elements and attributes of one tree: some hundred megabytes of memory. */
const MAX_TREE_NODES = 4_000_000

/**
 * Walks an XML document. A document type is not followed: its entities are left unread where they stand, so that
 * none can grow or reach for a file. Faults: TOO_DEEP, DAMAGED.
 */
export function walkXml(
  bytes: Uint8Array,
  { maxDepth }: Pick<FormatLimits, 'maxDepth'>,
  handlers: XmlHandlers,
  checkpoint: () => void,
): void {
  const parser = new SaxesParser({ xmlns: true, position: false })
  let depth = 0
  let forgiven = 0
  parser.on('error', (error) => {
    if (forgivable.test(error.message) && forgiven < MAX_FORGIVEN) forgiven += 1
    else throw fault('DAMAGED', `The XML is damaged: ${error.message}`, {}, error)
  })
  parser.on('opentag', ({ local, uri, attributes }) => {
    depth += 1
    if (depth > maxDepth) {
      throw fault('TOO_DEEP', `The elements are nested more than ${maxDepth} deep.`, { maxDepth })
    }
    handlers.open?.(local, localAttributes(Object.values(attributes)), uri)
  })
  parser.on('text', (text) => handlers.text?.(text))
  parser.on('cdata', (text) => handlers.text?.(text))
  parser.on('closetag', ({ local, uri }) => {
    depth -= 1
    handlers.close?.(local, uri)
  })
  for (const text of decodedXml(bytes)) {
    checkpoint()
    parser.write(text)
    if (handlers.done?.() === true) return
  }
  parser.close()
}

const none: Readonly<Record<string, string>> = {}

function localAttributes(attributes: readonly SaxesAttributeNS[]): Readonly<Record<string, string>> {
  if (attributes.length === 0) return none
  const own: Record<string, string> = {}
  for (const { prefix, local, value } of attributes) {
    if (prefix === '' && local !== 'xmlns') own[local] = value
  }
  for (const { prefix, local, uri, value } of attributes) {
    if (prefix !== '' && prefix !== 'xmlns')
      own[Object.hasOwn(own, local) ? `${uri} ${local}` : local] = value
  }
  return own
}

/** The root element with all that is in it. Faults: those of `walkTrees`. */
export function parseXml(
  bytes: Uint8Array,
  limits: Pick<FormatLimits, 'maxDepth'>,
  checkpoint: () => void,
): XmlElement {
  let root: XmlElement | undefined
  walkTrees(bytes, limits, { depth: 0, tree: (element) => void (root ??= element) }, checkpoint)
  if (root === undefined) throw fault('DAMAGED', 'The XML is damaged: it has no element.')
  return root
}

export interface TreeHandlers {
  /** Of the elements wanted; the root is at 0. */
  depth: number
  /** Receives each with all that is in it, in the order of the document. */
  tree(element: XmlElement): void
  done?(): boolean
}

/** An element that is still being filled. */
export interface OpenElement extends XmlElement {
  children: (XmlElement | string)[]
}

/**
 * The elements at one depth, one after another, so that a long document is never in memory as a whole.
 * Faults: those of `walkXml`, and ARCHIVE_BOMB when one of them holds millions of elements.
 */
export function walkTrees(
  bytes: Uint8Array,
  limits: Pick<FormatLimits, 'maxDepth'>,
  { depth: wanted, tree, done }: TreeHandlers,
  checkpoint: () => void,
): void {
  const path: OpenElement[] = []
  let depth = 0
  let nodes = 0
  const handlers: XmlHandlers = {
    open: (name, attributes, uri) => {
      depth += 1
      if (depth <= wanted) return
      nodes += 1 + (attributes === none ? 0 : Object.keys(attributes).length)
      if (nodes > MAX_TREE_NODES) {
        throw fault('ARCHIVE_BOMB', `One part of the document has more than ${MAX_TREE_NODES} elements.`)
      }
      const element: OpenElement = { name, uri, attributes, children: [] }
      path.at(-1)?.children.push(element)
      path.push(element)
    },
    text: (text) => path.at(-1)?.children.push(text),
    close: () => {
      depth -= 1
      const element = path.pop()
      if (element === undefined || path.length > 0) return
      nodes = 0
      tree(element)
    },
    ...(done === undefined ? {} : { done }),
  }
  walkXml(bytes, limits, handlers, checkpoint)
}

/** The child elements, of one name where it is given. */
export function elements({ children }: XmlElement, name?: string): XmlElement[] {
  return children.filter(
    (child): child is XmlElement => typeof child !== 'string' && (name === undefined || child.name === name),
  )
}

/** The first child element of that name. */
export function element({ children }: XmlElement, name: string): XmlElement | undefined {
  return children.find((child): child is XmlElement => typeof child !== 'string' && child.name === name)
}

/** All text within an element. */
export function textOf({ children }: XmlElement): string {
  return children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('')
}
