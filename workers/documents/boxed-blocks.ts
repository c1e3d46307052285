import type { Block } from '../formats/content.ts'
import { blockText } from '../formats/content-text.ts'
import { rounded, type PageBox, type PageSize, type PlacedWord } from '../page-words.ts'
import type { Note } from './page-annotations.ts'
import { pageBlocks } from './page-blocks.ts'
import type { Part } from './page-text.ts'
import { placedWords } from './placed-words.ts'
import type { PlacedText } from './run.ts'

/** A block with the place it has on its page. */
export interface BoxedBlock extends Block {
  box?: PageBox
}

/** The blocks of a page in reading order, then its notes; `placed` is what the parts were made of. */
export function boxedBlocks(
  parts: readonly Part[],
  notes: readonly Note[],
  placed: readonly PlacedText[],
  page: PageSize,
): BoxedBlock[] {
  const blocks = pageBlocks(parts).map(({ pieces, ...block }) =>
    boxed(block, boxAround(placedWords(pieces, placed, page))),
  )
  return [
    ...blocks,
    ...notes.map(({ note, author, box }) =>
      boxed({ kind: 'note', text: note, ...(author !== undefined && { label: author }) }, box),
    ),
  ]
}

const boxed = (block: Block, box: PageBox | undefined): BoxedBlock => ({ ...block, ...(box && { box }) })

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
