import type { PdfPage } from './pdfjs.ts'

/** What an element of a tagged PDF says of the text in it (ISO 32000-1, 14.8.4). */
export interface Tag {
  /** Tells elements apart. */
  element: number
  kind: 'heading' | 'paragraph' | 'item'
  /** Of a heading 1 to 6; of an item its depth from 0. */
  level: number
}

/** The tags of a page by the id of its marked contents as pdf.js names them; empty for a page without tags. */
export interface PageTags {
  byContent: ReadonlyMap<string, Tag>
  /** Whether headings are tagged as such, so that a paragraph in large letters is none. */
  hasHeadings: boolean
}

/** Elements looked at, and how deep: a page has some hundreds. */
const maxElements = 20_000
const maxDepth = 60

interface Node {
  role?: unknown
  children?: unknown
  type?: unknown
  id?: unknown
}

/** Reads the structure of a page. Cells of tables have no tags here: tables are told by their geometry. */
export async function tagsOf(page: PdfPage): Promise<PageTags> {
  const tags = new Map<string, Tag>()
  let elements = 0
  const walk = (node: Node, around: Tag | undefined, lists: number, depth: number): void => {
    elements += 1
    if (elements > maxElements || depth > maxDepth) return
    if (node.type === 'content') {
      if (around !== undefined) tags.set(String(node.id), around)
      return
    }
    const role = String(node.role)
    const own = tagOf(role, elements, around, lists)
    const children: unknown[] = Array.isArray(node.children) ? node.children : []
    for (const child of children)
      if (typeof child === 'object' && child !== null)
        walk(child, own, lists + (role === 'L' ? 1 : 0), depth + 1)
  }
  // A damaged tree must not cost the page its text.
  const root = await page.getStructTree().catch(() => null)
  if (root !== null) walk(root, undefined, 0, 0)
  return { byContent: tags, hasHeadings: [...tags.values()].some(({ kind }) => kind === 'heading') }
}

function tagOf(role: string, element: number, around: Tag | undefined, lists: number): Tag | undefined {
  const heading = /^H([1-6])?$/.exec(role)
  if (heading) return { element, kind: 'heading', level: Number(heading[1] ?? 1) }
  if (role === 'Title') return { element, kind: 'heading', level: 1 }
  if (role === 'LI') return { element, kind: 'item', level: Math.max(0, lists - 1) }
  if (role === 'TD' || role === 'TH' || role === 'Table') return undefined
  // Paragraphs of an item belong to it.
  if (role === 'P' && around?.kind !== 'item') return { element, kind: 'paragraph', level: 0 }
  return around
}
