import type { Block } from '../formats/content.ts'
import { boxAround, type BoxedBlock } from '../page-blocks.ts'
import type { PageBox, PageSize } from '../page-words.ts'
import type { Note } from './page-annotations.ts'
import { pageBlocks, type RunTags } from './page-blocks.ts'
import type { Part } from './page-text.ts'
import { onPage, placedWords } from './placed-words.ts'
import type { PlacedText } from './run.ts'
import type { PageTags } from './structure.ts'

/** The blocks of a page in reading order, then its notes; `placed` is what the parts were made of, the tags what its structure says. */
export function boxedBlocks(
  parts: readonly Part[],
  notes: readonly Note[],
  placed: readonly PlacedText[],
  page: PageSize,
  { byContent, hasHeadings }: PageTags,
): BoxedBlock[] {
  const of: RunTags['of'] = ({ order }) => byContent.get(placed[order]?.mark ?? '')
  const blocks = pageBlocks(parts, { of, hasHeadings }).map(({ pieces, ...block }) =>
    boxed(block, boxAround(placedWords(pieces, placed, page))),
  )
  return [...blocks, ...notes.map(({ box, ...note }) => boxed(note, box && onPage([box], page)))]
}

const boxed = (block: Block, box: PageBox | undefined): BoxedBlock => ({ ...block, ...(box && { box }) })
