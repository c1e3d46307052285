import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** A fenced block of a Markdown page. */
export interface FencedBlock {
  file: string
  /** Line of its first line of text, from 1. */
  line: number
  /** First word after the fence, such as `ts`. */
  language: string
  /** The other words after the fence. */
  info: string
  text: string
}

/** Pages that people write: those in the root and below docs/, without the generated reference. */
export function markdownPages(root: string): string[] {
  const below = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((file) => `docs/${file.replaceAll('\\', '/')}`)
    .filter((file) => !file.startsWith('docs/reference/'))
  return [...readdirSync(root), ...below].filter((file) => file.endsWith('.md')).sort()
}

/** The fenced blocks of one page. */
export function fencedBlocks(root: string, file: string): FencedBlock[] {
  const blocks: FencedBlock[] = []
  let open: (FencedBlock & { fence: string; lines: string[] }) | undefined
  const lines = readFileSync(join(root, file), 'utf8').split('\n')
  for (const [index, line] of lines.entries()) {
    const fence = /^\s*(`{3,}|~{3,})\s*(\S*)\s*(.*)$/.exec(line)
    if (open !== undefined) {
      if (line.trim() === open.fence) {
        const { language, info, line: first } = open
        blocks.push({ file, line: first, language, info, text: open.lines.join('\n') })
        open = undefined
      } else open.lines.push(line)
    } else if (fence !== null) {
      const [, mark = '', language = '', info = ''] = fence
      open = { file, line: index + 2, language, info: info.trim(), text: '', fence: mark, lines: [] }
    }
  }
  return blocks
}

/** Names of the headings of a page as links write them: `## Try it: now` is `try-it-now`. */
export function headingAnchors(root: string, file: string): Set<string> {
  const text = readFileSync(join(root, file), 'utf8').replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, '')
  const headings = [...text.matchAll(/^#+\s+(.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-'),
  )
  return new Set(headings)
}
