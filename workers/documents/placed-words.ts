import { rounded, type PageBox, type PageSize, type PlacedWord } from '../page-words.ts'
import { isRightToLeft } from './bidi.ts'
import type { Piece } from './lines.ts'
import { normalise } from './normalise.ts'
import type { PlacedText } from './run.ts'

/** How far letters reach above and below their baseline, as shares of the font size: those of Latin fonts, with room. */
const ascent = 0.78
const descent = 0.23

/** The words that pieces of runs make up, given in reading order; `placed` is what the runs were made of. */
export function placedWords(
  pieces: readonly Piece[],
  placed: readonly PlacedText[],
  page: PageSize,
): PlacedWord[] {
  const words: PlacedWord[] = []
  let text = ''
  let boxes: PageBox[] = []
  const end = (): void => {
    const shown = normalise(text).trim()
    if (shown !== '') words.push(placedWord(shown, boxes, page))
    text = ''
    boxes = []
  }
  for (const piece of pieces) {
    if (piece.parted) end()
    text += piece.text
    const item = placed[piece.run.order]
    if (item) boxes.push(boxOf(item, piece.from, piece.to))
  }
  end()
  return words
}

/** The words of a text that stands in one place as a whole, such as a note, or in none. */
export function wordsInPlace(text: string, box: PageBox | undefined, page: PageSize): PlacedWord[] {
  return (text.match(/\S+/g) ?? []).map((word) => placedWord(word, box ? [box] : [], page))
}

function placedWord(text: string, boxes: readonly PageBox[], page: PageSize): PlacedWord {
  const box = onPage(boxes, page)
  return box === undefined ? { text } : { text, box }
}

/** The smallest upright box around all, within the page, to a hundredth of a point; none where nothing of them is on it. */
export function onPage(boxes: readonly PageBox[], page: PageSize): PageBox | undefined {
  const within = (value: number, most: number): number => rounded(Math.min(most, Math.max(0, value)))
  const left = within(Math.min(...boxes.map(([x]) => x)), page.width)
  const top = within(Math.min(...boxes.map(([, y]) => y)), page.height)
  const right = within(Math.max(...boxes.map(([x, , width]) => x + width)), page.width)
  const bottom = within(Math.max(...boxes.map(([, y, , height]) => y + height)), page.height)
  const box: PageBox = [left, top, rounded(right - left), rounded(bottom - top)]
  return box[2] > 0 && box[3] > 0 ? box : undefined
}

/** The upright box around characters `from` to `to` of a text as it stands on the page. */
function boxOf(item: PlacedText, from: number, to: number): PageBox {
  if (item.box) return item.box
  const { alongX, alongY } = baseline(item)
  const [a, b, c, d, x, y] = item.matrix
  const size = item.vertical ? Math.hypot(a, b) : Math.hypot(c, d)
  // Across the baseline, to the side on which letters stand.
  const side = c * alongY - d * alongX > 0 ? 1 : -1
  const [acrossX, acrossY] = [alongY * side, -alongX * side]
  const [start, end] = extent(item, from, to)
  const [above, below] = item.vertical ? [size / 2, -size / 2] : [ascent * size, -descent * size]
  const corners = [start, end].flatMap((along) =>
    [above, below].map((across) => [
      x + along * alongX + across * acrossX,
      y + along * alongY + across * acrossY,
    ]),
  )
  const xs = corners.map(([px = 0]) => px)
  const ys = corners.map(([, py = 0]) => py)
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  return [left, top, Math.max(...xs) - left, Math.max(...ys) - top]
}

/** The direction in which a text is written, of length 1: along its baseline, or down a vertical line. */
export function baseline({ matrix, vertical }: Pick<PlacedText, 'matrix' | 'vertical'>): {
  alongX: number
  alongY: number
} {
  const [a, b, c, d] = matrix
  const [x, y] = vertical ? [-c, -d] : [a, b]
  const length = Math.hypot(x, y)
  return length === 0 ? { alongX: 1, alongY: 0 } : { alongX: x / length, alongY: y / length }
}

/** Where characters begin and end along the baseline, in points from the origin. */
function extent({ text, advance, edges }: PlacedText, from: number, to: number): [number, number] {
  // A right-to-left word is one run, and its characters stand the other way round.
  if (isRightToLeft(text)) return [0, advance]
  const known = edges?.subarray(2 * from, 2 * to).filter((edge) => !Number.isNaN(edge)) ?? []
  if (known.length > 0) return [Math.min(...known), Math.max(...known)]
  return [(advance * from) / text.length, (advance * to) / text.length]
}
