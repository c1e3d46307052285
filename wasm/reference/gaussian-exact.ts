/**
 * The sampled Gaussian itself, in doubles, out to eight sigma and with repeated edges: what the kernel comes near to.
 * One channel; for measuring errors on small pictures.
 */
export function gaussianExact(
  values: ArrayLike<number>,
  width: number,
  height: number,
  sigmaPx: number,
): Float64Array {
  const radius = Math.ceil(8 * sigmaPx)
  const weights = Array.from({ length: 2 * radius + 1 }, (_, i) =>
    Math.exp(-((i - radius) ** 2) / (2 * sigmaPx ** 2)),
  )
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  /** Convolves each row and transposes, so that twice is both axes. */
  const along = (from: Float64Array, rows: number, columns: number): Float64Array => {
    const to = new Float64Array(from.length)
    for (let y = 0; y < rows; y++) {
      for (let x = 0; x < columns; x++) {
        let sum = 0
        for (let k = -radius; k <= radius; k++) {
          const inside = Math.min(Math.max(x + k, 0), columns - 1)
          sum += (weights[k + radius] ?? 0) * (from[y * columns + inside] ?? 0)
        }
        to[x * rows + y] = sum / total
      }
    }
    return to
  }
  return along(along(Float64Array.from(values), height, width), width, height)
}
