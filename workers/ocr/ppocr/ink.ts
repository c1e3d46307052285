import type { Grey } from '../../recognition.ts'

/** Rows at the top and bottom of a strip, as a share of its height, where the neighbouring lines may reach in. */
const MARGIN = 0.06

/** A column with less than this share of the contrast of clear ink is empty. */
const FAINT = 0.35

/** Where clear ink stands among the columns, as a share from the faintest: most columns of text have some. */
const CLEAR = 0.8

/** Paper is not taken for darker than this level: what is darker is grain. */
const DARKEST_PAPER = 16

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
  const paperOf = (x: number, share: number): number => {
    const near = columns.slice(Math.max(x - height, 0), x + height + 1)
    return quantile(Uint8Array.from(near, (column) => quantile(column, share)).sort(), share)
  }
  // Levels are held against those around them: a strip may run from the light into a shadow.
  const usual = mediansAround(columns, height)
  const levels = Int16Array.from(
    columns.flatMap((column, x) => Array.from(column, (level) => level - (usual[x] ?? 0))),
  ).sort()
  const level = (share: number): number => levels[Math.round(share * (levels.length - 1))] ?? 0
  const light = level(0.95) - level(0.5) <= level(0.5) - level(0.05)
  const contrast = columns.map((column, x) => {
    const paper = paperOf(x, light ? 0.75 : 0.25)
    // Ink in a shadow is as many times darker than its paper as ink in the light.
    return light
      ? Math.max(paper - quantile(column, 0.03), 0) / Math.max(paper, DARKEST_PAPER)
      : Math.max(quantile(column, 0.97) - paper, 0)
  })
  const clear = contrast.toSorted((a, b) => a - b)[Math.floor(CLEAR * (width - 1))] ?? 0
  return Uint8Array.from(contrast, (value) => (value > FAINT * clear ? 1 : 0))
}

/** For each column the median level of all pixels in it and in the columns up to so many away. */
function mediansAround(columns: readonly Uint8Array[], reach: number): Uint8Array {
  const counts = new Uint32Array(256)
  let total = 0
  const count = (x: number, sign: 1 | -1): void => {
    for (const level of columns[x] ?? []) counts[level] = (counts[level] ?? 0) + sign
    total += sign * (columns[x]?.length ?? 0)
  }
  for (let x = 0; x < reach; x++) count(x, 1)
  return Uint8Array.from(columns, (_, x) => {
    count(x + reach, 1)
    count(x - reach - 1, -1)
    let [level, below] = [0, counts[0] ?? 0]
    while (below * 2 < total) below += counts[++level] ?? 0
    return level
  })
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
