/** How bright the ground of a page is, a byte a block; blocks are squares from the top left. */
export interface Ground {
  blockPx: number
  columns: number
  rows: number
  levels: Uint8Array
}

/** The ground is never taken to be darker than this share of its bright parts: that is no shadow but something black. */
const DARKEST_SHARE = 0.12

/**
 * Side of the blocks: larger than the strokes of letters, smaller than shadows. A power of two, so that the ground
 * between blocks is exact in f32.
 */
export function groundBlock(width: number, height: number): number {
  const longest = Math.max(width, height)
  if (longest < 512) return 16
  return longest < 2048 ? 32 : 64
}

/** Smooths block maxima to a ground: the median of 3 x 3 takes strokes out, their mean takes steps out. */
export function smoothGround({ levels, ...grid }: Ground): Ground {
  const medians = overNeighbours({ ...grid, levels }, (nine) => nine.sort()[nine.length >> 1] ?? 0)
  const least = Math.max(1, Math.round(DARKEST_SHARE * quantile(medians, 0.9)))
  const mean = (nine: Uint8Array): number =>
    Math.max(least, Math.round(nine.reduce((sum, level) => sum + level, 0) / 9))
  return { ...grid, levels: overNeighbours({ ...grid, levels: medians }, mean) }
}

/** The level that a share of the levels does not exceed; 0 of none. */
export function quantile(levels: Uint8Array, share: number): number {
  return Uint8Array.from(levels).sort()[Math.round(share * (levels.length - 1))] ?? 0
}

function overNeighbours(
  { columns, rows, levels }: Ground,
  of: (nine: Uint8Array) => number,
): Uint8Array<ArrayBuffer> {
  const outcome = new Uint8Array(levels.length)
  const nine = new Uint8Array(9)
  const within = (i: number, length: number): number => Math.max(0, Math.min(i, length - 1))
  for (let i = 0; i < levels.length; i++) {
    for (let k = 0; k < 9; k++) {
      const y = within(Math.floor(i / columns) + Math.floor(k / 3) - 1, rows)
      nine[k] = levels[y * columns + within((i % columns) + (k % 3) - 1, columns)] ?? 0
    }
    outcome[i] = of(nine)
  }
  return outcome
}

/**
 * A row of ground, one number a pixel and exact: linear between the middles of the blocks of one row of blocks,
 * constant beyond the first and the last.
 */
export function groundRow({ blockPx, columns, rows, levels }: Ground, row: number): Float32Array {
  const from = Math.max(0, Math.min(row, rows - 1)) * columns
  const outcome = new Float32Array(columns * blockPx)
  for (let x = 0; x < outcome.length; x++) {
    const along = (x + 0.5) / blockPx - 0.5
    const left = Math.max(0, Math.floor(along))
    const here = levels[from + left] ?? 0
    const next = levels[from + Math.min(left + 1, columns - 1)] ?? 0
    outcome[x] = here + (next - here) * Math.max(0, along - left)
  }
  return outcome
}
