import type { BlockList } from '../legacy/block-list.ts'

/**
 * Joins the lines that were parted for the way only (RFC 3676, section 4.2): a line that ends with a blank goes on in
 * the next one of the same depth of quotes; with `delSp` that blank goes too. The mark of a signature stays.
 */
export function joinFlowed(text: string, delSp: boolean, checkpoint: () => void): string {
  const out: string[] = []
  let pieces: string[] = []
  let depth = 0
  let flows = false
  const end = (): void => {
    if (pieces.length > 0) out.push(`${'>'.repeat(depth)}${depth > 0 ? ' ' : ''}${pieces.join('')}`)
    pieces = []
    flows = false
  }
  for (const [number, line] of text.split(/\r?\n/).entries()) {
    if (number % 4096 === 0) checkpoint()
    const quotes = leadingQuotes(line)
    const content = line.slice(quotes).replace(/^ /, '')
    if (!flows || quotes !== depth || content === '-- ') end()
    depth = quotes
    flows = content.endsWith(' ') && content !== '-- '
    pieces.push(flows && delSp ? content.slice(0, -1) : content)
  }
  end()
  return out.join('\n')
}

function leadingQuotes(line: string): number {
  let count = 0
  while (line[count] === '>') count += 1
  return count
}

/** Adds plain text: paragraphs parted by empty lines, lines that start with `>` as quotes of what was written before. */
export function addPlain(text: string, list: BlockList, checkpoint: () => void): void {
  let lines: string[] = []
  let quoted = false
  const end = (): void => {
    list.add({ kind: quoted ? 'quote' : 'paragraph', text: lines.join('\n') })
    lines = []
  }
  for (let at = 0, count = 0; at <= text.length && !list.full; count += 1) {
    if (count % 4096 === 0) checkpoint()
    const feed = text.indexOf('\n', at)
    const stop = feed === -1 ? text.length : feed
    const line = text.slice(at, stop).trimEnd()
    at = stop + 1
    const isQuote = line.startsWith('>')
    if (lines.length > 0 && (line === '' || isQuote !== quoted)) end()
    quoted = isQuote
    if (line !== '') lines.push(isQuote ? line.replace(/^> ?/, '') : line)
  }
  if (lines.length > 0) end()
}
