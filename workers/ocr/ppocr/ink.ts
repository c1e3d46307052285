import type { Grey } from '../../recognition.ts'

/** Rows at the top and bottom of a strip, as a share of its height, where the neighbouring lines may reach in. */
const MARGIN = 0.06

/** A column with less than this share of the contrast of clear ink is empty. */
const FAINT = 0.35

/** Where clear ink stands among the columns, as a share from the faintest: most columns of text have some. */
const CLEAR = 0.8

/**
 * Which columns of a strip of text hold ink: 1 or 0 a column. The paper is what most of the surrounding pixels
 * look like, so that shadows and light text on dark are no matter.
 */
export function inkColumns({ width, height, pixels }: Grey): Uint8Array {
  const [top, bottom] = [Math.round(height * MARGIN), Math.round(height * (1 - MARGIN))]
  const columns = Array.from({ length: width }, (_, x) =>
    Uint8Array.from({ length: bottom - top }, (__, k) => pixels[(top + k) * width + x] ?? 0).sort(),
  )
  const quantile = (column: Uint8Array | undefined, share: number): number =>
    column?.[Math.round(share * (column.length - 1))] ?? 0
  const all = Uint8Array.from(columns.flatMap((column) => [...column])).sort()
  const light = quantile(all, 0.95) - quantile(all, 0.5) <= quantile(all, 0.5) - quantile(all, 0.05)
  const paper = columns.map((_, x) => {
    const near = columns.slice(Math.max(x - height, 0), x + height + 1)
    const values = Uint8Array.from(near.map((column) => quantile(column, light ? 0.75 : 0.25))).sort()
    return quantile(values, light ? 0.75 : 0.25)
  })
  const contrast = columns.map((column, x) => {
    const ink = quantile(column, light ? 0.03 : 0.97)
    return Math.max(light ? (paper[x] ?? 0) - ink : ink - (paper[x] ?? 0), 0)
  })
  const clear = contrast.toSorted((a, b) => a - b)[Math.floor(CLEAR * (width - 1))] ?? 0
  return Uint8Array.from(contrast, (value) => (value > FAINT * clear ? 1 : 0))
}

/** The longest run of empty columns that begins or ends between two places. */
export function widestGap(ink: Uint8Array, from: number, to: number): { from: number; to: number } {
  let best = { from, to: from }
  let since = Math.max(Math.round(from), 0)
  const end = Math.min(Math.round(to), ink.length)
  for (let x = since; x <= end; x++) {
    if (x < end && ink[x] === 0) continue
    if (x - since > best.to - best.from) best = { from: since, to: x }
    since = x + 1
  }
  return best
}
