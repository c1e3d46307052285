import { sectionMarkdown } from './formats/content-markdown.ts'
import { blockText } from './formats/content-text.ts'
import type { Block } from './formats/content.ts'
import { rounded, type PageBox, type PlacedWord } from './page-words.ts'

/** A block with the place it has on its page. */
export interface BoxedBlock extends Block {
  box?: PageBox
}

/** The smallest box around the words that have a place. */
export function boxAround(words: readonly Pick<PlacedWord, 'box'>[]): PageBox | undefined {
  const boxes = words.flatMap(({ box }) => (box === undefined ? [] : [box]))
  if (boxes.length === 0) return undefined
  const left = Math.min(...boxes.map(([x]) => x))
  const top = Math.min(...boxes.map(([, y]) => y))
  const right = Math.max(...boxes.map(([x, , width]) => x + width))
  const bottom = Math.max(...boxes.map(([, y, , height]) => y + height))
  return [left, top, rounded(right - left), rounded(bottom - top)]
}

/** The blocks of the first characters of a page; the one in which they end is left whole. */
export function blocksOfCut(blocks: readonly BoxedBlock[], chars: number): BoxedBlock[] {
  let seen = 0
  return blocks.filter((block) => {
    const kept = seen < chars
    seen += blockText(block).length
    return kept
  })
}

/** Blocks as Markdown. */
export const blocksMarkdown = (blocks: readonly Block[]): string => sectionMarkdown({ blocks: [...blocks] })

/** Text of a block as it stands in the text of its page, without a mark of what it is. */
export const plainText = (block: Block): string =>
  block.rows === undefined ? block.text : blockText({ ...block, kind: 'table' })

/** Scripts that are written without blanks between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、。，]/u

/** Lines as running text: a hyphen that parted a word at the end of a line is taken out. */
export function joinLines(lines: readonly string[]): string {
  let text = ''
  for (const line of lines) {
    if (/\p{Ll}[-\u00ad\u2010]$/u.test(text) && /^\p{Ll}/u.test(line)) text = text.slice(0, -1) + line
    else if (UNSPACED.test(text.slice(-1)) && UNSPACED.test(line.slice(0, 1))) text += line
    else text += text === '' ? line : ` ${line}`
  }
  return text
}
