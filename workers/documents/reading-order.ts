import { toRows, type Row } from './lines.ts'
import type { Run } from './run.ts'

/** Rows that are read one after another, top to bottom. */
export interface Block {
  rows: Row[]
}

/** A gap of this share of the font size may part two columns, and always parts two segments of a row. */
const segmentGap = 0.8

/** Rows needed on both sides of a gutter. */
const fewestRows = 3

/** Columns within columns within columns; deeper nesting is not layout but noise. */
const deepest = 8

/** Candidate gutters looked at in one region, most frequent first. */
const mostCandidates = 32

/**
 * Puts the runs of a frame into reading order by geometry alone (recursive XY-cut after Nagy and Seth 1984, with
 * gutters that need not span the whole page): where a gutter parts running text into columns, the columns are read
 * one after another; tables and labels with their values stay whole rows.
 *
 *      ┌──────────────────┐
 *      │   title across   │   rows that cross the gutter end its zone
 *      ├────────┬─────────┤
 *      │ first  ┊ second  │   zone: both sides hold running text, or lines that do not stand level
 *      ├────────┴─────────┤
 *      │ table   4   5.00 │   no zone: short cells that stand level
 *      └──────────────────┘
 */
export function inReadingOrder(runs: readonly Run[], depth = 0): Block[] {
  if (runs.length === 0) return []
  const rows = toRows(runs)
  const zone = depth < deepest ? findZone(rows) : undefined
  if (!zone) return [{ rows }]
  const inside = rows.slice(zone.from, zone.to).flatMap((row) => row.runs)
  return [
    ...inReadingOrder(runsOf(rows.slice(0, zone.from)), depth + 1),
    ...inReadingOrder(
      inside.filter((run) => middle(run) < zone.x),
      depth + 1,
    ),
    ...inReadingOrder(
      inside.filter((run) => middle(run) >= zone.x),
      depth + 1,
    ),
    ...inReadingOrder(runsOf(rows.slice(zone.to)), depth + 1),
  ]
}

const runsOf = (rows: readonly Row[]): Run[] => rows.flatMap((row) => row.runs)
const middle = (run: Run): number => (run.x0 + run.x1) / 2

/** Neighbouring runs of a row without a wide gap between them. */
interface Segment {
  x0: number
  x1: number
  y: number
  size: number
  chars: number
  words: number
}

function toSegments(row: Row): Segment[] {
  const segments: Segment[] = []
  for (const run of row.runs) {
    const last = segments.at(-1)
    const words = run.text.split(/\s+/).length
    if (last && run.x0 - last.x1 < segmentGap * row.size) {
      last.x1 = Math.max(last.x1, run.x1)
      last.chars += run.text.length
      last.words += words
    } else {
      segments.push({ x0: run.x0, x1: run.x1, y: run.y, size: run.size, chars: run.text.length, words })
    }
  }
  return segments
}

/** Rows `from` to `to` (exclusive) that a gutter at `x` parts into columns. */
interface Zone {
  from: number
  to: number
  x: number
}

function findZone(rows: readonly Row[]): Zone | undefined {
  if (rows.length < fewestRows) return undefined
  const segments = rows.map(toSegments)
  let best: { zone: Zone; weight: number } | undefined
  for (const x of candidates(segments)) {
    for (const zone of stretches(segments, x)) {
      const weight = weigh(segments, zone)
      if (weight > (best?.weight ?? 0)) best = { zone, weight }
    }
  }
  return best?.zone
}

/** Middles of the gaps between segments, to two points, the most frequent first. */
function candidates(segments: readonly Segment[][]): number[] {
  const counts = new Map<number, number>()
  const note = (x: number, times = 1): void => {
    const place = 2 * Math.round(x / 2)
    counts.set(place, (counts.get(place) ?? 0) + times)
  }
  for (const row of segments) {
    row.forEach((segment, index) => {
      const left = row[index - 1]
      if (left) note((left.x1 + segment.x0) / 2)
      // Just left of a segment: the gutter of columns that are ragged on the right.
      if (left) note(segment.x0 - 0.4 * segment.size)
    })
  }
  // Columns that never share a baseline leave no gap within a row: their left edges tell.
  const edges = new Map<number, number>()
  for (const row of segments) {
    const [first] = row
    if (first) edges.set(Math.round(first.x0), (edges.get(Math.round(first.x0)) ?? 0) + 1)
  }
  for (const [edge, count] of edges) if (count >= fewestRows) note(edge - 4, count)
  return [...counts]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, mostCandidates)
    .map(([x]) => x)
}

/** The longest stretches of rows in which nothing crosses `x`, trimmed to where both sides have begun. */
function* stretches(segments: readonly Segment[][], x: number): Generator<Zone> {
  let from = 0
  for (let row = 0; row <= segments.length; row += 1) {
    const crossed = segments[row]?.some((segment) => segment.x0 < x && segment.x1 > x) ?? true
    if (!crossed && !isHeading(segments, row, x) && !isTable(segments, row, x)) continue
    if (row - from >= fewestRows) yield trimmed(segments, { from, to: row, x })
    from = row + 1
  }
}

/**
 * A heading over both columns that is too short to cross the gutter: it stands alone in its row, apart from what is
 * above and below, or larger; and the other column pauses there.
 */
