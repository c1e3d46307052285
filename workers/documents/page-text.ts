import { rowText, type Row } from './lines.ts'
import { normalise } from './normalise.ts'
import { inReadingOrder } from './reading-order.ts'
import { toFrames, type Frame, type PlacedText, type Run } from './run.ts'

/**
 * The text of a page in reading order: lines end with a line feed, an empty line parts paragraphs, columns and text
 * that stands another way.
 */
export function pageText(placed: readonly PlacedText[]): string {
  const parts = toFrames(placed).flatMap((frame) => frameParts(frame))
  return normalise(parts.filter((part) => part !== '').join('\n\n'))
}

function frameParts(frame: Frame): string[] {
  if (frame.turn === undefined) return [inStreamOrder(frame.runs)]
  return inReadingOrder(frame.runs).map((block) => blockText(block.rows))
}

function blockText(rows: readonly Row[]): string {
  const pitch = usualPitch(rows)
  let text = ''
  rows.forEach((row, index) => {
    const before = rows[index - 1]
    if (before) text += row.y - before.y > 1.5 * Math.max(pitch, row.size) ? '\n\n' : '\n'
    text += rowText(row)
  })
  return text
}

function usualPitch(rows: readonly Row[]): number {
  const pitches = rows.slice(1).map((row, index) => row.y - (rows[index]?.y ?? row.y))
  return pitches.sort((a, b) => a - b)[Math.floor(pitches.length / 2)] ?? 0
}

/** Text along curves and slopes: its geometry says little, the order in which it was drawn says more. */
function inStreamOrder(runs: readonly Run[]): string {
  return runs.map((run, index) => (run.spaced && index > 0 ? ` ${run.text}` : run.text)).join('')
}
