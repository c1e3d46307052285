/**
 * The row filters of PNG (3rd edition, 9) over a band of rows, both ways. A row is predicted from the pixel to its
 * left (a), above (b) and above left (c); what is stored are the differences, modulo 256.
 *
 *     0            filters, one byte a row of the band                        MAX_ROWS bytes
 *     64           row -1, the one above the band; row 0; ... row n-1         in (and out, when undoing)
 *     ...          row 0; ... row n-1, filtered                               out
 *
 *     a row:  | 16 zeros | rowBytes | up to 15 bytes of slack |               stride bytes
 *
 * The zeros stand for the pixel to the left of the first one, so no row needs a special beginning.
 */

const FILTERS: usize = 0
const ROWS: usize = 64
const MAX_ROWS: usize = 64
const MARGIN: usize = 16

/** Rows of a band at most. */
export function maxRows(): usize {
  return MAX_ROWS
}

/** Distance from one row to the next. */
export function stride(rowBytes: usize): usize {
  return MARGIN + ((rowBytes + 15) & ~15)
}

/** Address of the first byte of row -1; the others follow at `stride`. */
export function rowsAt(): usize {
  return ROWS + MARGIN
}

/** Address of the first byte of filtered row 0. */
export function filteredAt(rowBytes: usize): usize {
  return ROWS + (MAX_ROWS + 1) * stride(rowBytes) + MARGIN
}

/** Bytes of memory for rows of this length. */
export function bytesNeeded(rowBytes: usize): f64 {
  return <f64>ROWS + <f64>(2 * MAX_ROWS + 1) * <f64>stride(rowBytes)
}

/** Undoes the filters of a band in place. Answers the first row whose filter does not exist, or -1. */
export function undo(rows: i32, rowBytes: usize, step: usize): i32 {
  const next = stride(rowBytes)
  let row = rowsAt() + next
  for (let y = 0; y < rows; y++) {
    const filter = load<u8>(FILTERS + y)
    if (filter == 1) undoSub(row, rowBytes, step)
    else if (filter == 2) undoUp(row, row - next, rowBytes)
    else if (filter == 3) undoAverage(row, row - next, rowBytes, step)
    else if (filter == 4) undoPaeth(row, row - next, rowBytes, step)
    else if (filter != 0) return y
    row += next
  }
  return -1
}

function undoSub(row: usize, rowBytes: usize, step: usize): void {
  const end = row + rowBytes
  for (; row < end; row++) store<u8>(row, load<u8>(row) + load<u8>(row - step))
}

function undoUp(row: usize, above: usize, rowBytes: usize): void {
  for (let i: usize = 0; i < rowBytes; i += 16) {
    v128.store(row + i, i8x16.add(v128.load(row + i), v128.load(above + i)))
  }
}

function undoAverage(row: usize, above: usize, rowBytes: usize, step: usize): void {
  for (let i: usize = 0; i < rowBytes; i++) {
    const a = <u32>load<u8>(row + i - step)
    const b = <u32>load<u8>(above + i)
    store<u8>(row + i, load<u8>(row + i) + ((a + b) >> 1))
  }
}

function undoPaeth(row: usize, above: usize, rowBytes: usize, step: usize): void {
  for (let i: usize = 0; i < rowBytes; i++) {
    const a = <i32>load<u8>(row + i - step)
    const b = <i32>load<u8>(above + i)
    const c = <i32>load<u8>(above + i - step)
    const toA = abs(b - c)
    const toB = abs(a - c)
    const toC = abs(a + b - c - c)
    const other = select(b, c, toB <= toC)
    const guess = select(a, other, i32(toA <= toB) & i32(toA <= toC))
    store<u8>(row + i, load<u8>(row + i) + guess)
  }
}

/**
 * Filters a band, each row with the filter 1..4 whose differences, as signed bytes, are smallest in sum (12.7; the
 * first of equals).
 */
export function apply(rows: i32, rowBytes: usize, step: usize): void {
  const next = stride(rowBytes)
  let row = rowsAt() + next
  let to = filteredAt(rowBytes)
  for (let y = 0; y < rows; y++) {
    const filter = best(row, row - next, rowBytes, step)
    store<u8>(FILTERS + y, filter)
    for (let i: usize = 0; i < rowBytes; i += 16) {
      const expected = guess(filter, row + i, row - next + i, step)
      v128.store(to + i, i8x16.sub(v128.load(row + i), expected))
    }
    row += next
    to += next
  }
}

function best(row: usize, above: usize, rowBytes: usize, step: usize): i32 {
  let sub = i32x4.splat(0)
  let up = sub
  let average = sub
  let paeth = sub
  for (let i: usize = 0; i < rowBytes; i += 16) {
    const kept = inside(rowBytes - i)
    const x = v128.load(row + i)
    const a = v128.load(row + i - step)
    const b = v128.load(above + i)
    const c = v128.load(above + i - step)
    sub = i32x4.add(sub, size(i8x16.sub(x, a), kept))
    up = i32x4.add(up, size(i8x16.sub(x, b), kept))
    average = i32x4.add(average, size(i8x16.sub(x, mean(a, b)), kept))
    paeth = i32x4.add(paeth, size(i8x16.sub(x, nearest(a, b, c)), kept))
  }
  let filter = 1
  let least = total(sub)
  if (total(up) < least) {
    filter = 2
    least = total(up)
  }
  if (total(average) < least) {
    filter = 3
    least = total(average)
  }
  return total(paeth) < least ? 4 : filter
}

/** What a filter guesses for sixteen bytes of a row. */
function guess(filter: i32, row: usize, above: usize, step: usize): v128 {
  const a = v128.load(row - step)
  const b = v128.load(above)
  if (filter == 1) return a
  if (filter == 2) return b
  return filter == 3 ? mean(a, b) : nearest(a, b, v128.load(above - step))
}

/** (a + b) >> 1, which avgr would round up. */
function mean(a: v128, b: v128): v128 {
  return i8x16.sub(i8x16.avgr_u(a, b), v128.and(v128.xor(a, b), i8x16.splat(1)))
}

function apart(a: v128, b: v128): v128 {
  return v128.or(i8x16.sub_sat_u(a, b), i8x16.sub_sat_u(b, a))
}

/** PaethPredictor: the neighbour nearest to a + b - c; ties go to a, then b. */
function nearest(a: v128, b: v128, c: v128): v128 {
  const toA = apart(b, c)
  const toB = apart(a, c)
  // |(b - c) + (a - c)|: of equal signs the sum, which may saturate as it is only compared; else the difference.
  const equalSigns = i8x16.eq(i8x16.le_u(b, c), i8x16.le_u(a, c))
  const toC = v128.bitselect(i8x16.add_sat_u(toA, toB), apart(toA, toB), equalSigns)
  const takeA = v128.and(i8x16.le_u(toA, toB), i8x16.le_u(toA, toC))
  return v128.bitselect(a, v128.bitselect(b, c, i8x16.le_u(toB, toC)), takeA)
}

/** Ones for the bytes that still belong to the row. */
function inside(left: usize): v128 {
  const lanes = i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
  return i8x16.lt_u(lanes, i8x16.splat(<i8>min<usize>(left, 16)))
}

/** Sums of the sizes of sixteen signed differences, in four parts. */
function size(differences: v128, kept: v128): v128 {
  const sizes = v128.and(i8x16.abs(differences), kept)
  return i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(sizes))
}

function total(parts: v128): u32 {
  return (
    i32x4.extract_lane(parts, 0) +
    i32x4.extract_lane(parts, 1) +
    i32x4.extract_lane(parts, 2) +
    i32x4.extract_lane(parts, 3)
  )
}
