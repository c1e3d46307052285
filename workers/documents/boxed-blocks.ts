import type { Block } from '../formats/content.ts'
import { boxAround, type BoxedBlock } from '../page-blocks.ts'
import type { PageBox, PageSize } from '../page-words.ts'
import type { Note } from './page-annotations.ts'
import { pageBlocks } from './page-blocks.ts'
import type { Part } from './page-text.ts'
import { onPage, placedWords } from './placed-words.ts'
import type { PlacedText } from './run.ts'

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
  return [...blocks, ...notes.map(({ box, ...note }) => boxed(note, box && onPage([box], page)))]
}

const boxed = (block: Block, box: PageBox | undefined): BoxedBlock => ({ ...block, ...(box && { box }) })
