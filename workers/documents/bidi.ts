/** A word as it stands on the line. */
export interface Word {
  text: string
  /** Whether white space stands between it and the word on its left. */
  parted: boolean
}

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/gu
const letters = /\p{L}/gu

/**
 * The text of a line in logical order, given its words from left to right. A line whose letters are mostly of a
 * right-to-left script is read from the right; words of other scripts keep their own order within it (Unicode
 * Bidirectional Algorithm, rules L2 and N1 for whole words).
 */
export function logicalOrder(words: readonly Word[]): string {
  const text = words.map((word) => word.text).join('')
  const total = text.match(letters)?.length ?? 0
  const right = text.match(rightToLeft)?.length ?? 0
  if (right === 0 || 2 * right < total) return join(words)
  return join(fromTheRight(words))
}

function join(words: readonly Word[]): string {
  return words.map((word, index) => (word.parted && index > 0 ? ` ${word.text}` : word.text)).join('')
}

function fromTheRight(words: readonly Word[]): Word[] {
  const ordered: Word[] = []
  let right = words.length
  while (right > 0) {
    let left = right - 1
    // A stretch of left-to-right words and the numbers between them keeps its order.
    if (leansLeft(words[left]?.text)) {
      while (left > 0 && leansLeft(words[left - 1]?.text)) left -= 1
      while (left < right - 1 && !/\p{L}/u.test(words[left]?.text ?? '')) left += 1
      if (!words.slice(left, right).some((word) => /\p{L}/u.test(word.text))) left = right - 1
    }
    words.slice(left, right).forEach((word, index) => {
      // White space stands on the left of a word; seen from the right it precedes the next word.
      const parted = index === 0 ? (words[right]?.parted ?? true) : word.parted
      ordered.push({ text: word.text, parted })
    })
    right = left
  }
  return ordered
}

/** Whether a word has letters or digits and none of a right-to-left script. */
function leansLeft(text: string | undefined): boolean {
  return text !== undefined && /[\p{L}\p{N}]/u.test(text) && text.match(rightToLeft) === null
}
