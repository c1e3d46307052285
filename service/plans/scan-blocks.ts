import { boxAround, joinLines, type BoxedBlock } from '../../workers/page-blocks.ts'
import type { PageBox } from '../../workers/page-words.ts'

/** The paragraphs of a recognised text, with the places of their words, which come in the order of the text. */
export function scanBlocks(text: string, words: readonly { text: string; box?: PageBox }[]): BoxedBlock[] {
  let next = 0
  return text.split(/\n{2,}/).flatMap((paragraph): BoxedBlock[] => {
    const lines = paragraph.split('\n').filter((line) => line.trim() !== '')
    if (lines.length === 0) return []
    let left = letters(paragraph)
    const from = next
    while (left > 0 && next < words.length) left -= letters(words[next++]?.text ?? '')
    const box = boxAround(words.slice(from, next))
    return [{ kind: 'paragraph', text: joinLines(lines), ...(box && { box }) }]
  })
}

/** Characters but white space, of which text and words may have different kinds. */
const letters = (text: string): number => text.replace(/\s+/g, '').length
