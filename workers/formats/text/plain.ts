import type { Block, Content, FormatReader } from '../content.ts'
import { textHead } from './text-head.ts'

/** Reads plain text: empty lines part paragraphs, form feeds sections. Fault: DAMAGED where it is no text. */
export const readPlain: FormatReader = (bytes, { maxChars }, { checkpoint }): Content => {
  const { text, truncated } = textHead(bytes, maxChars)
  const sections = text
    .split('\f')
    .map((part) => ({ blocks: paragraphs(part, checkpoint) }))
    .filter(({ blocks }, _, all) => blocks.length > 0 || all.length === 1)
  return { sections, ...(truncated ? { truncated } : {}) }
}

/** Lines keep their indentation: it may be a table or a poem. */
function paragraphs(text: string, checkpoint: () => void): Block[] {
  const blocks: Block[] = []
  let lines: string[] = []
  const end = (): void => {
    if (lines.length > 0) blocks.push({ kind: 'paragraph', text: lines.join('\n') })
    if (blocks.length % 1024 === 0) checkpoint()
    lines = []
  }
  for (const line of text.split('\n')) {
    if (line.trim() === '') end()
    else lines.push(line.trimEnd())
  }
  end()
  return blocks
}
