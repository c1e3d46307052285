/**
 * The slow twin of ../assembly/png-filters.ts: PNG's row filters, a byte at a time (PNG 3rd edition, 9 and 12.7).
 * Rows of a filter byte and differences -> rows. RangeError when a filter does not exist.
 */
export function unfilterReference(filtered: Uint8Array, rowBytes: number, step: number): Uint8Array {
  const height = filtered.length / (rowBytes + 1)
  const rows = new Uint8Array(height * rowBytes)
  for (let y = 0; y < height; y++) {
    const filter = filtered[y * (rowBytes + 1)] ?? 0
    for (let i = 0; i < rowBytes; i++) {
      const difference = filtered[y * (rowBytes + 1) + 1 + i] ?? 0
      rows[y * rowBytes + i] = difference + guess(filter, rows, rowBytes, step, y, i)
    }
  }
  return rows
}

/** Rows -> rows of a filter byte and differences, each row with the filter 1..4 whose differences are smallest in sum. */
export function filterRowsReference(rows: Uint8Array, rowBytes: number, step: number): Uint8Array {
  const height = rows.length / rowBytes
  const filtered: number[] = []
  for (let y = 0; y < height; y++) {
    const tries = [1, 2, 3, 4].map((filter) => {
      const differences = Array.from({ length: rowBytes }, (_, i) => {
        return ((rows[y * rowBytes + i] ?? 0) - guess(filter, rows, rowBytes, step, y, i)) & 255
      })
      const sum = differences.reduce((total, value) => total + Math.min(value, 256 - value), 0)
      return { filter, differences, sum }
    })
    const best = tries.reduce((least, tried) => (tried.sum < least.sum ? tried : least))
    filtered.push(best.filter, ...best.differences)
  }
  return Uint8Array.from(filtered)
}

/** What a filter expects at byte `i` of row `y`, from what is already known; outside the picture there are zeros. */
function guess(
  filter: number,
  rows: Uint8Array,
  rowBytes: number,
  step: number,
  y: number,
  i: number,
): number {
  const at = (row: number, byte: number): number =>
    row < 0 || byte < 0 ? 0 : (rows[row * rowBytes + byte] ?? 0)
  const [a, b, c] = [at(y, i - step), at(y - 1, i), at(y - 1, i - step)]
  const guesses = [0, a, b, (a + b) >> 1, paeth(a, b, c)]
  const found = guesses[filter]
  if (found === undefined) throw new RangeError(`row ${y} has filter ${filter}`)
  return found
}

/** The neighbour nearest to a + b - c; ties go to a, then b. */
function paeth(a: number, b: number, c: number): number {
  const p = a + b - c
  const [toA, toB, toC] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)]
  if (toA <= toB && toA <= toC) return a
  return toB <= toC ? b : c
}
