/** A word as it stands on the line. */
export interface Word {
  text: string
  /** Whether white space stands between it and the word on its left. */
  parted: boolean
}

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/gu
const letters = /\p{L}/gu

/** Whether a text has a letter of a right-to-left script. */
export function isRightToLeft(text: string): boolean {
  return text.search(rightToLeft) >= 0
}

/**
 * The words of a line in logical order, given from left to right. A line whose letters are mostly of a right-to-left
 * script is read from the right; words of other scripts keep their own order within it (Unicode Bidirectional
 * Algorithm, rules L2 and N1 for whole words).
 */
export function logicalOrder<W extends Word>(words: readonly W[]): readonly W[] {
  const text = words.map((word) => word.text).join('')
  const right = text.match(rightToLeft)?.length ?? 0
  if (right === 0) return words
  const total = text.match(letters)?.length ?? 0
  return facing(2 * right < total ? fromTheLeft(words) : fromTheRight(words.map(endingRight)))
}

/** The words of a line as one text. */
export function lineText(words: readonly Word[]): string {
  return words.map((word, index) => (word.parted && index > 0 ? ` ${word.text}` : word.text)).join('')
}

/** The pieces of a right-to-left word, given from left to right, in logical order: digits and Latin keep theirs. */
export function reversed(pieces: readonly string[]): string[] {
  return fromTheRight(pieces.map((text) => ({ text, parted: false }))).map((piece) => piece.text)
}

/** In a right-to-left line the mark that ends a number or a Latin word stands on its left: ",10" is "10,". */
function endingRight<W extends Word>(word: W): W {
  const { text } = word
  const marks = /^[.,:;!?]+(?=[\p{L}\p{N}])/u.exec(text)?.[0]
  return marks === undefined || isRightToLeft(text)
    ? word
    : { ...word, text: text.slice(marks.length) + marks }
}

/** A left-to-right line: only stretches of right-to-left words are turned. */
function fromTheLeft<W extends Word>(words: readonly W[]): W[] {
  const ordered: W[] = []
  let left = 0
  while (left < words.length) {
    let right = left + 1
    if (isRightToLeft(words[left]?.text ?? '')) {
      while (right < words.length && !/\p{L}/u.test(leftLetters(words[right]))) right += 1
      while (right > left + 1 && !isRightToLeft(words[right - 1]?.text ?? '')) right -= 1
    }
    const stretch = words.slice(left, right)
    const turned = fromTheRight(stretch)
    turned.forEach((word, index) => {
      ordered.push({ ...word, parted: index === 0 ? (stretch[0]?.parted ?? true) : word.parted })
    })
    left = right
  }
  return ordered
}

/** The text of a word without its right-to-left letters. */
const leftLetters = (word: Word | undefined): string => word?.text.replace(rightToLeft, '') ?? ''

function fromTheRight<W extends Word>(words: readonly W[]): W[] {
  const ordered: W[] = []
  let right = words.length
  while (right > 0) {
    const left = startOfStretch(words, right)
    words.slice(left, right).forEach((word, index) => {
      // White space stands on the left of a word; seen from the right it precedes the next word.
      const parted = index === 0 ? (words[right]?.parted ?? true) : word.parted
      ordered.push({ ...word, parted })
    })
    right = left
  }
  return ordered
}

/**
 * Where the stretch that ends at `right` begins: one word, or words that keep their order from the left: a Latin
 * word, what follows it up to the last Latin word or number, or pieces of one number.
 */
function startOfStretch(words: readonly Word[], right: number): number {
  const leansLeft = (index: number): boolean => {
    const text = words[index]?.text
    return text !== undefined && /[\p{L}\p{N}]/u.test(text) && !isRightToLeft(text)
  }
  if (!leansLeft(right - 1)) return right - 1
  let left = right - 1
  while (left > 0 && (leansLeft(left - 1) || (isJoiner(words, left - 1) && leansLeft(left - 2)))) left -= 1
  // Numbers that white space parts follow each other from the right, unless a Latin word leads them.
  while (left < right - 1 && !/\p{L}/u.test(words[left]?.text ?? '') && isPartedWithin(words, left, right))
    left += 1
  return left
}

/** A mark that stands unparted between two pieces: the point of 3.5, the slash of a date. */
function isJoiner(words: readonly Word[], index: number): boolean {
  const word = words[index]
  return word !== undefined && !word.parted && !words[index + 1]?.parted && /^[.,:/\-+%]$/.test(word.text)
}

function isPartedWithin(words: readonly Word[], left: number, right: number): boolean {
  return words.slice(left + 1, right).some((word) => word.parted)
}

const pairs: Readonly<Record<string, string>> = { '(': ')', ')': '(', '[': ']', ']': '[', '{': '}', '}': '{' }

/**
 * Brackets of right-to-left text are drawn mirrored and some files name the drawn shape. A line that closes a bracket
 * before it opens one gets them the right way round.
 */
function facing<W extends Word>(words: readonly W[]): readonly W[] {
  const line = lineText(words)
  const first = /[()[\]{}]/.exec(line)?.[0]
  if (first === undefined || !')]}'.includes(first) || !line.includes(pairs[first] ?? '')) return words
  return words.map((word) => ({
    ...word,
    text: word.text.replace(/[()[\]{}]/g, (bracket) => pairs[bracket] ?? bracket),
  }))
}
