/** A matrix `[a, b, c, d, e, f]` as PDF writes it: x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = readonly [number, number, number, number, number, number]

export const identity: Matrix = [1, 0, 0, 1, 0, 0]

/** The matrix that applies `n` first, then `m`. Missing or non-numeric entries count as those of the identity. */
export function multiply(m: ArrayLike<unknown>, n: ArrayLike<unknown>): Matrix {
  const [ma, mb, mc, md, me, mf] = toMatrix(m)
  const [na, nb, nc, nd, ne, nf] = toMatrix(n)
  return [
    ma * na + mc * nb,
    mb * na + md * nb,
    ma * nc + mc * nd,
    mb * nc + md * nd,
    ma * ne + mc * nf + me,
    mb * ne + md * nf + mf,
  ]
}

function toMatrix(entries: ArrayLike<unknown>): Matrix {
  const at = (index: number, otherwise: number): number => {
    const entry = entries[index]
    return typeof entry === 'number' && Number.isFinite(entry) ? entry : otherwise
  }
  return [at(0, 1), at(1, 0), at(2, 0), at(3, 1), at(4, 0), at(5, 0)]
}
