import { SaxesParser } from 'saxes'
import { fault } from '../../../bridge/faults.ts'
import type { FormatLimits } from '../content.ts'

/** An element of an XML document. Names carry no prefix: `uri` says which vocabulary they are of. */
export interface XmlElement {
  name: string
  uri: string
  /** By local name; where two of different vocabularies share it, the one without a prefix. */
  attributes: Record<string, string>
  children: (XmlElement | string)[]
}

export interface XmlHandlers {
  open?(name: string, attributes: Record<string, string>, uri: string): void
  text?(text: string): void
  close?(name: string, uri: string): void
}

/** How much is parsed between two looks at whether to stop. */
const CHUNK_CHARS = 65_536

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
  let failed: Error | undefined
  parser.on('error', (error) => {
    // What is not there to be replaced stays as it stands; all else ends the reading.
    if (!/undefined entity/.test(error.message)) failed ??= error
  })
  parser.on('opentag', ({ local, uri, attributes }) => {
    depth += 1
    if (depth > maxDepth) {
      throw fault('TOO_DEEP', `The elements are nested more than ${maxDepth} deep.`, { maxDepth })
    }
    const own: Record<string, string> = {}
    for (const { prefix, local: name, value } of Object.values(attributes)) {
      if (prefix !== 'xmlns' && (prefix === '' || !(name in own))) own[name] = value
    }
    handlers.open?.(local, own, uri)
  })
  parser.on('text', (text) => handlers.text?.(text))
  parser.on('cdata', (text) => handlers.text?.(text))
  parser.on('closetag', ({ local, uri }) => {
    depth -= 1
    handlers.close?.(local, uri)
  })
  const text = decodeXml(bytes)
  for (let at = 0; at < text.length && failed === undefined; at += CHUNK_CHARS) {
    checkpoint()
    parser.write(text.slice(at, at + CHUNK_CHARS))
  }
  if (failed === undefined) parser.close()
  if (failed !== undefined) {
    throw fault('DAMAGED', `The XML is damaged: ${failed.message}.`, {}, failed)
  }
}

/** The root element with all that is in it. Faults: those of `walkXml`. */
export function parseXml(
  bytes: Uint8Array,
  limits: Pick<FormatLimits, 'maxDepth'>,
  checkpoint: () => void,
): XmlElement {
  const root: XmlElement = { name: '', uri: '', attributes: {}, children: [] }
  const path = [root]
  walkXml(
    bytes,
    limits,
    {
      open: (name, attributes, uri) => {
        const element: XmlElement = { name, uri, attributes, children: [] }
        path.at(-1)?.children.push(element)
        path.push(element)
      },
      text: (text) => path.at(-1)?.children.push(text),
      close: () => void path.pop(),
    },
    checkpoint,
  )
  const [first] = elements(root)
  if (first === undefined) throw fault('DAMAGED', 'The XML is damaged: it has no element.')
  return first
}

/** The child elements, of one name where it is given. */
export function elements({ children }: XmlElement, name?: string): XmlElement[] {
  return children.filter(
    (child): child is XmlElement => typeof child !== 'string' && (name === undefined || child.name === name),
  )
}

/** All text within an element. */
export function textOf({ children }: XmlElement): string {
  return children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('')
}

/** By its byte order mark, else by its declaration, else UTF-8 (XML 1.0, appendix F). */
function decodeXml(bytes: Uint8Array): string {
  const [a, b] = bytes
  const plain = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const declared = /^<\?xml[^>]*encoding\s*=\s*["']([\w.-]+)["']/.exec(plain.toString('latin1', 0, 200))?.[1]
  const wide = a === 0xff && b === 0xfe ? 'utf-16le' : a === 0xfe && b === 0xff ? 'utf-16be' : undefined
  const label = wide ?? (declared === undefined || /^utf-?16/i.test(declared) ? 'utf-8' : declared)
  try {
    // Shared memory cannot be decoded in place.
    return new TextDecoder(label).decode(
      bytes.buffer instanceof SharedArrayBuffer ? Buffer.from(bytes) : bytes,
    )
  } catch (error) {
    throw fault('DAMAGED', `The XML is damaged: its encoding ${label} is not known.`, {}, error)
  }
}
