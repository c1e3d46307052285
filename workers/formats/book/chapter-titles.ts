import { Fault } from '../../../bridge/faults.ts'
import { elements, textOf, type XmlElement } from '../package/xml.ts'
import { decodedPath, resolvePath } from '../package/paths.ts'
import { descendants } from './descendants.ts'

/** A file of a book as its manifest lists it; `href` is its path in the archive. */
export interface Item {
  id: string
  href: string
  type: string
  properties: string
}

/**
 * Titles of a book's documents by their path: from the navigation document of EPUB 3, else from the NCX of EPUB 2. The
 * first entry of each document counts. A table of contents that cannot be read gives no titles.
 */
export function chapterTitles(
  opf: XmlElement,
  items: ReadonlyMap<string, Item>,
  read: (path: string) => XmlElement | undefined,
): ReadonlyMap<string, string> {
  const all = [...items.values()]
  const nav = all.find(({ properties }) => /(^|\s)nav(\s|$)/.test(properties))
  const [spine] = elements(opf, 'spine')
  const ncx = items.get(spine?.attributes['toc'] ?? '') ?? all.find(({ type }) => type.includes('ncx'))
  for (const item of [nav, ncx]) {
    const root = item === undefined ? undefined : readable(item.href, read)
    if (item === undefined || root === undefined) continue
    const titles = item === nav ? navTitles(root, item.href) : ncxTitles(root, item.href)
    if (titles.size > 0) return titles
  }
  return new Map()
}

function readable(path: string, read: (path: string) => XmlElement | undefined): XmlElement | undefined {
  try {
    return read(path)
  } catch (error) {
    if (error instanceof Fault && error.code === 'DAMAGED') return undefined
    throw error
  }
}

function navTitles(root: XmlElement, path: string): Map<string, string> {
  const navs = descendants(root, 'nav')
  const toc = navs.find(({ attributes }) => attributes['type'] === 'toc') ?? navs[0]
  return titlesOf(
    toc === undefined
      ? []
      : descendants(toc, 'a').map((link) => [pathOf(path, link.attributes['href'] ?? ''), textOf(link)]),
  )
}

function ncxTitles(root: XmlElement, path: string): Map<string, string> {
  return titlesOf(
    descendants(root, 'navPoint').map((point) => {
      const [label] = elements(point, 'navLabel')
      const [content] = elements(point, 'content')
      return [pathOf(path, content?.attributes['src'] ?? ''), label === undefined ? '' : textOf(label)]
    }),
  )
}

function titlesOf(entries: readonly (readonly [path: string, title: string])[]): Map<string, string> {
  const titles = new Map<string, string>()
  for (const [path, text] of entries) {
    const title = text.replace(/\s+/g, ' ').trim()
    if (title !== '' && !titles.has(path)) titles.set(path, title)
  }
  return titles
}

/** Path in the book that a reference in one of its files points to. */
export const pathOf = (from: string, href: string): string => decodedPath(resolvePath(from, href))
