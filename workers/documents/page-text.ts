import { lineText } from './bidi.ts'
import { piecesOf, rowPieces, type Piece, type Row } from './lines.ts'
import { normalise } from './normalise.ts'
import { inReadingOrder } from './reading-order.ts'
import { toFrames, type Frame, type PlacedText, type Run } from './run.ts'

/** A stretch of a page that is read as a whole: a column, or what stands another way. */
export interface Part {
  text: string
  /** The words of the text in its order, as they are drawn; the first of a line counts as parted. */
  pieces: Piece[]
  /** Its rows from top to bottom; none where text follows a curve or a slope. */
  rows?: readonly Row[]
}

/** The parts of a page in reading order. */
export function pageParts(placed: readonly PlacedText[]): Part[] {
  return toFrames(placed)
    .flatMap((frame) => frameParts(frame))
    .filter(({ text }) => text !== '')
}

/**
 * The text of a page in reading order: lines end with a line feed, an empty line parts paragraphs, columns and text
 * that stands another way.
 */
export function pageText(parts: readonly Part[]): string {
  return normalise(parts.map(({ text }) => text).join('\n\n'))
}

function frameParts(frame: Frame): Part[] {
  if (frame.turn === undefined) return [inStreamOrder(frame.runs)]
  return inReadingOrder(frame.runs).map((block) => blockPart(block.rows))
}

function blockPart(rows: readonly Row[]): Part {
  const pitch = usualPitch(rows)
  const part: Part = { text: '', pieces: [], rows }
  rows.forEach((row, index) => {
    const before = rows[index - 1]
    if (before) part.text += isApart(before, row, pitch) ? '\n\n' : '\n'
    const pieces = rowPieces(row)
    part.text += lineText(pieces)
    pieces.forEach((piece, place) => part.pieces.push(place === 0 ? { ...piece, parted: true } : piece))
  })
  return part
}

/** Whether white space between two rows parts paragraphs. */
export function isApart(before: Row, row: Row, pitch: number): boolean {
  return row.y - before.y > 1.5 * Math.max(pitch, row.size)
}

/** The distance of baselines that is most usual among rows; 0 for a single one. */
export function usualPitch(rows: readonly Row[]): number {
  const pitches = rows.slice(1).map((row, index) => row.y - (rows[index]?.y ?? row.y))
  return pitches.sort((a, b) => a - b)[Math.floor(pitches.length / 2)] ?? 0
}

/** Text along curves and slopes: its geometry says little, the order in which it was drawn says more. */
function inStreamOrder(runs: readonly Run[]): Part {
  const text = runs.map((run, index) => (run.spaced && index > 0 ? ` ${run.text}` : run.text)).join('')
  const pieces = runs.flatMap((run, index) => {
    const before = runs[index - 1]?.text ?? ' '
    return piecesOf(run, run.spaced || /^\s/.test(run.text) || /\s$/.test(before))
  })
  return { text, pieces }
}
