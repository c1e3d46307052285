/**
 * The light of a grey page, in two steps over bands of rows: how bright the ground is in each block, and the
 * division of every pixel by the ground below it. What lies between (smoothing, rows of ground as wide as the
 * picture) is small and done by ../light-plan.ts.
 *
 *     0      maxima, u8, one a block                                          out of `maxima`
 *     4096   upper row of ground, f32, stride of them                         in
 *     ...    lower row of ground, f32, stride of them                         in
 *     ...    a band of rows, u8, stride bytes each                            in (and out of `divide`)
 *
 * The stride is the width, rounded up to whole blocks; a block is 16, 32 or 64 pixels wide and high. Beyond its
 * edges the picture goes on with its edge pixels; the caller fills them in.
 */
const MAXIMA: usize = 0
const GROUND: usize = 4096

/** Where the maxima of a band are found, one byte a block. */
export function maximaAt(): usize {
  return MAXIMA
}

/** Where the two rows of ground go, f32, one after the other. */
export function groundAt(): usize {
  return GROUND
}

/** Where the rows of a band go. */
export function rowsAt(stride: usize): usize {
  return GROUND + 8 * stride
}

/** Bytes of memory for bands of `rows` rows. */
export function bytesNeeded(stride: usize, rows: usize): f64 {
  return <f64>rowsAt(stride) + <f64>stride * <f64>rows
}

/** The brightest mean of 4 x 4 pixels in every block of a band that is one block high. */
export function maxima(stride: usize, block: usize): void {
  const rows = rowsAt(stride)
  for (let x: usize = 0; x < stride; x += block) {
    let most = i32x4.splat(0)
    for (let y: usize = 0; y < block; y += 4) {
      let at = rows + y * stride + x
      for (let i: usize = 0; i < block; i += 16) {
        let pairs = i16x8.extadd_pairwise_i8x16_u(v128.load(at))
        pairs = i16x8.add(pairs, i16x8.extadd_pairwise_i8x16_u(v128.load(at + stride)))
        pairs = i16x8.add(pairs, i16x8.extadd_pairwise_i8x16_u(v128.load(at + 2 * stride)))
        pairs = i16x8.add(pairs, i16x8.extadd_pairwise_i8x16_u(v128.load(at + 3 * stride)))
        most = i32x4.max_u(most, i32x4.extadd_pairwise_i16x8_u(pairs))
        at += 16
      }
    }
    const left = max(i32x4.extract_lane(most, 0), i32x4.extract_lane(most, 1))
    const right = max(i32x4.extract_lane(most, 2), i32x4.extract_lane(most, 3))
    store<u8>(MAXIMA + x / block, (max(left, right) + 8) >> 4)
  }
}

/** Divides one row of the band by its ground, `share` of the way from the upper to the lower row of it. */
export function divide(stride: usize, row: usize, share: f32): void {
  const lower = GROUND + 4 * stride
  const at = rowsAt(stride) + row * stride
  const part = f32x4.splat(share)
  for (let x: usize = 0; x < stride; x += 8) {
    const pixels = i16x8.extend_low_i8x16_u(v128.load64_zero(at + x))
    const first = quotient(i32x4.extend_low_i16x8_u(pixels), GROUND + 4 * x, lower + 4 * x, part)
    const second = quotient(i32x4.extend_high_i16x8_u(pixels), GROUND + 4 * x + 16, lower + 4 * x + 16, part)
    const words = i16x8.narrow_i32x4_s(first, second)
    v128.store64_lane(at + x, i8x16.narrow_i16x8_u(words, words), 0)
  }
}

/** 255 p / ground of four pixels, half up. */
function quotient(pixels: v128, upper: usize, lower: usize, part: v128): v128 {
  const above = v128.load(upper)
  const ground = f32x4.add(above, f32x4.mul(f32x4.sub(v128.load(lower), above), part))
  const scaled = f32x4.mul(f32x4.convert_i32x4_u(pixels), f32x4.splat(255))
  return i32x4.trunc_sat_f32x4_u(f32x4.add(f32x4.div(scaled, ground), f32x4.splat(0.5)))
}