function isHeading(segments: readonly Segment[][], row: number, x: number): boolean {
  const [heading, ...more] = segments[row] ?? []
  const above = segments[row - 1]?.[0]
  const below = segments[row + 1]?.[0]
  if (!heading || more.length > 0 || !above || !below || heading.x0 >= x) return false
  const larger = heading.size >= 1.15 * Math.max(above.size, below.size)
  const apart = heading.y - above.y > 1.7 * heading.size && below.y - heading.y > 1.7 * heading.size
  if (!larger && !apart) return false
  const before = besideGutter(segments, row, -1, x)
  const after = besideGutter(segments, row, 1, x)
  if (!before || !after) return larger
  // The other column pauses: its lines above and below are further apart than two of its lines usually are.
  return after.y - before.y >= 2.2 * Math.max(before.size, after.size)
}

/** The nearest segment beyond the gutter, up to four rows above (-1) or below (1). */
function besideGutter(
  segments: readonly Segment[][],
  row: number,
  step: 1 | -1,
  x: number,
): Segment | undefined {
  for (let distance = 1; distance <= 4; distance += 1) {
    const found = segments[row + step * distance]?.find((segment) => segment.x0 >= x)
    if (found) return found
  }
  return undefined
}

/** Rows of a table wider than the columns, two at least: `x` falls between two of their short cells. */
function isTable(segments: readonly Segment[][], row: number, x: number): boolean {
  return (
    isTableRow(segments[row], x) && (isTableRow(segments[row - 1], x) || isTableRow(segments[row + 1], x))
  )
}

function isTableRow(row: readonly Segment[] | undefined, x: number): boolean {
  const left = row?.findLast((segment) => segment.x1 <= x)
  const right = row?.find((segment) => segment.x0 >= x)
  return (row?.length ?? 0) >= 3 && (left?.chars ?? 99) < 15 && (right?.chars ?? 99) < 15
}

/**
 * Drops one-sided rows at both ends that stand apart from the rest, such as a title or a page number.
 */
function trimmed(segments: readonly Segment[][], zone: Zone): Zone {
  let { from, to } = zone
  const sides = (row: number): [boolean, boolean] => [
    segments[row]?.some((segment) => segment.x1 <= zone.x) ?? false,
    segments[row]?.some((segment) => segment.x0 >= zone.x) ?? false,
  ]
  const pitch = usualPitch(segments.slice(from, to))
  const apart = (row: number, next: number): boolean =>
    Math.abs((segments[next]?.[0]?.y ?? 0) - (segments[row]?.[0]?.y ?? 0)) > 1.8 * pitch
  for (;;) {
    const [left, right] = sides(from)
    if (from >= to || (left && right) || !apart(from, from + 1)) break
    from += 1
  }
  for (;;) {
    const [left, right] = sides(to - 1)
    if (from >= to || (left && right) || !apart(to - 1, to - 2)) break
    to -= 1
  }
  return { from, to, x: zone.x }
}

function usualPitch(segments: readonly Segment[][]): number {
  const pitches: number[] = []
  for (let row = 1; row < segments.length; row += 1) {
    pitches.push((segments[row]?.[0]?.y ?? 0) - (segments[row - 1]?.[0]?.y ?? 0))
  }
  return Math.max(median(pitches), median(segments.map((row) => row[0]?.size ?? 0)))
}

/** How much a zone deserves to be read as columns; 0 when it should not be. */
function weigh(segments: readonly Segment[][], zone: Zone): number {
  const lefts: Segment[] = []
  const rights: Segment[] = []
  for (const row of segments.slice(zone.from, zone.to)) {
    const left = row.findLast((segment) => segment.x1 <= zone.x)
    const right = row.find((segment) => segment.x0 >= zone.x)
    if (left) lefts.push(left)
    if (right) rights.push(right)
  }
  const rows = Math.min(lefts.length, rights.length)
  if (rows < fewestRows) return 0
  const size = median([...lefts, ...rights].map((segment) => segment.size))
  const width =
    rights.reduce((least, { x0 }) => Math.min(least, x0), Infinity) -
    lefts.reduce((most, { x1 }) => Math.max(most, x1), -Infinity)
  // A short zone needs a wide gutter: three lines of justified text may well have a gap in the same place.
  if (width < (rows < 6 ? 1.5 : segmentGap) * size) return 0
  if (isProse(lefts) && isProse(rights)) return rows * Math.sqrt(width)
  if (rows > fewestRows && level(lefts, rights) < 0.5) return rows * Math.sqrt(width)
  return 0
}

/** Running text: lines of several words that fill their column. */
function isProse(lines: readonly Segment[]): boolean {
  // Edges by quantile: where this column pauses, the nearest segment is one of the next column.
  const width =
    quantile(
      lines.map((s) => s.x1),
      0.8,
    ) -
    quantile(
      lines.map((s) => s.x0),
      0.2,
    )
  const filled = median(lines.map((line) => line.x1 - line.x0)) / width
  return (
    median(lines.map((line) => line.words)) >= 3 &&
    median(lines.map((line) => line.chars)) >= 15 &&
    filled >= 0.6
  )
}

/** Share of the lines of the shorter side that stand level with a line of the other. */
function level(lefts: readonly Segment[], rights: readonly Segment[]): number {
  const [few, many] = lefts.length < rights.length ? [lefts, rights] : [rights, lefts]
  const matched = few.filter((line) => many.some((other) => Math.abs(other.y - line.y) < 0.2 * line.size))
  return matched.length / few.length
}

const median = (values: readonly number[]): number => quantile(values, 0.5)

function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}
