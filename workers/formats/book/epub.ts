import { Fault, fault } from '../../../bridge/faults.ts'
import type { FormatReader, Section } from '../content.ts'
import { Zip } from '../package/zip.ts'
import { elements, parseXml, textOf, type XmlElement } from '../package/xml.ts'
import { decodeText } from '../text/encoding.ts'
import { htmlContent } from '../text/html.ts'
import { chapterTitles, type Item, pathOf } from './chapter-titles.ts'
import { descendants } from './descendants.ts'

/** Ways fonts are obscured, which hide no text (EPUB 3.3, section 4.3; and Adobe's). */
const fontObfuscation = new Set(['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC'])

/**
 * Reads a book (EPUB 2 and 3): a section for each document in the order of its spine, those outside the linear order
 * at the end. Documents that are missing or broken are left out. Faults: DAMAGED, ENCRYPTED, ARCHIVE_BOMB, TOO_DEEP.
 */
export const readEpub: FormatReader = (bytes, options, { checkpoint }) => {
  const zip = new Zip(bytes, options)
  const xml = (name: string): XmlElement | undefined => {
    const part = zip.read(name)
    return part === undefined ? undefined : parseXml(part, options, checkpoint)
  }
  refuseProtected(xml('META-INF/encryption.xml'))
  const path = packagePath(zip, xml('META-INF/container.xml'))
  const opf = xml(path)
  if (opf === undefined) throw damaged(`its package document ${path} is missing`)
  const items = manifestOf(opf, path)
  const titles = chapterTitles(opf, items, xml)
  const sections = [describe(opf)]
  let left = options.maxChars
  let truncated = false
  for (const { href, type } of spineOf(opf, items)) {
    checkpoint()
    if (left <= 0) truncated = true
    const part = left <= 0 || !/html|xml/.test(type) ? undefined : intact(zip, href)
    if (part === undefined) continue
    const html = decodeText(part, 'utf-8')?.text ?? ''
    const page = htmlContent(html, { maxChars: left, xhtml: true, checkpoint })
    left -= page.blocks.reduce(
      (sum, { text, rows }) => sum + text.length + (rows?.flat().join('').length ?? 0),
      0,
    )
    truncated ||= page.truncated
    const title = titles.get(href) ?? page.title
    if (page.blocks.length > 0)
      sections.push({ ...(title === undefined ? {} : { title }), blocks: page.blocks })
  }
  if (sections.length === 1 && !truncated) throw damaged('none of its documents can be read')
  return { sections: sections.filter(({ blocks }) => blocks.length > 0), ...(truncated ? { truncated } : {}) }
}

function refuseProtected(encryption: XmlElement | undefined): void {
  if (encryption === undefined) return
  const methods = descendants(encryption, 'EncryptionMethod').map(
    ({ attributes }) => attributes['Algorithm'] ?? '',
  )
  if (methods.every((method) => fontObfuscation.has(method))) return
  throw fault('ENCRYPTED', 'The book is protected by its seller and can be read only with their program.')
}

/** Where the package document is: by the container, else by its ending. */
function packagePath(zip: Zip, container: XmlElement | undefined): string {
  const rootfile = container === undefined ? undefined : descendants(container, 'rootfile')[0]
  const path = rootfile?.attributes['full-path'] ?? zip.names.find((name) => name.endsWith('.opf'))
  if (path === undefined) throw damaged('it names no package document')
  return path
}

function manifestOf(opf: XmlElement, path: string): Map<string, Item> {
  const items = descendants(opf, 'item').map(({ attributes }): [string, Item] => [
    attributes['id'] ?? '',
    {
      id: attributes['id'] ?? '',
      href: pathOf(path, attributes['href'] ?? ''),
      type: attributes['media-type'] ?? '',
      properties: attributes['properties'] ?? '',
    },
  ])
  return new Map(items)
}

/** The documents in reading order. A page of contents that the spine holds is left out: the titles say it. */
function spineOf(opf: XmlElement, items: ReadonlyMap<string, Item>): Item[] {
  const refs = descendants(opf, 'itemref').map(({ attributes }) => attributes)
  const linear = refs.filter(({ linear }) => linear !== 'no')
  const others = refs.filter(({ linear }) => linear === 'no')
  const found = [...linear, ...others].flatMap(({ idref }) => items.get(idref ?? '') ?? [])
  return [...new Set(found)].filter(({ properties }) => !/(^|\s)nav(\s|$)/.test(properties))
}

/** What the book says of itself: title, authors, description. */
function describe(opf: XmlElement): Section {
  const all = (name: string): string[] =>
    elements(opf, 'metadata')
      .flatMap((metadata) => descendants(metadata, name))
      .map((element) => textOf(element).replace(/\s+/g, ' ').trim())
      .filter(Boolean)
  const [title] = all('title')
  const authors = all('creator')
  const lines = authors.length === 0 ? [] : [`Authors: ${authors.join(', ')}`]
  for (const text of all('description')) {
    lines.push(...htmlContent(text, { maxChars: 10_000 }).blocks.map((block) => block.text))
  }
  return {
    ...(title === undefined ? {} : { title }),
    blocks: [
      ...(title === undefined ? [] : [{ kind: 'heading', text: title, level: 1 } as const]),
      ...lines.map((text) => ({ kind: 'paragraph', text }) as const),
    ],
  }
}

/** Bytes of an entry; undefined where it is missing or broken. */
function intact(zip: Zip, name: string): Uint8Array | undefined {
  try {
    return zip.read(name)
  } catch (error) {
    if (error instanceof Fault && error.code === 'DAMAGED') return undefined
    throw error
  }
}

const damaged = (what: string): Error =>
  fault('DAMAGED', `The book is damaged: ${what}. Save it anew, or send an intact copy.`)
