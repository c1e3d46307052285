import { OutlineOutput, type OutlineItem } from '../../bridge/operations/documents-outline.ts'
import { harmless, type Terminal } from './terminal.ts'

/** The outline of a document for a person: a line for each item, set in by its depth; undefined for other outputs. */
export function outlineText(output: unknown, terminal: Pick<Terminal, 'style'>): string | undefined {
  const { data } = OutlineOutput.safeParse(output)
  if (data === undefined) return undefined
  const { items, from, truncated, nextPage } = data
  const notes = [
    ...(items.length === 0 ? ['no bookmarks and no headings'] : []),
    ...(from === 'headings' ? ['from the headings of the text'] : []),
    ...(truncated === true ? ['further items were left out'] : []),
    ...(nextPage === undefined ? [] : [`pages from ${nextPage} on were not looked at: --maxPages`]),
  ].map((note) => terminal.style('dim', `(${note})`))
  return `${[...linesOf(items, '', terminal), ...notes].join('\n')}\n`
}

function linesOf(items: readonly OutlineItem[], indent: string, terminal: Pick<Terminal, 'style'>): string[] {
  return items.flatMap(({ title, page, label, url, items: inner }) => {
    const to = page === undefined ? url : `page ${label === undefined ? page : `${label} (${page})`}`
    const place = to === undefined ? '' : `  ${terminal.style('dim', harmless(to))}`
    return [`${indent}${harmless(title)}${place}`, ...linesOf(inner, `${indent}  `, terminal)]
  })
}
