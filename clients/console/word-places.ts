/** A stretch of text; `word` is the index of the placed word it is, where it is one. */
export interface Stretch {
  text: string
  word?: number
}

/**
 * Finds words, given in reading order, in the text they were read from. A word that does not stand where the text
 * goes on (joined by a hyphen, or put right) is passed over, so that the ones after it are still found.
 */
export function wordPlaces(text: string, words: ReadonlyArray<{ text: string }>): Stretch[] {
  const stretches: Stretch[] = []
  let from = 0
  for (const [index, word] of words.entries()) {
    const at = word.text === '' ? -1 : text.indexOf(word.text, from)
    // Far away it is another word of the same letters.
    if (at < 0 || at - from > farthest) continue
    if (at > from) stretches.push({ text: text.slice(from, at) })
    from = at + word.text.length
    stretches.push({ text: word.text, word: index })
  }
  if (from < text.length) stretches.push({ text: text.slice(from) })
  return stretches
}

/** Characters that may stand between two words that follow each other. */
const farthest = 200
