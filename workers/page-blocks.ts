import { cutText } from './cut-text.ts'
import { sectionMarkdown } from './formats/content-markdown.ts'
import { blockText } from './formats/content-text.ts'
import type { Block } from './formats/content.ts'
import { within } from './formats/spans.ts'
import { rounded, type PageBox, type PlacedWord } from './page-words.ts'

/** A block with the place it has on its page. */
export interface BoxedBlock extends Block {
  box?: PageBox
}

/** The smallest box around the words that have a place. */
export function boxAround(words: readonly Pick<PlacedWord, 'box'>[]): PageBox | undefined {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { box } of words) {
    if (box === undefined) continue
    const [x, y, width, height] = box
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x + width)
    bottom = Math.max(bottom, y + height)
  }
  return left > right ? undefined : [left, top, rounded(right - left), rounded(bottom - top)]
}

/** The blocks of the first characters of a page. The last is cut, with its box still around all of it. */
export function blocksOfCut(blocks: readonly BoxedBlock[], chars: number): BoxedBlock[] {
  const kept: BoxedBlock[] = []
  let left = chars
  for (const block of blocks) {
    if (left <= 0) break
    const { length } = blockText(block)
    kept.push(length <= left ? block : cutBlock(block, left))
    left -= length
  }
  return kept
}

function cutBlock(block: BoxedBlock, chars: number): BoxedBlock {
  if (block.rows === undefined) {
    const text = cutText(block.text, chars)
    const links = block.links?.filter(({ end }) => end <= text.length)
    const emphasis = block.emphasis && within(block.emphasis, 0, text.length)
    return { ...block, text, ...(links && { links }), ...(emphasis && { emphasis }) }
  }
  let left = chars
  const rows: string[][] = []
  for (const row of block.rows) {
    if (left <= 0) break
    rows.push(row.map((cell) => cutText(cell, left)))
    left -= row.reduce((sum, cell) => sum + cell.length + 1, 0)
  }
  return { ...block, rows }
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
