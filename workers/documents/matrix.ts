/** A matrix `[a, b, c, d, e, f]` as PDF writes it: x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = readonly [number, number, number, number, number, number]

export const identity: Matrix = [1, 0, 0, 1, 0, 0]

/** The matrix that applies `n` first, then `m`. Missing or non-numeric entries count as those of the identity. */
export function multiply(m: ArrayLike<unknown>, n: ArrayLike<unknown>): Matrix {
  const [ma, mb, mc, md] = [entry(m, 0, 1), entry(m, 1, 0), entry(m, 2, 0), entry(m, 3, 1)]
  const [na, nb, nc, nd] = [entry(n, 0, 1), entry(n, 1, 0), entry(n, 2, 0), entry(n, 3, 1)]
  const [ne, nf] = [entry(n, 4, 0), entry(n, 5, 0)]
  return [
    ma * na + mc * nb,
    mb * na + md * nb,
    ma * nc + mc * nd,
    mb * nc + md * nd,
    ma * ne + mc * nf + entry(m, 4, 0),
    mb * ne + md * nf + entry(m, 5, 0),
  ]
}

function entry(matrix: ArrayLike<unknown>, index: number, otherwise: number): number {
  const value = matrix[index]
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise
}
