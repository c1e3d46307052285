/**
 * Rescales a grey picture by weighted sums, first down the columns, then along the rows. The weights (area averaging
 * or cubic convolution, Q14) come from ../resample-plan.ts. Sums are exact integers; one rounding to Q6 after the
 * columns and one to a byte at the end, so the slow twin in ../reference/resample.ts gives the same bytes.
 *
 *     0      starts down, u32; weights down, i16                              in, planned
 *     ...    starts along, u32; weights along, i16                            in, planned
 *     ...    work row, i16, Q6, width and room for whole vectors
 *     ...    a band of output rows, u8                                        out
 *     ...    source pixels, u8, and room for whole vectors                    in
 *
 * The caller lays this out; a function is told where its parts are.
 */

/** Output rows `first` to `first + count`. */
export function rows(
  first: i32,
  count: i32,
  source: usize,
  width: usize,
  startsDown: usize,
  weightsDown: usize,
  usedDown: i32,
  tapsDown: usize,
  startsAlong: usize,
  weightsAlong: usize,
  tapsAlong: usize,
  lengthAlong: i32,
  work: usize,
  to: usize,
): void {
  for (let y = first; y < first + count; y++) {
    const start = load<u32>(startsDown + ((<usize>y) << 2))
    columns(source + <usize>start * width, width, weightsDown + <usize>y * tapsDown * 2, usedDown, work)
    along(work, startsAlong, weightsAlong, tapsAlong, lengthAlong, to)
    to += <usize>lengthAlong
  }
}

/** The weighted sum of `used` rows, in Q6; eight pixels a step. */
function columns(from: usize, width: usize, weights: usize, used: i32, work: usize): void {
  const half = i32x4.splat(128)
  for (let x: usize = 0; x < width; x += 8) {
    let low = half
    let high = half
    let at = from + x
    for (let k = 0; k < used; k++) {
      const weight = v128.load16_splat(weights + ((<usize>k) << 1))
      const pixels = i16x8.extend_low_i8x16_u(v128.load64_zero(at))
      low = i32x4.add(low, i32x4.extmul_low_i16x8_s(pixels, weight))
      high = i32x4.add(high, i32x4.extmul_high_i16x8_s(pixels, weight))
      at += width
    }
    v128.store(work + 2 * x, i16x8.narrow_i32x4_s(i32x4.shr_s(low, 8), i32x4.shr_s(high, 8)))
  }
}

/** Weighted sums along the work row, to bytes. */
function along(work: usize, starts: usize, weights: usize, taps: usize, length: i32, to: usize): void {
  const end = to + <usize>length
  while (to < end) {
    let at = work + 2 * <usize>load<u32>(starts)
    let sums = i32x4.dot_i16x8_s(v128.load(at), v128.load(weights))
    weights += 16
    for (let k: usize = 8; k < taps; k += 8) {
      at += 16
      sums = i32x4.add(sums, i32x4.dot_i16x8_s(v128.load(at), v128.load(weights)))
      weights += 16
    }
    sums = i32x4.add(sums, v128.shuffle<i32>(sums, sums, 2, 3, 0, 1))
    const sum = i32x4.extract_lane(sums, 0) + i32x4.extract_lane(sums, 1)
    store<u8>(to, max(0, min(255, (sum + 524288) >> 20)))
    starts += 4
    to++
  }
}
