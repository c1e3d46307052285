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
