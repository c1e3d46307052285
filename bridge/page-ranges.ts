import { fault } from './faults.ts'

/** First and last page of a range, both included; the last of an open one is undefined. */
type PageRange = readonly [first: number, last: number | undefined]

/**
 * The pages an input such as `1-5,2999`, `21-` or `all` names, ascending and each once, among the `pageCount` there are.
 * Pages beyond the end are left out. Faults: INVALID_INPUT for a page 0 or a range that runs backwards.
 */
export function wantedPages(text: string, pageCount: number): number[] {
  const pages = new Set<number>()
  for (const [first, last] of parse(text)) {
    for (let page = first; page <= Math.min(last ?? pageCount, pageCount); page += 1) pages.add(page)
  }
  return [...pages].sort((a, b) => a - b)
}

function parse(text: string): PageRange[] {
  if (text === 'all') return [[1, undefined]]
  return text.split(',').map((part) => {
    const [first = 0, last = first] = part.split('-').map(Number)
    if (part.endsWith('-') && first >= 1 && Number.isSafeInteger(first)) return [first, undefined]
    if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last) || first < 1 || last < first) {
      throw fault('INVALID_INPUT', `Expected pages from 1 up, such as "1-5,9"; "${part}" names none.`)
    }
    return [first, last]
  })
}
