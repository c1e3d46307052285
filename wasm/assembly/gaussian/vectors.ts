/** Lanes of a and b in turn, of their first half: what dot_i16x8_s multiplies by a pair of weights. */
export function lowPairs(a: v128, b: v128): v128 {
  return v128.shuffle<i16>(a, b, 0, 8, 1, 9, 2, 10, 3, 11)
}

/** Lanes of a and b in turn, of their second half. */
export function highPairs(a: v128, b: v128): v128 {
  return v128.shuffle<i16>(a, b, 4, 12, 5, 13, 6, 14, 7, 15)
}
