import { instantiate, type Kernel } from './kernel.ts'

/** An instance of `assembly/png-filters.ts`. */
export type PngFilterKernel = Kernel<
  'maxRows' | 'stride' | 'rowsAt' | 'filteredAt' | 'bytesNeeded' | 'undo' | 'apply'
>

/** Makes an instance of the kernel; it holds a band of rows, so it stays small. */
export function pngFilterKernel(module: WebAssembly.Module): PngFilterKernel {
  return instantiate(module, ['maxRows', 'stride', 'rowsAt', 'filteredAt', 'bytesNeeded', 'undo', 'apply'])
}

/**
 * Undoes PNG's filters: from rows of a filter byte and `rowBytes` differences to rows of `rowBytes`.
 * RangeError when a row names a filter that does not exist.
 *
 * @param step bytes of a whole pixel, 1..8: how far to the left its neighbour is.
 */
export function unfilter(
  kernel: PngFilterKernel,
  filtered: Uint8Array,
  rowBytes: number,
  step: number,
): Uint8Array {
  const height = filtered.length / (rowBytes + 1)
  const rows = new Uint8Array(height * rowBytes)
  forEachBand(kernel, height, rowBytes, (band, first, count) => {
    const row = (y: number): Uint8Array => filtered.subarray(y * (rowBytes + 1) + 1, (y + 1) * (rowBytes + 1))
    for (let y = 0; y < count; y++) {
      band.filters[y] = filtered[(first + y) * (rowBytes + 1)] ?? 0
      band.rows.set(row(first + y), (y + 1) * band.stride)
    }
    const wrong = kernel.call('undo', count, rowBytes, step)
    if (wrong >= 0) throw new RangeError(`row ${first + wrong} has filter ${band.filters[wrong]}`)
    for (let y = 0; y < count; y++) {
      const from = (y + 1) * band.stride
      rows.set(band.rows.subarray(from, from + rowBytes), (first + y) * rowBytes)
    }
    const last = count * band.stride
    band.rows.copyWithin(0, last, last + rowBytes)
  })
  return rows
}

/**
 * Applies PNG's filters for compression, to each row the one whose differences are smallest in sum: from rows of
 * `rowBytes` to rows of a filter byte and `rowBytes` differences.
 */
export function filterRows(
  kernel: PngFilterKernel,
  rows: Uint8Array,
  rowBytes: number,
  step: number,
): Uint8Array {
  const height = rows.length / rowBytes
  const filtered = new Uint8Array(height * (rowBytes + 1))
  forEachBand(kernel, height, rowBytes, (band, first, count) => {
    for (let y = 0; y < count; y++) {
      const from = (first + y) * rowBytes
      band.rows.set(rows.subarray(from, from + rowBytes), (y + 1) * band.stride)
    }
    kernel.call('apply', count, rowBytes, step)
    for (let y = 0; y < count; y++) {
      const to = (first + y) * (rowBytes + 1)
      filtered[to] = band.filters[y] ?? 0
      filtered.set(band.filtered.subarray(y * band.stride, y * band.stride + rowBytes), to + 1)
    }
    const last = count * band.stride
    band.rows.copyWithin(0, last, last + rowBytes)
  })
  return filtered
}

/** Views of the kernel's memory, from the first byte of their first row. */
interface Band {
  stride: number
  filters: Uint8Array
  /** Row -1, then those of the band. */
  rows: Uint8Array
  filtered: Uint8Array
}

/** Goes through a picture a band at a time; the last row of one becomes row -1 of the next by `work` itself. */
function forEachBand(
  kernel: PngFilterKernel,
  height: number,
  rowBytes: number,
  work: (band: Band, first: number, count: number) => void,
): void {
  const call = kernel.call
  const needed = call('bytesNeeded', rowBytes)
  kernel.reserve(needed)
  kernel.bytes(0, needed).fill(0)
  const [stride, most] = [call('stride', rowBytes), call('maxRows')]
  const [rowsAt, filteredAt] = [call('rowsAt'), call('filteredAt', rowBytes)]
  const band: Band = {
    stride,
    filters: kernel.bytes(0, most),
    rows: kernel.bytes(rowsAt, (most + 1) * stride - 16),
    filtered: kernel.bytes(filteredAt, most * stride - 16),
  }
  for (let first = 0; first < height; first += most) work(band, first, Math.min(most, height - first))
}
