import type { TextPage } from '../workers/hints/lines.ts'

/** Points by which a line stands below the one before, and that a letter is wide. */
const [lineHeight, letterWidth, letterHeight] = [14, 5, 10]

/**
 * A page set in letters of one width, with the places of its words: each string a line, more than one blank between
 * words kept as room, an empty line a gap. Right to left where the line has Hebrew or Arabic letters.
 */
export function placedPage(lines: readonly string[], number = 1): TextPage {
  const words = lines.flatMap((line, row) => {
    const isRightToLeft = /[\u0590-\u06ff]/.test(line)
    return Array.from(line.matchAll(/\S+/g), ({ 0: text, index }) => {
      const width = text.length * letterWidth
      const x = 50 + index * letterWidth
      const box: [number, number, number, number] = [
        isRightToLeft ? 600 - x - width : x,
        50 + row * lineHeight,
        width,
        letterHeight,
      ]
      return { text, box }
    })
  })
  return { number, text: lines.join('\n'), words }
}
