import { inReadingOrder } from '../documents/reading-order.ts'
import type { Run } from '../documents/run.ts'
import type { Box, OcrLine, OcrWord } from '../recognition.ts'
import { meanConfidence } from './confidence.ts'
import { median } from './prepare/letters.ts'

/** Size of most letters after scaling: the rules of reading order count in points. */
const USUAL_SIZE = 10

/** Size of letters in times of their usual width: boxes of words are higher, by as much as a program likes. */
const SIZE_OF_WIDTH = 2

/** So many lines must have been read across a gutter; else the program that read them knew of the columns. */
const FEWEST_CUT = 3

/** How the lines of a page lean: how much they fall a pixel to the right, and a pixel of which way that is measured. */
export interface Lean {
  slope: (y: number) => number
  centre: { x: number; y: number }
}

const level: Lean = { slope: () => 0, centre: { x: 0, y: 0 } }

/**
 * Lines that were read across columns are cut at the gutters, and the columns put one after another, by the rules that
 * hold for pages of PDFs; lines of a table stay whole. Lines that no gutter cuts are given back in the order they came in.
 */
export function inColumns(lines: OcrLine[], { slope, centre }: Lean = level): OcrLine[] {
  const all = lines.flatMap((line) => line.words)
  const height = median(all.map(({ box }) => box[3]))
  const width = median(all.map(({ text, box }) => box[2] / text.length))
  const usual = Math.max(1, Math.min(height, SIZE_OF_WIDTH * width))
  const scale = USUAL_SIZE / usual
  const words = new Map<Run, OcrWord>()
  for (const line of lines) {
    const middles = line.words.map(({ box: [left, top, wide, high] }) => {
      const middle = top + high / 2
      return middle - slope(middle) * (left + wide / 2 - centre.x)
    })
    const y = middles.reduce((sum, middle) => sum + middle, 0) / middles.length
    for (const word of line.words) {
      const { text, box } = word
      const [left, top, wide, high] = box
      const middle = top + high / 2
      const x0 = (left + slope(middle) * (middle - centre.y)) * scale
      const size = USUAL_SIZE * Math.max(high / height, 0.5)
      words.set(
        { text, x0, x1: x0 + wide * scale, y: y * scale, size, order: words.size, spaced: true },
        word,
      )
    }
  }
  const rows = inReadingOrder([...words.keys()]).flatMap((block) => block.rows)
  const parts = rows.map(({ runs }) =>
    [...runs].sort((a, b) => a.order - b.order).flatMap((run) => words.get(run) ?? []),
  )
  return cutLines(lines, parts) < FEWEST_CUT ? lines : parts.map(lineOf)
}

/** How many lines have their words in more than one part. */
function cutLines(lines: readonly OcrLine[], parts: readonly OcrWord[][]): number {
  const partOf = new Map(parts.flatMap((part, index) => part.map((word) => [word, index] as const)))
  return lines.filter((line) => new Set(line.words.map((word) => partOf.get(word))).size > 1).length
}

function lineOf(words: OcrWord[]): OcrLine {
  const edge = (of: (box: Box) => number, pick: (...values: number[]) => number): number =>
    pick(...words.map(({ box }) => of(box)))
  const left = edge(([x]) => x, Math.min)
  const top = edge(([, y]) => y, Math.min)
  const right = edge(([x, , width]) => x + width, Math.max)
  const bottom = edge(([, y, , height]) => y + height, Math.max)
  return {
    text: words.map(({ text }) => text).join(' '),
    box: [left, top, right - left, bottom - top],
    confidence: meanConfidence(words),
    words,
  }
}
