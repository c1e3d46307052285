/** Left, top, width and height in points of the upright page. */
export type PageBox = [x: number, y: number, width: number, height: number]

/** A word of a page's text; without a box where it has no place on the page. */
export interface PlacedWord {
  text: string
  box?: PageBox
}

export interface PageSize {
  /** Of the upright page, in points. */
  width: number
  height: number
}

/** Points, to a hundredth. */
export function rounded(points: number): number {
  return Math.round(points * 100) / 100
}

/** Words by the lines of the text they make, for which white space does not count; lines without words are left out. */
export function wordsOfLines<W extends { text: string }>(words: readonly W[], text: string): W[][] {
  const lines: W[][] = []
  let at = 0
  for (const line of text.split('\n')) {
    let left = line.replace(/\s+/g, '').length
    const own: W[] = []
    for (let word = words[at]; left > 0 && word !== undefined; word = words[++at]) {
      left -= word.text.replace(/\s+/g, '').length
      own.push(word)
    }
    if (own.length > 0) lines.push(own)
  }
  return lines
}

/**
 * The words that are left of a text that was cut. The last may be cut itself; its box stays that of the whole word.
 * White space does not count, of which words and text may have different kinds.
 */
export function wordsOfCut<W extends { text: string }>(words: readonly W[], text: string): W[] {
  let left = text.replace(/\s+/g, '').length
  const kept: W[] = []
  for (const word of words) {
    if (left <= 0) break
    const length = word.text.replace(/\s+/g, '').length
    kept.push(length <= left ? word : { ...word, text: word.text.slice(0, left) })
    left -= length
  }
  return kept
}

/** A word of a line and its place on the upright page, in points from its top left. */
export interface LayerWord {
  text: string
  box: PageBox
}

/** What is to stand behind the picture of one page. */
export interface LayerPage {
  number: number
  /** Degrees clockwise by which the page is turned to stand upright, beside the turn it has already. */
  turn: 0 | 90 | 180 | 270
  /** Of the upright page, in the unit of the boxes. */
  width: number
  height: number
  /** Lines in reading order. */
  lines: LayerWord[][]
}
