import type { Block } from './stored-document.ts'

/** What is outlined on the pictures of pages. */
export type Outlined = 'words' | 'blocks' | 'nothing'

/** Left, top, width and height in units of the upright page. */
export type Box = [x: number, y: number, width: number, height: number]

/** A place that is shown because somebody asked where something was read. */
export interface Found {
  page: number
  box?: Box | undefined
  /** Different each time, so that the same place can be gone to again. */
  turn: number
}

/** Kinds of blocks as they are told apart by colour; what is none of the running text is one kind. */
const tones = {
  heading: 'Headings',
  paragraph: 'Paragraphs',
  item: 'Items of lists',
  table: 'Tables',
  other: 'Notes and others',
} as const
export type Tone = keyof typeof tones

export const toneOf = ({ kind }: Block): Tone => (kind in tones ? (kind as Tone) : 'other')

/** The kinds that a page has, in the order of the table, with their names. */
export function legendOf(blocks: readonly Block[]): { tone: Tone; name: string; count: number }[] {
  return (Object.keys(tones) as Tone[])
    .map((tone) => ({
      tone,
      name: tones[tone],
      count: blocks.filter((block) => toneOf(block) === tone).length,
    }))
    .filter(({ count }) => count > 0)
}

/** For each word the first of those that stand in the same place, as the words of a field do. */
export function sharedPlaces(words: readonly { box?: Box }[]): number[] {
  const first = new Map<string, number>()
  return words.map(({ box }, index) => {
    const key = box === undefined ? `${index}` : box.join(' ')
    const place = first.get(key) ?? index
    first.set(key, place)
    return place
  })
}

/** Indices of the words whose middle lies in a box. */
export function wordsIn(box: Box | undefined, words: readonly { box?: Box }[]): Set<number> {
  const inside = new Set<number>()
  if (box === undefined) return inside
  const [left, top, width, height] = box
  for (const [index, { box: word }] of words.entries()) {
    if (word === undefined) continue
    const [x, y] = [word[0] + word[2] / 2, word[1] + word[3] / 2]
    if (x >= left && x <= left + width && y >= top && y <= top + height) inside.add(index)
  }
  return inside
}
