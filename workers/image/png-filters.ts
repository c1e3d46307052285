import { damaged } from './png-chunks.ts'

/**
 * Undoes the filters of a pass in place (PNG 3rd edition, 9.2): each row is a byte naming its filter, then
 * `rowBytes` bytes that are differences to the left (a), upper (b) and upper left (c) neighbours.
 *
 * @param step bytes of a whole pixel, at least 1: how far to the left its neighbour is.
 */
export function unfilter(rows: Uint8Array, rowBytes: number, step: number): void {
  const stride = rowBytes + 1
  for (let start = 0; start < rows.length; start += stride) {
    const row = rows.subarray(start + 1, start + stride)
    const above = start === 0 ? new Uint8Array(rowBytes) : rows.subarray(start + 1 - stride, start)
    const filter = rows[start]
    if (filter === 1) unfilterSub(row, step)
    else if (filter === 2) unfilterUp(row, above)
    else if (filter === 3) unfilterAverage(row, above, step)
    else if (filter === 4) unfilterPaeth(row, above, step)
    else if (filter !== 0) throw damaged(`a row has filter ${filter}, which does not exist`)
  }
}

function unfilterSub(row: Uint8Array, step: number): void {
  for (let i = step; i < row.length; i++) row[i] = at(row, i) + at(row, i - step)
}

function unfilterUp(row: Uint8Array, above: Uint8Array): void {
  for (let i = 0; i < row.length; i++) row[i] = at(row, i) + at(above, i)
}

function unfilterAverage(row: Uint8Array, above: Uint8Array, step: number): void {
  for (let i = 0; i < step; i++) row[i] = at(row, i) + (at(above, i) >> 1)
  for (let i = step; i < row.length; i++) row[i] = at(row, i) + ((at(row, i - step) + at(above, i)) >> 1)
}

function unfilterPaeth(row: Uint8Array, above: Uint8Array, step: number): void {
  for (let i = 0; i < step; i++) row[i] = at(row, i) + at(above, i)
  for (let i = step; i < row.length; i++) {
    row[i] = at(row, i) + paeth(at(row, i - step), at(above, i), at(above, i - step))
  }
}

/** The neighbour nearest to a + b - c; ties go to a, then b. */
export function paeth(a: number, b: number, c: number): number {
  const toA = Math.abs(b - c)
  const toB = Math.abs(a - c)
  const toC = Math.abs(a + b - c - c)
  if (toA <= toB && toA <= toC) return a
  return toB <= toC ? b : c
}

/** A byte of an array; outside it there are zeros, as the filters want. */
function at(bytes: Uint8Array, i: number): number {
  return bytes[i] ?? 0
}

/**
 * Filters rows for compression, each with the filter whose differences are smallest in sum (PNG 3rd edition,
 * 12.7). For true colour: "none" is not tried.
 */
export function filterRows(pixels: Uint8Array, rowBytes: number, step: number): Uint8Array {
  const height = pixels.length / rowBytes
  const filtered = new Uint8Array(height * (rowBytes + 1))
  const tries = [1, 2, 3, 4].map((filter) => ({ filter, row: new Uint8Array(rowBytes) }))
  const nothing = new Uint8Array(rowBytes)
  for (let y = 0; y < height; y++) {
    const row = pixels.subarray(y * rowBytes, (y + 1) * rowBytes)
    const above = y === 0 ? nothing : pixels.subarray((y - 1) * rowBytes, y * rowBytes)
    let least = Infinity
    for (const { filter, row: tried } of tries) {
      const sum = filterRow(filter, row, above, step, tried)
      if (sum >= least) continue
      least = sum
      filtered[y * (rowBytes + 1)] = filter
      filtered.set(tried, y * (rowBytes + 1) + 1)
    }
  }
  return filtered
}

/** Filters one row and returns the sum of its differences, each taken as a signed byte. */
function filterRow(
  filter: number,
  row: Uint8Array,
  above: Uint8Array,
  step: number,
  out: Uint8Array,
): number {
  let sum = 0
  for (let i = 0; i < row.length; i++) {
    const a = i < step ? 0 : at(row, i - step)
    const b = at(above, i)
    const guess =
      filter === 1
        ? a
        : filter === 2
          ? b
          : filter === 3
            ? (a + b) >> 1
            : paeth(a, b, i < step ? 0 : at(above, i - step))
    const difference = (at(row, i) - guess) & 255
    out[i] = difference
    sum += difference < 128 ? difference : 256 - difference
  }
  return sum
}
