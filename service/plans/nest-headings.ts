import type { Page } from '../../bridge/operations/documents.ts'
import type { OutlineItem } from '../../bridge/operations/documents-outline.ts'

/**
 * The headings of pages nested by level, at most `maxItems`. A page with a title (a sheet, slide, chapter or message)
 * is an item of its own above its headings, and takes in a first heading that says the same.
 */
export function nestHeadings(
  pages: readonly Pick<Page, 'number' | 'label' | 'title' | 'blocks'>[],
  maxItems: number,
): { items: OutlineItem[]; truncated: boolean } {
  const items: OutlineItem[] = []
  /** Items that are open, the innermost last. */
  let path: { level: number; item: OutlineItem }[] = []
  let left = maxItems
  for (const entry of entriesOf(pages)) {
    if (left === 0) return { items, truncated: true }
    left -= 1
    const { title, page, label } = entry
    const item = { title, page, ...(label !== undefined && { label }), items: [] }
    path = path.filter(({ level }) => level < entry.level)
    const above = path.at(-1)?.item.items ?? items
    above.push(item)
    path.push({ level: entry.level, item })
  }
  return { items, truncated: false }
}

interface Entry {
  title: string
  page: number
  label: string | undefined
  /** 0: the title of a page. */
  level: number
}

function entriesOf(pages: readonly Pick<Page, 'number' | 'label' | 'title' | 'blocks'>[]): Entry[] {
  return pages.flatMap(({ number: page, label, title: named = '', blocks = [] }) => {
    const title = oneLine(named)
    const found = blocks
      .filter(({ kind }) => kind === 'heading')
      .map(({ text, level = 1 }) => ({ title: oneLine(text), page, label, level }))
      .filter((heading) => heading.title !== '')
    if (title === '') return found
    return [{ title, page, label, level: 0 }, ...(found[0]?.title === title ? found.slice(1) : found)]
  })
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
